//! Stalls of the process, and deadlines after them.

use crate::ids::UnixMs;
use crate::live::api::Dealer;
use crate::live::service::Service;
use crate::uptime::clock::millis;

impl Service {
    /// Checks for a stall. Returns the moment until which deadlines and the timestamps of commands wait.
    pub(crate) fn check_for_stall(&self) -> Option<UnixMs> {
        if self.stalls.0.lock().looked.is_some() {
            self.look();
        }
        self.stalls.0.lock().settles_until
    }

    fn look(&self) {
        let Some((since, gap)) = self.stalls.look(self.clock.now()) else { return };
        tracing::warn!(gap_ms = gap, "the process was stopped, or the clock has jumped");
        if gap > millis(self.options.absence) {
            self.begin_absence(since);
            self.stalls.0.lock().stopped.get_or_insert(since);
        }
    }
}

impl Dealer {
    /// Records that the process runs. After the first call it must be called several times a second.
    pub fn tick(&self) {
        self.0.look();
    }

    /// Returns, once, the start of a stop of the process that was long enough to count as an absence. The process then counts as away
    /// until [`Dealer::record_back`] is called.
    pub fn stopped(&self) -> Option<UnixMs> {
        self.0.stalls.0.lock().stopped.take()
    }
}
