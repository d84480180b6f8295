//! A lobby's card.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Contest, Seat};
use crate::ids::{MatchId, UnixMs, UserId};
use crate::lobby::store::offers::Offers;

/// A lobby as its card shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    pub match_id: MatchId,
    #[serde(flatten)]
    pub terms: Terms,
    /// The kind of match.
    #[serde(default)]
    pub contest: Contest,
    pub names: BySeat<String>,
    pub users: BySeat<UserId>,
    /// Which seats a built-in player holds.
    pub bots: BySeat<bool>,
    /// The seats that have pressed Ready.
    pub ready: BySeat<bool>,
    /// When the lobby ends of itself.
    pub expires: UnixMs,
    /// When the first step is to begin, where that is fixed.
    pub starts: Option<UnixMs>,
    /// How long what is asked before the start lasts at least, in ms from when both are ready, where anything is.
    #[serde(default)]
    pub least: Option<u64>,
    /// The offered start times.
    #[serde(default)]
    pub offers: Option<Offers>,
    /// The series' score.
    #[serde(default)]
    pub series: Option<String>,
    /// The match's place in its tournament.
    #[serde(default)]
    pub tournament: Option<String>,
    /// The seat that decides choices such as colours.
    pub advantage: Seat,
    /// The member who opened it.
    pub host: UserId,
    /// Whether it was opened without a host's rights.
    pub friendly: bool,
    /// The step of the record that it continues from, if it does.
    #[serde(default)]
    pub goes_on: Option<String>,
    /// Whether it asks spectators who wins.
    #[serde(default)]
    pub predicts: bool,
    /// The card's state.
    pub state: CardState,
    /// More words about its state.
    #[serde(default)]
    pub said: Vec<String>,
    /// Whom the card does not notify, because they were called a moment ago.
    #[serde(default)]
    pub quiet: BySeat<bool>,
    /// How many matches that count each player has won and lost here, while the lobby is open.
    #[serde(default)]
    pub records: BySeat<Option<[u32; 2]>>,
}

/// The terms of one or several matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub game: String,
    /// The preset's name for people, where there is one.
    pub preset: Option<String>,
    /// Whether the position that it begins from is given.
    #[serde(default)]
    pub set_up: bool,
    /// The names of the texts that its host brought in secret, each with its commitment.
    #[serde(default)]
    pub brought: Vec<(String, String)>,
    /// Values that differ from the preset's: key and value.
    pub options: Vec<(String, String)>,
    /// The agreements that the terms allow, if any.
    #[serde(default)]
    pub agree: Option<String>,
    /// The hours in which no time runs out, where there are any: `22:00–08:00 UTC+1`.
    #[serde(default)]
    pub quiet_hours: Option<String>,
    /// The time of day at which its steps close, where there is one: `21:00 UTC+1`.
    #[serde(default)]
    pub closes: Option<String>,
}

/// The state of a lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardState {
    /// Players are awaited.
    Open,
    /// The match has begun.
    Started,
    /// The match is set, and waits for its start.
    Waiting,
    /// The match is paused or suspended.
    Paused,
    /// The match is over; who won, if anybody did.
    Over(Option<Seat>),
    /// A player does not want to play.
    Declined(Seat),
    /// Somebody took it back.
    Cancelled,
    /// Its time ran out.
    Expired,
}
