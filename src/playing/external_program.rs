//! An operator's programs that take seats by the arena's protocol: one process for each seat of a match, as long as its actor runs.
//!
//! - A program gets its seat's view and nothing else. If it gives no legal order in time, a built-in player gives one, so the match
//!   continues.
//! - A running process holds a permit, and no thread of the built-in players. It is killed as soon as it is late.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Arc;

use deathmatch_arena::external_program::{Lost, Program, Question};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::game::{BySeat, Seat, Sight};
use crate::table::EngineName;

/// The most processes that run at a time.
pub const PROCESSES: usize = 64;

/// The programs in the operator's configuration, by name.
pub type Engines = BTreeMap<EngineName, Engine>;

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The ids of the games that it plays; empty for all games.
    pub games: Vec<String>,
}

impl Engine {
    /// Whether the program plays a game.
    #[must_use]
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|id| id == game)
    }
}

/// A running program, and its permit.
struct Running {
    program: Program,
    _permit: OwnedSemaphorePermit,
}

/// The processes that play a match's seats.
#[derive(Default)]
pub struct Processes(BySeat<Arc<Mutex<Option<Running>>>>);

impl Drop for Processes {
    fn drop(&mut self) {
        for seat in Seat::ALL {
            // If the lock is taken, the thread that waits for an order drops the process instead.
            if let Some(running) = self.0[seat].try_lock().and_then(|mut running| running.take()) {
                // Dropping it waits for its end.
                std::thread::spawn(move || drop(running));
            }
        }
    }
}

/// Discards standard error, which may hold the seat's secrets, and hides the bot's token. This process's environment
/// has no token either (`cli/token.rs`).
fn secluded(command: &mut Command) {
    command.stderr(Stdio::null()).env_remove("DISCORD_TOKEN").env_remove("DISCORD_TOKEN_FILE");
}

/// A seat's process, started when it is first asked.
pub struct Process {
    running: Arc<Mutex<Option<Running>>>,
    engine: Engine,
    permits: Arc<Semaphore>,
}

impl Processes {
    pub fn of(&self, seat: Seat, engine: Engine, permits: &Arc<Semaphore>) -> Process {
        Process { running: Arc::clone(&self.0[seat]), engine, permits: Arc::clone(permits) }
    }
}

impl Process {
    /// Waits for the program's order, for at most so many ms.
    pub fn order(&self, sight: &Sight, of: &Question<'_>, ms: u64) -> Result<String, Lost> {
        let mut place = self.running.lock();
        let mut running = match place.take() {
            Some(running) => running,
            None => self.start().map_err(Lost::Silent)?,
        };
        let order = running.program.order(sight, of, ms)?;
        *place = Some(running);
        Ok(order.text().to_owned())
    }

    fn start(&self) -> Result<Running, String> {
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let permit = permit.map_err(|_| format!("{PROCESSES} engines run already"))?;
        Ok(Running { program: Program::start_as(&self.engine.command, secluded)?, _permit: permit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_starts_with_a_permit_alone() {
        let engine = Engine { command: vec!["cat".to_owned()], games: Vec::new() };
        let permits = Arc::new(Semaphore::new(1));
        let [first, second] = [Processes::default(), Processes::default()];
        let process = |of: &Processes| of.of(Seat::Ec, engine.clone(), &permits);
        let running = process(&first).start().unwrap();
        assert!(process(&second).start().is_err());
        drop(running);
        assert!(process(&second).start().is_ok());
    }

    #[test]
    fn a_program_inherits_no_token() {
        let mut command = Command::new("program");
        secluded(&mut command);
        let taken: Vec<_> = command.get_envs().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect();
        assert_eq!(taken, ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE"]);
    }
}
