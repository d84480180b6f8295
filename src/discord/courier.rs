//! Sending what the dealer wants sent.
//!
//! - A send never takes longer than its limit; whether it is tried again is the dealer's business.
//! - A message whose picture is not drawn soon goes out without it, and the picture follows by an edit, which is a parcel of its own.
//! - Nobody is written to who has not acted: their direct messages count as closed until they do.
//! - A message that may have been sent by an earlier life is looked for before it is sent again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use serde_json::json;
use serenity::all::{ActionRowComponent, ButtonKind, Http, HttpError, Message, MessagePagination};
use serenity::http::RatelimitInfo;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

use super::body::{Body, File};
use super::error::Error;
use super::health::Health;
use super::limits::Limits;
use super::picture::Easel;
use super::render;
use super::reply::SEND_WITHIN;
use super::tally::{self, Sent};
use crate::dealer::{
    Address, ChannelId, Courier, Delivered, Late, MessageId, Notice, Parcel, ServiceClock, Snowflake, Undelivered,
    UnixMs, UserId,
};
use crate::store::Store;

/// How long a message waits for its picture.
const PICTURE_WITHIN: Duration = Duration::from_millis(300);
/// The longest pause between two attempts of what is tried for a while.
const LONGEST_PAUSE: Duration = Duration::from_secs(32);
/// How many messages are read back at a time: the most Discord gives.
const PAGE: u8 = 100;
/// How many times as many are read back at most.
const PAGES: usize = 10;
/// How long before a parcel was queued its message is looked for: by so much our clock may be ahead.
const MARGIN_MS: u64 = 60_000;

/// Sends by Discord's REST interface.
pub struct Post {
    http: Arc<Http>,
    store: Store,
    clock: ServiceClock,
    easel: Easel,
    tasks: TaskTracker,
    health: Health,
    limits: Limits,
    dms: Mutex<HashMap<UserId, ChannelId>>,
    acquainted: Mutex<HashSet<UserId>>,
    /// Parcels whose sending was begun and not seen to its end.
    tried: Mutex<HashSet<i64>>,
    /// Pictures being drawn for messages that went out without them.
    drawings: Mutex<HashMap<MessageId, JoinHandle<Result<File, Error>>>>,
}

impl Post {
    /// Sends through a client.
    #[must_use]
    pub fn new(
        http: Arc<Http>,
        store: Store,
        clock: ServiceClock,
        easel: Easel,
        tasks: TaskTracker,
        health: Health,
    ) -> Self {
        Self {
            http,
            store,
            clock,
            easel,
            tasks,
            health,
            limits: Limits::default(),
            dms: Mutex::default(),
            acquainted: Mutex::default(),
            tried: Mutex::default(),
            drawings: Mutex::default(),
        }
    }

    /// Takes note that a person has just acted, so that they may be written to.
    pub fn acquaint(&self, user: UserId) {
        self.acquainted.lock().unwrap_or_else(PoisonError::into_inner).insert(user);
    }

    /// Takes note that serenity waits for a limit of Discord's.
    pub fn limited(&self, limit: &RatelimitInfo) {
        self.limits.note(limit);
    }

    /// Whether a person has acted since the start, or had direct messages open before.
    pub async fn is_acquainted(&self, user: UserId) -> bool {
        if self.acquainted.lock().unwrap_or_else(PoisonError::into_inner).contains(&user) {
            return true;
        }
        self.store.person(user).await.is_ok_and(|person| person.dm_channel.is_some())
    }

