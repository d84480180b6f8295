//! What external objects show.

use std::sync::Arc;

use serde::Serialize;

use crate::game::{BySeat, Outcome, Picture, Seat};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::live::store::rows::MatchRow;
use crate::messages::spec::Finished;
use crate::messages::store::shown::Shown;
use crate::table::Header;

/// The match that an object is about, for readers who do not follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Which {
    pub match_id: MatchId,
    pub guild: GuildId,
    /// Where it is played.
    pub channel: ChannelId,
    pub game: String,
    /// Its preset's id.
    pub preset: Option<String>,
    /// Its tournament and round, or its number in its series, in words.
    pub part: Option<String>,
    pub names: BySeat<String>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultCard {
    pub of: Which,
    /// How it ended; nothing if the end was reverted.
    pub outcome: Option<Outcome>,
    /// Each seat's score, and what it counts.
    pub score: Option<(BySeat<String>, String)>,
    /// Whether it was opened without a host's rights.
    pub friendly: bool,
    /// The match for the poster that goes with it.
    pub finished: Option<Arc<Finished>>,
}

/// A match in the calendar.
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
    /// The event is deleted.
    NoEvent(GuildId),
    /// The thread is archived.
    Archive,
    Showing(Box<Showing>),
}

impl Object {
    /// What of it can change.
    #[must_use]
    pub fn shown(&self) -> Shown {
        match self {
            Self::Result(card) => Shown::of(&ResultCard { finished: None, ..card.clone() }),
            Self::Event(plan) => Shown::of(plan),
            Self::NoEvent(_) | Self::Archive | Self::Showing(_) => Shown::Fixed,
        }
    }
}

/// How a match is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// As one player sees it, after each step.
    Seat(Seat),
    /// Everything, of each step once the next one is over.
    Late,
    /// Everything at once, what is sealed too.
    All,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    /// How many entries of the record have been shown with it.
    pub upto: u32,
    /// Where the match stands.
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
    pub post: Post,
    /// Who must not read it.
    pub players: Vec<(UserId, String)>,
}

/// Whether a change of a match concerns its external objects, its tournament or the statistics.
pub fn matters(before: &MatchRow, after: &MatchRow) -> bool {
    before.outcome != after.outcome
        || before.starts != after.starts
        || before.status != after.status
        || before.stage != after.stage
}

/// The match as an object names it.
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
