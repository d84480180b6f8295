//! Game drafts.

use sqlx::Row;

use crate::ids::Snowflake;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

/// A stored game draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDraftRow {
    /// The serialised draft.
    pub state: String,
    /// Whether the draft still has to be advanced.
    pub open: bool,
}

impl Store {
    /// Stores a draft under the interaction that began it. With `first`, an existing draft is not replaced. Returns whether it was stored.
    pub async fn keep_game_draft(
        &self,
        id: Snowflake,
        state: String,
        open: bool,
        first: bool,
    ) -> Result<bool, StoreError> {
        let kept = if first {
            "INSERT OR IGNORE INTO game_drafts (state, open, id) VALUES (?, ?, ?)"
        } else {
            "UPDATE game_drafts SET state = ?, open = ? WHERE id = ?"
        };
        self.execute(sqlx::query(kept).bind(state).bind(open).bind(id)).await
    }

    /// Returns a game draft.
    pub async fn game_draft(&self, id: Snowflake) -> Result<Option<GameDraftRow>, StoreError> {
        let row = sqlx::query("SELECT state, open FROM game_drafts WHERE id = ?").bind(id);
        self.row(row, |row| Ok(GameDraftRow { state: row.try_get(0)?, open: row.try_get(1)? })).await
    }

    /// Returns the open game drafts.
    pub async fn open_game_drafts(&self) -> Result<Vec<Snowflake>, StoreError> {
        self.rows(sqlx::query("SELECT id FROM game_drafts WHERE open = 1 ORDER BY id"), only).await
    }
}