    /// The channel of a person's direct messages, opened if it is not.
    ///
    /// # Errors
    /// Discord does not open it.
    pub async fn dm(&self, user: UserId) -> Result<ChannelId, Undelivered> {
        let known = self.dms.lock().unwrap_or_else(PoisonError::into_inner).get(&user).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        let wanted = json!({ "recipient_id": user.0.to_string() });
        let opened = self.http.create_private_channel(&wanted);
        let opened = self.within("open-dm", "/users/@me/channels", opened).await?;
        let channel = ChannelId(opened.id.get());
        self.dms.lock().unwrap_or_else(PoisonError::into_inner).insert(user, channel);
        Ok(channel)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Discord does not take it.
    pub async fn send(&self, channel: ChannelId, body: &Body) -> Result<MessageId, Undelivered> {
        let sent = self.http.send_message(channel.0.into(), body.files(), body);
        let message = self.within("message", &format!("/channels/{channel}/messages"), sent).await?;
        Ok(MessageId(message.id.get()))
    }

    /// Sends a message that nobody keeps to send it again: tries for a while. It must be one that cannot be posted twice.
    ///
    /// # Errors
    /// Discord does not take it.
    pub async fn send_patiently(&self, channel: ChannelId, body: &Body) -> Result<MessageId, Undelivered> {
        let mut patience = Patience::default();
        loop {
            let sent = self.send(channel, body).await;
            if !patience.again(&sent).await {
                return sent;
            }
        }
    }

    /// Sends a parcel's message, and learns the time from it if it cannot be one that was sent before.
    async fn send_parcel(&self, channel: ChannelId, parcel: &Parcel, body: &Body) -> Result<MessageId, Undelivered> {
        let sent = self.clock.moment();
        let first = self.tried.lock().unwrap_or_else(PoisonError::into_inner).insert(parcel.id);
        let message = self.send(channel, body).await?;
        self.tried.lock().unwrap_or_else(PoisonError::into_inner).remove(&parcel.id);
        if first && !parcel.retry_after_restart {
            self.clock.learn_reply(sent, Snowflake::from(message).ms());
        }
        Ok(message)
    }

    async fn edit(&self, channel: ChannelId, message: MessageId, body: &Body) -> Result<(), Undelivered> {
        let edit = self.http.edit_message(channel.0.into(), message.0.into(), body, body.files());
        self.within("edit", &format!("/channels/{channel}/messages/{message}"), edit).await.map(drop)
    }

    /// Waits for a request to a path, but not for ever. That Discord says to wait is an answer too.
    async fn within<T>(
        &self,
        route: &'static str,
        path: &str,
        request: impl Future<Output = serenity::Result<T>>,
    ) -> Result<T, Undelivered> {
        let began = Instant::now();
        let answer = tokio::time::timeout(SEND_WITHIN, request).await;
        tally::sent(route, answer.as_ref().map_or(Sent::Lost, Sent::of));
        let (outcome, heard) = match answer {
            Ok(Ok(done)) => (Ok(done), true),
            Ok(Err(error)) => {
                let limited = is_limited(&error);
                let why = why(error);
                let heard = limited || !matches!(why, Undelivered::Again { .. });
                (Err(why), heard)
            }
            Err(_) => {
                let left = self.limits.left(path, began);
                (Err(Undelivered::Again { after: left.unwrap_or_default() }), left.is_some())
            }
        };
        self.health.rest(heard);
        outcome
    }

    /// The messages of a channel since a moment, the oldest first; only the newest where they are very many.
    ///
    /// # Errors
    /// Discord does not give them.
    pub async fn read_back(&self, channel: ChannelId, since: UnixMs) -> Result<Vec<Message>, Undelivered> {
        let (oldest, path) = (Snowflake::at(since).0, format!("/channels/{channel}/messages"));
        let mut found: Vec<Message> = Vec::new();
        for _ in 0..PAGES {
            let before = found.iter().map(|message| message.id).min().map(MessagePagination::Before);
            let page =
                self.within("read-back", &path, self.http.get_messages(channel.0.into(), before, Some(PAGE))).await?;
            let whole = page.len() == usize::from(PAGE);
            let reached = page.iter().any(|message| message.id.get() < oldest);
            found.extend(page.into_iter().filter(|message| message.id.get() >= oldest));
            if reached || !whole {
                break;
            }
        }
        found.sort_by_key(|message| message.id);
        Ok(found)
    }

    /// A message of ours that already came from this parcel.
    async fn sent_before(&self, channel: ChannelId, parcel: &Parcel) -> Result<Option<Message>, Undelivered> {
        let since = UnixMs(parcel.created.0.saturating_sub_unsigned(MARGIN_MS));
        let messages = self.read_back(channel, since).await?;
        let marker = render::marker(parcel);
        Ok(messages.into_iter().find(|message| carries(message, &marker)))
    }

    async fn public(&self, channel: ChannelId, parcel: &Parcel, body: Body) -> Result<Delivered, Undelivered> {
        let Some((picture, alt)) = render::picture(&parcel.notice) else {
            let message = self.send_parcel(channel, parcel, &body).await?;
            return Ok(Delivered { channel, message, pictured: true });
        };
        let easel = self.easel.clone();
        let mut drawing = self.tasks.spawn(async move { easel.board(picture, alt).await });
        if let Ok(drawn) = tokio::time::timeout(PICTURE_WITHIN, &mut drawing).await {
            let body = match drawn {
                Ok(Ok(file)) => body.file(file),
                _ => body,
            };
            let message = self.send_parcel(channel, parcel, &body).await?;
            return Ok(Delivered { channel, message, pictured: true });
        }
        let message = self.send_parcel(channel, parcel, &body).await?;
        self.drawings.lock().unwrap_or_else(PoisonError::into_inner).insert(message, drawing);
        Ok(Delivered { channel, message, pictured: false })
    }

    /// Attaches the picture that a message went out without.
    async fn attach(&self, channel: ChannelId, late: &Late) -> Result<(), Undelivered> {
        let begun = self.drawings.lock().unwrap_or_else(PoisonError::into_inner).remove(&late.message);
        let drawn = match begun {
            Some(drawing) => drawing.await.ok(),
            None => Some(self.easel.board(late.picture.clone(), late.alt.clone()).await),
        };
        let Some(Ok(file)) = drawn else {
            return Err(Undelivered::Broken { why: "the picture cannot be drawn".to_owned() });
        };
        self.edit(channel, late.message, &Body::picture(file)).await
    }
}

/// The [`Post`] as the dealer sees it.
#[derive(Clone)]
pub struct Postman(pub Arc<Post>);

#[async_trait]
impl Courier for Postman {
    async fn deliver(&self, parcel: &Parcel) -> Result<Delivered, Undelivered> {
        let post = &self.0;
        let channel = match parcel.to {
            Address::Channel(channel) => channel,
            Address::Dm(user) if parcel.acted || post.is_acquainted(user).await => post.dm(user).await?,
            Address::Dm(_) => return Err(Undelivered::DmClosed),
        };
        match &parcel.notice {
            Notice::EditCard(_) => {
                let Some(card) = parcel.card else {
                    return Err(Undelivered::Broken { why: "there is no card to change".to_owned() });
                };
                // Discord lets old messages be edited only so often (30046). What is worth saying is said in new ones, which must not wait.
                match post.edit(channel, card, &render::message(parcel)).await {
                    Err(Undelivered::Again { after }) if after > LONGEST_PAUSE => {
                        return Err(Undelivered::Broken {
                            why: "the card is too old to be edited as often".to_owned(),
                        });
                    }
                    edited => edited?,
                }
                return Ok(Delivered { channel, message: card, pictured: true });
            }
            Notice::Picture(late) => {
                post.attach(channel, late).await?;
                return Ok(Delivered { channel, message: late.message, pictured: true });
            }
            Notice::Card(_) | Notice::Public(_) | Notice::Prompt(_) | Notice::Private(_) => {}
        }
        if parcel.retry_after_restart
            && let Some(message) = post.sent_before(channel, parcel).await?
        {
            let pictured = !message.attachments.is_empty();
            return Ok(Delivered { channel, message: MessageId(message.id.get()), pictured });
        }
        let body = render::message(parcel).once(parcel.nonce.clone());
        post.public(channel, parcel, body).await
    }
}

/// How long to go on with what is tried for a while: about a minute, and longer where Discord says so.
struct Patience(Duration);

impl Default for Patience {
    fn default() -> Self {
        Self(Duration::from_secs(1))
    }
}

impl Patience {
    /// Pauses, if there is to be another attempt.
    async fn again<T>(&mut self, outcome: &Result<T, Undelivered>) -> bool {
        let Err(Undelivered::Again { after }) = outcome else { return false };
        if self.0 > LONGEST_PAUSE {
            return false;
        }
        let pause = self.0.max(*after);
        self.0 *= 2;
        tokio::time::sleep(pause).await;
        true
    }
}

fn is_limited(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.status_code.as_u16() == 429)
}

fn carries(message: &Message, marker: &str) -> bool {
    message.components.iter().flat_map(|row| &row.components).any(|component| match component {
        ActionRowComponent::Button(button) => {
            matches!(&button.data, ButtonKind::NonLink { custom_id, .. } if custom_id == marker)
        }
        _ => false,
    })
}

/// What an error means for the message that met it.
fn why(error: serenity::Error) -> Undelivered {
    let serenity::Error::Http(error) = error else {
        return Undelivered::Broken { why: error.to_string() };
    };
    let HttpError::UnsuccessfulRequest(answer) = error else {
        return Undelivered::Again { after: Duration::ZERO };
    };
    let why = format!("{} {}: {}", answer.status_code.as_u16(), answer.error.code, answer.error.message);
    match (answer.error.code, answer.status_code.as_u16()) {
        (50_007 | 50_278 | 40_003, _) => Undelivered::DmClosed,
        (30_046, _) => Undelivered::Broken { why },
        (_, 429) => Undelivered::Again { after: Duration::from_secs(1) },
        (_, 401 | 403 | 404) => Undelivered::Gone { why },
        (_, 500..) => Undelivered::Again { after: Duration::ZERO },
        _ => Undelivered::Broken { why },
    }
}
