//! Everything the sandbox knows, behind one lock.
//!
//! The lock is never held across an await. Whatever changes a message goes through here, so that the bot's gateway and
//! the people's feeds hear of every change exactly once.

mod messages;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use serde_json::{Value, json};

use super::faults::Faults;
use super::feed::Feed;
use super::gateway::Sessions;
use super::guild::{Channel, Place, permission, roles};
use super::interaction::{Interaction, Modal, TOKEN_LIFE};
use super::message::Message;
use super::people::{Cast, IDS, User, UserKey, users};
use super::rates::{Rates, Ruling};
use super::recorder::Recorder;
use super::scene::Tile;
use super::snowflake::{Clock, Snowflake};

/// How many files the CDN keeps.
pub(crate) const FILES_KEPT: usize = 2000;
/// How many interactions there are at least when those that are over are put away.
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
    /// What the clock's skew is without faults.
    pub usual_skew_ms: i64,
    pub users: BTreeMap<Snowflake, User>,
    pub channels: BTreeMap<Snowflake, Channel>,
    /// The guild's calendar, as Discord's objects.
    pub events: BTreeMap<Snowflake, Value>,
    /// What the bot may not do in the guild as a whole.
    pub bot_lacks: u64,
    /// What it has been granted there besides.
    pub bot_gains: u64,
    /// The roles that it has created.
    pub made_roles: Vec<Value>,
    /// Whether anyone may mention roles.
    pub mentionable: bool,
    /// Whether the bot is in the guild.
    pub bot_present: bool,
    pub cast: Cast,
    /// What can be begun with one press.
    pub tiles: Vec<Tile>,
    /// Registered commands as raw JSON, in order.
    pub commands: Vec<Value>,
    pub interactions: HashMap<Snowflake, Interaction>,
    /// Modals people have open, by the interaction that opened them.
    pub modals: HashMap<Snowflake, Modal>,
    pub sessions: Sessions,
    pub feeds: BTreeMap<UserKey, Feed>,
    pub faults: Faults,
    pub recorder: Recorder,
    pub rates: Rates,
    /// How often a bot is to send a heartbeat.
    pub heartbeat: Duration,
    /// How long a bot has for its first answer to an interaction.
    pub answer_within: Duration,
    /// How often something has changed that somebody could see.
    pub changes: u64,
    /// At how many interactions those that are over are put away.
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

    /// The world, for a moment.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The guild's channels as they are at the start.
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
    /// A sandbox as it is at the start.
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
            commands: Vec::new(),
            interactions: HashMap::new(),
            modals: HashMap::new(),
            sessions: Sessions::default(),
            feeds: UserKey::ALL.into_iter().map(|key| (key, Feed::starting_at(first_event))).collect(),
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

    /// Whether a channel is among those that a person's client shows.
    pub fn sees(&self, key: UserKey, channel: &Channel) -> bool {
        channel.seen_by(key) && self.may_view(key, channel)
    }

    /// Whether a person may view a channel. Who may not has none of its threads either.
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

    /// The account of one of the people.
    pub fn person(&self, key: UserKey) -> &User {
        &self.users[&key.id()]
    }

    /// The bot's account.
    pub fn bot(&self) -> &User {
        &self.users[&IDS.bot]
    }

    /// What the bot may do in a channel.
    pub fn bot_permissions(&self, channel: &Channel) -> u64 {
        if channel.in_guild() && !self.bot_present { 0 } else { channel.permissions(self.bot()) }
    }

    /// Counts a request of the bot's, and judges it by Discord's limits.
    pub fn admit(&mut self, method: &str, path: &str) -> Ruling {
        let channels = &self.channels;
        let direct = |channel: &str| {
            let id = channel.parse().ok();
            id.and_then(|id: Snowflake| channels.get(&id)).is_some_and(|channel| !channel.in_guild())
        };
        self.rates.admit(method, path, Instant::now(), direct)
    }

    /// Keeps a file for the CDN.
    pub fn keep_file(&mut self, id: Snowflake, content_type: String, bytes: Bytes) {
        self.files.insert(id, StoredFile { content_type, bytes });
        self.file_order.push_back(id);
        if self.file_order.len() > FILES_KEPT
            && let Some(oldest) = self.file_order.pop_front()
        {
            self.files.remove(&oldest);
        }
    }

    /// A file of the CDN.
    pub fn file(&self, id: Snowflake) -> Option<&StoredFile> {
        self.files.get(&id)
    }

    /// All files of the CDN.
    pub fn files(&self) -> Vec<(Snowflake, Bytes)> {
        self.files.iter().map(|(id, file)| (*id, file.bytes.clone())).collect()
    }

    /// The message with this id in this channel.
    pub fn message(&self, channel: Snowflake, id: Snowflake) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&id)
    }

    /// Discord's role objects: the guild's own, lowest first, then those that the bot has made.
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

    /// The role with this id.
    pub fn role(&self, id: Snowflake) -> Option<Value> {
        self.roles().into_iter().find(|role| role["id"] == json!(id))
    }

    /// Opens a person's direct messages with the bot.
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

    /// A channel as a person's client gets it.
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

    /// Shows a channel as it is to all who see it.
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

    /// Adds an event to the feeds of all who see the channel.
    pub fn feed_channel(&mut self, channel: Snowflake, kind: &'static str, data: &Value) {
        for key in UserKey::ALL {
            if self.channels.get(&channel).is_some_and(|channel| self.sees(key, channel)) {
                self.feed(key, kind, data.clone());
            }
        }
    }

    /// Keeps an interaction; those that are long over are put away.
    pub fn keep_interaction(&mut self, interaction: Interaction) {
        if self.interactions.len() >= self.prune_at {
            self.interactions.retain(|_, old| old.delivered.is_none_or(|at| at.elapsed() < TOKEN_LIFE * 2));
            self.prune_at = (self.interactions.len() * 2).max(INTERACTIONS);
        }
        self.interactions.insert(interaction.id, interaction);
    }

    /// Sends an event to the bot's sessions that should get it.
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

    /// Takes the bot out of the guild.
    pub fn remove_bot(&mut self) {
        self.bot_present = false;
        let data = json!({"id": IDS.guild, "unavailable": false});
        self.emit(&GatewayEvent { name: "GUILD_DELETE", data, intent: 1, direct: false });
    }

    /// Makes a deleted channel again, empty, if it was one of the first.
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

/// Something the gateway tells the bot.
#[derive(Clone, Debug)]
pub(crate) struct GatewayEvent {
    pub name: &'static str,
    pub data: Value,
    /// The intent bit it needs; 0 for none.
    pub intent: u64,
    /// Whether it belongs to direct messages, which only the first shard gets.
    pub direct: bool,
}
