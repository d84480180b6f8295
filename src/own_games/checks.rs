//! Which servers' files are being checked.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::ids::GuildId;
use crate::live::error::{Code, Refused};
use crate::own_games::text;

/// The servers whose files are being checked, and room for one check at a time.
#[derive(Debug)]
pub(crate) struct Checks {
    busy: Arc<Mutex<HashSet<GuildId>>>,
    /// One check at a time in all.
    pub room: Arc<Semaphore>,
}

impl Default for Checks {
    fn default() -> Self {
        Self { busy: Arc::default(), room: Arc::new(Semaphore::new(1)) }
    }
}

/// A server's check while it runs, even if nobody waits for it any more.
pub(crate) struct Running(Arc<Mutex<HashSet<GuildId>>>, GuildId);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.lock().remove(&self.1);
    }
}

impl Checks {
    /// One at a time for each server.
    pub fn begin(&self, guild: GuildId) -> Result<Running, Refused> {
        if self.busy.lock().insert(guild) {
            return Ok(Running(Arc::clone(&self.busy), guild));
        }
        Err(Refused::new(Code::BadTerms, text::CHECKING))
    }
}
