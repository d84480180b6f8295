//! Series of matches.

use crate::ids::Snowflake;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

impl Store {
    /// Stores a serialised series, and whether it is running. With `first`, an existing series is not replaced.
    /// Returns whether it was stored.
    pub async fn keep_series(&self, id: Snowflake, state: String, open: bool, first: bool) -> Result<bool, StoreError> {
        let kept = if first {
            "INSERT OR IGNORE INTO series (state, open, id) VALUES (?, ?, ?)"
        } else {
            "UPDATE series SET state = ?, open = ? WHERE id = ?"
        };
        self.execute(sqlx::query(kept).bind(state).bind(open).bind(id)).await
    }

    /// Returns a serialised series.
    pub async fn series(&self, id: Snowflake) -> Result<Option<String>, StoreError> {
        self.row(sqlx::query("SELECT state FROM series WHERE id = ?").bind(id), only).await
    }

    /// Returns the running series.
    pub async fn open_series(&self) -> Result<Vec<Snowflake>, StoreError> {
        self.rows(sqlx::query("SELECT id FROM series WHERE open = 1 ORDER BY id"), only).await
    }
}
