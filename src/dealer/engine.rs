//! Programs of an operator's that take a seat, by the arena's protocol: one process for one seat of one match, for as long as its actor runs.
//!
//! A program gets its seat's view and nothing else. Whatever becomes of it, the match goes on: where it gives no order that counts in time,
//! a built-in player gives one.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use deathmatch_arena::exec::{Lost, Program, Question};

use crate::game::{BySeat, Seat, Sight};
use crate::table::EngineName;

/// The programs that an operator has named.
pub type Engines = BTreeMap<EngineName, Engine>;

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The ids of the games it plays; all of them if there are none.
    pub games: Vec<String>,
}

impl Engine {
    /// Whether it plays a game.
    #[must_use]
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|id| id == game)
    }
}

/// The processes that play a match's seats.
#[derive(Default)]
pub struct Processes(BySeat<Arc<Mutex<Option<Program>>>>);

impl Drop for Processes {
    fn drop(&mut self) {
        for seat in Seat::ALL {
            let program = match self.0[seat].try_lock() {
                Ok(mut running) => running.take(),
                Err(TryLockError::Poisoned(running)) => running.into_inner().take(),
                // Whoever waits for its order is the last to hold it.
                Err(TryLockError::WouldBlock) => None,
            };
            if let Some(program) = program {
                // Its end is waited for.
                std::thread::spawn(move || drop(program));
            }
        }
    }
}

/// What it says on the way may be what its seat hides, and the bot's token is none of its business.
fn secluded(command: &mut Command) {
    command.stderr(Stdio::null()).env_remove("DISCORD_TOKEN").env_remove("DISCORD_TOKEN_FILE");
}

/// A seat's process, which may have to be started.
pub struct Process {
    running: Arc<Mutex<Option<Program>>>,
    engine: Engine,
}

impl Processes {
    pub fn of(&self, seat: Seat, engine: Engine) -> Process {
        Process { running: Arc::clone(&self.0[seat]), engine }
    }
}

impl Process {
    /// The order it gives within so many ms; waits for it.
    ///
    /// # Errors
    /// Why it gives none: it is started anew the next time.
    pub fn order(&self, sight: &Sight, of: &Question<'_>, ms: u64) -> Result<String, Lost> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let mut program = match running.take() {
            Some(program) => program,
            None => Program::start_as(&self.engine.command, secluded).map_err(Lost::Silent)?,
        };
        let order = program.order(sight, of, ms)?;
        *running = Some(program);
        Ok(order.text().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_inherits_no_token() {
        let mut command = Command::new("program");
        secluded(&mut command);
        let taken: Vec<_> = command.get_envs().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect();
        assert_eq!(taken, ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE"]);
    }
}
