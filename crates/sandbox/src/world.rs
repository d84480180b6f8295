//! The state of the sandbox, behind one lock.
//!
//! The lock is never held across an await. All changes of messages are made here, so the bot's gateway and the people's
//! feeds get every change exactly once.

mod messages;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use serde_json::{Value, json};

use super::client_event_log::ClientEventLog;
use super::faults::Faults;
use super::gateway::Sessions;
use super::guild::{Channel, Place, permission, roles};
use super::interaction::{Interaction, Modal, TOKEN_LIFE};
use super::message::Message;
use super::people::{Cast, IDS, User, UserKey, users};
use super::rate_limits::{Admission, Rates};
use super::recorder::Recorder;
use super::scene::{Begun, Tile};
use super::snowflake::{Clock, Snowflake};

/// The number of files that the CDN stores.
pub(crate) const FILES_KEPT: usize = 2000;
/// The least number of interactions at which expired ones are dropped.
const INTERACTIONS: usize = 1_024;

/// A file of the CDN.
#[derive(Debug)]
pub(crate) struct StoredFile {
    pub content_type: String,
    pub bytes: Bytes,
}

/// The state of a sandbox.
#[derive(Debug)]
pub(crate) struct World {
    pub clock: Clock,
    pub token: String,
    pub base_url: String,
    /// The clock's skew without faults.
    pub usual_skew_ms: i64,
    pub users: BTreeMap<Snowflake, User>,
    pub channels: BTreeMap<Snowflake, Channel>,
    /// The guild's calendar, as Discord's objects.
    pub events: BTreeMap<Snowflake, Value>,
    /// Permissions that the bot lost in the whole guild.
    pub bot_lacks: u64,
    /// Permissions that the bot was granted in the whole guild.
    pub bot_gains: u64,
    /// Roles created by the bot.
    pub made_roles: Vec<Value>,
    /// Whether anyone may mention roles.
    pub mentionable: bool,
    /// Whether the bot is in the guild.
    pub bot_present: bool,
    pub cast: Cast,
    /// The tiles on the start page.
    pub tiles: Vec<Tile>,
    /// The scene that was begun last.
    pub begun: Option<Begun>,
    /// Registered commands as raw JSON, in order.
    pub commands: Vec<Value>,
    pub interactions: HashMap<Snowflake, Interaction>,
    /// Open modals, by the interaction that opened them.
    pub modals: HashMap<Snowflake, Modal>,
    pub sessions: Sessions,
    pub feeds: BTreeMap<UserKey, ClientEventLog>,
    pub faults: Faults,
    pub recorder: Recorder,
    pub rates: Rates,
    /// The heartbeat interval.
    pub heartbeat: Duration,
    /// The time limit for the first answer to an interaction.
    pub answer_within: Duration,
    /// The number of visible changes.
    pub changes: u64,
    /// The number of interactions at which expired ones are dropped.
    prune_at: usize,
    files: HashMap<Snowflake, StoredFile>,
    file_order: VecDeque<Snowflake>,
}

/// The world behind its lock.
#[derive(Debug)]
pub(crate) struct Server(Mutex<World>);

impl Server {
    pub fn new(world: World) -> Self {
        Self(Mutex::new(world))
    }

    /// Locks the world.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the initial channels.
fn places(cast: Cast) -> impl Iterator<Item = Channel> {
    [
        (IDS.channel, Place::Text { name: cast.channel, position: 0 }),
        (IDS.lounge, Place::Text { name: "lounge", position: 1 }),
    ]
    .into_iter()
    .chain(UserKey::ALL.map(|key| (key.dm(), Place::Direct(key))))
    .map(|(id, place)| Channel::new(id, place))
}

impl World {
    /// Returns the initial state of a sandbox.
    pub fn new(token: String, base_url: String, skew_ms: i64, cast: Cast) -> Self {
        let clock = Clock::new(skew_ms);
        let first_event = clock.now_ms().unsigned_abs() * 1000;
        Self {
            token,
            base_url,
            usual_skew_ms: skew_ms,
            users: users(cast).into_iter().map(|user| (user.id, user)).collect(),
            channels: places(cast).map(|channel| (channel.id, channel)).collect(),
            events: BTreeMap::new(),
            bot_lacks: 0,
            bot_gains: permission::MANAGE_ROLES | permission::MANAGE_CHANNELS,
            made_roles: Vec::new(),
            mentionable: false,
            bot_present: true,
            cast,
            tiles: Vec::new(),
            begun: None,
            commands: Vec::new(),
            interactions: HashMap::new(),
            modals: HashMap::new(),
            sessions: Sessions::default(),
            feeds: UserKey::ALL.into_iter().map(|key| (key, ClientEventLog::starting_at(first_event))).collect(),
            faults: Faults::default(),
            recorder: Recorder::default(),
            rates: Rates::default(),
            heartbeat: super::gateway::HEARTBEAT,
            answer_within: super::interaction::ANSWER_WITHIN,
            changes: 0,
            prune_at: INTERACTIONS,
            files: HashMap::new(),
            file_order: VecDeque::new(),
            clock,
        }
    }

