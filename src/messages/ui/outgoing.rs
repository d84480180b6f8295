//! Sends messages by Discord's REST interface.
//!
//! - A send never exceeds its time limit; the dealer decides whether to retry it.
//! - A message whose picture is not drawn in time is sent without it. The picture follows by an edit, a separate item. Of a match's
//!   late pictures only the newest is drawn.
//! - The bot writes to nobody who has not acted: their direct messages count as closed until they do.
//! - A message that an earlier process may have sent is searched for before it is sent again.
//! - If Discord's limits delay messages, a channel's go before direct messages: they have the board and the Order button.

use std::time::Duration;

use serde_json::Value;
use tokio_util::task::TaskTracker;

use crate::ids::{ChannelId, GuildId, MessageId, Snowflake, UnixMs, UserId};
use crate::messages::composed::ComposedMessage;
use crate::messages::retry::backoff;
use crate::messages::transport::{DELETED, OutboxItem, SendError};
use crate::messages::ui::drawing_pool::DrawingPool;
use crate::messages::ui::ephemeral_registry::EphemeralRegistry;
use crate::messages::ui::late_pictures::Drawings;
use crate::messages::ui::posters::Posters;
use crate::messages::ui::render;
use crate::platform::discord::bot_permissions::NEEDED;
use crate::platform::discord::bot_permissions::{is_heard, lacking};
use crate::platform::discord::budget::{Bucket, Urgency};
use crate::platform::discord::message_body::Body;
use crate::platform::discord::recent_cache::Cache;
use crate::platform::discord::rest_client::RestClient;
use crate::platform::sqlite::open::Store;
use crate::uptime::clock::ServiceClock;

/// The longest pause between two attempts of [`Outgoing::send_patiently`].
pub const LONGEST_PAUSE: Duration = Duration::from_secs(32);
/// The number of its retries: about a minute.
const ATTEMPTS: u32 = 6;
/// The number of people remembered here; the store has the others.
const PEOPLE: usize = 20_000;
/// The number of items remembered while they are being sent.
const ITEMS: usize = 10_000;
/// The number of tournaments' messages whose pictures are remembered.
const BRACKETS: usize = 1_000;
/// The number of messages in a page that is read back: the most Discord gives.
const PAGE: u8 = 100;
/// The most pages that are read back.
const PAGES: usize = 10;
/// The time before an item's queueing from which its message is searched for: the clock here may be ahead by this much.
const MARGIN_MS: u64 = 60_000;

/// The beginning of a refusal about an unknown channel.
const UNKNOWN_CHANNEL: &str = "404 10003";

/// The sender of messages.
pub struct Outgoing {
    pub(crate) api: RestClient,
    store: Store,
    clock: ServiceClock,
    pub(crate) drawing: DrawingPool,
    pub(crate) tasks: TaskTracker,
    pub(crate) shown_prompts: EphemeralRegistry,
    pub(crate) dms: Cache<UserId, ChannelId>,
    acquainted: Cache<UserId, ()>,
    /// People whose direct messages are open, as the store knows already.
    reached: Cache<UserId, ()>,
    /// Items with an attempt whose result is unknown.
    tried: Cache<i64, ()>,
    /// The message up to which a channel was searched for an item that may have been sent.
    searched: Cache<i64, u64>,
    pub(crate) drawings: Drawings,
    pub(crate) posters: Posters,
    /// The digest of the pictures in each tournament's message.
    pub(crate) brackets: Cache<MessageId, String>,
}

impl Outgoing {
    /// Creates a sender.
    #[must_use]
    pub fn new(
        api: RestClient,
        store: Store,
        clock: ServiceClock,
        drawing: DrawingPool,
        tasks: TaskTracker,
        shown_prompts: EphemeralRegistry,
    ) -> Self {
        Self {
            api,
            store,
            clock,
            drawing,
            tasks,
            shown_prompts,
            dms: Cache::new(PEOPLE),
            acquainted: Cache::new(PEOPLE),
            reached: Cache::new(PEOPLE),
            tried: Cache::new(ITEMS),
            searched: Cache::new(ITEMS),
            drawings: Drawings::default(),
            posters: Posters::default(),
            brackets: Cache::new(BRACKETS),
        }
    }

    /// Records that a person has just acted, so that the bot may write to them.
    pub fn acquaint(&self, user: UserId) {
        self.acquainted.insert(user, ());
    }

