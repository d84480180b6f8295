//! The command line.

mod bench;
pub mod config;
mod demo;
mod logging;
pub mod referee;
pub mod sandbox;
pub mod serve;
pub mod transcript;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tokio::runtime::Runtime;

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
    Sandbox(sandbox::SandboxCommand),
    #[command(hide = true)]
    Bench(bench::Bench),
}

/// Runs the command that the process was started with.
#[must_use]
pub fn run() -> ExitCode {
    match Cli::parse().command {
        Command::Serve(serve) => serve.run(),
        Command::Referee(referee) => referee.run(),
        Command::Sandbox(sandbox) => sandbox.run(),
        Command::Bench(bench) => bench.run(),
    }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the system lets a process start threads")
}

/// Waits for Ctrl-C or SIGTERM.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a handler there is nothing to wait for but being killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
