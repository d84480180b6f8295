//! Series of matches.

use crate::ids::{MatchId, Snowflake, UnixMs};
use crate::messages::store::post::NewPost;
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

    /// Stores a serialised series, and whether it is running, with messages of one of its matches.
    pub(crate) async fn keep_series_with(
        &self,
        id: Snowflake,
        state: String,
        open: bool,
        of: MatchId,
        said: Vec<NewPost>,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let kept = sqlx::query("UPDATE series SET state = ?, open = ? WHERE id = ?").bind(state).bind(open).bind(id);
        self.execute_and_queue(kept, of, said, now).await.map(drop)
    }

    /// Returns a serialised series.
    pub async fn series(&self, id: Snowflake) -> Result<Option<String>, StoreError> {
        self.row(sqlx::query("SELECT state FROM series WHERE id = ?").bind(id), only).await
    }

    /// Returns the running series, and those with a match that continues after a reverted end.
    pub async fn open_series(&self) -> Result<Vec<Snowflake>, StoreError> {
        let open = "SELECT id FROM series WHERE open = 1 OR id IN \
                    (SELECT series_id FROM matches WHERE status IN ('lobby', 'running')) ORDER BY id";
        self.rows(sqlx::query(open), only).await
    }
}
