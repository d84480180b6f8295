//! Prompts of a match, and the resolution of its steps.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{BySeat, Refusal, Seat, Tell};

/// The whole truth about a match in play: what may be known to everyone and what each seat hides.
pub trait Resolve: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// One seat's answer to one prompt; its `Display` is the canonical text.
    type Order: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// Something that happened, with the whole truth about it.
    type Event: Tell;

    /// The current prompts, or the end.
    fn asked(&self) -> Asked;

    /// Plays out the step: `given` holds one answer for each seat, in accordance with [`Resolve::asked`]. Total and deterministic.
    fn resolve(&mut self, given: BySeat<Given<Self::Order>>) -> Vec<Self::Event>;

    /// The events at the end of the wait for the start time.
    fn begin(&self) -> Vec<Self::Event> {
        Vec::new()
    }

    /// The public events of a match that is ended from outside, by a host or on the clock: everything that had been
    /// hidden.
    fn reveal(&self) -> Vec<Self::Event> {
        Vec::new()
    }

    /// Declares a drawn board state on the host's word; `None` in games without, a refusal where the present phase has none.
    fn declare_drawn(&mut self) -> Option<Result<Vec<Self::Event>, Refusal>> {
        None
    }
}

/// A short name for what is asked: `unit`.
pub type Prompt = &'static str;

/// A match's current prompts, or its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nothing: it is over.
    Over(Outcome),
    /// An answer from each seat that has an ask; at least one has.
    Seats(BySeat<Option<Ask>>),
}

/// One question to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub prompt: Prompt,
    pub wants: Wants,
    pub secrecy: Secrecy,
    pub until: Until,
    pub closes: Closes,
    /// Whether the seat's reserve runs once the time is up; with the reserve gone, the seat loses on the clock.
    pub bank: bool,
}

/// The kind of answer to an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// An order in the game's notation.
    Order,
    /// `ready`.
    Ready,
    /// Nothing: it only waits.
    Nothing,
}

/// The viewers of an answer before the step resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Its sender only; it may be replaced until the step resolves, unless the ruleset says otherwise.
    Private,
    /// Everyone; it resolves at once. The question is posted to everyone as well, see [`Seen::seated`](super::Seen::seated).
    Public,
}

/// When the time for an answer is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// So many ms after the step began.
    After(u64),
    /// In a match with a start time, `lead` ms before that and at least `least` ms after the step began: the step then stays open until its
    /// deadline. In others `least` ms after it began. Every other step waits for the start time.
    BeforeStart { lead: u64, least: u64 },
}

/// When a step resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closes {
    /// As soon as every asked seat has answered, or at the deadline.
    WhenAllIn,
    /// At the deadline only.
    AtDeadline,
    /// A race: with the first order that is [right](super::Play::is_right). An order is final, and a wrong one locks its seat out; with both
    /// locked out, or at the deadline, nobody has won the race.
    AtRight,
}

/// One seat's answer to a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given<O> {
    Order(O),
    /// The seat said it is ready.
    Ready,
    /// Time was up.
    TimedOut,
    /// The seat was not asked.
    NotAsked,
}

impl Ask {
    /// An order that both seats give in secret, within so many seconds or until both are in.
    #[must_use]
    pub const fn sealed(prompt: Prompt, seconds: u64) -> Self {
        Self {
            prompt,
            wants: Wants::Order,
            secrecy: Secrecy::Private,
            until: Until::After(seconds * 1000),
            closes: Closes::WhenAllIn,
            bank: false,
        }
    }

    /// An order in front of everyone, within so many seconds.
    #[must_use]
    pub const fn open(prompt: Prompt, seconds: u64) -> Self {
        Self { secrecy: Secrecy::Public, ..Self::sealed(prompt, seconds) }
    }

    /// A rest of so many seconds, over early when both are ready.
    #[must_use]
    pub const fn rest(prompt: Prompt, seconds: u64) -> Self {
        Self { wants: Wants::Ready, ..Self::open(prompt, seconds) }
    }
}

impl<O> Given<O> {
    /// The order, if there is one.
    pub fn order(self) -> Option<O> {
        match self {
            Self::Order(order) => Some(order),
            _ => None,
        }
    }
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; none if the match was voided.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By play.
    Rules,
    /// By play, level, and a tie rule.
    TieBreak,
    /// A reserve ran out.
    Clock,
    /// Too many missed turns.
    Strikes,
    /// A seat gave up, or a host made it lose.
    Forfeit,
    /// The host gave it to a seat.
    Award,
    /// The host ended it without a result.
    Void,
}

impl Reason {
    /// A few words for it, such as a picture has room for.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Rules => "Won by play",
            Self::TieBreak => "Won by the tie rule",
            Self::Clock => "Out of time",
            Self::Strikes => "Too many missed turns",
            Self::Forfeit => "Forfeit",
            Self::Award => "Awarded by the host",
            Self::Void => "Ended without a result",
        }
    }

    /// How the match was won, behind the verdict; nothing where it was by play alone, or by nobody.
    #[must_use]
    pub const fn how(self) -> Option<&'static str> {
        match self {
            Self::Rules | Self::Void => None,
            Self::TieBreak => Some("by the tie rule"),
            Self::Clock => Some("on time"),
            Self::Strikes => Some("by strikes"),
            Self::Forfeit => Some("by forfeit"),
            Self::Award => Some("by the host's ruling"),
        }
    }

    /// Whether the game itself ended the match, so that its own views know of the end.
    #[must_use]
    pub const fn by_play(self) -> bool {
        matches!(self, Self::Rules | Self::TieBreak | Self::Strikes)
    }
}
