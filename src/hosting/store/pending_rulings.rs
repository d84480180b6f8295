//! Rulings that a host has yet to confirm.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::ids::{MatchId, Snowflake, StepId, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::Columns;

/// The time for which a question to a host is kept, in ms.
const KEPT: i64 = 7 * 24 * 60 * 60 * 1000;

/// A ruling that its host is asked to confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingRulingRow {
    pub match_id: MatchId,
    /// The host.
    pub user: UserId,
    /// The ruling's stored text.
    pub ruling: String,
    /// The substitute.
    pub substitute: Option<UserId>,
    /// The reason, for everyone to read.
    pub reason: Option<String>,
    /// The step that was awaited.
    pub mark: StepId,
    /// The number of rulings before the question.
    pub rulings: u32,
    /// Whether the match was over.
    pub over: bool,
    /// Whether the ruling has been made.
    pub done: bool,
}

impl Store {
    /// Stores a ruling to confirm, and deletes old ones.
    pub async fn keep_pending_ruling(&self, id: Snowflake, ruling: PendingRulingRow) -> Result<(), StoreError> {
        let oldest = Snowflake::at(UnixMs(id.ms().0 - KEPT));
        let old = sqlx::query("DELETE FROM pending_rulings WHERE id < ?").bind(oldest);
        let new = Columns::default()
            .with("id", id)
            .with("match_id", ruling.match_id)
            .with("user_id", ruling.user)
            .with("ruling", ruling.ruling)
            .with("sits", ruling.substitute)
            .with("reason", ruling.reason)
            .with("step", ruling.mark.step)
            .with("begun", ruling.mark.begun)
            .with("rulings", ruling.rulings)
            .with("over", ruling.over)
            .with("done", ruling.done);
        self.execute_all([old, new.insert("OR IGNORE INTO pending_rulings")]).await
    }

    /// Returns a ruling to confirm, if it is still stored.
    pub async fn pending_ruling(&self, id: Snowflake) -> Result<Option<PendingRulingRow>, StoreError> {
        let read = |row: &SqliteRow| {
            Ok(PendingRulingRow {
                match_id: row.try_get("match_id")?,
                user: row.try_get("user_id")?,
                ruling: row.try_get("ruling")?,
                substitute: row.try_get("sits")?,
                reason: row.try_get("reason")?,
                mark: StepId { step: row.try_get("step")?, begun: row.try_get("begun")? },
                rulings: row.try_get("rulings")?,
                over: row.try_get("over")?,
                done: row.try_get("done")?,
            })
        };
        self.row(sqlx::query("SELECT * FROM pending_rulings WHERE id = ?").bind(id), read).await
    }

    /// Records that a confirmed ruling is made.
    pub async fn pending_ruling_done(&self, id: Snowflake) -> Result<(), StoreError> {
        self.execute(sqlx::query("UPDATE pending_rulings SET done = 1 WHERE id = ?").bind(id)).await.map(drop)
    }
}
