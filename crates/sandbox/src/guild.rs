//! The guild, its roles and channels, and permissions in them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::message::Message;
use super::people::{Cast, IDS, User, UserKey};
use super::snowflake::{Snowflake, timestamp};

/// Discord's permission bits that the sandbox uses.
pub(crate) mod permission {
    pub const ADMINISTRATOR: u64 = 1 << 3;
    pub const MANAGE_CHANNELS: u64 = 1 << 4;
    pub const MANAGE_GUILD: u64 = 1 << 5;
    pub const ADD_REACTIONS: u64 = 1 << 6;
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    pub const SEND_MESSAGES: u64 = 1 << 11;
    pub const MANAGE_MESSAGES: u64 = 1 << 13;
    pub const EMBED_LINKS: u64 = 1 << 14;
    pub const ATTACH_FILES: u64 = 1 << 15;
    pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
    pub const MANAGE_ROLES: u64 = 1 << 28;
    pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
    pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
    pub const MANAGE_THREADS: u64 = 1 << 34;
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
    pub const CREATE_EVENTS: u64 = 1 << 44;

    /// All permissions.
    pub const ALL: u64 = (1 << 53) - 1;
    /// Permissions of @everyone.
    pub const EVERYONE: u64 = VIEW_CHANNEL
        | SEND_MESSAGES
        | ADD_REACTIONS
        | EMBED_LINKS
        | ATTACH_FILES
        | READ_MESSAGE_HISTORY
        | USE_EXTERNAL_EMOJIS
        | SEND_MESSAGES_IN_THREADS
        | USE_APPLICATION_COMMANDS;
    /// Additional permissions of the host role.
    pub const HOST: u64 = MANAGE_GUILD | MANAGE_MESSAGES | MENTION_EVERYONE;
    /// Permissions of the bot's role.
    pub const BOT: u64 = EVERYONE | CREATE_PUBLIC_THREADS | CREATE_EVENTS;
    /// Permissions in a direct-message channel.
    pub const DIRECT: u64 = EVERYONE | MENTION_EVERYONE;

    /// Returns the bit of a permission by its name.
    pub fn named(name: &str) -> Option<u64> {
        Some(match name {
            "ADMINISTRATOR" => ADMINISTRATOR,
            "MANAGE_CHANNELS" => MANAGE_CHANNELS,
            "MANAGE_GUILD" => MANAGE_GUILD,
            "ADD_REACTIONS" => ADD_REACTIONS,
            "VIEW_CHANNEL" => VIEW_CHANNEL,
            "SEND_MESSAGES" => SEND_MESSAGES,
            "MANAGE_MESSAGES" => MANAGE_MESSAGES,
            "EMBED_LINKS" => EMBED_LINKS,
            "ATTACH_FILES" => ATTACH_FILES,
            "READ_MESSAGE_HISTORY" => READ_MESSAGE_HISTORY,
            "MENTION_EVERYONE" => MENTION_EVERYONE,
            "USE_EXTERNAL_EMOJIS" => USE_EXTERNAL_EMOJIS,
            "MANAGE_ROLES" => MANAGE_ROLES,
            "USE_APPLICATION_COMMANDS" => USE_APPLICATION_COMMANDS,
            "CREATE_PUBLIC_THREADS" => CREATE_PUBLIC_THREADS,
            "CREATE_PRIVATE_THREADS" => CREATE_PRIVATE_THREADS,
            "SEND_MESSAGES_IN_THREADS" => SEND_MESSAGES_IN_THREADS,
            "MANAGE_THREADS" => MANAGE_THREADS,
            "CREATE_EVENTS" => CREATE_EVENTS,
            _ => return None,
        })
    }
}

/// A role, its name and its permissions.
#[derive(Debug)]
pub(crate) struct Role {
    pub id: Snowflake,
    pub name: &'static str,
    pub permissions: u64,
    pub colour: u32,
}

/// The guild's roles, lowest first.
pub(crate) const fn roles(cast: Cast) -> [Role; 3] {
    [
        Role { id: IDS.guild, name: "@everyone", permissions: permission::EVERYONE, colour: 0 },
        Role { id: IDS.bot_role, name: cast.bot, permissions: permission::BOT, colour: 0 },
        Role { id: IDS.host_role, name: cast.parts[0], permissions: permission::HOST, colour: 0x8b_5c_f6 },
    ]
}

