//! Limits on running checks of game files.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::ids::GuildId;
use crate::live::error::{Code, Refused};
use crate::own_games::text;

/// The running checks: at most one for each server; others wait for the single place.
#[derive(Debug)]
pub(crate) struct RunningChecks {
    busy: Arc<Mutex<HashSet<GuildId>>>,
    /// The place for one check at a time.
    pub room: Arc<Semaphore>,
}

impl Default for RunningChecks {
    fn default() -> Self {
        Self { busy: Arc::default(), room: Arc::new(Semaphore::new(1)) }
    }
}

/// A server's running check. It ends when dropped, even if its caller has given up waiting.
pub(crate) struct RunningCheck(Arc<Mutex<HashSet<GuildId>>>, GuildId);

impl Drop for RunningCheck {
    fn drop(&mut self) {
        self.0.lock().remove(&self.1);
    }
}

impl RunningChecks {
    /// Registers a server's check, or refuses it while another one of the server is running.
    pub fn begin(&self, guild: GuildId) -> Result<RunningCheck, Refused> {
        if self.busy.lock().insert(guild) {
            return Ok(RunningCheck(Arc::clone(&self.busy), guild));
        }
        Err(Refused::new(Code::BadTerms, text::CHECKING))
    }
}
