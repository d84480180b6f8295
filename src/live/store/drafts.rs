//! Orders that are being put together.

use sqlx::sqlite::SqliteConnection;

use crate::game::Seat;
use crate::ids::MatchId;
use crate::messages::store::posts::PromptMark;
use crate::platform::sqlite::open::{Store, StoreError};

/// The words a seat has chosen so far for a prompt.
pub(crate) struct Draft {
    mark: PromptMark,
    words: Vec<String>,
}

/// Stores a draft.
pub(crate) async fn keep(sql: &mut SqliteConnection, m: MatchId, seat: Seat, draft: &Draft) -> Result<(), StoreError> {
    let Draft { mark, words } = draft;
    let query = if words.is_empty() {
        sqlx::query("DELETE FROM drafts WHERE match_id = ? AND step = ? AND begun = ? AND seat = ?")
    } else {
        sqlx::query("INSERT OR REPLACE INTO drafts (match_id, step, begun, seat, words) VALUES (?, ?, ?, ?, ?)")
    };
    let query = query.bind(m.0).bind(mark.step).bind(mark.begun).bind(seat.id());
    if words.is_empty() {
        query.execute(sql).await?;
    } else {
        query.bind(serde_json::to_string(words).expect("words are plain data")).execute(sql).await?;
    }
    Ok(())
}

impl Store {
    /// The words a seat has chosen so far for a prompt.
    pub async fn draft(&self, id: MatchId, mark: PromptMark, seat: Seat) -> Result<Vec<String>, StoreError> {
        let words: Option<String> =
            sqlx::query_scalar("SELECT words FROM drafts WHERE match_id = ? AND step = ? AND begun = ? AND seat = ?")
                .bind(id.0)
                .bind(mark.step)
                .bind(mark.begun)
                .bind(seat.id())
                .fetch_optional(self.reading().await?.sql())
                .await?;
        let words = words.map(|words| serde_json::from_str(&words)).transpose();
        Ok(words.map_err(|error| StoreError::Row(error.to_string()))?.unwrap_or_default())
    }

    /// Keeps the words a seat has chosen so far, with whatever is written next; none puts the draft away.
    pub fn keep_draft(&self, id: MatchId, mark: PromptMark, seat: Seat, words: &[String]) {
        self.change_draft(id, seat, Draft { mark, words: words.to_vec() });
    }
}