impl Role {
    /// Discord's role object.
    pub fn json(&self, position: usize) -> Value {
        let mut role = json!({
            "id": self.id, "name": self.name, "color": self.colour, "hoist": self.colour != 0, "position": position,
            "colors": {"primary_color": self.colour, "secondary_color": null, "tertiary_color": null},
            "permissions": self.permissions.to_string(), "managed": self.id == IDS.bot_role, "mentionable": false,
            "icon": null, "unicode_emoji": null, "flags": 0,
        });
        if self.id == IDS.bot_role {
            role["tags"] = json!({"bot_id": IDS.bot});
        }
        role
    }
}

/// The kind of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A text channel of the guild.
    Text { name: &'static str, position: u64 },
    /// A text channel of the guild for two of the crowd. Nobody else sees it.
    Crowd(u32),
    /// A thread under a message of another channel.
    Thread { parent: Snowflake },
    /// A person's direct messages with the bot.
    Direct(UserKey),
}

/// The additional state of a thread.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub name: String,
    /// The minutes without a message after which the thread is archived.
    pub lasts: u64,
    pub archived: bool,
    pub locked: bool,
    /// The time at which the thread was last archived or unarchived.
    pub changed_ms: Option<i64>,
    pub members: BTreeSet<Snowflake>,
}

/// A channel with its messages.
#[derive(Debug)]
pub(crate) struct Channel {
    pub id: Snowflake,
    pub place: Place,
    /// All messages, the newest last, including ephemeral ones.
    pub messages: BTreeMap<Snowflake, Message>,
    /// The permissions denied to users by faults.
    pub denied: BTreeMap<Snowflake, u64>,
    /// The permissions denied to everyone but the bot, and those of them that users are allowed.
    pub closed: u64,
    pub allowed: BTreeMap<Snowflake, u64>,
    /// Whether a direct-message channel has been opened.
    pub open: bool,
    /// The additional state, if the channel is a thread.
    pub thread: Option<Box<Thread>>,
}

impl Channel {
    pub fn new(id: Snowflake, place: Place) -> Self {
        let open = !matches!(place, Place::Direct(_));
        let (messages, denied, allowed) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { id, place, messages, denied, closed: 0, allowed, open, thread: None }
    }

    /// Returns the person of a direct-message channel.
    pub fn person(&self) -> Option<UserKey> {
        if let Place::Direct(key) = self.place { Some(key) } else { None }
    }

    /// Whether the channel belongs to the guild.
    pub fn in_guild(&self) -> bool {
        self.person().is_none()
    }

    /// Whether a person sees the channel.
    pub fn seen_by(&self, key: UserKey) -> bool {
        let lets = match self.place {
            Place::Text { .. } | Place::Thread { .. } => true,
            Place::Crowd(number) => matches!(key, UserKey::Crowd(person) if person / 2 == number),
            Place::Direct(person) => person == key,
        };
        lets && self.open
    }

    /// Returns the number of messages that the channel stores.
    pub fn keeps(&self, of_crowd: usize) -> usize {
        match self.place {
            Place::Crowd(_) | Place::Direct(UserKey::Crowd(_)) => of_crowd,
            Place::Text { .. } | Place::Thread { .. } | Place::Direct(_) => 20_000,
        }
    }

    /// Returns the newest message that is not ephemeral.
    pub fn last_message(&self) -> Option<Snowflake> {
        self.messages.values().rev().find(|message| message.only_for.is_none()).map(|message| message.id)
    }

    /// Returns a user's permissions in the channel.
    pub fn permissions(&self, user: &User) -> u64 {
        if !self.in_guild() {
            return permission::DIRECT;
        }
        let everywhere = permissions_in_guild(user);
        if everywhere == permission::ALL {
            return everywhere;
        }
        let bits = |of: &BTreeMap<Snowflake, u64>| of.get(&user.id).copied().unwrap_or(0);
        let closed = if user.id == IDS.bot { 0 } else { self.closed & !bits(&self.allowed) };
        let left = everywhere & !closed & !bits(&self.denied);
        if left & permission::VIEW_CHANNEL == 0 { 0 } else { left }
    }

