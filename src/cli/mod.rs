//! The command line.

pub mod backup_commands;
pub mod check;
pub mod config;
pub mod demo;
pub mod game;
pub mod health;
mod logging;
pub mod referee;
pub mod replay;
pub mod sandbox;
pub mod serve;
pub mod server_files;
pub mod token;
pub mod transcript_page;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use deathmatch_arena::print;
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
    /// Run the bot on Discord until it is stopped.
    Serve(serve::Serve),
    /// Check everything that `serve` needs and report problems, without changing anything.
    Check(check::CheckCommand),
    /// Ask a running bot for its health; the exit code is 0 if it is healthy.
    Health(health::HealthCommand),
    /// Copy the database to a new file; works while the bot runs.
    Backup(backup_commands::Backup),
    /// Replace the database with a backup; stop the bot first.
    Restore(backup_commands::Restore),
    /// Write a server's settings, seasons, finished matches and tournaments to a file; works while the bot runs.
    Export(server_files::Export),
    /// Import a file made by `export` into the database; stop the bot first.
    Import(server_files::Import),
    /// Read a match record line by line and answer each line with the state of the match.
    Referee(referee::Referee),
    Replay(replay::ReplayCommand),
    Arena(deathmatch_arena::Arena),
    Solve(deathmatch_arena::Solve),
    Exploit(deathmatch_arena::Exploit),
    Sandbox(sandbox::SandboxCommand),
    Game(game::GameCommand),
}

/// Runs the process's command line.
pub fn run() -> ExitCode {
    run_from(std::env::args_os())
}

/// Runs a command line, which starts with the program's name.
pub fn run_from(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    crate::games::read_with(deathmatch_gamefile::Loaded::brought);
    let cli = Cli::try_parse_from(words).unwrap_or_else(|refused| {
        let said = refused.to_string();
        if token::masked(&said) == said {
            refused.exit();
        }
        eprint!("{}", token::masked(&said));
        std::process::exit(2);
    });
    match cli.command {
        Command::Serve(serve) => serve.run(),
        Command::Check(check) => check.run(),
        Command::Health(health) => health.run(),
        Command::Backup(backup) => backup.run(),
        Command::Restore(restore) => restore.run(),
        Command::Export(export) => export.run(),
        Command::Import(import) => import.run(),
        Command::Referee(referee) => referee.run(),
        Command::Replay(replay) => replay.run(),
        Command::Arena(arena) => arena.run(),
        Command::Solve(solve) => solve.run(),
        Command::Exploit(exploit) => exploit.run(),
        Command::Sandbox(sandbox) => sandbox.run(),
        Command::Game(game) => game.run(),
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
    // Without a signal handler, run until the process is killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
