//! What stands in the outbox, and in which queue.

use std::fmt;
use std::str::FromStr;

use crate::game::Seat;

use super::amended::Kept;
use super::open::StoreError;
use super::prompts::PromptMark;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, UnixMs, UserId};

/// Items of one lane go out one after the other; `Display` and `FromStr` are its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// To the match's channel.
    Channel,
    /// To a person.
    Dm(UserId),
    /// To messages in the match's channel that went out without their picture. Of those that wait here only the newest is worth sending.
    Picture,
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel => f.write_str("channel"),
            Self::Dm(user) => write!(f, "dm:{user}"),
            Self::Picture => f.write_str("picture"),
        }
    }
}

impl FromStr for Lane {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let user = || text.strip_prefix("dm:")?.parse().ok().map(|id| Self::Dm(UserId(id)));
        match text {
            "channel" => return Ok(Self::Channel),
            "picture" => return Ok(Self::Picture),
            _ => {}
        }
        user().ok_or_else(|| StoreError::Row(format!("`{text}` is no lane")))
    }
}

/// Something to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewItem {
    /// Where it queues.
    pub lane: Lane,
    /// What it is, in a word.
    pub kind: &'static str,
    /// What it says.
    pub payload: String,
    /// The same at every attempt, at most 25 characters, no other's.
    pub nonce: String,
}

/// Something that has not been sent yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRow {
    pub id: i64,
    pub match_id: MatchId,
    /// Where it queues.
    pub lane: Lane,
    /// What it says.
    pub payload: String,
    /// The same at every attempt.
    pub nonce: String,
    /// How often it has been tried.
    pub attempts: u32,
    /// When it is to be tried.
    pub due: UnixMs,
    /// When it was queued.
    pub created: UnixMs,
    /// Why it was refused, if it was: it is owed all the same.
    pub held: Option<String>,
}

/// Whose refused items are to be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// Everybody's.
    All,
    /// A match's.
    Match(MatchId),
    /// Those of a server's matches.
    Server(GuildId),
}

/// What became of an item that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    pub channel: ChannelId,
    /// As which message.
    pub message: MessageId,
    /// The prompt it shows, if it does: to a seat, or to everyone.
    pub prompt: Option<(PromptMark, Option<Seat>)>,
    /// What is kept of it, where what it shows of the prompt can change.
    pub kept: Option<Kept>,
    /// Whether it is a lobby's card.
    pub card: bool,
    /// The thread that the match is played in from here on.
    pub thread: Option<ChannelId>,
    /// The picture that is to be put to it.
    pub late: Option<NewItem>,
}
