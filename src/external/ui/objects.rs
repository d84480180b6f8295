//! External objects of a match on Discord: thread, result card, calendar event, and messages for spectators.
//!
//! A message has one thread, whose id is the message's: creating it again does no harm. A result card is found by its button, an
//! event by its name.

use chrono::{DateTime, SecondsFormat};
use reqwest::Method;
use serde_json::{Value, json};
use serenity::all::Permissions;

use crate::external::object::{MatchLabel, Object, Plan, ResultCard};
use crate::game::BySeat;
use crate::games;
use crate::ids::link;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, UnixMs};
use crate::messages::edit::Sent;
use crate::messages::queued_message::{OpenThread, QueuedMessage};
use crate::messages::store::post::External;
use crate::messages::transport::{Delivered, OutboxItem, SendError};
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::messages::ui::outgoing::{Outgoing, id_of};
use crate::messages::ui::render;
use crate::platform::discord::bot_permissions::lacking;
use crate::platform::discord::bot_permissions::{RESULTS, THREADS};
use crate::platform::discord::budget::{Bucket, Urgency};
use crate::platform::discord::message_body::{File, cut};

/// The time without a message after which Discord archives a thread, in minutes: a week, its maximum.
const A_WEEK: u32 = 10_080;
/// The length of a match's calendar event, in ms. Discord requires an end, which nobody knows.
const LASTS_MS: u64 = 2 * 60 * 60 * 1000;
/// Discord's code for a message that has its thread already.
const HAS_THREAD: u32 = 160_004;
/// Discord's codes for places without threads: direct messages and threads.
const NO_THREADS_HERE: [u32; 2] = [50_024, 50_003];
/// Discord's code for an archived thread.
const PUT_AWAY: u32 = 50_083;

/// Whether Discord refused a request with this code.
fn is(refused: &SendError, code: u32) -> bool {
    let (SendError::Rejected { why } | SendError::Forbidden { why }) = refused else { return false };
    why.split([' ', ':']).nth(1) == Some(code.to_string().as_str())
}

impl Outgoing {
    /// Creates a match's thread under its card; returns the channel itself where threads are impossible.
    pub(crate) async fn create_thread(
        &self,
        channel: ChannelId,
        card: MessageId,
        open: &OpenThread,
    ) -> Result<ChannelId, SendError> {
        let wanted = json!({ "name": cut(&open.name, 100), "auto_archive_duration": A_WEEK });
        let path = format!("/channels/{channel}/messages/{card}/threads");
        let thread = match self.api.act("thread", Method::POST, &path, Some(&wanted)).await {
            Ok(made) => id_of(&made).map_or(ChannelId(card.0), ChannelId),
            Err(refused) if is(&refused, HAS_THREAD) => ChannelId(card.0),
            Err(refused) if NO_THREADS_HERE.iter().any(|code| is(&refused, *code)) => return Ok(channel),
            refused => return self.explained_by(THREADS, channel, refused.map(|_| channel)).await,
        };
        for member in &open.members {
            self.api.budget().turn(Urgency::Public).await;
            let path = format!("/channels/{thread}/thread-members/{member}");
            match self.api.act("thread-member", Method::PUT, &path, None).await {
                Err(again @ SendError::Retry { .. }) => return Err(again),
                // A mention in the thread adds the player, too.
                Err(refused) => tracing::warn!(?refused, "a player cannot be added to a match's thread"),
                Ok(_) => {}
            }
        }
        Ok(thread)
    }

    /// Reopens an archived thread that refused a message; returns whether that was possible.
    pub(crate) async fn reopened(&self, channel: ChannelId, refused: &SendError) -> bool {
        is(refused, PUT_AWAY) && self.open_thread(channel, true).await.is_ok()
    }

