//! Stall detector: whether the process runs without gaps. After a suspension of the process or its machine, queued
//! events must be read before any deadline fires.
//!
//! - Deadlines check the detector first. After a gap nothing is due for a short time.
//! - A gap as long as an absence counts as one from its beginning. The connection's watcher ends it.
//! - A sudden jump of the learnt time is a gap, too: the clock of a sleeping machine may stop.

use parking_lot::Mutex;

use crate::ids::UnixMs;

/// The time without a look at the clock that counts as a gap, in ms. The looks must come several times as often.
const GAP_MS: u64 = 1_000;
/// The time after a gap in which nothing is due, in ms; queued events are read within it.
const SETTLE_MS: u64 = 1_000;

/// What the looks at the clock observed.
#[derive(Default)]
pub(crate) struct StallDetector(pub Mutex<Observations>);

#[derive(Default)]
pub struct Observations {
    /// The time of the last look; `None` before regular looks have begun.
    pub looked: Option<UnixMs>,
    pub settles_until: Option<UnixMs>,
    pub stopped: Option<UnixMs>,
}

impl StallDetector {
    /// Records a look at the clock. After a gap it returns the gap's beginning and its length in ms.
    pub fn look(&self, now: UnixMs) -> Option<(UnixMs, u64)> {
        let mut course = self.0.lock();
        // A faster caller may have looked at a later time.
        let newest = course.looked.map_or(now, |last| last.max(now));
        let last = course.looked.replace(newest)?;
        let gap = now.since(last);
        if gap < GAP_MS {
            return None;
        }
        course.settles_until = Some(now.plus(SETTLE_MS));
        Some((last, gap))
    }

    /// Holds all deadlines for a short time.
    pub fn settle(&self, now: UnixMs) {
        let settles_until = now.plus(SETTLE_MS);
        let mut course = self.0.lock();
        course.settles_until = Some(course.settles_until.map_or(settles_until, |before| before.max(settles_until)));
    }
}
