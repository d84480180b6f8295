//! Discord's time: local monotonic time plus an offset.
//!
//! - An id made by Discord gives a lower bound of Discord's clock at its arrival. A reply also gives an upper bound at the time of
//!   the request. The offset lies between the largest of the recent lower bounds and the smallest of the upper ones,
//!   so a late delivery can never pull the clock back.
//! - Local wall time is read once, at the start; later changes of the system clock have no effect.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::ids::UnixMs;
use crate::live::busy_tasks::waiting;

/// The time for which a sample counts, in local ms.
const WINDOW_MS: i64 = 15 * 60 * 1000;
/// The most samples.
const SAMPLES: usize = 256;
/// An offset beyond this is unhealthy.
const FAR_MS: i64 = 10_000;
/// A change of the offset beyond this is a jump.
const JUMP_MS: i64 = 1_000;
/// The time for which a jump makes the clock unhealthy, in local ms.
const JUMP_REMEMBERED_MS: i64 = 60_000;

/// Converts a duration to whole ms.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The service's clock; cheap to clone, all clones share it.
#[derive(Clone)]
pub struct ServiceClock(Arc<Inner>);

struct Inner {
    local: Local,
    learnt: Mutex<Learnt>,
    changed: watch::Sender<u64>,
}

enum Local {
    Machine { wall: i64, since: Instant },
    Hand(watch::Sender<i64>),
}

#[derive(Default)]
struct Learnt {
    offset: i64,
    source: Source,
    bounds: VecDeque<Bound>,
    jumped: Option<i64>,
}

#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
enum Source {
    #[default]
    Nothing,
    Remembered,
    Date,
    Ids,
}

struct Bound {
    taken: i64,
    least: i64,
    most: Option<i64>,
}

/// An instant of the local monotonic clock, for [`ServiceClock::learn_reply`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalInstant(i64);

impl LocalInstant {
    /// Returns the ms of local time since an earlier moment; 0 if it is not earlier.
    pub fn since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }
}

impl ServiceClock {
    /// Creates a clock on the machine's time.
    pub fn new() -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
        let wall = i64::try_from(wall).unwrap_or(i64::MAX);
        Self::on(Local::Machine { wall, since: Instant::now() })
    }

    /// Creates a clock whose local time moves only by [`ServiceClock::advance`]; its timers wait for that, too.
    pub fn by_hand(local: UnixMs) -> Self {
        Self::on(Local::Hand(watch::Sender::new(local.0)))
    }

    fn on(local: Local) -> Self {
        Self(Arc::new(Inner { local, learnt: Mutex::default(), changed: watch::Sender::new(0) }))
    }

    /// Advances a clock made by [`ServiceClock::by_hand`]; does nothing to others.
    pub fn advance(&self, by: Duration) {
        if let Local::Hand(time) = &self.0.local {
            time.send_modify(|ms| *ms += i64::try_from(by.as_millis()).unwrap_or(i64::MAX));
        }
    }

    /// Returns Discord's time.
    pub fn now(&self) -> UnixMs {
        UnixMs(self.local() + self.0.learnt.lock().offset)
    }

    /// Returns the local moment, to measure a request from.
    pub fn moment(&self) -> LocalInstant {
        LocalInstant(self.local())
    }

    /// Records an id that has just arrived.
    pub fn learn(&self, stamp: UnixMs) {
        let taken = self.local();
        self.add_bound(Bound { taken, least: stamp.0 - taken, most: None });
    }

    /// Records an id in the reply to a request sent at `sent`.
    pub fn learn_reply(&self, sent: LocalInstant, stamp: UnixMs) {
        let taken = self.local();
        self.add_bound(Bound { taken, least: stamp.0 - taken, most: Some(stamp.0 - sent.0) });
    }

    /// Records a `Date` header, which has whole seconds; it counts only until an id has arrived.
    pub fn learn_date(&self, date: UnixMs) {
        let offset = date.0 + 500 - self.local();
        {
            let mut learnt = self.0.learnt.lock();
            // A remembered offset is at least as exact as a header, unless the two disagree.
            let agreed = learnt.source == Source::Remembered && (offset - learnt.offset).abs() <= JUMP_MS;
            if learnt.source > Source::Date || agreed {
                return;
            }
            learnt.source = Source::Date;
            learnt.offset = offset;
        }
        self.notify();
    }

    /// Takes the offset of an earlier run, in ms. It counts until a better source is known, and not against a `Date`.
    pub fn remember(&self, offset: i64) {
        {
            let mut learnt = self.0.learnt.lock();
            let agreed = learnt.source == Source::Date && (offset - learnt.offset).abs() <= JUMP_MS;
            if learnt.source > Source::Remembered && !agreed {
                return;
            }
            learnt.source = Source::Remembered;
            learnt.offset = offset;
        }
        self.notify();
    }

    /// Returns Discord's clock minus the local one, in ms.
    pub fn offset(&self) -> i64 {
        self.0.learnt.lock().offset
    }

    /// Whether the offset is small and steady.
    pub fn healthy(&self) -> bool {
        let local = self.local();
        let learnt = self.0.learnt.lock();
        learnt.offset.abs() <= FAR_MS && learnt.jumped.is_none_or(|at| local - at > JUMP_REMEMBERED_MS)
    }

    /// Waits until Discord's time reaches a moment.
    pub async fn until(&self, moment: UnixMs) {
        waiting(self.reached(moment)).await;
    }

    /// Waits until Discord's time reaches a moment, or forever if none is given.
    pub async fn until_some(&self, moment: Option<UnixMs>) {
        match moment {
            Some(moment) => self.until(moment).await,
            None => waiting(std::future::pending()).await,
        }
    }

    async fn reached(&self, moment: UnixMs) {
        let mut changed = self.0.changed.subscribe();
        loop {
            changed.mark_unchanged();
            let left = moment.since(self.now());
            if moment <= self.now() {
                return;
            }
            match &self.0.local {
                Local::Machine { .. } => {
                    tokio::select! {
                        () = tokio::time::sleep(Duration::from_millis(left)) => {}
                        _ = changed.changed() => {}
                    }
                }
                Local::Hand(time) => {
                    let mut time = time.subscribe();
                    if moment <= self.now() {
                        return;
                    }
                    tokio::select! {
                        _ = time.changed() => {}
                        _ = changed.changed() => {}
                    }
                }
            }
        }
    }

    /// Waits for some time.
    pub async fn sleep(&self, time: Duration) {
        self.until(self.now().plus(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))).await;
    }

    fn local(&self) -> i64 {
        match &self.0.local {
            Local::Machine { wall, since } => wall + i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX),
            Local::Hand(time) => *time.borrow(),
        }
    }

    fn add_bound(&self, bound: Bound) {
        let moved = self.0.learnt.lock().add_bound(bound);
        if moved {
            self.notify();
        }
    }

    fn notify(&self) {
        self.0.changed.send_modify(|count| *count = count.wrapping_add(1));
    }
}

