//! What is kept, a type for each kind of row.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use super::ids::{ChannelId, GuildId, UserId};

/// What stage a match is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Its players have not all pressed Ready.
    Lobby,
    /// It is played, or paused.
    Running,
    /// It has ended.
    Over,
    /// It never began.
    Cancelled,
    /// Its record cannot be played on by this version.
    Halted,
}

impl Status {
    const ALL: [Self; 5] = [Self::Lobby, Self::Running, Self::Over, Self::Cancelled, Self::Halted];

    /// The word for it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Running => "running",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
            Self::Halted => "halted",
        }
    }

    /// Whether something can still happen in it.
    #[must_use]
    pub const fn live(self) -> bool {
        matches!(self, Self::Lobby | Self::Running)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text is no status.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no status is called `{0}`")]
pub struct UnknownStatus(pub String);

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Self, UnknownStatus> {
        Self::ALL.into_iter().find(|status| status.id() == text).ok_or_else(|| UnknownStatus(text.to_owned()))
    }
}

/// What a server has set.
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// The server.
    pub guild: GuildId,
    /// The role whose members are hosts, beside those who manage the server.
    pub host_role: Option<u64>,
    /// Its time zone's name: `Europe/Berlin`.
    pub timezone: String,
    /// Values for new matches, by game and key, as the bot keeps them.
    pub defaults: Map<String, Value>,
    /// Whether anyone may open a friendly match.
    pub friendly: bool,
}

impl Server {
    /// A server that has set nothing: hosts are those who manage it, UTC, friendly matches allowed.
    #[must_use]
    pub fn fresh(guild: GuildId) -> Self {
        Self { guild, host_role: None, timezone: "UTC".to_owned(), defaults: Map::new(), friendly: true }
    }
}

/// What is known of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// The person.
    pub user: UserId,
    /// Their direct messages with the bot.
    pub dm_channel: Option<ChannelId>,
    /// Whether direct messages to them have been refused.
    pub dm_closed: bool,
    /// Whether they want to confirm an order after its last word.
    pub confirm: bool,
}

impl Person {
    /// Someone the bot has not met.
    #[must_use]
    pub const fn fresh(user: UserId) -> Self {
        Self { user, dm_channel: None, dm_closed: false, confirm: false }
    }
}
