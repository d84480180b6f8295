//! The content of external objects.

use std::sync::Arc;

use serde::Serialize;

use crate::game::{BySeat, Outcome};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs};
use crate::live::store::match_row::MatchRow;
use crate::messages::composed::Finished;
use crate::messages::store::content_digest::ContentDigest;
use crate::spectators::feed_post::Showing;
use crate::table::{FinalScore, Header};

/// The match of an object, for readers who do not follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchLabel {
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResultCard {
    pub of: MatchLabel,
    /// The outcome; `None` if the end was reverted.
    pub outcome: Option<Outcome>,
    pub score: Option<FinalScore>,
    /// The time of the end.
    pub ended: Option<UnixMs>,
    /// The score of its series after the match.
    pub standing: Option<String>,
    /// The finished match for the poster; it changes no card that is sent.
    #[serde(skip)]
    pub finished: Option<Arc<Finished>>,
}

/// A match as a calendar event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    pub of: MatchLabel,
    pub starts: UnixMs,
}

/// The desired content of an external object.
#[derive(Clone, Debug, PartialEq)]
pub enum Object {
    Result(ResultCard),
    Event(Plan),
    /// Deletes the event.
    NoEvent(GuildId),
    /// Deletes the message.
    NoMessage,
    /// Archives the thread.
    Archive,
    Showing(Box<Showing>),
}

impl Object {
    /// Returns the content that can change.
    #[must_use]
    pub fn digest(&self) -> ContentDigest {
        match self {
            Self::Result(card) => ContentDigest::of(card),
            Self::Event(plan) => ContentDigest::of(plan),
            Self::NoEvent(_) | Self::NoMessage | Self::Archive | Self::Showing(_) => ContentDigest::Fixed,
        }
    }
}

/// Whether a change of a match concerns its external objects, its tournament or the statistics.
pub fn is_news_outside_the_match(before: &MatchRow, after: &MatchRow) -> bool {
    before.outcome != after.outcome
        || before.starts != after.starts
        || before.status != after.status
        || before.stage != after.stage
}

/// Returns the match for an object.
pub fn match_label(row: &MatchRow) -> MatchLabel {
    MatchLabel {
        match_id: row.id,
        guild: row.guild,
        channel: row.channel,
        game: row.game.clone(),
        preset: Header::read(&row.header).ok().and_then(|header| header.preset),
        part: row.part.as_ref().map(|part| part.words.clone()),
        names: row.names.clone(),
    }
}