    /// Discord's channel object.
    pub fn json(&self, users: &BTreeMap<Snowflake, User>) -> Value {
        let (name, position) = match self.place {
            Place::Text { name, position } => (name, position),
            Place::Crowd(number) => ("table", u64::from(number) + 2),
            Place::Direct(_) | Place::Thread { .. } => ("", 0),
        };
        match self.place {
            Place::Thread { parent } => {
                let thread = self.thread.as_deref().cloned().unwrap_or_default();
                let said = self.messages.values().filter(|message| message.only_for.is_none()).count();
                let changed = timestamp(thread.changed_ms.unwrap_or_else(|| self.id.ms()));
                json!({
                    "id": self.id, "type": 11, "guild_id": IDS.guild, "name": thread.name, "parent_id": parent,
                    "owner_id": IDS.bot, "last_message_id": self.last_message(), "flags": 0, "rate_limit_per_user": 0,
                    "message_count": said, "total_message_sent": said, "member_count": thread.members.len(),
                    "thread_metadata": {
                        "archived": thread.archived, "locked": thread.locked, "auto_archive_duration": thread.lasts,
                        "archive_timestamp": changed, "create_timestamp": timestamp(self.id.ms()),
                    },
                })
            }
            Place::Text { .. } | Place::Crowd(_) => json!({
                "id": self.id, "type": 0, "guild_id": IDS.guild, "name": name, "position": position, "topic": null,
                "nsfw": false, "parent_id": null, "last_message_id": self.last_message(), "rate_limit_per_user": 0,
                "permission_overwrites": self.overwrites(), "flags": 0, "last_pin_timestamp": null,
            }),
            Place::Direct(key) => json!({
                "id": self.id, "type": 1, "last_message_id": self.last_message(), "flags": 0,
                "recipients": [users[&key.id()].json()],
            }),
        }
    }

    /// Returns the partial channel object of an interaction.
    pub fn partial_json(&self, users: &BTreeMap<Snowflake, User>, viewer: &User) -> Value {
        let mut channel = self.json(users);
        if self.in_guild() {
            channel["permissions"] = self.permissions(viewer).to_string().into();
        }
        channel
    }

    fn overwrites(&self) -> Value {
        let users: BTreeSet<Snowflake> = self.denied.keys().chain(self.allowed.keys()).copied().collect();
        let users = users.into_iter().filter_map(|user| {
            let [allow, deny] = [&self.allowed, &self.denied].map(|of| of.get(&user).copied().unwrap_or(0));
            let overwrite = || json!({"id": user, "type": 1, "allow": allow.to_string(), "deny": deny.to_string()});
            (allow | deny != 0).then(overwrite)
        });
        let closed = (self.closed != 0).then(|| {
            let bits = self.closed.to_string();
            [
                json!({"id": IDS.guild, "type": 0, "allow": "0", "deny": bits}),
                json!({"id": IDS.bot, "type": 1, "allow": bits, "deny": "0"}),
            ]
        });
        users.chain(closed.into_iter().flatten()).collect()
    }
}

/// Returns a user's permissions in the guild.
pub(crate) fn permissions_in_guild(user: &User) -> u64 {
    if user.id == IDS.hana {
        return permission::ALL;
    }
    let held = roles(Cast::default()).into_iter().filter(|role| role.id == IDS.guild || user.roles.contains(&role.id));
    let permissions = held.fold(0, |all, role| all | role.permissions);
    if permissions & permission::ADMINISTRATOR == 0 { permissions } else { permission::ALL }
}

/// Returns Discord's guild object with these roles.
pub(crate) fn guild_json(roles: &[Value]) -> Value {
    let mut guild = json!({
        "id": IDS.guild, "name": "Sandbox", "owner_id": IDS.hana, "roles": roles, "emojis": [], "features": [],
        "stickers": [], "afk_timeout": 300, "widget_enabled": false, "premium_progress_bar_enabled": false,
        "preferred_locale": "en-GB", "region": "deprecated", "nsfw": false, "max_members": 500_000,
        "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
    });
    for level in [
        "verification_level",
        "explicit_content_filter",
        "mfa_level",
        "system_channel_flags",
        "premium_tier",
        "premium_subscription_count",
        "nsfw_level",
    ] {
        guild[level] = 0.into();
    }
    guild["default_message_notifications"] = 1.into();
    for absent in [
        "icon",
        "splash",
        "discovery_splash",
        "afk_channel_id",
        "widget_channel_id",
        "application_id",
        "system_channel_id",
        "rules_channel_id",
        "max_presences",
        "vanity_url_code",
        "description",
        "banner",
        "public_updates_channel_id",
        "safety_alerts_channel_id",
        "incidents_data",
        "home_header",
    ] {
        guild[absent] = Value::Null;
    }
    guild
}
