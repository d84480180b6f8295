//! Reads direct messages that were sent while the gateway was disconnected.
//!
//! - Everyone's newest page is requested before anyone's second, within the same allowance as all requests. A person's messages are
//!   handled once all of them are read; a match waits for its own players only.
//! - Messages that were answered, left out or edited are not read as orders.
//! - Reading is retried until Discord gives the messages or says that there are none.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serenity::all::Message;

use crate::ids::{MessageId, Snowflake, UnixMs, UserId};
use crate::messages::transport::SendError;
use crate::platform::discord::budget::Urgency;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::rate_limiter::{Allowance, DmDecision, too_many_words};
use crate::platform::discord::{Bot, dm_orders};
use crate::uptime::pending_events::Session;

/// The time before a gap that is read back, too, in ms.
const READ_BACK_MS: u64 = 10 * 60 * 1_000;
/// The longest pause between two attempts.
const PAUSE: Duration = Duration::from_secs(30);

/// Reads the messages that players typed before a gateway session began.
pub async fn catch_up(bot: &Arc<Bot>, session: Session) {
    let before =
        |well: Option<UnixMs>| UnixMs(well.unwrap_or_else(|| bot.clock.now()).0.saturating_sub_unsigned(READ_BACK_MS));
    let since = before(bot.dealer.any_unread_since());
    let mut pause = Duration::from_secs(1);
    let users = loop {
        match bot.dealer.playing_since(since).await {
            Ok(users) => break users,
            Err(error) => tracing::warn!(%error, "the current players cannot be read; trying again"),
        }
        if !wait(bot, session, &mut pause, Duration::ZERO).await {
            return;
        }
    };
    bot.dealer.set_authors_to_read(session, &users);
    for user in users {
        let (since, bot) = (before(bot.dealer.unread_since(user)), Arc::clone(bot));
        bot.tasks.clone().spawn(async move { read_one(&bot, session, user, since).await });
    }
}

async fn read_one(bot: &Arc<Bot>, session: Session, user: UserId, since: UnixMs) {
    let mut pause = Duration::from_secs(1);
    let mut tried = 0_u32;
    loop {
        let after = match read_back(bot, user, since).await {
            Ok(()) => break,
            Err(Trouble::Gone) => {
                tracing::warn!(%user, "a person's direct-message channel does not exist");
                break;
            }
            Err(Trouble::Again { after, why }) => {
                tried += 1;
                if tried == 3 {
                    tracing::warn!(%user, why, "a person's direct messages cannot be read back; trying again");
                }
                after
            }
        };
        if !wait(bot, session, &mut pause, after).await {
            return;
        }
    }
    bot.dealer.mark_read(session, user);
}

/// Pauses before another attempt; returns whether to make it.
async fn wait(bot: &Bot, session: Session, pause: &mut Duration, least: Duration) -> bool {
    tokio::time::sleep((*pause).max(least)).await;
    *pause = (*pause * 2).min(PAUSE);
    bot.dealer.is_current(session) && !bot.tasks.is_closed()
}

/// The reason why messages are not read.
enum Trouble {
    /// The channel does not exist.
    Gone,
    Again {
        after: Duration,
        why: String,
    },
}

impl From<SendError> for Trouble {
    fn from(undelivered: SendError) -> Self {
        match undelivered {
            SendError::Forbidden { .. }
            | SendError::UnknownChannel { .. }
            | SendError::UnknownMessage
            | SendError::DmClosed
            | SendError::NotAcquainted => Self::Gone,
            SendError::Retry { after } => Self::Again { after, why: "Discord is busy or out of reach".to_owned() },
            SendError::Rejected { why } => Self::Again { after: PAUSE, why },
        }
    }
}

impl From<crate::platform::sqlite::error::StoreError> for Trouble {
    fn from(error: crate::platform::sqlite::error::StoreError) -> Self {
        Self::Again { after: Duration::ZERO, why: error.to_string() }
    }
}

/// Reads one person's messages back and handles them in the order of sending.
async fn read_back(bot: &Arc<Bot>, user: UserId, since: UnixMs) -> Result<(), Trouble> {
    // A person can have written even if the bot never wrote to them.
    let channel = match bot.outgoing.dm_when(user, Urgency::Reading).await {
        Ok(channel) => channel,
        Err(again @ SendError::Retry { .. }) => return Err(again.into()),
        Err(_) => return Ok(()),
    };
    let messages = bot.outgoing.read_back(channel, since, Urgency::Reading).await?;
    let out = bot.store.ignored_dms(since).await?;
    let sorted = sort(bot, user, &messages, &out);
    bot.store.ignore_dms(&sorted.left_out).await?;
    for (message, what) in sorted.heard {
        // A message that the gateway also delivers is handled once.
        if !bot.is_new_message(message.id.get()) {
            continue;
        }
        let (way, bot) = (Some(bot.dealer.expect(user, Snowflake(message.id.get()))), Arc::clone(bot));
        bot.tasks.clone().spawn(async move {
            match what {
                Heard::Words => dm_orders::read(&bot, &message, way).await,
                Heard::Changed => dm_orders::reply(&bot, &message, Body::text(CHANGED)).await,
                Heard::TooMany => dm_orders::reply(&bot, &message, Body::text(too_many_words().words())).await,
            }
        });
    }
    Ok(())
}

/// The answer to a message that was edited before it was read.
const CHANGED: &str = "You edited this message before I could read it. Type your order again.";

/// The result of reading a message back.
enum Heard {
    Words,
    Changed,
    /// The first skipped message beyond the sender's allowance.
    TooMany,
}

struct Sorted {
    heard: Vec<(Message, Heard)>,
    left_out: Vec<MessageId>,
}

fn sort(bot: &Bot, user: UserId, messages: &[Value], out: &HashSet<MessageId>) -> Sorted {
    let messages: Vec<Message> =
        messages.iter().filter_map(|message| serde_json::from_value(message.clone()).ok()).collect();
    // Anybody can reply to a message; only the bot's own replies answer it.
    let answers = messages.iter().filter(|message| message.author.id == bot.me);
    let answered: HashSet<_> = answers.filter_map(|message| message.message_reference.as_ref()?.message_id).collect();
    let mut allowance = Allowance::default();
    let mut sorted = Sorted { heard: Vec::new(), left_out: Vec::new() };
    let mut own = messages.into_iter().filter(|message| message.author.id.get() == user.0).peekable();
    while let Some(message) = own.next() {
        let id = MessageId(message.id.get());
        let next = own.peek().map(|next| Snowflake(next.id.get()));
        let turn = allowance.turn_before(bot.writing.pace(), Snowflake(id.0), next);
        if answered.contains(&message.id) || out.contains(&id) {
            continue;
        }
        match turn {
            DmDecision::Skipped { first } => {
                sorted.left_out.push(id);
                if first {
                    sorted.heard.push((message, Heard::TooMany));
                }
            }
            _ if message.edited_timestamp.is_some() => sorted.heard.push((message, Heard::Changed)),
            _ => sorted.heard.push((message, Heard::Words)),
        }
    }
    sorted
}
