//! The configuration file of `deathmatch serve`.
//!
//! Every key has a default. Unknown keys are refused by name. The token is never in the file.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::cli::logging::Format;
use crate::cli::token::masked;
use crate::discord;
use crate::game::{Game, Overrides};
use crate::games;
use crate::platform::discord::config::Database;
use crate::playing::external_program::Engine;
use crate::table::EngineName;

/// The file that is read by default, if it exists.
pub const USUAL_FILE: &str = "config.toml";
/// The environment variable that overrides the key `monitor`.
pub const MONITOR: &str = "DEATHMATCH_MONITOR";
/// The environment variable that overrides the key `log_format`.
pub const LOG_FORMAT: &str = "DEATHMATCH_LOG_FORMAT";

/// The longest lobby, in minutes.
const LONGEST_LOBBY: u64 = 7 * 24 * 60;
/// The longest time for which matches may be kept, in days.
const LONGEST_KEPT: u64 = 36_500;
/// The longest grace after a deadline, in ms.
const LONGEST_GRACE: u64 = 60_000;

/// The configuration file. `config.example.toml` documents each key.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The database file.
    pub database: PathBuf,
    /// The address of a Discord-compatible server to use instead of Discord.
    pub base_url: Option<String>,
    /// The time after a deadline during which orders stamped before it are still accepted, in ms.
    pub grace_ms: u64,
    /// The time for which a lobby stays open, in minutes.
    pub lobby_minutes: u64,
    /// The number of days for which matches are kept after their end; forever if unset.
    pub keep_days: Option<u64>,
    /// The log filter, in `tracing`'s syntax.
    pub log: String,
    pub log_format: Format,
    /// The loopback address of the health page and the metrics; none if unset.
    pub monitor: Option<SocketAddr>,
    /// External programs that can take a seat, by name.
    pub engines: BTreeMap<String, Program>,
    /// Default option values for new matches, by game.
    pub defaults: BTreeMap<String, Overrides>,
    /// Whether servers can install games from files.
    pub own_games: bool,
    /// A folder with game files that are available in every server.
    pub games: Option<PathBuf>,
}

/// An external program that can take a seat.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The games that it plays; all games if empty.
    #[serde(default)]
    pub games: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            database: "deathmatch.sqlite".into(),
            base_url: None,
            grace_ms: 2_000,
            lobby_minutes: 15,
            keep_days: None,
            log: "info".to_owned(),
            log_format: Format::Text,
            monitor: None,
            engines: BTreeMap::new(),
            defaults: BTreeMap::new(),
            own_games: true,
            games: None,
        }
    }
}

impl Config {
    /// Reads a file, by default [`USUAL_FILE`] if it exists. Keys that are missing get their defaults. The environment overrides the file.
    /// An error tells the operator what to do.
    pub fn load(path: Option<&Path>) -> Result<Self, String> {
        let config = match Self::file(path) {
            Some(path) => {
                let file = format!("The configuration file {} cannot be", path.display());
                let text = std::fs::read_to_string(path).map_err(|error| format!("{file} read: {error}"))?;
                Self::read(&text).map_err(|why| format!("{file} used: {why}"))?
            }
            None => Self::default(),
        };
        config.with(|name| std::env::var(name).ok())
    }

    /// Returns the file to read: the named one, or [`USUAL_FILE`] if it exists.
    pub fn file(path: Option<&Path>) -> Option<&Path> {
        path.or_else(|| Some(Path::new(USUAL_FILE)).filter(|usual| usual.exists()))
    }

    /// Overrides keys with [`MONITOR`] and [`LOG_FORMAT`] from the environment.
    fn with(mut self, variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let set = |name| variable(name).filter(|text| !text.trim().is_empty());
        let unfit = |name: &'static str| move |why: String| format!("The variable {name} cannot be used: {why}");
        if let Some(text) = set(MONITOR) {
            let address = text.trim().parse().map_err(|_| format!("`{text}` is not an address such as 127.0.0.1:9464"));
            let address = address.and_then(|address| loopback(address).map(|()| address));
            self.monitor = Some(address.map_err(unfit(MONITOR))?);
        }
        if let Some(text) = set(LOG_FORMAT) {
            self.log_format = Format::read(text.trim()).map_err(unfit(LOG_FORMAT))?;
        }
        Ok(self)
    }

