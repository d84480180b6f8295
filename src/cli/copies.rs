//! `deathmatch backup` and `deathmatch restore`: the database as a file of its own, and back.

use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

use super::config::Config;
use crate::store;

/// Options of `deathmatch backup`.
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The file to make; it holds private orders
    file: PathBuf,
    /// The configuration file, for its key `database`; config.toml where it is there and none is named
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Options of `deathmatch restore`.
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// A backup; it stays as it is
    file: PathBuf,
    /// The configuration file, for its key `database`; config.toml where it is there and none is named
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Backup {
    /// Copies the database; the exit code is 1 where that cannot be done.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let done = Config::load(self.config.as_deref()).map_err(|why| why.to_string()).and_then(|config| {
            let copied = super::runtime().block_on(store::back_up(&config.database, &self.file));
            copied.map_err(|why| format!("No backup was made: {why}."))
        });
        told(done.map(|()| format!("The backup is {}.", self.file.display())))
    }
}

impl Restore {
    /// Puts the backup in place; the exit code is 1 where that cannot be done.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let done = Config::load(self.config.as_deref()).map_err(|why| why.to_string()).and_then(|config| {
            let restored = super::runtime().block_on(store::restore(&self.file, &config.database));
            let kept = restored.map_err(|why| format!("Nothing was restored: {why}."))?;
            let kept = kept.map(|kept| format!(" What was there is kept as {}.", kept.display()));
            Ok(format!("{} is as it was at the backup.{}", config.database.display(), kept.unwrap_or_default()))
        });
        told(done)
    }
}

fn told(done: Result<impl Display, String>) -> ExitCode {
    match done {
        Ok(words) => {
            println!("{words}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
