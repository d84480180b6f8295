//! Rows of drafts of orders.

use sqlx::sqlite::SqliteConnection;

use crate::game::Seat;
use crate::ids::{MatchId, StepId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::query::as_json;

/// The words that a seat has chosen for a prompt.
pub(crate) struct Draft {
    pub(crate) mark: StepId,
    pub(crate) words: Vec<String>,
}

pub(crate) async fn keep(sql: &mut SqliteConnection, m: MatchId, seat: Seat, draft: &Draft) -> Result<(), StoreError> {
    let Draft { mark, words } = draft;
    let query = if words.is_empty() {
        sqlx::query("DELETE FROM order_drafts WHERE match_id = ? AND step = ? AND begun = ? AND seat = ?")
    } else {
        sqlx::query("INSERT OR REPLACE INTO order_drafts (match_id, step, begun, seat, words) VALUES (?, ?, ?, ?, ?)")
    };
    let query = query.bind(m.0).bind(mark.step).bind(mark.begun).bind(seat.id());
    if words.is_empty() {
        query.execute(sql).await?;
    } else {
        query.bind(as_json(words)).execute(sql).await?;
    }
    Ok(())
}
