//! Drafts of orders. Only a match's actor writes them, so it keeps them in memory.

use crate::game::Seat;
use crate::live::actor::MatchActor;
use crate::platform::sqlite::error::StoreError;
use crate::playing::prompt::StepId;

impl MatchActor {
    /// Returns the words that a seat has chosen for a prompt.
    pub(crate) async fn draft(&mut self, mark: StepId, seat: Seat) -> Result<Vec<String>, StoreError> {
        if let Some((of, words)) = &self.drafts[seat]
            && *of == mark
        {
            return Ok(words.clone());
        }
        let words = self.service.store.draft(self.row.id, mark, seat).await?;
        self.drafts[seat] = Some((mark, words.clone()));
        Ok(words)
    }

    /// Keeps the words that a seat has chosen.
    pub(crate) fn keep_draft(&mut self, mark: StepId, seat: Seat, words: &[String]) {
        self.service.store.keep_draft(self.row.id, mark, seat, words);
        self.drafts[seat] = Some((mark, words.to_vec()));
    }

    /// Records that a seat's draft is deleted.
    pub(crate) fn drop_draft(&mut self, seat: Seat) {
        self.drafts[seat] = self.row.mark.map(|mark| (mark, Vec::new()));
    }
}