    /// Forgets a person's channel.
    pub fn forget(&self, user: UserId) {
        self.dms.remove(&user);
        self.acquainted.remove(&user);
        self.reached.remove(&user);
    }

    /// Requests a channel from Discord.
    pub async fn fetch_channel(&self, channel: ChannelId) -> Result<(), SendError> {
        self.api.get("place", &format!("/channels/{channel}")).await.map(drop).map_err(of_channel)
    }

    /// Whether Discord says that a channel no longer exists.
    pub async fn is_deleted(&self, channel: ChannelId) -> bool {
        matches!(self.fetch_channel(channel).await, Err(SendError::UnknownChannel { .. }))
    }

    /// Whether a person has acted since the start, or had direct messages open before.
    pub async fn is_acquainted(&self, user: UserId) -> bool {
        if self.acquainted.get(&user).is_some() {
            return true;
        }
        self.store.person(user).await.is_ok_and(|person| person.dm_channel.is_some())
    }

    /// Returns the channel of a person's direct messages, and opens it if necessary.
    pub async fn dm(&self, user: UserId) -> Result<ChannelId, SendError> {
        self.dm_when(user, Urgency::Answer).await
    }

    /// Does the same as [`Self::dm`], with the urgency of the message it is for.
    pub(crate) async fn dm_when(&self, user: UserId, urgency: Urgency) -> Result<ChannelId, SendError> {
        if let Some(channel) = self.known_dm(user).await {
            return Ok(channel);
        }
        self.api.budget().turn(urgency).await;
        let channel = self.api.open_dm(user).await?;
        self.dms.insert(user, channel);
        Ok(channel)
    }

    /// Records that a message has reached a person, so that the bot may write to them after a restart, too.
    pub(crate) async fn has_reached(&self, user: UserId, channel: ChannelId) {
        if self.reached.insert(user, ()).is_none()
            && let Err(error) = self.store.dm_opened(user, channel).await
        {
            self.reached.remove(&user);
            tracing::warn!(%error, "a person's direct-message channel cannot be stored");
        }
    }

    pub(crate) async fn known_dm(&self, user: UserId) -> Option<ChannelId> {
        if let Some(channel) = self.dms.get(&user) {
            return Some(channel);
        }
        let channel = self.store.person(user).await.ok()?.dm_channel?;
        self.dms.insert(user, channel);
        Some(channel)
    }

    /// Sends a message that a person waits for.
    pub async fn send(&self, channel: ChannelId, body: &Body) -> Result<MessageId, SendError> {
        self.api.budget().channel(channel, Bucket::Messages).await;
        self.api.budget().turn(Urgency::Answer).await;
        self.api.send(channel, body).await
    }

    /// Sends a message that is not stored, with retries for about a minute. The body must have a nonce, so that it is not posted twice.
    pub async fn send_patiently(&self, channel: ChannelId, body: &Body) -> Result<MessageId, SendError> {
        let mut attempts = 0;
        loop {
            match self.send(channel, body).await {
                Err(SendError::Retry { after }) if attempts < ATTEMPTS => {
                    tokio::time::sleep(backoff(attempts, LONGEST_PAUSE, after)).await;
                }
                sent => return sent,
            }
            attempts += 1;
        }
    }

    /// Sends an item's message; at its first attempt the clock learns from the message's timestamp.
    pub(crate) async fn send_item(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        body: &Body,
    ) -> Result<MessageId, SendError> {
        let sent = self.clock.moment();
        let first = self.tried.insert(item.id, ()).is_none();
        let message = self.api.send(channel, body).await?;
        self.tried.remove(&item.id);
        if first && !item.look_first {
            self.clock.learn_reply(sent, Snowflake::from(message).ms());
        }
        Ok(message)
    }

    pub(crate) async fn message(&self, channel: ChannelId, message: MessageId) -> Result<Value, SendError> {
        self.api.budget().turn(Urgency::Answer).await;
        self.api.message(channel, message).await
    }

    pub(crate) async fn edit(&self, channel: ChannelId, message: MessageId, body: &Body) -> Result<(), SendError> {
        self.api.budget().channel(channel, Bucket::Edits).await;
        self.api.edit(channel, message, body).await
    }

