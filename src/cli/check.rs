//! `deathmatch check`: read-only checks of everything that `serve` needs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::config::Config;
use crate::cli::game::preinstall;
use crate::cli::print;
use crate::cli::token::{masked, token};
use crate::live::match_state;
use crate::live::store::match_row::{MatchRow, Status};
use crate::own_games::files::register_files;
use crate::platform::discord::self_test::{Finding, survey};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// Options of `deathmatch check`.
#[derive(Debug, clap::Args)]
pub struct CheckCommand {
    /// The configuration file (default: config.toml, if it exists)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The id of a channel to check the bot's permissions in
    #[arg(long, value_name = "ID")]
    channel: Option<u64>,
}

impl CheckCommand {
    /// Prints a line for each check. The exit code is 1 if a check fails.
    pub fn run(&self) -> ExitCode {
        let found = crate::cli::runtime().block_on(self.findings());
        for finding in &found {
            let (verdict, words) = match &finding.words {
                Ok(words) => ("ok", words),
                Err(words) => ("WRONG", words),
            };
            print(format_args!("{verdict:<5}  {:<13}  {}", finding.what, masked(words)));
        }
        if found.iter().all(|finding| finding.words.is_ok()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    async fn findings(&self) -> Vec<Finding> {
        let config = match Config::load(self.config.as_deref()) {
            Ok(config) => config,
            Err(why) => return vec![Finding::wrong("configuration", why)],
        };
        let read = Config::file(self.config.as_deref());
        let mut found = vec![match tracing_subscriber::EnvFilter::try_new(&config.log) {
            Ok(_) => {
                let file = read.map_or("no file; the defaults apply".to_owned(), |file| file.display().to_string());
                Finding::right("configuration", file)
            }
            Err(why) => Finding::wrong("configuration", format!("the key `log` cannot be used: {why}")),
        }];
        if let Some(folder) = &config.games {
            found.push(match preinstall(folder) {
                Ok(()) => Finding::right("games", format!("every file of {} is a game", folder.display())),
                Err(why) => Finding::wrong("games", why),
            });
        }
        match token(|name| std::env::var(name).ok()) {
            Ok(token) => found.extend(survey(&token, config.base_url.as_deref(), self.channel).await),
            Err(why) => found.push(Finding::wrong("token", why)),
        }
        found.extend(database(&config.database).await);
        found
    }
}

/// Checks a database file, and whether its live matches can continue.
async fn database(path: &Path) -> Vec<Finding> {
    match Store::open_read_only(path).await {
        Ok(store) => {
            let found = contents(path, &store).await;
            store.close().await;
            found.unwrap_or_else(|why| vec![Finding::wrong("database", why.to_string())])
        }
        Err(StoreError::Missing(_))
            if !path.parent().is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir()) =>
        {
            let words =
                format!("the folder of {} does not exist; create it, or name another in `database`", path.display());
            vec![Finding::wrong("database", words)]
        }
        Err(StoreError::Missing(_) | StoreError::Empty(_)) => {
            let words = format!("nothing is stored yet; the first start creates {}", path.display());
            vec![Finding::right("database", words)]
        }
        Err(why) => vec![Finding::wrong("database", why.to_string())],
    }
}

async fn contents(path: &Path, store: &Store) -> Result<Vec<Finding>, StoreError> {
    if let Some(damage) = store.damage().await? {
        let words = format!("{} is damaged ({damage}); restore a backup", path.display());
        return Ok(vec![Finding::wrong("database", words)]);
    }
    let layout = store.layout().await?;
    let upgrade = if layout.found < layout.known {
        format!("; the next start upgrades it to {}", layout.known)
    } else {
        String::new()
    };
    let words = format!("{} is undamaged; its layout is {}{upgrade}", path.display(), layout.found);
    let mut found = vec![Finding::right("database", words)];
    if layout.found == layout.known {
        register_files(store).await?;
    }
    let live = store.live_matches().await?;
    let mut running = 0;
    for row in live.iter().filter(|row| row.status == Status::Running) {
        match unplayable(row, &store.entries(row.id).await?) {
            Some(why) => {
                let words = format!("match {} would be halted: {why}", row.id);
                found.push(Finding::wrong("match", words));
            }
            None => running += 1,
        }
    }
    let lobbies = live.iter().filter(|row| row.status == Status::Lobby).count();
    found.push(Finding::right("matches", format!("{running} running and {lobbies} in the lobby can continue")));
    Ok(found)
}

/// Returns the reason why a match cannot continue, if there is one.
fn unplayable(row: &MatchRow, lines: &[String]) -> Option<String> {
    let replayed = catch_unwind(AssertUnwindSafe(|| match_state::unplayable(row, lines)));
    replayed.unwrap_or_else(|_| Some("its record cannot be replayed".to_owned()))
}
