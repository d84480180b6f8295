//! Rate limits by person, so that nobody's flood delays anyone else.
//!
//! Every act spends from a person's own allowance, which refills with time. Acts count by their timestamps, not by
//! their arrival, so messages that are read back are limited alike. An act beyond the allowance is refused, and its
//! sender is told so; confirmed orders are not affected.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::ids::{UnixMs, UserId};
use crate::platform::discord::error::Error;

/// How many people are remembered before those who have their whole allowance are forgotten.
const REMEMBERED: usize = 1_000;
/// How many answers to what was too much are sent at a time.
const AT_ONCE: usize = 8;

/// A person's allowed rate.
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
    pub(crate) fn writing(self) -> Self {
        Self { burst: (self.burst / 3).max(1), every: self.every * 5 }
    }

    /// The pace for suggestions, of which every keystroke asks some.
    pub(crate) fn typing(self) -> Self {
        Self { burst: self.burst.saturating_mul(2), every: self.every / 4 }
    }
}

impl Default for Pace {
    /// More than anybody can press by hand.
    fn default() -> Self {
        Self { burst: 30, every: Duration::from_millis(400) }
    }
}

/// The decision on an act.
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
pub struct RateLimiter {
    pace: Pace,
    people: Mutex<HashMap<UserId, Allowance>>,
    refusals: Semaphore,
}

/// One person's allowance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// When all of it is there again.
    whole: UnixMs,
    /// When it was last asked for.
    last: UnixMs,
    refused: bool,
}

impl Allowance {
    /// Takes an act that was sent at a moment, if there is any left.
    pub fn admit(&mut self, pace: Pace, sent: UnixMs) -> Admitted {
        let every = u64::try_from(pace.every.as_millis()).unwrap_or(u64::MAX);
        // A late arrival counts like the event before it.
        let now = sent.max(self.last);
        self.last = now;
        if self.whole <= now {
            (self.whole, self.refused) = (now, false);
        }
        let whole = self.whole.plus(every);
        if whole > now.plus(every.saturating_mul(u64::from(pace.burst))) {
            return Admitted::No { first: !std::mem::replace(&mut self.refused, true) };
        }
        self.whole = whole;
        Admitted::Yes
    }
}

impl RateLimiter {
    /// Limits everyone to a rate.
    pub fn new(pace: Pace) -> Self {
        Self { pace, people: Mutex::default(), refusals: Semaphore::new(AT_ONCE) }
    }

    /// Everyone's rate.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// Takes an act from a person's allowance that was sent at a moment, if there is any left.
    pub fn admit(&self, user: UserId, sent: UnixMs) -> Admitted {
        let mut people = self.people.lock();
        if people.len() >= REMEMBERED {
            people.retain(|_, allowance| allowance.whole > sent);
        }
        people.entry(user).or_default().admit(self.pace, sent)
    }

    /// Waits until an answer to what was too much may be sent, so that those never crowd out other answers.
    pub async fn refusing<T>(&self, answer: impl Future<Output = T>) -> T {
        let _turn = self.refusals.acquire().await;
        answer.await
    }
}

/// The refusal of too fast presses.
pub fn too_fast() -> Error {
    Error::refused(
        "That was too much at once, so I left this one out: wait a few seconds and try again. What you had sealed stands.",
    )
}

/// The refusal of too fast typing.
pub fn too_many_words() -> Error {
    Error::refused(
        "You write faster than I read, so I leave out this message and what follows at that pace: wait a few seconds, then type \
         your order again. What you had sealed stands.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: UnixMs = UnixMs(1_790_000_000_000);

    #[test]
    fn what_is_heard_of_late_is_judged_by_when_it_was_sent() {
        let sent: Vec<u64> = (0..40).map(|number| number * number * 37 % 9_000).collect();
        let pace = Pace { burst: 3, every: Duration::from_secs(1) };
        let by = |moments: &[u64]| {
            let mut allowance = Allowance::default();
            moments.iter().map(|&ms| allowance.admit(pace, START.plus(ms))).collect::<Vec<_>>()
        };
        let mut sorted = sent;
        sorted.sort_unstable();
        assert_eq!(by(&sorted), by(&sorted), "reading it again gives the same");
        assert!(by(&[0, 0, 0, 5_000, 5_000, 5_000]).iter().all(|each| *each == Admitted::Yes), "heard of all at once");
    }

    #[test]
    fn each_person_has_an_allowance_that_fills_up_again() {
        let limiter = RateLimiter::new(Pace { burst: 3, every: Duration::from_secs(1) });
        let at = |user, ms| limiter.admit(UserId(user), START.plus(ms));
        assert_eq!([at(1, 0), at(1, 0), at(1, 0)], [Admitted::Yes; 3]);
        assert_eq!(at(1, 0), Admitted::No { first: true });
        assert_eq!(at(1, 900), Admitted::No { first: false });
        assert_eq!(at(2, 900), Admitted::Yes, "nobody else is in the way");
        assert_eq!(at(1, 1_000), Admitted::Yes);
        assert_eq!(at(1, 1_000), Admitted::No { first: false }, "told once, however long the flood lasts");
        assert_eq!([at(1, 9_000), at(1, 9_000), at(1, 9_000)], [Admitted::Yes; 3]);
        assert_eq!(at(1, 9_000), Admitted::No { first: true });
    }

    #[test]
    fn scripted_players_have_no_limit() {
        let limiter = RateLimiter::new(Pace::UNLIMITED);
        assert!((0..10_000).all(|late| limiter.admit(UserId(1), UnixMs(START.0 - late)) == Admitted::Yes));
    }

    #[test]
    fn a_person_with_the_whole_allowance_is_forgotten() {
        let limiter = RateLimiter::new(Pace::default());
        for user in 0..3_000 {
            limiter.admit(UserId(user), START.plus(user * 1_000));
        }
        assert!(limiter.people.lock().len() <= REMEMBERED);
    }
}
