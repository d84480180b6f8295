//! The bot's settings.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::game::Overrides;
use crate::live::options;
use crate::platform::discord::bot_health::BotHealth;
use crate::platform::discord::rate_limiter::Pace;
use crate::playing::engine::Engines;

/// The bot's settings.
#[derive(Clone)]
pub struct Config {
    /// Discord's token for the bot.
    pub token: String,
    /// A Discord-compatible server to use in Discord's place: `http://127.0.0.1:8080`.
    pub base_url: Option<String>,
    /// The client for `https://discord.com`, where the usual one will not do: one that takes another server for it, say. With it, unlike
    /// with `base_url`, everything is as it is against Discord itself.
    pub client: Option<reqwest::Client>,
    /// The store of the matches.
    pub database: Database,
    /// How long after a deadline an order stamped before it is waited for.
    pub grace: Duration,
    /// How long a lobby stays open.
    pub lobby: Duration,
    /// How long matches are kept after they ended; for good if it is not set.
    pub keep: Option<Duration>,
    /// After how long a built-in player answers: from the first to the second.
    pub replies: [Duration; 2],
    /// The programs that can take a seat.
    pub engines: Engines,
    /// Values for new matches, by game.
    pub defaults: BTreeMap<String, Overrides>,
    /// Whether servers can bring games in files.
    pub own_games: bool,
    /// A person's allowed rate.
    pub pace: Pace,
    /// Called with the invite URL once it is known.
    pub introduce: fn(&str),
    /// Reports the bot's health to holders of other clones.
    pub bot_health: BotHealth,
}

/// The store of the matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    File(PathBuf),
    /// In memory, gone with the process.
    Memory,
}

impl Config {
    /// The usual values with a token.
    pub fn new(token: impl Into<String>, database: Database) -> Self {
        let usual = options::Options::default();
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
