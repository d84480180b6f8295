//! Games that are being chosen.

use sqlx::Row;

use crate::ids::Snowflake;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

/// A game that is being chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDraftRow {
    /// In the dealer's words.
    pub state: String,
    /// Whether something is still to happen.
    pub open: bool,
}

impl Store {
    /// Keeps what has been chosen so far, under the interaction it was asked in; the first time unless it is there. Tells whether it is kept.
    pub async fn keep_game_draft(
        &self,
        id: Snowflake,
        state: String,
        open: bool,
        first: bool,
    ) -> Result<bool, StoreError> {
        let kept = if first {
            "INSERT OR IGNORE INTO choosings (state, open, id) VALUES (?, ?, ?)"
        } else {
            "UPDATE choosings SET state = ?, open = ? WHERE id = ?"
        };
        self.execute(sqlx::query(kept).bind(state).bind(open).bind(id)).await
    }

    /// The state of a game draft.
    pub async fn game_draft(&self, id: Snowflake) -> Result<Option<GameDraftRow>, StoreError> {
        let row = sqlx::query("SELECT state, open FROM choosings WHERE id = ?").bind(id);
        self.row(row, |row| Ok(GameDraftRow { state: row.try_get(0)?, open: row.try_get(1)? })).await
    }

    /// The games that are being chosen.
    pub async fn open_choosings(&self) -> Result<Vec<Snowflake>, StoreError> {
        self.rows(sqlx::query("SELECT id FROM choosings WHERE open = 1 ORDER BY id"), only).await
    }
}