    async fn open_thread(&self, thread: ChannelId, open: bool) -> Result<(), SendError> {
        let path = format!("/channels/{thread}");
        let whole = json!({ "archived": !open, "locked": !open });
        match self.api.act("thread", Method::PATCH, &path, Some(&whole)).await {
            // Locking needs the permission to manage threads.
            Err(SendError::Forbidden { why }) if why.starts_with("403") => {
                let part = json!({ "archived": !open });
                self.api.act("thread", Method::PATCH, &path, Some(&part)).await.map(drop)
            }
            done => done.map(drop),
        }
    }

    /// Makes an external object in its channel; first searches for an object of an earlier attempt.
    pub(crate) async fn make(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        object: &Object,
    ) -> Result<Delivered, SendError> {
        let listed = matches!(object, Object::Event(_)) && item.attempts > 0;
        if (item.look_first || listed)
            && let Some(found) = self.find(channel, item).await?
        {
            return Ok(found);
        }
        let id = match object {
            Object::Result(card) => {
                let body = render::object(object, &item.nonce).once(item.nonce.clone());
                let poster = self.poster(card).await;
                self.api.budget().channel(channel, Bucket::Messages).await;
                let sent = match poster {
                    Some(poster) => self.api.send(channel, &body.clone().file(poster)).await,
                    None => self.api.send(channel, &body).await,
                };
                let sent = match sent {
                    // The result is posted even without the permission to attach files.
                    Err(SendError::Forbidden { .. } | SendError::Rejected { .. }) => {
                        self.api.send(channel, &body).await
                    }
                    sent => sent,
                };
                self.explained_by(RESULTS, channel, sent).await?.0
            }
            Object::Event(plan) => self.add_event(plan).await?,
            Object::Archive => match self.open_thread(channel, false).await {
                // The thread is deleted, or others have locked it.
                Err(SendError::Forbidden { .. }) => channel.0,
                done => done.map(|()| channel.0)?,
            },
            Object::Showing(showing) => self.show(channel, item, showing).await?.0,
            Object::NoEvent(_) | Object::NoMessage => return Err(SendError::UnknownMessage),
        };
        Ok(Delivered { channel, message: MessageId(id), pictured: true })
    }

    /// Returns the poster of a result, if it can be made.
    async fn poster(&self, card: &ResultCard) -> Option<File> {
        let (picture, alt) = self.posters.of(card.finished.as_ref()?).await?;
        self.drawing.board(picture, alt, DrawPriority::None).await.ok()
    }

    /// Searches for an item's message or external object of an earlier attempt.
    pub(crate) async fn find(&self, channel: ChannelId, item: &OutboxItem) -> Result<Option<Delivered>, SendError> {
        let message = match (&item.queued, item.owner.match_id()) {
            (QueuedMessage::External { what: External::Event, .. }, Some(of)) => {
                self.find_event(item.guild, of).await?.map(MessageId)
            }
            (QueuedMessage::External { what: External::Event | External::ArchivedThread, .. }, _) => None,
            (QueuedMessage::External { .. }, _) => self.sent_before(channel, item).await?.map(|(message, _)| message),
            _ => {
                let found = self.sent_before(channel, item).await?;
                return Ok(found.map(|(message, pictured)| Delivered { channel, message, pictured }));
            }
        };
        Ok(message.map(|message| Delivered { channel, message, pictured: true }))
    }

    /// Edits an external object.
    pub(crate) async fn change(&self, sent: &Sent, id: MessageId, object: &Object) -> Result<(), SendError> {
        self.api.budget().turn(Urgency::Tidy).await;
        match object {
            Object::Result(card) => {
                let body = render::object(object, &sent.nonce).without_files();
                let edited = match self.poster(card).await {
                    Some(poster) => self.edit(sent.channel, id, &body.clone().file(poster)).await,
                    None => return self.edit(sent.channel, id, &body).await,
                };
                match edited {
                    Err(SendError::Forbidden { .. } | SendError::Rejected { .. }) => {
                        self.edit(sent.channel, id, &body).await
                    }
                    edited => edited,
                }
            }
            Object::Event(plan) => self.edit_event(id.0, plan).await,
            Object::NoEvent(guild) => self.delete("event", &format!("{}/{}", events(*guild), id.0)).await,
            Object::NoMessage => self.delete("message", &format!("/channels/{}/messages/{id}", sent.channel)).await,
            Object::Archive | Object::Showing(_) => Ok(()),
        }
    }

