//! `deathmatch solve` without the bot, which builds in a minute.

use std::process::ExitCode;

use clap::Parser;
use deathmatch_arena::Solve;

/// Compute the data of a game's built-in player.
#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    command: Solve,
}

fn main() -> ExitCode {
    Cli::parse().command.run()
}
