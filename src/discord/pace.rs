//! How fast one person may act, so that nobody's flood is in anyone else's way.
//!
//! Every act spends from a person's own allowance, which fills up again with time. What is over it is not done, and its sender is told
//! so; nothing that was confirmed before is touched.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::error::Error;
use crate::store::UserId;

/// How many people are remembered before those who have their whole allowance are forgotten.
const REMEMBERED: usize = 1_000;
/// How many answers to what was too much are sent at a time.
const AT_ONCE: usize = 8;

/// How fast one person may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How many acts may come at once.
    pub burst: u32,
    /// How long it takes until one more may; zero sets no limit at all.
    pub every: Duration,
}

impl Pace {
    /// As fast as anyone likes, for scripted players.
    pub const UNLIMITED: Self = Self { burst: 1, every: Duration::ZERO };

    /// The pace for direct messages, each of which takes a message to answer: Discord lets a channel have one a second.
    pub(super) fn writing(self) -> Self {
        Self { burst: (self.burst / 3).max(1), every: self.every * 5 }
    }

    /// The pace for suggestions, of which every keystroke asks some.
    pub(super) fn typing(self) -> Self {
        Self { burst: self.burst.saturating_mul(2), every: self.every / 4 }
    }
}

impl Default for Pace {
    /// More than anybody can press by hand.
    fn default() -> Self {
        Self { burst: 30, every: Duration::from_millis(400) }
    }
}

/// What becomes of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admitted {
    /// It is done.
    Yes,
    /// It is too much.
    No {
        /// Whether it is the first since its sender had the whole allowance.
        first: bool,
    },
}

/// Everyone's allowance.
#[derive(Debug)]
pub struct Turnstile {
    pace: Pace,
    people: Mutex<HashMap<UserId, Allowance>>,
    refusals: Semaphore,
}

/// One person's allowance.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    /// When all of it is there again.
    whole: Instant,
    refused: bool,
}

impl Turnstile {
    /// Lets everyone act at a pace.
    #[must_use]
    pub fn new(pace: Pace) -> Self {
        Self { pace, people: Mutex::default(), refusals: Semaphore::new(AT_ONCE) }
    }

    /// Takes an act from a person's allowance, if there is any left.
    pub fn admit(&self, user: UserId) -> Admitted {
        self.admit_at(user, Instant::now())
    }

    fn admit_at(&self, user: UserId, now: Instant) -> Admitted {
        let most = self.pace.every * self.pace.burst;
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        if people.len() >= REMEMBERED {
            people.retain(|_, allowance| allowance.whole > now);
        }
        let allowance = people.entry(user).or_insert(Allowance { whole: now, refused: false });
        if allowance.whole <= now {
            *allowance = Allowance { whole: now, refused: false };
        }
        let whole = allowance.whole + self.pace.every;
        if whole > now + most {
            return Admitted::No { first: !std::mem::replace(&mut allowance.refused, true) };
        }
        allowance.whole = whole;
        Admitted::Yes
    }

    /// Waits until an answer to what was too much may be sent, so that those never crowd out other answers.
    pub async fn refusing<T>(&self, answer: impl Future<Output = T>) -> T {
        let _turn = self.refusals.acquire().await;
        answer.await
    }
}

/// What a person is told who presses too fast.
pub fn too_fast() -> Error {
    Error::refused(
        "That was too much at once, so I left this one out: wait a few seconds and try again. What you had sealed stands.",
    )
}

/// What a person is told who types too fast.
pub fn too_many_words() -> Error {
    Error::refused(
        "You write faster than I read, so I leave out this message and what follows at that pace: wait a few seconds, then type \
         your order again. What you had sealed stands.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_person_has_an_allowance_that_fills_up_again() {
        let turnstile = Turnstile::new(Pace { burst: 3, every: Duration::from_secs(1) });
        let start = Instant::now();
        let at = |user, ms| turnstile.admit_at(UserId(user), start + Duration::from_millis(ms));
        assert_eq!([at(1, 0), at(1, 0), at(1, 0)], [Admitted::Yes; 3]);
        assert_eq!(at(1, 0), Admitted::No { first: true });
        assert_eq!(at(1, 900), Admitted::No { first: false });
        assert_eq!(at(2, 900), Admitted::Yes, "nobody else is in the way");
        assert_eq!(at(1, 1_000), Admitted::Yes);
        assert_eq!(at(1, 1_000), Admitted::No { first: false }, "told once, however long it goes on");
        assert_eq!([at(1, 9_000), at(1, 9_000), at(1, 9_000)], [Admitted::Yes; 3]);
        assert_eq!(at(1, 9_000), Admitted::No { first: true });
    }

    #[test]
    fn scripted_players_have_no_limit() {
        let turnstile = Turnstile::new(Pace::UNLIMITED);
        let now = Instant::now();
        assert!((0..10_000).all(|_| turnstile.admit_at(UserId(1), now) == Admitted::Yes));
    }

    #[test]
    fn whoever_has_the_whole_allowance_is_forgotten() {
        let turnstile = Turnstile::new(Pace::default());
        let start = Instant::now();
        for user in 0..3_000 {
            turnstile.admit_at(UserId(user), start + Duration::from_secs(user));
        }
        assert!(turnstile.people.lock().unwrap().len() <= REMEMBERED);
    }
}