    /// Parses and validates a file's text.
    pub fn read(text: &str) -> Result<Self, String> {
        if let Some((number, _)) = text.lines().enumerate().find(|(_, line)| masked(line) != *line) {
            return Err(format!(
                "line {} has what looks like a token. Remove it from this file, and set DISCORD_TOKEN.",
                number + 1
            ));
        }
        let config: Self = toml::from_str(text).map_err(|error| {
            // The line itself is not shown: it may have a secret.
            let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or(text));
            let number = before.matches('\n').count();
            let key = text.lines().nth(number).and_then(|line| line.split_once('=')).map_or("", |(key, _)| key.trim());
            let key = if key.is_empty() { String::new() } else { format!(", `{key}`") };
            format!("line {}{key}: {}", number + 1, error.message())
        })?;
        if !(1..=LONGEST_LOBBY).contains(&config.lobby_minutes) {
            return Err(format!("`lobby_minutes` must be from 1 to {LONGEST_LOBBY} (a week)."));
        }
        if config.keep_days.is_some_and(|days| !(1..=LONGEST_KEPT).contains(&days)) {
            return Err(format!("`keep_days` must be from 1 to {LONGEST_KEPT}. Leave it out to keep matches forever."));
        }
        if config.grace_ms > LONGEST_GRACE {
            return Err(format!("`grace_ms` must be at most {LONGEST_GRACE} (a minute)."));
        }
        if let Some(url) = config.base_url.as_deref().filter(|url| !is_address(url)) {
            return Err(format!("`base_url` is `{url}`. Write an address such as `http://127.0.0.1:8080`."));
        }
        if let Some(address) = config.monitor {
            loopback(address).map_err(|why| format!("`monitor`: {why}"))?;
        }
        for (name, program) in &config.engines {
            name.parse::<EngineName>().map_err(|error| format!("[engines.{name}]: {error}."))?;
            if program.command.is_empty() {
                return Err(format!("In [engines.{name}]: `command` is empty. Name a program and its arguments."));
            }
            if let Some(id) = program.games.iter().find(|id| games::find(id).is_none()) {
                return Err(format!("In [engines.{name}]: there is no game `{id}`."));
            }
        }
        for (id, values) in &config.defaults {
            let Some(game) = games::find(id) else {
                let known: Vec<_> = games::all().map(Game::id).collect();
                return Err(format!("There is no game `{id}` for defaults. Choose from {}.", known.join(", ")));
            };
            let first = game.presets().first().map(|(preset, _)| *preset);
            game.ruleset(first, values).map_err(|error| format!("In [defaults.{id}]: {error}"))?;
        }
        Ok(config)
    }

    /// Returns the bot's settings under this configuration.
    pub fn with_token(self, token: String) -> discord::Config {
        let mut config = discord::Config::new(token, Database::File(self.database));
        config.base_url = self.base_url;
        config.grace = Duration::from_millis(self.grace_ms);
        config.lobby = Duration::from_secs(self.lobby_minutes * 60);
        config.keep = self.keep_days.map(|days| Duration::from_secs(days * 24 * 60 * 60));
        config.engines = (self.engines.into_iter())
            .filter_map(|(name, Program { command, games })| Some((name.parse().ok()?, Engine { command, games })))
            .collect();
        config.defaults = self.defaults;
        config.own_games = self.own_games;
        config
    }
}

fn loopback(address: SocketAddr) -> Result<(), String> {
    if address.ip().is_loopback() {
        return Ok(());
    }
    Err(format!(
        "{address} can be reached from outside. Use 127.0.0.1, and let permitted readers connect through this machine"
    ))
}

fn is_address(url: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
}