    /// Whether a person's client shows a channel.
    pub fn sees(&self, key: UserKey, channel: &Channel) -> bool {
        channel.seen_by(key) && self.may_view(key, channel)
    }

    /// Whether a person may view a channel. A thread also needs permission for its parent channel.
    pub fn may_view(&self, key: UserKey, channel: &Channel) -> bool {
        let over = match channel.place {
            Place::Thread { parent } => self.channels.get(&parent).unwrap_or(channel),
            Place::Text { .. } | Place::Crowd(_) | Place::Direct(_) => channel,
        };
        let may = |place: &Channel| {
            self.users.get(&key.id()).is_none_or(|user| place.permissions(user) & permission::VIEW_CHANNEL != 0)
        };
        may(channel) && may(over)
    }

    /// Returns a person's account.
    pub fn person(&self, key: UserKey) -> &User {
        &self.users[&key.id()]
    }

    /// Returns the bot's account.
    pub fn bot(&self) -> &User {
        &self.users[&IDS.bot]
    }

    /// Returns the bot's permissions in a channel.
    pub fn bot_permissions(&self, channel: &Channel) -> u64 {
        if channel.in_guild() && !self.bot_present { 0 } else { channel.permissions(self.bot()) }
    }

    /// Counts a request of the bot, and checks it against the rate limits.
    pub fn admit(&mut self, method: &str, path: &str) -> Admission {
        let channels = &self.channels;
        let direct = |channel: &str| {
            let id = channel.parse().ok();
            id.and_then(|id: Snowflake| channels.get(&id)).is_some_and(|channel| !channel.in_guild())
        };
        self.rates.admit(method, path, Instant::now(), direct)
    }

    /// Stores a file on the CDN.
    pub fn keep_file(&mut self, id: Snowflake, content_type: String, bytes: Bytes) {
        self.files.insert(id, StoredFile { content_type, bytes });
        self.file_order.push_back(id);
        if self.file_order.len() > FILES_KEPT
            && let Some(oldest) = self.file_order.pop_front()
        {
            self.files.remove(&oldest);
        }
    }

    /// Returns a file of the CDN.
    pub fn file(&self, id: Snowflake) -> Option<&StoredFile> {
        self.files.get(&id)
    }

    /// Returns all files of the CDN.
    pub fn files(&self) -> Vec<(Snowflake, Bytes)> {
        self.files.iter().map(|(id, file)| (*id, file.bytes.clone())).collect()
    }

