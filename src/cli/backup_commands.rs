//! `deathmatch backup` and `deathmatch restore`: copies the database to a file and back.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::config;
use crate::cli::config::Config;
use crate::cli::print;
use crate::cli::token::masked;
use crate::platform::sqlite::error::StoreError;
use crate::store;

/// Options of `deathmatch backup`.
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The backup to create; it contains private orders
    file: PathBuf,
    /// The configuration file, for its key `database` (default: config.toml, if it exists)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Options of `deathmatch restore`.
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// The backup to restore; the file stays unchanged
    file: PathBuf,
    /// The configuration file, for its key `database` (default: config.toml, if it exists)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Backup {
    /// Copies the database. The exit code is 1 on failure.
    pub fn run(&self) -> ExitCode {
        let done = Config::load(self.config.as_deref()).and_then(|config| {
            let copied = crate::cli::runtime().block_on(store::back_up(&config.database, &self.file));
            copied.map_err(|why| format!("No backup was made: {}.", self.why(&config.database, &why)))
        });
        report(done.map(|()| format!("The backup is {}.", self.file.display())))
    }

    /// Returns the reason of a failure. For a missing database it also says where the path came from.
    fn why(&self, database: &Path, why: &StoreError) -> String {
        let StoreError::Missing(_) = why else { return why.to_string() };
        let place = std::path::absolute(database).unwrap_or_else(|_| database.to_owned());
        let named = match Config::file(self.config.as_deref()) {
            Some(file) => format!("the key `database` of {}", file.display()),
            None => format!("the usual name, since this folder has no {}", config::USUAL_FILE),
        };
        let mut words = format!("there is no database {} ({named})", place.display());
        if database.is_relative() {
            words.push_str(". Run this in the bot's folder");
            if self.config.is_none() {
                words.push_str(", or name its configuration with --config");
            }
        }
        words
    }
}

impl Restore {
    /// Puts the backup in the database's place. The exit code is 1 on failure.
    pub fn run(&self) -> ExitCode {
        let done = Config::load(self.config.as_deref()).and_then(|config| {
            let restored = crate::cli::runtime().block_on(store::restore(&self.file, &config.database));
            let kept = restored.map_err(|why| format!("Nothing was restored: {why}."))?;
            let kept = kept.map(|kept| format!(" The previous database is kept as {}.", kept.display()));
            Ok(format!("{} is restored from the backup.{}", config.database.display(), kept.unwrap_or_default()))
        });
        report(done)
    }
}

pub(crate) fn report(done: Result<impl Display, String>) -> ExitCode {
    match done {
        Ok(words) => {
            print(masked(&words.to_string()));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{}", masked(&why));
            ExitCode::FAILURE
        }
    }
}
