//! Measures the bot: many matches at once, what an order costs, and how fair generated boards are.
//!
//! - The players and the server they play on are in this process, the bot is a child that knows nothing of being measured: its figures
//!   are what the system says of it, and what people would have seen.
//! - What a run depends on is printed with its figures.

mod boards;
mod bot;
mod count;
mod crowd;
mod figures;
mod load;
mod replays;
mod soak;
mod start;
mod stock;

use std::process::ExitCode;

use clap::Parser;
use tokio::runtime::Builder;

/// Measure the bot, which must have been built with the same profile.
#[derive(Debug, Parser)]
#[command(name = "deathmatch-tools", version)]
enum Tool {
    /// Many matches at once under Discord's limits: latencies, deadlines, requests, processor and memory.
    Load(load::Load),
    /// From the start of the process to the first press answered, with many live matches in the store.
    Start(start::Start),
    /// The same load for a long time: whether memory stays flat.
    Soak(soak::Soak),
    Boards(boards::Boards),
    /// The cost of an order: store reads, transactions, rows and bytes written, actor requests, requests to Discord.
    Count(count::Count),
}

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_env_filter("warn").with_writer(std::io::stderr).init();
    let runtime = Builder::new_multi_thread().enable_all().build().expect("the system lets a process start threads");
    let done = runtime.block_on(async {
        match Tool::parse() {
            Tool::Load(load) => load.run().await,
            Tool::Start(start) => start.run().await,
            Tool::Soak(soak) => soak.run().await,
            Tool::Boards(boards) => boards.run(),
            Tool::Count(count) => count.run().await,
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

/// The game that is played where none is named: the first that this version has.
fn usual_game() -> String {
    deathmatch::games::GAMES[0].id().to_owned()
}

/// A failure as a sentence that ends the run.
fn failed(what: &str, why: impl std::fmt::Display) -> String {
    format!("{what}: {why}")
}
