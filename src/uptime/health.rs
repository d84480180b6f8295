//! The service's state of health, for its operator.
//!
//! - Every actor announces its next action, so that others notice if it is late.
//! - How fresh something is, is measured on the local clock alone.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::ids::{MatchId, UnixMs};
use crate::table::Act;
use crate::uptime::clock::Moment;

/// Where the store keeps how far Discord's clock was ahead, in ms.
pub const OFFSET: &str = "offset_ms";
/// Where the store keeps the last moment the service was well.
pub const HEARTBEAT: &str = "heartbeat_ms";
/// How long after its deadline and grace an actor may take to act, in ms.
const LATE_MS: u64 = 5_000;
/// How long a heartbeat may take on top of the time between two, in ms: more than the store waits for another's lock.
pub const BEAT_MS: u64 = 15_000;

/// The service's state of health.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceHealth {
    /// How long ago the last heartbeat was, in ms, where that is too long.
    pub still: Option<u64>,
    /// The result of the last heartbeat.
    pub beat: Kept,
    /// The match whose deadline is the most overdue, and by how many ms beyond the grace, where that is too much.
    pub late: Option<(MatchId, u64)>,
    /// Whether what is known of Discord's clock is small and steady.
    pub clock: bool,
    /// Discord's clock minus the local one, in ms.
    pub offset: i64,
}

/// The result of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is stored.
    Yes,
    /// It could not be.
    No,
    /// The files it was to be stored in are gone from their place.
    Gone,
}

/// The service's current load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    pub lobbies: u64,
    /// Matches in play, or paused.
    pub running: u64,
    /// Messages that wait to be sent.
    pub items: u64,
    /// How long the oldest of them has waited, in ms.
    pub oldest: u64,
}

/// Reports of the dealer's parts for [`ServiceHealth`].
#[derive(Default)]
pub(crate) struct Signals {
    expected: Mutex<HashMap<MatchId, UnixMs>>,
    beat: watch::Sender<Option<Beat>>,
}

#[derive(Clone, Copy)]
pub struct Beat {
    pub at: Moment,
    pub kept: Kept,
}

impl Signals {
    /// Records the time of an actor's next action.
    pub fn expect(&self, id: MatchId, wake: Option<UnixMs>) {
        let mut expected = self.expected.lock();
        match wake {
            Some(wake) => expected.insert(id, wake),
            None => expected.remove(&id),
        };
    }

    /// Records a heartbeat.
    pub fn beaten(&self, at: Moment, kept: Kept) {
        self.beat.send_replace(Some(Beat { at, kept }));
    }

    /// The last heartbeat.
    pub fn last_beat(&self) -> Option<Beat> {
        *self.beat.borrow()
    }

    /// Changes with each heartbeat.
    pub fn beats(&self) -> watch::Receiver<Option<Beat>> {
        self.beat.subscribe()
    }

    /// The match that should have acted the longest ago, and how many ms.
    pub fn overdue(&self, now: UnixMs) -> Option<(MatchId, u64)> {
        let expected = self.expected.lock();
        let (&id, &wake) = expected.iter().min_by_key(|(_, wake)| **wake)?;
        Some((id, now.since(wake))).filter(|(_, late)| *late > LATE_MS)
    }
}

/// Records that a deadline fired, that many ms after its grace.
pub(crate) fn fired(late: u64) {
    metrics::histogram!("deathmatch_deadline_lateness_seconds").record(Duration::from_millis(late));
}

/// The kind of an entry, and nothing of what it says.
pub(crate) const fn act(act: &Act) -> &'static str {
    match act {
        Act::Time => "time",
        Act::Order { .. } => "order",
        Act::Ready { .. } => "ready",
        Act::Host(_) => "host",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_long_overdue_is_late() {
        let (signals, now) = (Signals::default(), UnixMs(1_790_000_000_000));
        signals.expect(MatchId(1), Some(now));
        signals.expect(MatchId(2), Some(now.plus(60_000)));
        assert_eq!(signals.overdue(now.plus(LATE_MS)), None);
        assert_eq!(signals.overdue(now.plus(LATE_MS + 1)), Some((MatchId(1), LATE_MS + 1)));
        signals.expect(MatchId(1), None);
        assert_eq!(signals.overdue(now.plus(LATE_MS + 1)), None);
    }
}