    async fn delete(&self, what: &'static str, path: &str) -> Result<(), SendError> {
        match self.api.act(what, Method::DELETE, path, None).await {
            Err(SendError::Forbidden { why }) if why.starts_with("404") => Ok(()),
            done => done.map(drop),
        }
    }

    /// Replaces a refusal's reason by the permissions that the bot lacks in a channel, if it lacks any.
    pub(crate) async fn explained_by<T>(
        &self,
        needed: Permissions,
        channel: ChannelId,
        sent: Result<T, SendError>,
    ) -> Result<T, SendError> {
        let Err(SendError::Forbidden { why }) = sent else { return sent };
        let missing = lacking(&self.api, channel, needed).await;
        Err(SendError::Forbidden { why: missing.map_or(why, |missing| format!("I lack {missing} there")) })
    }

    async fn add_event(&self, plan: &Plan) -> Result<u64, SendError> {
        let (all, wanted) = (events(plan.of.guild), in_calendar(plan));
        let made = self.api.act("event", Method::POST, &all, Some(&wanted)).await?;
        id_of(&made).ok_or_else(|| SendError::Rejected { why: "the answer holds no id".to_owned() })
    }

    /// Returns the calendar event of a match. Other databases may use the same number, but the bot can only edit its own events.
    async fn find_event(&self, guild: GuildId, m: MatchId) -> Result<Option<u64>, SendError> {
        let listed = self.api.get("event", &events(guild)).await?;
        let listed = listed.as_array().map_or(&[][..], Vec::as_slice);
        let ours = |one: &&Value| one["name"].as_str().is_some_and(|name| name.starts_with(&head(m)));
        Ok(listed.iter().find(ours).and_then(id_of))
    }

    async fn edit_event(&self, event: u64, plan: &Plan) -> Result<(), SendError> {
        let path = format!("{}/{event}", events(plan.of.guild));
        match self.api.act("event", Method::PATCH, &path, Some(&in_calendar(plan))).await {
            Err(SendError::Forbidden { why }) if why.starts_with("404") => Err(SendError::UnknownMessage),
            done => done.map(drop),
        }
    }
}

fn events(guild: GuildId) -> String {
    format!("/guilds/{guild}/scheduled-events")
}

/// Returns the beginning of the name of a match's event.
fn head(m: MatchId) -> String {
    format!("Match {m} · ")
}

/// Returns a match as a calendar event.
fn in_calendar(plan: &Plan) -> Value {
    let MatchLabel { match_id, guild, channel, game, preset, names, .. } = &plan.of;
    let game = games::title_of(game, preset.as_deref());
    let BySeat { ec, dmo } = names;
    let time = |at: UnixMs| {
        let at = DateTime::from_timestamp_millis(at.0).unwrap_or_default();
        at.to_rfc3339_opts(SecondsFormat::Secs, true)
    };
    json!({
        "name": cut(&format!("{}{ec} – {dmo}", head(*match_id)), 100),
        "description": cut(&format!("{game}: {ec} against {dmo}."), 1_000),
        "scheduled_start_time": time(plan.starts), "scheduled_end_time": time(plan.starts.plus(LASTS_MS)),
        "privacy_level": 2, "entity_type": 3, "entity_metadata": { "location": link(*guild, *channel) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_known_by_its_code() {
        let refused = |why: &str| SendError::Rejected { why: why.to_owned() };
        assert!(is(&refused("400 160004: A thread has already been created for this message"), HAS_THREAD));
        assert!(!is(&refused("400 50035: 160004"), HAS_THREAD) && !is(&SendError::UnknownMessage, HAS_THREAD));
    }
}
