//! The bot's settings.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::game::Overrides;
use crate::live::options;
use crate::platform::discord::bot_health::BotHealth;
use crate::platform::discord::rate_limiter::Pace;
use crate::playing::external_program::Engines;

/// The bot's settings.
#[derive(Clone)]
pub struct Config {
    /// Discord's token for the bot.
    pub token: String,
    /// A Discord-compatible server to use instead of Discord, such as `http://127.0.0.1:8080`.
    pub base_url: Option<String>,
    /// The client for `https://discord.com`, if the default does not fit: one that trusts another server, for example. Unlike `base_url`,
    /// it leaves everything else as it is against Discord itself.
    pub client: Option<reqwest::Client>,
    /// The store of the matches.
    pub database: Database,
    /// The wait after a deadline for orders stamped before it.
    pub grace: Duration,
    /// The time after which a lobby closes.
    pub lobby: Duration,
    /// The time finished matches are kept; forever if not set.
    pub keep: Option<Duration>,
    /// The shortest and the longest delay of a built-in player's answer.
    pub replies: [Duration; 2],
    /// Programs that can take a seat.
    pub engines: Engines,
    /// Default options of new matches, by game.
    pub defaults: BTreeMap<String, Overrides>,
    /// Whether servers can install games from files.
    pub own_games: bool,
    /// The allowed rate of one person.
    pub pace: Pace,
    /// A function called with the invite URL once the URL is known.
    pub introduce: fn(&str),
    /// Reports the bot's health to holders of other clones.
    pub bot_health: BotHealth,
}

/// The store of the matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    File(PathBuf),
    /// In memory, lost with the process.
    Memory,
}

impl Config {
    /// Returns the default settings with a token and a database.
    pub fn new(token: impl Into<String>, database: Database) -> Self {
        let usual = options::ServiceOptions::default();
        Self {
            token: token.into(),
            base_url: None,
            client: None,
            database,
            grace: usual.grace,
            lobby: usual.lobby,
            keep: None,
            replies: usual.replies,
            engines: Engines::default(),
            defaults: BTreeMap::new(),
            own_games: true,
            pace: Pace::default(),
            introduce: |_| (),
            bot_health: BotHealth::default(),
        }
    }
}
