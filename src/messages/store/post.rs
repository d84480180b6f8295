//! A post: a message that waits, is open or rests, and its owner.

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::game::Seat;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::messages::store::shown::Shown;

/// The match, tournament or game draft that a message belongs to; its text is its name in logs and nonces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Display)]
pub enum Owner {
    #[display("{0}")]
    Match(MatchId),
    /// By the interaction that opened it.
    #[display("tournament {0}")]
    Tournament(Snowflake),
    /// By the interaction that began it.
    #[display("draft {0}")]
    Draft(Snowflake),
}

impl Owner {
    /// The match, if it is one.
    pub const fn match_id(self) -> Option<MatchId> {
        match self {
            Self::Match(id) => Some(id),
            Self::Tournament(_) | Self::Draft(_) => None,
        }
    }

    /// The column of `posts` with its id, and the id.
    pub(crate) const fn key(self) -> (&'static str, i64) {
        match self {
            Self::Match(id) => ("match_id", id.0),
            Self::Tournament(id) => ("tournament_id", id.0.cast_signed()),
            Self::Draft(id) => ("draft_id", id.0.cast_signed()),
        }
    }
}

impl From<MatchId> for Owner {
    fn from(id: MatchId) -> Self {
        Self::Match(id)
    }
}

/// Posts of one lane go out one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Lane {
    /// To its owner's channel.
    Channel,
    /// To a person.
    #[display("dm:{0}")]
    Dm(UserId),
    /// To messages in the match's channel that went out without their picture.
    Picture,
    /// Beside the match's own messages.
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
    /// The match's thread, to be archived.
    Archive,
    /// What the spectators are shown.
    Spectators,
    /// What the commentators are shown.
    Commentators,
}

impl External {
    /// Those that show the match to people who do not play it.
    pub const FEEDS: [Self; 2] = [Self::Spectators, Self::Commentators];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Event => "event",
            Self::Archive => "archive",
            Self::Spectators => "spectators",
            Self::Commentators => "commentators",
        }
    }
}

impl Lane {
    /// Whether only the newest of its posts is worth sending.
    pub(crate) const fn keeps_newest(self) -> bool {
        matches!(self, Self::Picture | Self::External(_))
    }

    /// Whether the people of the match wait for it.
    pub(crate) const fn is_awaited(self) -> bool {
        !matches!(self, Self::External(_))
    }
}

/// The prompt that a post shows, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shows {
    pub mark: StepId,
    /// Whose prompt it is; nobody's alone where it asks everyone.
    pub seat: Option<Seat>,
    /// Whom it is sent to; nobody for everyone.
    pub user: Option<UserId>,
}

/// Something to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPost {
    /// Where it queues.
    pub lane: Lane,
    /// What it is, in a word.
    pub kind: &'static str,
    /// What it says.
    pub payload: String,
    /// The prompt it shows, if it does.
    pub shows: Option<Shows>,
    /// See [`Post::entry`].
    pub entry: Option<u32>,
    /// Not before when it is sent, where that is later than now.
    pub due: Option<UnixMs>,
}

/// What has become of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum PostState {
    /// It waits to be sent.
    Pending,
    /// It shows a prompt that can still change.
    Open,
    /// It stays as it is.
    Closed,
    /// It was never sent.
    Dropped,
}

/// A message of a match, tournament or game draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Its number; a later post has a higher one.
    pub id: i64,
    pub owner: Owner,
    /// Where it queues, or queued.
    pub lane: Lane,
    pub kind: String,
    /// What it says, as long as it can still be sent or changed.
    pub payload: String,
    pub state: PostState,
    /// When it was queued.
    pub created: UnixMs,
    /// When it is to be tried; of one that is shown in an older message, since when.
    pub due: UnixMs,
    /// How often it has been tried.
    pub attempts: u32,
    /// Why it was refused, if it was: it is owed all the same.
    pub held: Option<String>,
    pub at: Option<(ChannelId, MessageId)>,
    pub shows: Option<Shows>,
    /// What it shows of its prompt, or of an external object.
    pub shown: Shown,
    /// The host's entry that it says, the entries before the step that it reminds of, or how many entries it shows to those who do not play.
    pub entry: Option<u32>,
    /// Whether the database has a row of it.
    pub(crate) stored: bool,
}

impl Post {
    pub(crate) fn new(id: i64, owner: Owner, new: NewPost, now: UnixMs) -> Self {
        let NewPost { lane, kind, payload, shows, entry, due } = new;
        Self {
            id,
            owner,
            lane,
            kind: kind.to_owned(),
            payload,
            state: PostState::Pending,
            created: now,
            due: due.unwrap_or(now),
            attempts: 0,
            held: None,
            at: None,
            shows,
            shown: Shown::Fixed,
            entry,
            stored: false,
        }
    }

    /// The same at every attempt and no other post's: 22 characters.
    pub fn nonce(&self) -> String {
        let hash = Sha256::digest(format!("{} {} {}", self.owner, self.id, self.created.0));
        format!("{:022x}", hash.iter().take(11).fold(0_u128, |all, byte| all << 8 | u128::from(*byte)))
    }

    /// Since when it is shown: a message as old as its id may show it only since a later moment.
    pub(crate) fn shown_since(&self) -> Option<Snowflake> {
        self.at.map(|(_, message)| Snowflake(message.0).max(Snowflake::at(self.due)))
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

/// Why a channel takes nothing that is there no more, in words.
pub const DELETED: &str = "it has been deleted";

/// Whose refused posts are to be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// Everybody's.
    All,
    /// One owner's.
    Of(Owner),
    /// Those of a server.
    Server(GuildId),
}

/// What became of a post that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    pub channel: ChannelId,
    pub message: MessageId,
    /// What it shows of its prompt.
    pub shown: Shown,
    /// Whether it is a lobby's card.
    pub card: bool,
    /// The thread that the match is played in from here on.
    pub thread: Option<ChannelId>,
    /// The picture that is to be put to it.
    pub late: Option<NewPost>,
}