/// Returns the top-level keys of a file, for the example's test.
#[cfg(test)]
fn keys(text: &str) -> Vec<String> {
    let table: toml::Table = toml::from_str(text).unwrap();
    table.keys().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../config.example.toml");

    #[test]
    fn the_example_documents_every_key_with_its_default() {
        assert_eq!(Config::read(EXAMPLE).unwrap(), Config::default());
        let bare = EXAMPLE.lines().map(|line| line.strip_prefix("#! ").unwrap_or(line)).collect::<Vec<_>>().join("\n");
        assert!(Config::read(&bare).is_ok(), "what is commented out can be used");
        let mut documented = keys(&bare);
        documented.sort();
        assert_eq!(
            documented,
            [
                "base_url",
                "database",
                "defaults",
                "engines",
                "games",
                "grace_ms",
                "keep_days",
                "lobby_minutes",
                "log",
                "log_format",
                "monitor",
                "own_games"
            ]
        );
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        assert!(Config::read("tokn = \"x\"").unwrap_err().contains("tokn"));
        assert!(Config::read("[defaults.nothing]\nx = 1").unwrap_err().contains("nothing"));
        assert!(Config::read("lobby_minutes = 9000000000000000000").unwrap_err().contains("lobby_minutes"));
        assert!(Config::read("keep_days = 0").unwrap_err().contains("keep_days"));
        assert_eq!(Config::read("keep_days = 30").unwrap().keep_days, Some(30));
        assert!(Config::read("grace_ms = 60001").unwrap_err().contains("grace_ms"));
        assert!(Config::read("base_url = \"localhost\"").unwrap_err().contains("base_url"));
        assert!(Config::read("log_format = \"xml\"").unwrap_err().contains("xml"));
        for game in games::all() {
            let text = format!("[defaults.{}]\nno_such_key = 1", game.id());
            assert!(Config::read(&text).unwrap_err().contains("no_such_key"));
        }
    }

    #[test]
    fn the_monitor_stays_on_loopback() {
        let monitor = |text: &str| Config::read(&format!("monitor = \"{text}\"")).map(|config| config.monitor);
        assert_eq!(monitor("127.0.0.1:9464").unwrap(), Some("127.0.0.1:9464".parse().unwrap()));
        assert!(monitor("[::1]:0").is_ok());
        for open in ["0.0.0.0:9464", "[::]:9464", "192.0.2.1:80"] {
            assert!(monitor(open).unwrap_err().contains("127.0.0.1"), "{open}");
        }
        let config = Config::read("monitor = \"127.0.0.1:1\"").unwrap();
        let from = |name: &'static str, value: &'static str| {
            config.clone().with(move |asked| (asked == name).then(|| value.to_owned()))
        };
        assert_eq!(from(MONITOR, " ").unwrap().monitor, config.monitor);
        assert_eq!(from(MONITOR, "127.0.0.1:2").unwrap().monitor, Some("127.0.0.1:2".parse().unwrap()));
        assert_eq!(from(LOG_FORMAT, "json").unwrap().log_format, Format::Json);
        for (name, value) in [(MONITOR, "0.0.0.0:1"), (MONITOR, "here"), (LOG_FORMAT, "xml")] {
            assert!(from(name, value).unwrap_err().contains(name), "{value}");
        }
    }

    #[test]
    fn a_token_in_the_file_is_refused_and_not_shown() {
        let token = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB";
        for line in
            [format!("token = \"{token}\""), format!("database = '{token}'"), format!("# {token}"), token.into()]
        {
            let said = Config::read(&format!("grace_ms = 1\n{line}\n")).unwrap_err();
            assert!(said.contains("line 2") && said.contains("DISCORD_TOKEN") && !said.contains("GaBcDe"), "{said}");
        }
        let said = Config::read("lobby_minutes = 1\ntoken = \"not so long\"").unwrap_err();
        assert!(said.starts_with("line 2, `token`: ") && !said.contains("not so long"), "{said}");
    }
}
