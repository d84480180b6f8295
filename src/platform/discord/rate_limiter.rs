//! Rate limits by person, so that nobody's flood delays anyone else.
//!
//! Every act spends from its person's own allowance, which refills with time. Acts count by their timestamps, not by
//! their arrival, so messages read back are limited alike. A press beyond the allowance is refused. Of the direct messages beyond
//! it, the newest one waits and the older ones are skipped. The sender is notified; sealed orders are not affected.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::ids::{Snowflake, UnixMs, UserId};
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

/// The decision on a direct message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DmDecision {
    /// The message is read.
    Now,
    /// The message waits until this time, and asks again.
    At(UnixMs),
    /// A newer message of its sender is read instead.
    Skipped {
        /// Whether it is the first one of its burst.
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
    /// The newest direct message.
    newest: Snowflake,
    /// Whether a direct message of the current burst was skipped.
    skipped: bool,
}

impl Allowance {
    /// Spends an act with this timestamp.
    ///
    /// # Errors
    /// No allowance is left before the returned time.
    pub fn admit(&mut self, pace: Pace, sent: UnixMs) -> Result<(), UnixMs> {
        let every = u64::try_from(pace.every.as_millis()).unwrap_or(u64::MAX);
        // An act that arrives out of order counts at the newest timestamp.
        let now = sent.max(self.last);
        self.last = now;
        let most = now.plus(every.saturating_mul(u64::from(pace.burst)));
        // A burst is over once two acts are left: during a burst each is spent as soon as it is there.
        self.skipped &= self.whole.plus(every.saturating_mul(2)) > most;
        let whole = self.whole.max(now).plus(every);
        if whole > most {
            return Err(now.plus(whole.since(most)));
        }
        self.whole = whole;
        Ok(())
    }

    /// Decides on a direct message when it arrives, and again at the end of its wait.
    ///
    /// Only the newest message waits: an order in it replaces older ones for its match. The match of a text is known only once it is read,
    /// so the notice says that orders for other matches are lost.
    pub fn turn(&mut self, pace: Pace, message: Snowflake, now: UnixMs) -> DmDecision {
        self.newest = self.newest.max(message);
        let (overtaken, waited) = (message < self.newest, now > message.ms());
        if !(overtaken && waited) {
            match self.admit(pace, now) {
                Ok(()) => return DmDecision::Now,
                Err(time) if !overtaken => return DmDecision::At(time),
                Err(_) => {}
            }
        }
        DmDecision::Skipped { first: !std::mem::replace(&mut self.skipped, true) }
    }

    /// Decides on a direct message that is read back, with the sender's next one.
    pub fn turn_before(&mut self, pace: Pace, message: Snowflake, next: Option<Snowflake>) -> DmDecision {
        let DmDecision::At(time) = self.turn(pace, message, message.ms()) else { return DmDecision::Now };
        self.newest = next.filter(|next| next.ms() < time).unwrap_or(message);
        self.turn(pace, message, time)
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

    /// Spends an act with this timestamp from a person's allowance; returns whether any was left.
    pub fn admit(&self, user: UserId, sent: UnixMs) -> bool {
        self.allowance(user, sent, |allowance| allowance.admit(self.pace, sent).is_ok())
    }

    /// Decides on a person's direct message at its arrival, and again at the end of its wait.
    pub fn turn(&self, user: UserId, message: Snowflake, now: UnixMs) -> DmDecision {
        self.allowance(user, now, |allowance| allowance.turn(self.pace, message, now))
    }

    fn allowance<T>(&self, user: UserId, now: UnixMs, spend: impl FnOnce(&mut Allowance) -> T) -> T {
        let mut people = self.people.lock();
        if people.len() >= REMEMBERED {
            people.retain(|_, allowance| allowance.whole > now);
        }
        spend(people.entry(user).or_default())
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

/// Returns the notice about skipped messages.
pub fn too_many_words() -> Error {
    Error::refused(
        "You write faster than I read, so I skip messages at that pace, this one first. I always read your newest one, in a few \
         seconds. If another one was an order for another match, send it again. Sealed orders stay sealed.",
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
        assert!(by(&[0, 0, 0, 5_000, 5_000, 5_000]).iter().all(Result::is_ok), "heard of all at once");
    }

    #[test]
    fn each_person_has_an_allowance_that_fills_up_again() {
        let limiter = RateLimiter::new(Pace { burst: 3, every: Duration::from_secs(1) });
        let at = |user, ms| limiter.admit(UserId(user), START.plus(ms));
        assert_eq!([at(1, 0), at(1, 0), at(1, 0)], [true; 3]);
        assert_eq!([at(1, 0), at(1, 900)], [false; 2]);
        assert!(at(2, 900), "nobody else is in the way");
        assert_eq!([at(1, 1_000), at(1, 1_000)], [true, false]);
        assert_eq!([at(1, 9_000), at(1, 9_000), at(1, 9_000), at(1, 9_000)], [true, true, true, false]);
    }

    /// Types messages at these times, as the gateway delivers them. Returns the times of those that are read, and of the notices.
    fn typed(pace: Pace, times: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let limiter = RateLimiter::new(pace);
        let (mut read, mut told) = (Vec::new(), Vec::new());
        let mut waiting: Vec<(u64, u64)> = Vec::new();
        let mut ask = |sent: u64, now: u64, waiting: &mut Vec<(u64, u64)>| match limiter.turn(
            UserId(1),
            Snowflake::at(START.plus(sent)),
            START.plus(now),
        ) {
            DmDecision::Now => read.push(sent),
            DmDecision::At(time) => waiting.push((time.since(START), sent)),
            DmDecision::Skipped { first: true } => told.push(sent),
            DmDecision::Skipped { first: false } => {}
        };
        for &time in times.iter().chain([&u64::MAX]) {
            while let Some(at) = waiting.iter().position(|(until, _)| *until <= time) {
                let (until, sent) = waiting.remove(at);
                ask(sent, until, &mut waiting);
            }
            if time != u64::MAX {
                ask(time, time, &mut waiting);
            }
        }
        (read, told)
    }

    #[test]
    fn newest_message_of_each_burst_is_read_and_each_burst_is_told_of_skipped_ones() {
        let pace = Pace::default().writing();
        let bursts = [0, 27_000, 80_000].map(|begin| (0..24).map(|number| begin + number * 500).collect::<Vec<u64>>());
        let times = bursts.concat();
        let (read, told) = typed(pace, &times);
        for burst in &bursts {
            assert!(read.contains(burst.last().unwrap()), "{read:?}");
            assert_eq!(told.iter().filter(|time| burst.contains(time)).count(), 1, "{told:?}");
        }
        assert!(read.len() < times.len() && read.is_sorted(), "{read:?}");
        let mut back = Allowance::default();
        let sent: Vec<_> = times.iter().map(|ms| Snowflake::at(START.plus(*ms))).collect();
        let turn = |(number, id): (usize, &Snowflake)| back.turn_before(pace, *id, sent.get(number + 1).copied());
        let turns: Vec<_> = sent.iter().enumerate().map(turn).collect();
        let of =
            |turn| times.iter().zip(&turns).filter(|(_, each)| **each == turn).map(|(ms, _)| *ms).collect::<Vec<_>>();
        assert_eq!(
            (of(DmDecision::Now), of(DmDecision::Skipped { first: true })),
            (read, told),
            "read back, they are the same"
        );
    }

    #[test]
    fn scripted_players_have_no_limit() {
        let limiter = RateLimiter::new(Pace::UNLIMITED);
        assert!((0..10_000).all(|late| limiter.admit(UserId(1), UnixMs(START.0 - late))));
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