    /// Returns a message of a channel.
    pub fn message(&self, channel: Snowflake, id: Snowflake) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&id)
    }

    /// Returns Discord's role objects: the initial ones, lowest first, then those created by the bot.
    pub fn roles(&self) -> Vec<Value> {
        let own = roles(self.cast).into_iter().enumerate().map(|(position, role)| {
            let mut json = role.json(position);
            json["mentionable"] = self.mentionable.into();
            if role.id == IDS.bot_role {
                json["permissions"] = (permission::BOT | self.bot_gains).to_string().into();
            }
            json
        });
        own.chain(self.made_roles.iter().cloned()).collect()
    }

    /// Returns the role with this id.
    pub fn role(&self, id: Snowflake) -> Option<Value> {
        self.roles().into_iter().find(|role| role["id"] == json!(id))
    }

    /// Opens a person's direct-message channel with the bot.
    pub fn open_dm(&mut self, key: UserKey) -> Snowflake {
        let id = key.dm();
        let channel = self.channels.get_mut(&id).expect("every person has a direct-message channel");
        if !channel.open {
            channel.open = true;
            let channel = self.channel_for_person(id);
            self.feed(key, "channel", channel);
        }
        id
    }

    /// Returns a channel in the form for a person's client.
    pub fn channel_for_person(&self, id: Snowflake) -> Value {
        let channel = &self.channels[&id];
        match channel.place {
            Place::Crowd(_) => json!({"id": id, "name": "table", "kind": "text", "last_message_id": null}),
            Place::Text { name, .. } => {
                json!({"id": id, "name": name, "kind": "text", "type": 0, "last_message_id": channel.last_message()})
            }
            Place::Thread { parent } => {
                let thread = channel.thread.as_deref().cloned().unwrap_or_default();
                json!({"id": id, "name": thread.name, "kind": "thread", "type": 11, "parent_id": parent,
                    "archived": thread.archived, "locked": thread.locked, "last_message_id": channel.last_message()})
            }
            Place::Direct(key) => json!({
                "id": id, "name": self.bot().display_name, "kind": "dm", "recipients": [key.id(), IDS.bot],
                "last_message_id": channel.last_message(),
            }),
        }
    }

    /// Sends a channel's current state to everyone who sees it.
    pub fn show_channel(&mut self, id: Snowflake) {
        let shown = self.channel_for_person(id);
        self.feed_channel(id, "channel", &shown);
    }

    /// Adds an event to a person's feed.
    pub fn feed(&mut self, key: UserKey, kind: &'static str, data: Value) {
        self.changes += 1;
        if let Some(feed) = self.feeds.get_mut(&key) {
            feed.push(kind, data);
        }
    }

    /// Adds an event to the feeds of everyone who sees the channel.
    pub fn feed_channel(&mut self, channel: Snowflake, kind: &'static str, data: &Value) {
        for key in UserKey::ALL {
            if self.channels.get(&channel).is_some_and(|channel| self.sees(key, channel)) {
                self.feed(key, kind, data.clone());
            }
        }
    }

    /// Stores an interaction, and sometimes drops expired ones.
    pub fn keep_interaction(&mut self, interaction: Interaction) {
        if self.interactions.len() >= self.prune_at {
            self.interactions.retain(|_, old| old.delivered.is_none_or(|at| at.elapsed() < TOKEN_LIFE * 2));
            self.prune_at = (self.interactions.len() * 2).max(INTERACTIONS);
        }
        self.interactions.insert(interaction.id, interaction);
    }

    /// Sends an event to the bot, unless it may not see the event's channel or is not in the guild.
    pub fn emit(&mut self, event: &GatewayEvent) {
        self.changes += 1;
        if !event.direct && event.name != "GUILD_DELETE" {
            let channel = event.data["channel_id"].as_str().and_then(|id| id.parse().ok());
            let hidden = channel.and_then(|id: Snowflake| self.channels.get(&id)).is_some_and(|channel| {
                self.bot_permissions(channel) & permission::VIEW_CHANNEL == 0 && event.name != "INTERACTION_CREATE"
            });
            if hidden || !self.bot_present {
                return;
            }
        }
        self.sessions.dispatch(event);
    }

    /// Removes the bot from the guild.
    pub fn remove_bot(&mut self) {
        self.bot_present = false;
        let data = json!({"id": IDS.guild, "unavailable": false});
        self.emit(&GatewayEvent { name: "GUILD_DELETE", data, intent: 1, direct: false });
    }

    /// Restores deleted initial channels, without messages. Returns their ids.
    pub fn restore_channels(&mut self) -> Vec<Snowflake> {
        let mut restored = Vec::new();
        for channel in places(self.cast) {
            let id = channel.id;
            if let std::collections::btree_map::Entry::Vacant(place) = self.channels.entry(id) {
                place.insert(channel);
                restored.push(id);
            }
        }
        restored
    }
}

/// An event for the bot.
#[derive(Clone, Debug)]
pub(crate) struct GatewayEvent {
    pub name: &'static str,
    pub data: Value,
    /// The intent bit that the event needs; 0 for none.
    pub intent: u64,
    /// Whether the event is about direct messages, which only the first shard gets.
    pub direct: bool,
}
