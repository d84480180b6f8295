//! Rate limits by person, so that nobody's flood delays anyone else.
//!
//! Every act spends from its person's own allowance, which refills with time. Acts count by their timestamps, not by
//! their arrival, so messages read back are limited alike. An act beyond the allowance is refused, and its
//! sender is notified; sealed orders are not affected.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::ids::{UnixMs, UserId};
use crate::platform::discord::error::Error;

/// The number of tracked people at which those with a full allowance are dropped.
const REMEMBERED: usize = 1_000;
/// The most refusals sent at once.
const AT_ONCE: usize = 8;

/// A person's allowed rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The most acts at once.
    pub burst: u32,
    /// The time until one more act is allowed; zero sets no limit.
    pub every: Duration,
}

impl Pace {
    /// No limit, for scripted players.
    pub const UNLIMITED: Self = Self { burst: 1, every: Duration::ZERO };

    /// Returns the pace for direct messages. Each needs a reply, and Discord allows a channel one message a second.
    pub(crate) fn writing(self) -> Self {
        Self { burst: (self.burst / 3).max(1), every: self.every * 5 }
    }

    /// Returns the pace for autocompletion, which every keystroke asks for.
    pub(crate) fn typing(self) -> Self {
        Self { burst: self.burst.saturating_mul(2), every: self.every / 4 }
    }
}

impl Default for Pace {
    /// Faster than anybody can press by hand.
    fn default() -> Self {
        Self { burst: 30, every: Duration::from_millis(400) }
    }
}

/// The decision on an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admitted {
    /// The act is allowed.
    Yes,
    /// The act exceeds the allowance.
    No {
        /// Whether it is the first refusal since its sender had the whole allowance.
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

/// The allowance of one person.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// The time at which the whole allowance is available again.
    whole: UnixMs,
    /// The newest timestamp of an act.
    last: UnixMs,
    refused: bool,
}

impl Allowance {
    /// Spends an act with this timestamp, if any allowance is left.
    pub fn admit(&mut self, pace: Pace, sent: UnixMs) -> Admitted {
        let every = u64::try_from(pace.every.as_millis()).unwrap_or(u64::MAX);
        // An act that arrives out of order counts at the newest timestamp.
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
    /// Creates a limiter with this pace for everyone.
    pub fn new(pace: Pace) -> Self {
        Self { pace, people: Mutex::default(), refusals: Semaphore::new(AT_ONCE) }
    }

    /// Returns everyone's pace.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// Spends an act with this timestamp from a person's allowance, if any is left.
    pub fn admit(&self, user: UserId, sent: UnixMs) -> Admitted {
        let mut people = self.people.lock();
        if people.len() >= REMEMBERED {
            people.retain(|_, allowance| allowance.whole > sent);
        }
        people.entry(user).or_default().admit(self.pace, sent)
    }

    /// Waits for a place to send a refusal, so that refusals never crowd out other answers.
    pub async fn refusing<T>(&self, answer: impl Future<Output = T>) -> T {
        let _turn = self.refusals.acquire().await;
        answer.await
    }
}

/// Returns the refusal of presses that come too fast.
pub fn too_fast() -> Error {
    Error::refused("That was too fast, so I skipped it. Wait a few seconds and try again. Sealed orders stay sealed.")
}

/// Returns the refusal of messages that come too fast.
pub fn too_many_words() -> Error {
    Error::refused(
        "You write faster than I read, so I skip this message and more at that pace. Wait a few seconds, then type your order again. \
         Sealed orders stay sealed.",
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
