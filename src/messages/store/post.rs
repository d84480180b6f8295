//! A post: a message that is pending, open or closed, and its owner.

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::game::Seat;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::messages::store::content_digest::ContentDigest;

/// The match, tournament or game draft that a message belongs to; its text is used in logs and nonces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Display)]
pub enum Owner {
    #[display("{0}")]
    Match(MatchId),
    /// A tournament, by the interaction that opened it.
    #[display("tournament {0}")]
    Tournament(Snowflake),
    /// A game draft, by the interaction that began it.
    #[display("draft {0}")]
    GameDraft(Snowflake),
}

impl Owner {
    /// Returns the match, if the owner is one.
    pub const fn match_id(self) -> Option<MatchId> {
        match self {
            Self::Match(id) => Some(id),
            Self::Tournament(_) | Self::GameDraft(_) => None,
        }
    }

    /// Returns the owner's id column in `posts`, and the id.
    pub(crate) const fn key(self) -> (&'static str, i64) {
        match self {
            Self::Match(id) => ("match_id", id.0),
            Self::Tournament(id) => ("tournament_id", id.0.cast_signed()),
            Self::GameDraft(id) => ("game_draft_id", id.0.cast_signed()),
        }
    }
}

impl From<MatchId> for Owner {
    fn from(id: MatchId) -> Self {
        Self::Match(id)
    }
}

/// A lane: posts that are sent one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Lane {
    /// The owner's channel.
    Channel,
    /// A person's direct messages.
    #[display("dm:{0}")]
    Dm(UserId),
    /// Late pictures of messages in the match's channel.
    Picture,
    /// External objects.
    #[display("{0}")]
    External(External),
}

/// An external object of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "lowercase")]
pub enum External {
    /// The result card, in the server's results channel.
    Result,
    /// The event in the server's calendar.
    Event,
    /// The archiving of the match's thread.
    #[serde(rename = "archive")]
    #[display("archive")]
    ArchivedThread,
    /// Messages for spectators.
    Spectators,
    /// Messages for commentators.
    Commentators,
}

impl External {
    /// Objects that show the match to people who do not play it.
    pub const FEEDS: [Self; 2] = [Self::Spectators, Self::Commentators];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Event => "event",
            Self::ArchivedThread => "archive",
            Self::Spectators => "spectators",
            Self::Commentators => "commentators",
        }
    }
}

impl Lane {
    /// Whether only the newest of the lane's posts is worth sending.
    pub(crate) const fn keeps_newest(self) -> bool {
        matches!(self, Self::Picture | Self::External(_))
    }

    /// Whether the people of the match wait for the lane's posts.
    pub(crate) const fn is_awaited(self) -> bool {
        !matches!(self, Self::External(_))
    }
}

/// The prompt that a post shows, and its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shows {
    pub mark: StepId,
    /// The seat of the prompt; `None` if it asks everyone.
    pub seat: Option<Seat>,
    /// The only reader; `None` for everyone.
    pub user: Option<UserId>,
}

/// The stored kinds of posts that the store or a commit treats differently. `QueuedMessage::facts` returns them.
pub mod kinds {
    /// A tournament's message.
    pub const BRACKET: &str = "tournament";
    pub const PICTURE: &str = "picture";
    pub const PUBLIC: &str = "public";
    /// The beginning of a match's messages in another channel.
    pub const RELOCATED: &str = "relocated";
    pub const THREAD: &str = "thread";
}

/// A post to be queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPost {
    pub lane: Lane,
    /// The kind, in a word.
    pub kind: &'static str,
    /// The content: a `QueuedMessage` as JSON.
    pub payload: String,
    /// The prompt that the post shows, if any.
    pub shows: Option<Shows>,
    /// See [`Post::about_number`].
    pub about_number: Option<u32>,
    /// The earliest time to send it, if later than now.
    pub not_before: Option<UnixMs>,
}

