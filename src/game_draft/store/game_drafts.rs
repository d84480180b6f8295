//! Games that are being chosen.

use sqlx::Row;

use crate::ids::Snowflake;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::integers::{signed, unsigned};
use crate::platform::sqlite::open::Store;

/// A game that is being chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoosingRow {
    /// In the dealer's words.
    pub state: String,
    /// Whether something is still to happen.
    pub open: bool,
}

impl Store {
    /// Keeps what has been chosen so far, under the interaction it was asked in; the first time unless it is there. Tells whether it is kept.
    pub async fn keep_choosing(
        &self,
        id: Snowflake,
        state: String,
        open: bool,
        first: bool,
    ) -> Result<bool, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let kept = if first {
                    sqlx::query("INSERT OR IGNORE INTO choosings (state, open, id) VALUES (?, ?, ?)")
                } else {
                    sqlx::query("UPDATE choosings SET state = ?, open = ? WHERE id = ?")
                };
                let kept = kept.bind(state).bind(open).bind(signed(id.0)).execute(sql).await?;
                Ok(kept.rows_affected() > 0)
            })
        })
        .await
    }

    /// The state of a game draft.
    pub async fn choosing(&self, id: Snowflake) -> Result<Option<ChoosingRow>, StoreError> {
        let row = sqlx::query("SELECT state, open FROM choosings WHERE id = ?")
            .bind(signed(id.0))
            .fetch_optional(self.reading().await?.sql())
            .await?;
        row.map(|row| Ok(ChoosingRow { state: row.try_get(0)?, open: row.try_get(1)? })).transpose()
    }

    /// The games that are being chosen.
    pub async fn open_choosings(&self) -> Result<Vec<Snowflake>, StoreError> {
        let rows = sqlx::query("SELECT id FROM choosings WHERE open = 1 ORDER BY id")
            .fetch_all(self.reading().await?.sql())
            .await?;
        rows.into_iter().map(|row| Ok(Snowflake(unsigned(row.try_get(0)?)))).collect()
    }
}