impl Default for ServiceClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Learnt {
    fn add_bound(&mut self, bound: Bound) -> bool {
        let now = bound.taken;
        // One steady clock cannot fulfil both bounds: the local clock stopped, or Discord's was set. The older bound is dropped.
        self.bounds.retain(|old| {
            old.most.is_none_or(|most| bound.least - most <= JUMP_MS)
                && bound.most.is_none_or(|most| old.least - most <= JUMP_MS)
        });
        self.bounds.push_back(bound);
        while self.bounds.len() > SAMPLES || self.bounds.front().is_some_and(|old| now - old.taken > WINDOW_MS) {
            self.bounds.pop_front();
        }
        let least = self.bounds.iter().map(|bound| bound.least).max();
        let most = self.bounds.iter().filter_map(|bound| bound.most).min();
        let Some(least) = least else { return false };
        let offset = most.map_or(least, |most| least.min(most));
        if self.source == Source::Ids && (offset - self.offset).abs() > JUMP_MS {
            self.jumped = Some(now);
        }
        let moved = self.source != Source::Ids || offset != self.offset;
        self.source = Source::Ids;
        self.offset = offset;
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: UnixMs = UnixMs(1_790_000_000_000);

    #[test]
    fn a_wrong_machine_clock_is_put_right() {
        for wrong in [-3000, 3000] {
            let clock = ServiceClock::by_hand(UnixMs(NOON.0 + wrong));
            clock.learn_date(UnixMs(NOON.0 - 400));
            assert!((clock.now().0 - NOON.0).abs() <= 1000);
            clock.learn(UnixMs(NOON.0 - 40));
            assert_eq!(clock.now().0, NOON.0 - 40);
            clock.learn_date(UnixMs(NOON.0 - 900));
            assert_eq!(clock.now().0, NOON.0 - 40);
            assert!(clock.healthy());
        }
    }

    #[test]
    fn late_deliveries_do_not_pull_it_back() {
        let clock = ServiceClock::by_hand(NOON);
        clock.learn(UnixMs(NOON.0 - 30));
        clock.learn(UnixMs(NOON.0 - 5000));
        assert_eq!(clock.offset(), -30);
    }

    #[test]
    fn replies_bound_it_from_above() {
        let clock = ServiceClock::by_hand(NOON);
        clock.learn(UnixMs(NOON.0 + 900));
        let sent = clock.moment();
        clock.advance(Duration::from_millis(80));
        clock.learn_reply(sent, UnixMs(NOON.0 + 40));
        assert_eq!(clock.offset(), 40);
    }

    #[test]
    fn far_or_jumping_is_unhealthy() {
        let clock = ServiceClock::by_hand(NOON);
        clock.learn(NOON);
        clock.learn(UnixMs(NOON.0 + 1500));
        assert!(!clock.healthy());
        clock.advance(Duration::from_secs(61));
        assert!(clock.healthy());
        let far = ServiceClock::by_hand(NOON);
        far.remember(11_000);
        assert!(!far.healthy());
    }

    #[test]
    fn a_machine_that_slept_learns_at_once_how_late_it_is() {
        let clock = ServiceClock::by_hand(NOON);
        let sent = clock.moment();
        clock.advance(Duration::from_millis(80));
        clock.learn_reply(sent, UnixMs(NOON.0 + 40));
        clock.learn(UnixMs(NOON.0 + 600_000));
        assert_eq!(clock.now().0, NOON.0 + 600_000);
        assert!(!clock.healthy());
    }

    #[test]
    fn what_is_remembered_counts_unless_a_date_gainsays_it() {
        for first in [true, false] {
            let clock = ServiceClock::by_hand(NOON);
            let date = |date: i64| clock.learn_date(UnixMs(NOON.0 + date));
            if first {
                date(-300);
            }
            clock.remember(40);
            date(-300);
            assert_eq!(clock.offset(), 40);
            let wrong = ServiceClock::by_hand(NOON);
            wrong.learn_date(UnixMs(NOON.0 + 60_000));
            wrong.remember(40);
            assert_eq!(wrong.offset(), 60_500);
        }
    }

    #[test]
    fn old_samples_fade() {
        let clock = ServiceClock::by_hand(NOON);
        clock.learn(UnixMs(NOON.0 + 500));
        clock.advance(Duration::from_secs(16 * 60));
        clock.learn(UnixMs(NOON.0 + 16 * 60 * 1000 - 20));
        assert_eq!(clock.offset(), -20);
    }
}
