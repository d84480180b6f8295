//! Stall detector: whether the process runs without gaps. A suspended process, or one on a machine that slept, has
//! events to read before any deadline fires.
//!
//! - Deadlines check here first. After a gap nothing is due for a little while.
//! - A gap as long as an absence counts as one, from its beginning on. The connection's watcher ends it.
//! - A sudden jump of the learnt time is a gap, too: the clock of a sleeping machine may stop.

use parking_lot::Mutex;

use crate::ids::UnixMs;

/// How long nobody may look at the clock before that is a gap, in ms. Somebody is to look several times as often.
const GAP_MS: u64 = 1_000;
/// How long after a gap nothing is due, in ms: what waits in the connection is read within that.
const SETTLE_MS: u64 = 1_000;

/// The process's observed course.
#[derive(Default)]
pub(crate) struct StallDetector(pub Mutex<Course>);

#[derive(Default)]
pub struct Course {
    /// When somebody last looked; none before anybody has undertaken to look often.
    pub looked: Option<UnixMs>,
    pub settled: Option<UnixMs>,
    pub stopped: Option<UnixMs>,
}

impl StallDetector {
    /// Records a look at the clock. After too long a gap it gives the gap's beginning, and its length in ms.
    pub fn look(&self, now: UnixMs) -> Option<(UnixMs, u64)> {
        let mut course = self.0.lock();
        // A faster caller may have looked at a later time.
        let newest = course.looked.map_or(now, |last| last.max(now));
        let last = course.looked.replace(newest)?;
        let gap = now.since(last);
        if gap < GAP_MS {
            return None;
        }
        course.settled = Some(now.plus(SETTLE_MS));
        Some((last, gap))
    }

    /// Holds all deadlines for a little while.
    pub fn settle(&self, now: UnixMs) {
        let settled = now.plus(SETTLE_MS);
        let mut course = self.0.lock();
        course.settled = Some(course.settled.map_or(settled, |before| before.max(settled)));
    }
}
