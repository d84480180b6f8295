//! Orders that are being put together.

use sqlx::Row;

use crate::game::Seat;
use crate::ids::{MatchId, StepId};
use crate::live::store::draft_rows::Draft;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

impl Store {
    /// The words a seat has chosen so far for a prompt.
    pub async fn draft(&self, id: MatchId, mark: StepId, seat: Seat) -> Result<Vec<String>, StoreError> {
        let words = sqlx::query("SELECT words FROM drafts WHERE match_id = ? AND step = ? AND begun = ? AND seat = ?");
        let words = words.bind(id).bind(mark.step).bind(mark.begun).bind(seat.id());
        let words = self.row(words, |row| Ok(serde_json::from_str(row.try_get(0)?)?)).await?;
        Ok(words.unwrap_or_default())
    }

    /// Keeps the words a seat has chosen so far, with whatever is written next; none puts the draft away.
    pub fn keep_draft(&self, id: MatchId, mark: StepId, seat: Seat, words: &[String]) {
        self.change_draft(id, seat, Draft { mark, words: words.to_vec() });
    }
}
