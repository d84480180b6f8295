//! A lobby's card.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Contest, Seat};
use crate::ids::{MatchId, UnixMs, UserId};
use crate::lobby::store::offered_times::Offers;

/// The content of a lobby's card.
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
    /// Seats of built-in players.
    pub bots: BySeat<bool>,
    /// The seats that have pressed Ready.
    pub ready: BySeat<bool>,
    /// The time at which the lobby closes automatically.
    pub expires: UnixMs,
    /// The start of the first step, if it is fixed.
    pub starts: Option<UnixMs>,
    /// The least time from both players' Ready to the start, in ms, if anything is asked before the start.
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
    /// The member who opened the match.
    pub host: UserId,
    /// Whether the match was opened without a host's rights.
    pub friendly: bool,
    /// The step of the record from which the match continues, if it does.
    #[serde(default)]
    pub goes_on: Option<String>,
    /// Whether the card takes predictions of the winner.
    #[serde(default)]
    pub predicts: bool,
    pub state: CardState,
    /// More lines about the state.
    #[serde(default)]
    pub said: Vec<String>,
    /// Seats that the card does not notify, because another card pinged them a moment ago.
    #[serde(default)]
    pub quiet: BySeat<bool>,
    /// Each player's won and lost matches here that count, while the lobby is open.
    #[serde(default)]
    pub records: BySeat<Option<[u32; 2]>>,
}

/// The terms of one or several matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub game: String,
    /// The preset's display name, if there is one.
    pub preset: Option<String>,
    /// Whether the match begins from a given position.
    #[serde(default)]
    pub set_up: bool,
    /// The names of texts that the host brought in secret, each with its commitment.
    #[serde(default)]
    pub brought: Vec<(String, String)>,
    /// Options that differ from the preset's: key and value.
    pub options: Vec<(String, String)>,
    /// The agreements that the terms allow, if any.
    #[serde(default)]
    pub agree: Option<String>,
    /// The hours in which no time runs out, if any: `22:00–08:00 UTC+1`.
    #[serde(default)]
    pub quiet_hours: Option<String>,
    /// The time of day at which steps close, if there is one: `21:00 UTC+1`.
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
