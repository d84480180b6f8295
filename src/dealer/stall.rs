//! Whether the process runs on without a gap. One that was stopped, or whose machine slept, has things to read before it may say that
//! anybody is late.
//!
//! - Whoever is about to act on the time looks here first. After a gap nothing is due for a little while.
//! - A gap that is as long as an absence is one, from its beginning on. Whoever watches the connection says when it is over.
//! - Time that is learnt all at once from an id is a gap too: the clock of a machine that sleeps may stand still.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::actor::millis;
use super::handle::Dealer;
use super::service::Service;
use crate::ids::UnixMs;

/// How long nobody may look at the clock before that is a gap, in ms. Somebody is to look several times as often.
const GAP_MS: u64 = 1_000;
/// How long after a gap nothing is due, in ms: what waits in the connection is read within that.
const SETTLE_MS: u64 = 1_000;

/// What is known of the process's course.
#[derive(Default)]
pub(super) struct StallDetector(Mutex<Course>);

#[derive(Default)]
struct Course {
    /// When somebody last looked; none before anybody has undertaken to look often.
    looked: Option<UnixMs>,
    settled: Option<UnixMs>,
    stopped: Option<UnixMs>,
}

impl StallDetector {
    /// Takes note of a look at the clock; since when nobody had looked, if that is too long ago, and how many ms.
    fn look(&self, now: UnixMs) -> Option<(UnixMs, u64)> {
        let mut course = self.course();
        // Whoever was quicker may have looked at a later time.
        let newest = course.looked.map_or(now, |last| last.max(now));
        let last = course.looked.replace(newest)?;
        let gap = now.since(last);
        if gap < GAP_MS {
            return None;
        }
        course.settled = Some(now.plus(SETTLE_MS));
        Some((last, gap))
    }

    /// Lets nothing be due for a little while.
    pub fn settle(&self, now: UnixMs) {
        let settled = now.plus(SETTLE_MS);
        let mut course = self.course();
        course.settled = Some(course.settled.map_or(settled, |before| before.max(settled)));
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// Looks whether the process has run on; before the moment that this gives, nothing is due, and nothing is judged by its stamp.
    pub(super) fn settled(&self) -> Option<UnixMs> {
        if self.stalls.course().looked.is_some() {
            self.look();
        }
        self.stalls.course().settled
    }

    fn look(&self) {
        let Some((since, gap)) = self.stalls.look(self.clock.now()) else { return };
        tracing::warn!(gap_ms = gap, "the process was stopped, or the clock has jumped");
        if gap > millis(self.options.absence) {
            self.leave(since);
            self.stalls.course().stopped.get_or_insert(since);
        }
    }
}

impl Dealer {
    /// Takes note that the process runs. Whoever calls this once is to do so several times a second from then on.
    pub fn tick(&self) {
        self.0.look();
    }

    /// Since when the process had been stopped, if it was for so long that it counts as away; told once, and it is away until
    /// [`Dealer::back`] is called.
    #[must_use]
    pub fn stopped(&self) -> Option<UnixMs> {
        self.0.stalls.course().stopped.take()
    }
}
