//! Signs of life that the dealer's parts report, and the plain types of a health report.
//!
//! - Every actor announces its next action, so that others notice if it is late.
//! - The freshness of a sign is measured on the local clock alone.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::ids::{MatchId, UnixMs};
use crate::table::Act;
use crate::uptime::clock::LocalInstant;

/// The store's key for the offset of Discord's clock, in ms.
pub const OFFSET: &str = "offset_ms";
/// The store's key for the last moment at which the service was healthy.
pub const HEARTBEAT: &str = "heartbeat_ms";
/// The time after its deadline and grace within which an actor must act, in ms.
const LATE_MS: u64 = 5_000;
/// The longest delay of a heartbeat, in ms: more than the store waits for another process's lock.
pub const BEAT_MS: u64 = 15_000;

/// The service's health.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceHealth {
    /// The time since the last heartbeat, in ms, if it is too long.
    pub silent_ms: Option<u64>,
    /// The result of the last heartbeat.
    pub beat: WriteResult,
    /// The match with the most overdue deadline, and the ms beyond the grace, if they are too many.
    pub late: Option<(MatchId, u64)>,
    /// Whether the offset of Discord's clock is small and steady.
    pub clock: bool,
    /// Discord's clock minus the local one, in ms.
    pub offset: i64,
}

/// The result of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteResult {
    /// The data is stored.
    Stored,
    /// The data could not be stored.
    Failed,
    /// The database's files are gone from their place.
    FileGone,
}

/// The service's current load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    pub lobbies: u64,
    /// Matches that are played or paused.
    pub running: u64,
    /// Messages waiting to be sent.
    pub items: u64,
    /// The age of the oldest of these messages, in ms.
    pub oldest: u64,
}

/// Reports of the dealer's parts for [`ServiceHealth`].
#[derive(Default)]
pub(crate) struct Signals {
    expected: Mutex<HashMap<MatchId, UnixMs>>,
    beat: watch::Sender<Option<Heartbeat>>,
}

#[derive(Clone, Copy)]
pub struct Heartbeat {
    pub at: LocalInstant,
    pub kept: WriteResult,
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
    pub fn record_beat(&self, at: LocalInstant, kept: WriteResult) {
        self.beat.send_replace(Some(Heartbeat { at, kept }));
    }

    /// Returns the last heartbeat.
    pub fn last_beat(&self) -> Option<Heartbeat> {
        *self.beat.borrow()
    }

    /// Returns a receiver that changes with each heartbeat.
    pub fn beats(&self) -> watch::Receiver<Option<Heartbeat>> {
        self.beat.subscribe()
    }

    /// Returns the match whose action is the most overdue, and by how many ms.
    pub fn overdue(&self, now: UnixMs) -> Option<(MatchId, u64)> {
        let expected = self.expected.lock();
        let (&id, &wake) = expected.iter().min_by_key(|(_, wake)| **wake)?;
        Some((id, now.since(wake))).filter(|(_, late)| *late > LATE_MS)
    }
}

/// Records a deadline that fired this many ms after its grace.
pub(crate) fn fired(late: u64) {
    metrics::histogram!("deathmatch_deadline_lateness_seconds").record(Duration::from_millis(late));
}

/// Returns the kind of an entry, without its content.
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
