//! Works a game out as a whole, and answers players as well as can be.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use deathmatch_players::{BuiltIn, Policy, Solver, find, strength};
use deathmatch_rules::game::Seed;
use deathmatch_rules::games;

use crate::Spec;

/// Work out the values that a game's built-in player comes with.
///
/// It takes minutes of one core and some GB of memory, and tells on standard error how far it is.
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

/// Say what the best answer to a player wins.
///
/// Without `--plays` the answer is exact, for play in which nothing is hidden; it takes minutes of one core and some GB of memory.
/// With it a search looks for the best answer in so many plays, with all orders allowed. From 0 lost to 1 won: 0.5 gains nothing.
#[derive(Clone, Debug, Args)]
#[cfg_attr(not(test), allow(missing_docs, reason = "its fields are its help"))]
pub struct Exploit {
    /// The game's id.
    #[arg(long)]
    game: String,
    /// The policies to answer: `level1` to `level5`, or `random`, which plays every open order equally often. May be
    /// given again.
    #[arg(long, required = true)]
    policy: Vec<Spec>,
    /// Search in so many plays instead of working it out.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
    plays: Option<u32>,
    /// Instead of a search let this level answer.
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
    /// Works the values out and writes them.
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
    /// Finds the best answer and prints its value.
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