    /// Returns the messages of a channel since a moment, the oldest first, and only the newest 1,000 of them.
    pub async fn read_back(
        &self,
        channel: ChannelId,
        since: UnixMs,
        urgency: Urgency,
    ) -> Result<Vec<Value>, SendError> {
        let oldest = Snowflake::at(since).0;
        let id = |message: &Value| message["id"].as_str().and_then(|id| id.parse::<u64>().ok()).unwrap_or(0);
        let mut found: Vec<Value> = Vec::new();
        let (mut pages, mut refused) = (0, 0);
        while pages < PAGES {
            let before = found.iter().map(id).min();
            // A busy conversation has more messages than Discord returns at once.
            self.api.budget().channel(channel, Bucket::Reads).await;
            self.api.budget().turn(urgency).await;
            let page = match self.api.messages(channel, before, PAGE).await {
                // Pages already read are kept.
                Err(SendError::Retry { after }) if !after.is_zero() && refused < PAGES => {
                    refused += 1;
                    continue;
                }
                page => page?,
            };
            pages += 1;
            let whole = page.len() == usize::from(PAGE);
            let reached = page.iter().any(|message| id(message) < oldest);
            found.extend(page.into_iter().filter(|message| id(message) >= oldest));
            if reached || !whole {
                break;
            }
        }
        found.sort_by_key(id);
        Ok(found)
    }

    /// Searches for an earlier message from this item; returns it, and whether it has its picture.
    pub(crate) async fn sent_before(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
    ) -> Result<Option<(MessageId, bool)>, SendError> {
        let marker = render::marker(item);
        let until = Snowflake::at(item.tried.plus(MARGIN_MS)).0;
        let since = UnixMs(item.created.0.saturating_sub_unsigned(MARGIN_MS));
        // A search that takes longer than one attempt continues at its last position.
        let mut after = self.searched.get(&item.id).unwrap_or(Snowflake::at(since).0);
        loop {
            self.api.budget().channel(channel, Bucket::Reads).await;
            self.api.budget().turn(Urgency::Public).await;
            let page = self.api.messages_after(channel, after, PAGE).await?;
            let found = page.iter().find(|message| carries(&message["components"], &marker));
            if let Some((message, id)) = found.and_then(|message| Some((message, id_of(message)?))) {
                let pictured = message["attachments"].as_array().is_some_and(|files| !files.is_empty());
                return Ok(Some((MessageId(id), pictured)));
            }
            let newest = page.iter().filter_map(id_of).max().unwrap_or(u64::MAX);
            if page.len() < usize::from(PAGE) || newest > until {
                return Ok(None);
            }
            after = newest;
            self.searched.insert(item.id, after);
        }
    }

    /// Returns the message without its mention of a role, if the mention would notify nobody.
    pub(crate) async fn without_unheard(&self, guild: GuildId, message: &ComposedMessage) -> Option<ComposedMessage> {
        let ComposedMessage::Public(public) = message else { return None };
        if is_heard(&self.api, guild, public.words.notify_role?).await != Some(false) {
            return None;
        }
        let mut public = public.clone();
        public.words.notify_role = None;
        Some(ComposedMessage::Public(public))
    }

    /// Returns a channel's reason for a refusal, with the permissions that the bot lacks there, if any.
    pub(crate) async fn explained(&self, channel: ChannelId, why: String) -> String {
        match lacking(&self.api, channel, NEEDED).await {
            Some(missing) => format!("{why}; I lack {missing} there"),
            None => why,
        }
    }
}

pub(crate) fn id_of(message: &Value) -> Option<u64> {
    message["id"].as_str()?.parse().ok()
}

/// Whether the custom id of a button among a message's components has this beginning.
pub(crate) fn carries(components: &Value, marker: &str) -> bool {
    match components {
        Value::Array(parts) => parts.iter().any(|part| carries(part, marker)),
        Value::Object(part) => {
            part.get("custom_id").and_then(Value::as_str).is_some_and(|id| id.starts_with(marker))
                || part.get("components").is_some_and(|inner| carries(inner, marker))
        }
        _ => false,
    }
}

/// Turns a refusal about a deleted channel into [`SendError::UnknownChannel`].
pub(crate) fn of_channel(refused: SendError) -> SendError {
    match refused {
        SendError::Forbidden { why } if why.starts_with(UNKNOWN_CHANNEL) => {
            SendError::UnknownChannel { why: DELETED.to_owned() }
        }
        other => other,
    }
}
