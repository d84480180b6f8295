//! The content of external objects.

use std::sync::Arc;

use serde::Serialize;

use crate::game::{BySeat, Outcome, Picture, Seat};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::live::store::match_row::MatchRow;
use crate::messages::spec::Finished;
use crate::messages::store::shown::Shown;
use crate::table::Header;

/// The match of an object, for readers who do not follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Which {
    pub match_id: MatchId,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub game: String,
    /// The preset's id.
    pub preset: Option<String>,
    /// Its tournament and round, or its number in its series, in words.
    pub part: Option<String>,
    pub names: BySeat<String>,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultCard {
    pub of: Which,
    /// The outcome; `None` if the end was reverted.
    pub outcome: Option<Outcome>,
    /// Each seat's score, and its unit.
    pub score: Option<(BySeat<String>, String)>,
    /// Whether the match was opened without a host's rights.
    pub friendly: bool,
    /// The time of the end.
    pub ended: Option<UnixMs>,
    /// The score of its series after the match, when the card is posted.
    pub standing: Option<String>,
    /// The finished match for the poster.
    pub finished: Option<Arc<Finished>>,
}

/// A match as a calendar event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub of: Which,
    pub starts: UnixMs,
}

/// The desired content of an external object.
#[derive(Clone, Debug, PartialEq)]
pub enum Object {
    Result(ResultCard),
    Event(Plan),
    /// Deletes the event.
    NoEvent(GuildId),
    /// Archives the thread.
    Archive,
    Showing(Box<Showing>),
}

impl Object {
    /// Returns the content that can change.
    #[must_use]
    pub fn shown(&self) -> Shown {
        match self {
            Self::Result(card) => Shown::of(&ResultCard { finished: None, standing: None, ..card.clone() }),
            Self::Event(plan) => Shown::of(plan),
            Self::NoEvent(_) | Self::Archive | Self::Showing(_) => Shown::Fixed,
        }
    }
}

/// The part of a match that a reader sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// The view of one player, after each step.
    Seat(Seat),
    /// Everything, with a delay: each step once the next step is over.
    Late,
    /// Everything at once, including sealed orders.
    All,
}

/// One message about a match.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedPost {
    /// The number of the record's entries that have been shown with it.
    pub upto: u32,
    /// The stage of the match.
    pub stage: String,
    pub lines: Vec<String>,
    /// The board and its alt text.
    pub board: Option<(Picture, String)>,
}

/// A message for spectators or commentators.
#[derive(Clone, Debug, PartialEq)]
pub struct Showing {
    pub of: Which,
    pub sees: Sees,
    pub post: FeedPost,
    /// People who must not read the message.
    pub players: Vec<(UserId, String)>,
}

/// Whether a change of a match concerns its external objects, its tournament or the statistics.
pub fn matters(before: &MatchRow, after: &MatchRow) -> bool {
    before.outcome != after.outcome
        || before.starts != after.starts
        || before.status != after.status
        || before.stage != after.stage
}

/// Returns the match for an object.
pub fn which(row: &MatchRow) -> Which {
    Which {
        match_id: row.id,
        guild: row.guild,
        channel: row.channel,
        game: row.game.clone(),
        preset: Header::read(&row.header).ok().and_then(|header| header.preset),
        part: row.part.as_ref().map(|part| part.words.clone()),
        names: row.names.clone(),
    }
}
