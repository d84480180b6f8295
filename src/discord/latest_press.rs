//! The newest press on a person's private prompt; pictures for earlier presses are dropped.
//!
//! A picture follows its words by an edit. If its player has chosen more words by then, the picture would appear
//! beside the wrong ones, and would be drawn for nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::cache::Cache;
use crate::dealer::{MatchId, UserId};

/// Each person's newest press on a panel of each match.
pub struct Newest(Cache<(UserId, MatchId), Arc<AtomicU64>>);

/// A press, and whether there has been another since.
#[derive(Clone, Debug)]
pub struct Standing {
    newest: Arc<AtomicU64>,
    own: u64,
}

impl Newest {
    /// Remembers at least so many people's.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self(Cache::new(size))
    }

    /// Records a press.
    pub fn press(&self, user: UserId, m: MatchId) -> Standing {
        let newest = self.0.get(&(user, m)).unwrap_or_default();
        let own = newest.fetch_add(1, Ordering::Relaxed) + 1;
        self.0.insert((user, m), Arc::clone(&newest));
        Standing { newest, own }
    }
}

impl Standing {
    /// Whether there has been no other press since.
    #[must_use]
    pub fn is_newest(&self) -> bool {
        self.newest.load(Ordering::Relaxed) == self.own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_the_newest_until_the_next_on_a_panel_of_the_same_match() {
        let newest = Newest::new(10);
        let (ann, bob) = (UserId(1), UserId(2));
        let first = newest.press(ann, MatchId(1));
        let others = [newest.press(ann, MatchId(2)), newest.press(bob, MatchId(1))];
        assert!(first.is_newest());
        let second = newest.press(ann, MatchId(1));
        assert!(!first.is_newest() && second.is_newest());
        assert!(others.iter().all(Standing::is_newest));
    }
}
