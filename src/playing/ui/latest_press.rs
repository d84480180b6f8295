//! The newest press on a person's private prompt; pictures for earlier presses are dropped.
//!
//! A picture follows its message by an edit. If the player has chosen more words by then, the picture would no longer
//! match the message, and would be drawn for nothing. Pictures are added one at a time, so that a slow edit cannot replace
//! the picture of a later press.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{Mutex, MutexGuard};

use crate::ids::{MatchId, UserId};
use crate::platform::discord::recent_cache::Cache;

/// Each person's newest press on a prompt of each match.
pub struct LatestPresses(Cache<(UserId, MatchId), Arc<Presses>>);

#[derive(Debug, Default)]
struct Presses {
    newest: AtomicU64,
    /// Held while a picture is added.
    adding: Mutex<()>,
}

/// A press, which knows whether it is the newest.
#[derive(Clone, Debug)]
pub struct LatestPress {
    presses: Arc<Presses>,
    own: u64,
}

impl LatestPresses {
    /// Remembers the newest press on at least so many prompts.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self(Cache::new(size))
    }

    /// Records a press.
    pub fn press(&self, user: UserId, m: MatchId) -> LatestPress {
        let presses = self.0.get(&(user, m)).unwrap_or_default();
        let own = presses.newest.fetch_add(1, Ordering::Relaxed) + 1;
        self.0.insert((user, m), Arc::clone(&presses));
        LatestPress { presses, own }
    }
}

impl LatestPress {
    /// Whether there has been no other press since.
    #[must_use]
    pub fn is_newest(&self) -> bool {
        self.presses.newest.load(Ordering::Relaxed) == self.own
    }

    /// Waits for earlier pictures, then returns the turn to add this press's picture; none if there is a newer press.
    pub async fn turn(&self) -> Option<MutexGuard<'_, ()>> {
        let turn = self.presses.adding.lock().await;
        self.is_newest().then_some(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_the_newest_until_the_next_on_a_panel_of_the_same_match() {
        let newest = LatestPresses::new(10);
        let (ann, bob) = (UserId(1), UserId(2));
        let first = newest.press(ann, MatchId(1));
        let others = [newest.press(ann, MatchId(2)), newest.press(bob, MatchId(1))];
        assert!(first.is_newest());
        let second = newest.press(ann, MatchId(1));
        assert!(!first.is_newest() && second.is_newest());
        assert!(others.iter().all(LatestPress::is_newest));
    }

    #[tokio::test]
    async fn a_picture_waits_for_an_earlier_one_on_its_way_and_is_not_replaced_by_it() {
        let newest = LatestPresses::new(10);
        let [chosen, sealed] = {
            let chosen = newest.press(UserId(1), MatchId(1));
            let on_its_way = chosen.turn().await.expect("nothing was pressed since");
            let sealed = newest.press(UserId(1), MatchId(1));
            let mut waits = std::pin::pin!(sealed.turn());
            assert!(futures::poll!(waits.as_mut()).is_pending());
            drop(on_its_way);
            assert!(waits.await.is_some());
            [chosen.clone(), sealed.clone()]
        };
        assert!(chosen.turn().await.is_none(), "what was drawn late is not added");
        assert!(sealed.turn().await.is_some());
    }
}
