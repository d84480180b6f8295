//! The initial people, roles and channels. Ids are fixed, so that a bot's stored data stays valid.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::snowflake::Snowflake;

/// The creation time of the initial people and channels: the start of 2026.
const FOUNDED_MS: i64 = 1_767_225_600_000;

const fn fixed(serial: u64) -> Snowflake {
    Snowflake::made_at(FOUNDED_MS, serial)
}

/// One of the sandbox's four people, or one of the crowd. [`Cast`] has the four people's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UserKey {
    /// The owner of the guild, with the host role.
    Hana,
    /// A member.
    Ann,
    /// A member.
    Bob,
    /// A member.
    Sam,
    /// One of the crowd, by number. The crowd has no pages and no events.
    Crowd(u32),
}

impl UserKey {
    /// The four people, in the order of the page.
    pub const ALL: [Self; 4] = [Self::Hana, Self::Ann, Self::Bob, Self::Sam];

    /// Returns the name of the key in addresses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hana => "hana",
            Self::Ann => "ann",
            Self::Bob => "bob",
            Self::Sam => "sam",
            Self::Crowd(_) => "crowd",
        }
    }

    /// Returns the person's user id.
    #[must_use]
    pub const fn id(self) -> Snowflake {
        match self {
            Self::Crowd(number) => fixed(0x10_0000 + number as u64),
            _ => fixed(0x10 + self.place()),
        }
    }

    /// Returns the id of the person's direct-message channel with the bot.
    pub(crate) const fn dm(self) -> Snowflake {
        match self {
            Self::Crowd(number) => fixed(0x20_0000 + number as u64),
            _ => fixed(0x20 + self.place()),
        }
    }

    const fn place(self) -> u64 {
        match self {
            Self::Hana => 0,
            Self::Ann => 1,
            Self::Bob => 2,
            Self::Sam | Self::Crowd(_) => 3,
        }
    }
}

impl fmt::Display for UserKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for UserKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|key| key.as_str() == text)
            .ok_or_else(|| format!("there is no user {text:?}; use hana, ann, bob or sam"))
    }
}

/// Returns the id of one of the crowd's channels.
pub(crate) const fn crowd_channel(number: u32) -> Snowflake {
    fixed(0x30_0000 + number as u64)
}

/// The names of the bot, its channel, and people's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The name of the bot and of its role.
    pub bot: &'static str,
    /// The name of the first text channel.
    pub channel: &'static str,
    /// The part of each of the four people, in the order of [`UserKey::ALL`].
    pub parts: [&'static str; 4],
}

impl Default for Cast {
    fn default() -> Self {
        Self { bot: "Bot", channel: "general", parts: ["Host", "First player", "Second player", "Spectator"] }
    }
}

/// The ids of the initial users, roles and channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldIds {
    /// The guild; also the id of its @everyone role.
    pub guild: Snowflake,
    /// The role "Host".
    pub host_role: Snowflake,
    /// The bot's own role.
    pub bot_role: Snowflake,
    /// The first text channel.
    pub channel: Snowflake,
    /// The other text channel.
    pub lounge: Snowflake,
    /// Hana, who has the role Host.
    pub hana: Snowflake,
    /// Ann.
    pub ann: Snowflake,
    /// Bob.
    pub bob: Snowflake,
    /// Sam.
    pub sam: Snowflake,
    /// The bot's user.
    pub bot: Snowflake,
    /// The bot's application.
    pub application: Snowflake,
}

/// The ids of every sandbox.
pub(crate) const IDS: WorldIds = WorldIds {
    guild: fixed(1),
    host_role: fixed(2),
    bot_role: fixed(3),
    channel: fixed(4),
    lounge: fixed(5),
    hana: UserKey::Hana.id(),
    ann: UserKey::Ann.id(),
    bob: UserKey::Bob.id(),
    sam: UserKey::Sam.id(),
    bot: fixed(0x30),
    application: fixed(0x30),
};

/// An account.
#[derive(Debug)]
pub(crate) struct User {
    pub id: Snowflake,
    /// The person; `None` for the bot.
    pub key: Option<UserKey>,
    pub username: Cow<'static, str>,
    pub display_name: String,
    pub roles: &'static [Snowflake],
    /// The background of the avatar.
    pub colour: &'static str,
    /// Whether direct messages from the bot are refused.
    pub dms_closed: bool,
}

/// Returns the four people and the bot.
pub(crate) fn users(cast: Cast) -> Vec<User> {
    let person = |key: UserKey, username, display_name: &str, roles, colour| User {
        id: key.id(),
        key: Some(key),
        username: Cow::Borrowed(username),
        display_name: display_name.to_owned(),
        roles,
        colour,
        dms_closed: false,
    };
    vec![
        person(UserKey::Hana, "hana", "Hana", &[IDS.host_role], "#8b5cf6"),
        person(UserKey::Ann, "ann", "Ann", &[], "#d9730d"),
        person(UserKey::Bob, "bob", "Bob", &[], "#2684c9"),
        person(UserKey::Sam, "sam", "Sam", &[], "#5f8a3c"),
        User {
            id: IDS.bot,
            key: None,
            username: Cow::Borrowed(cast.bot),
            display_name: cast.bot.to_owned(),
            roles: &[IDS.bot_role],
            colour: "#3f4652",
            dms_closed: false,
        },
    ]
}

impl User {
    /// Returns one of the crowd.
    pub fn one_of_many(number: u32) -> Self {
        let key = UserKey::Crowd(number);
        Self {
            id: key.id(),
            key: Some(key),
            username: format!("player{number}").into(),
            display_name: format!("Player {number}"),
            roles: &[],
            colour: "#5f8a3c",
            dms_closed: false,
        }
    }

    /// Whether this is the bot.
    pub fn is_bot(&self) -> bool {
        self.key.is_none()
    }

    /// Returns a substitute for Discord's hash of the avatar.
    pub fn avatar(&self) -> String {
        format!("{:032x}", self.id.get())
    }

    /// Discord's user object.
    pub fn json(&self) -> Value {
        json!({
            "id": self.id, "username": self.username, "discriminator": if self.is_bot() { "0001" } else { "0" },
            "global_name": if self.is_bot() { Value::Null } else { self.display_name.as_str().into() },
            "avatar": self.avatar(), "avatar_decoration_data": null, "banner": null, "accent_color": null,
            "bot": self.is_bot(), "system": false, "public_flags": 0, "flags": 0,
            "collectibles": null, "primary_guild": null,
        })
    }

    /// Discord's member object, without the user.
    pub fn partial_member(&self) -> Value {
        json!({
            "nick": null, "avatar": null, "banner": null, "roles": self.roles, "flags": 0, "pending": false,
            "joined_at": "2026-01-01T00:00:00.000000+00:00", "premium_since": null, "deaf": false, "mute": false,
            "communication_disabled_until": null,
        })
    }

    /// Discord's member object.
    pub fn member(&self) -> Value {
        let mut member = self.partial_member();
        member["user"] = self.json();
        member
    }

    /// Returns the avatar: the initial on the user's colour.
    pub fn svg(&self) -> String {
        let initial = self.display_name.chars().next().unwrap_or('?');
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><rect width=\"64\" height=\"64\" \
             fill=\"{}\"/><text x=\"32\" y=\"43\" font-family=\"sans-serif\" font-size=\"32\" font-weight=\"600\" \
             text-anchor=\"middle\" fill=\"#fff\">{initial}</text></svg>",
            self.colour
        )
    }
}
