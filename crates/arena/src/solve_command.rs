//! Commands that solve a game and compute best responses.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use deathmatch_players::{BuiltIn, Policy, Solver, find, strength};
use deathmatch_rules::game::Seed;
use deathmatch_rules::games;

use crate::Spec;

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

/// Find the value of the best response to a player.
///
/// Without `--plays` the response is exact, for play without hidden information. That takes minutes on one core and some GB of memory. With
/// `--plays` a search looks for the best response in that many plays, with all orders allowed. The value is between 0, a loss, and 1, a
/// win; 0.5 gains nothing.
#[derive(Clone, Debug, Args)]
#[cfg_attr(not(test), allow(missing_docs, reason = "its fields are its help"))]
pub struct Exploit {
    /// The game's id.
    #[arg(long)]
    game: String,
    /// The policies to respond to: `level1` to `level5`, or `random`, which plays every open order equally often. Can be repeated.
    #[arg(long, required = true)]
    policy: Vec<Spec>,
    /// Search in this many plays instead of the exact computation.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
    plays: Option<u32>,
    /// Let this level respond instead of a search.
    #[arg(long, requires = "plays")]
    by: Option<Spec>,
    /// The seed of all randomness in a search.
    #[arg(long, default_value = "0")]
    seed: String,
}

fn solver(game: &str) -> Result<&'static dyn Solver, ExitCode> {
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

fn said(text: &str) {
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

impl Exploit {
    /// Finds the best response and prints its value.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let solver = match solver(&self.game) {
            Ok(solver) => solver,
            Err(code) => return code,
        };
        let found = self.policy.iter().map(policy).collect::<Option<Vec<_>>>().and_then(|policies| match self.plays {
            None => self.exactly(solver, &policies),
            Some(plays) => self.searched(solver, &policies, plays),
        });
        if found.is_some() {
            return ExitCode::SUCCESS;
        }
        eprintln!("Of these players not all can be answered this way.");
        ExitCode::from(2)
    }

    fn exactly(&self, solver: &dyn Solver, policies: &[Policy]) -> Option<()> {
        for (name, worth) in self.policy.iter().zip(solver.exploit(policies, &mut said)?) {
            println!("{worth:.6} a play against {name}; won less lost {:.6}", 2.0 * worth - 1.0);
        }
        Some(())
    }

    fn searched(&self, solver: &dyn Solver, policies: &[Policy], plays: u32) -> Option<()> {
        let by = match &self.by {
            None => None,
            Some(spec) => Some(policy(spec)?),
        };
        for (name, &policy) in self.policy.iter().zip(policies) {
            for found in solver.search(policy, by, &Seed::new(self.seed.clone()), plays, &mut said)? {
                let (ahead, off) = (2.0 * found.mean - 1.0, 2.0 * found.off);
                println!(
                    "{:.4} ± {:.4} a play against {name} by {}; won less lost {ahead:.4} ± {off:.4}",
                    found.mean, found.off, found.name
                );
            }
        }
        Some(())
    }
}

fn policy(spec: &Spec) -> Option<Policy> {
    match spec {
        Spec::Random => Some(Policy::Uniform),
        Spec::Level(level) => Some(Policy::Player(strength(*level))),
        _ => None,
    }
}
