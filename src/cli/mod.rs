//! The command line.

mod advise;
pub mod config;
pub mod referee;
pub mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A dealer for two-player Death Matches on Discord.
#[derive(Debug, Parser)]
#[command(name = "deathmatch", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Deal matches on Discord until told to stop.
    Serve(serve::Serve),
    /// Read a match record line by line and answer each line with where the match stands.
    Referee(referee::Referee),
}

/// Runs the command that the process was started with.
#[must_use]
pub fn run() -> ExitCode {
    match Cli::parse().command {
        Command::Serve(serve) => serve.run(),
        Command::Referee(referee) => referee.run(),
    }
}
