//! Orders that are being put together. Only a match's actor writes them, so it need not read twice what it knows.

use crate::game::{BySeat, Seat};
use crate::store::StoreError;

use super::actor::MatchActor;
use super::panel::StepId;

/// Each seat's draft: its prompt, and its words.
pub type Drafts = BySeat<Option<(StepId, Vec<String>)>>;

impl MatchActor {
    /// The words a seat has chosen so far for a prompt.
    pub(super) async fn draft(&mut self, mark: StepId, seat: Seat) -> Result<Vec<String>, StoreError> {
        if let Some((of, words)) = &self.drafts[seat]
            && *of == mark
        {
            return Ok(words.clone());
        }
        let words = self.service.store.draft(self.row.id, mark.into(), seat).await?;
        self.drafts[seat] = Some((mark, words.clone()));
        Ok(words)
    }

    /// Keeps the words a seat has chosen so far.
    pub(super) fn keep_draft(&mut self, mark: StepId, seat: Seat, words: &[String]) {
        self.service.store.keep_draft(self.row.id, mark.into(), seat, words);
        self.drafts[seat] = Some((mark, words.to_vec()));
    }

    /// Records that a seat has no draft any more.
    pub(super) fn draft_is_gone(&mut self, seat: Seat) {
        self.drafts[seat] = self.row.mark.map(|(step, begun)| (StepId { step, begun }, Vec::new()));
    }
}
