//! Drafts of orders in memory, until the next write stores them.

use crate::game::Seat;
use crate::ids::{MatchId, StepId};
use crate::live::store::drafts::Draft;
use crate::platform::sqlite::open::Store;

impl Store {
    /// Stores a seat's chosen words with the next write; an empty list deletes the draft.
    pub fn keep_draft(&self, m: MatchId, mark: StepId, seat: Seat, words: &[String]) {
        let mut cache = self.0.posts.cache.lock();
        cache.drafts.insert((m, seat), Draft { mark, words: words.to_vec() });
        self.store_soon(cache);
    }
}
