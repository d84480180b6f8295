//! `deathmatch arena` without the bot, which builds in a minute.

use std::process::ExitCode;

use clap::Parser;
use deathmatch_arena::Arena;

/// Play many matches between two players.
#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    arena: Arena,
}

fn main() -> ExitCode {
    Cli::parse().arena.run()
}
