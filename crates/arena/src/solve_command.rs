//! The command that computes the data of a built-in player.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use deathmatch_players::{BuiltIn, Solver, find};
use deathmatch_rules::games;

/// Compute the data of a game's built-in player.
///
/// Takes minutes on one core and some GB of memory. Progress goes to standard error.
#[derive(Clone, Debug, Args)]
#[cfg_attr(not(test), allow(missing_docs, reason = "its fields are its help"))]
pub struct Solve {
    /// The game's id.
    #[arg(long)]
    game: String,
    /// The file to write.
    #[arg(long)]
    to: PathBuf,
}

pub(crate) fn solver(game: &str) -> Result<&'static dyn Solver, ExitCode> {
    let found = games::find(game).ok_or_else(|| format!("There is no game `{game}`."));
    let solver = found.and_then(|game| {
        let solver = find(game.id()).and_then(BuiltIn::solver);
        solver.ok_or_else(|| format!("{} cannot be worked out.", game.name()))
    });
    solver.map_err(|why| {
        eprintln!("{why}");
        ExitCode::from(2)
    })
}

pub(crate) fn said(text: &str) {
    eprintln!("{text}");
}

impl Solve {
    /// Computes the values and writes them to the file.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let solver = match solver(&self.game) {
            Ok(solver) => solver,
            Err(code) => return code,
        };
        let bytes = solver.solve(&mut said);
        match std::fs::write(&self.to, bytes) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{}: {error}", self.to.display());
                ExitCode::FAILURE
            }
        }
    }
}
