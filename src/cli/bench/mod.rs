//! `deathmatch bench`: the bot as a process of its own under many matches at once, and what that costs.
//!
//! - The players and the server they play on are in this process, the bot is a child that knows nothing of being measured: its figures
//!   are what the system says of it, and what people would have seen.
//! - What a run depends on is printed with its figures.

mod bot;
mod crowd;
mod figures;
mod load;
mod soak;
mod start;
mod stock;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::logging::Format;

/// Measure the bot against a local server.
#[derive(Debug, Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Many matches at once under Discord's limits: latencies, deadlines, requests, processor and memory.
    Load(load::Load),
    /// From the start of the process to the first press answered, with many live matches in the store.
    Start(start::Start),
    /// The same load for a long time: whether memory stays flat.
    Soak(soak::Soak),
}

impl Bench {
    /// Runs it and prints its figures.
    #[must_use]
    pub fn run(self) -> ExitCode {
        super::logging::start("warn", Format::Text).expect("the filter is a level");
        let done = super::runtime().block_on(async {
            match self.what {
                What::Load(load) => load.run().await,
                What::Start(start) => start.run().await,
                What::Soak(soak) => soak.run().await,
            }
        });
        match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{why}");
                ExitCode::FAILURE
            }
        }
    }
}

/// The game that is played where none is named: the first that this version has.
fn usual_game() -> String {
    crate::games::GAMES[0].id().to_owned()
}

/// What became of something, as a sentence that ends the run.
fn failed(what: &str, why: impl std::fmt::Display) -> String {
    format!("{what}: {why}")
}
