//! Series of matches.

use sqlx::Row;

use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use crate::ids::Snowflake;

impl Store {
    /// Stores a series, in the dealer's words, and whether it is running. With `first` an existing one is not
    /// replaced. Tells whether it is stored.
    pub async fn keep_series(&self, id: Snowflake, state: String, open: bool, first: bool) -> Result<bool, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let kept = if first {
                    sqlx::query("INSERT OR IGNORE INTO series (state, open, id) VALUES (?, ?, ?)")
                } else {
                    sqlx::query("UPDATE series SET state = ?, open = ? WHERE id = ?")
                };
                let kept = kept.bind(state).bind(open).bind(signed(id.0)).execute(sql).await?;
                Ok(kept.rows_affected() > 0)
            })
        })
        .await
    }

    /// A series, in the dealer's words.
    pub async fn series(&self, id: Snowflake) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT state FROM series WHERE id = ?").bind(signed(id.0));
        let row = row.fetch_optional(self.reading().await?.sql()).await?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }

    /// The series that go on.
    pub async fn open_series(&self) -> Result<Vec<Snowflake>, StoreError> {
        let open = sqlx::query("SELECT id FROM series WHERE open = 1 ORDER BY id");
        let rows = open.fetch_all(self.reading().await?.sql()).await?;
        rows.iter().map(|row| Ok(Snowflake(unsigned(row.try_get(0)?)))).collect()
    }
}