/// The state of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum PostState {
    /// Waits to be sent.
    Pending,
    /// Was sent, and can still change.
    Open,
    /// Was sent, and stays unchanged.
    Closed,
    /// Was never sent.
    Dropped,
}

/// A message of a match, tournament or game draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// The number; a later post has a higher one.
    pub id: i64,
    pub owner: Owner,
    /// The lane that sends it.
    pub lane: Lane,
    pub kind: String,
    /// The content as JSON, while the post can still be sent or changed.
    pub payload: String,
    pub state: PostState,
    /// The time of the queueing.
    pub created: UnixMs,
    /// The time of the next attempt. For a prompt shown in an older message: the time since which it is shown.
    pub next_attempt: UnixMs,
    /// The number of attempts.
    pub attempts: u32,
    /// The reason for a refusal; a refused post is still sent later.
    pub held: Option<String>,
    pub at: Option<(ChannelId, MessageId)>,
    pub shows: Option<Shows>,
    /// The digest of the content as shown, for any message that can change.
    pub shown: ContentDigest,
    /// What the post is about, as a number. A public message: the number of the host's entry that it reports. An order reminder: the
    /// number of steps begun (`StepId::begun`). A feed's message: the number of entries shown so far. Its column is `entry`.
    pub about_number: Option<u32>,
    /// Whether the database has the post.
    pub(crate) stored: bool,
}

impl Post {
    pub(crate) fn new(id: i64, owner: Owner, new: NewPost, now: UnixMs) -> Self {
        let NewPost { lane, kind, payload, shows, about_number, not_before } = new;
        Self {
            id,
            owner,
            lane,
            kind: kind.to_owned(),
            payload,
            state: PostState::Pending,
            created: now,
            next_attempt: not_before.unwrap_or(now),
            attempts: 0,
            held: None,
            at: None,
            shows,
            shown: ContentDigest::Fixed,
            about_number,
            stored: false,
        }
    }

    /// Returns the nonce, 22 characters long: the same at every attempt, and unique to the post.
    pub fn nonce(&self) -> String {
        let hash = Sha256::digest(format!("{} {} {}", self.owner, self.id, self.created.0));
        format!("{:022x}", hash.iter().take(11).fold(0_u128, |all, byte| all << 8 | u128::from(*byte)))
    }

    /// Returns the time since which the post is shown; a message can be older than the post that it shows.
    pub(crate) fn shown_since(&self) -> Option<Snowflake> {
        self.at.map(|(_, message)| Snowflake(message.0).max(Snowflake::at(self.next_attempt)))
    }

    /// Whether its message names people and is edited when somebody is erased.
    pub(crate) fn names_people(&self) -> bool {
        let is_object = matches!(self.lane, Lane::External(External::Result | External::Event));
        self.at.is_some()
            && (self.kind == kinds::BRACKET || (self.owner.match_id().is_some() && is_object && !self.shown.is_fixed()))
    }

    pub(crate) fn is_pending(&self) -> bool {
        self.state == PostState::Pending
    }

    pub(crate) fn drops(&mut self, why: &str) {
        self.state = PostState::Dropped;
        self.payload.clear();
        tracing::debug!(owner = %self.owner, post = self.id, why, "a post is dropped");
    }
}

/// The reason why a deleted channel takes no messages, in words.
pub const DELETED: &str = "it has been deleted";

/// The refused posts to retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryScope {
    /// All posts.
    All,
    /// The posts of one owner.
    Of(Owner),
    /// The posts of a server.
    Server(GuildId),
}

/// The effects of a post's arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    pub channel: ChannelId,
    pub message: MessageId,
    /// The content as shown.
    pub shown: ContentDigest,
    /// Whether the post is a lobby's card.
    pub card: bool,
    /// The thread in which the match continues.
    pub thread: Option<ChannelId>,
    /// The late picture to add.
    pub late: Option<NewPost>,
}
