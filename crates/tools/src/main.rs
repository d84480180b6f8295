//! Measurements of the bot: its load with many matches, the cost of an order, and the fairness of generated boards.
//!
//! - The players and the sandbox are in this process. The bot is an unmodified child process, measured by the system and
//!   by what people would have seen.
//! - A run's conditions are printed with its figures.

mod askers;
mod board_fairness;
mod bot;
mod finished_matches;
mod hostile_game_files;
mod load;
mod memory_growth;
mod order_cost;
mod replays;
mod restart_time;
mod samples;
mod scripted_players;
mod stocked_store;

use std::process::ExitCode;

use clap::Parser;
use tokio::runtime::Builder;

/// Measure the bot, which must have been built with the same profile.
#[derive(Debug, Parser)]
#[command(name = "deathmatch-tools", version)]
enum Tool {
    /// Measure many matches at once under Discord's limits: latencies, deadlines, requests, processor and memory.
    Load(load::Load),
    /// Measure the time from the start of the process to the first answered press, with many live matches in the store.
    Start(restart_time::Start),
    /// Run a load for a long time and check that memory stays flat.
    Soak(memory_growth::Soak),
    Boards(board_fairness::Boards),
    /// Count the cost of an order: store reads, transactions, rows and bytes written, actor requests, Discord requests.
    Count(order_cost::Count),
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

/// Returns the default game: the first that this version has.
fn usual_game() -> String {
    deathmatch::games::GAMES[0].id().to_owned()
}

/// Formats a failure that ends the run.
fn failed(what: &str, why: impl std::fmt::Display) -> String {
    format!("{what}: {why}")
}
