//! A match's card.

use serde::Serialize;

use crate::game::{BySeat, Seat};
use crate::live::store::match_row::MatchRow;
use crate::messages::store::content_digest::ContentDigest;

/// The content of a match's card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The match, with the names and the start that the card shows.
    pub row: MatchRow,
    pub state: CardState,
    /// Seats that the card does not notify, because another card pinged them a moment ago.
    pub quiet: BySeat<bool>,
}

impl Card {
    /// Returns the content that can change. Results of other matches change no card.
    pub fn digest(&self) -> ContentDigest {
        let MatchRow { header, users, bots, names, ready, expires, starts, offers, .. } = &self.row;
        ContentDigest::of(&(self.state, header, users, bots, names, ready, expires, starts, offers))
    }
}

/// The terms of one or several matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    pub game: String,
    /// The preset's display name, if there is one.
    pub preset: Option<String>,
    /// Whether the match begins from a given position.
    pub set_up: bool,
    /// The names of texts that the host brought in secret, each with its commitment.
    pub brought: Vec<(String, String)>,
    /// Options that differ from the preset's: key and value.
    pub options: Vec<(String, String)>,
    /// The agreements that the terms allow, if any.
    pub agree: Option<String>,
    /// The hours in which no time runs out, if any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// The time of day at which steps close, if there is one: `21:00 UTC+1`.
    pub closes: Option<String>,
}

/// The state that a card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CardState {
    /// Players are awaited.
    Open,
    /// The match has begun.
    Started,
    /// The match is set and waits for its start.
    Waiting,
    /// The match is paused or suspended.
    Paused,
    /// The match is over, with its winner if there is one.
    Over(Option<Seat>),
    /// A player has declined.
    Declined(Seat),
    /// The match was called off.
    Cancelled,
    /// The lobby's time ran out.
    Expired,
}
