//! Prompts of a match, and the resolution of steps.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{BySeat, Refusal, Seat, Tell};

/// The whole state of a match in play: public facts and each seat's secrets.
pub trait Resolve: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// A seat's answer to a prompt; its `Display` is the canonical text.
    type Order: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// An event, with all facts about it.
    type Event: Tell;

    /// The current prompts, or the result.
    fn asked(&self) -> Asked;

    /// Resolves the step: `given` has an answer for each seat, in accordance with [`Resolve::asked`]. Total and deterministic.
    fn resolve(&mut self, given: BySeat<Given<Self::Order>>) -> Vec<Self::Event>;

    /// The events that follow the wait for the start time.
    fn begin(&self) -> Vec<Self::Event> {
        Vec::new()
    }

    /// The public events of a match that a ruling or the clock ended: everything hidden so far.
    fn reveal(&self) -> Vec<Self::Event> {
        Vec::new()
    }

    /// Declares a drawn board state for the host. `None` in games without one; a refusal if the current phase has none.
    fn declare_drawn(&mut self) -> Option<Result<Vec<Self::Event>, Refusal>> {
        None
    }
}

/// A prompt's short name: `unit`.
pub type Prompt = &'static str;

/// A match's current prompts, or its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The match is over.
    Over(Outcome),
    /// The questions; at least one seat is asked.
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
    /// Whether the seat's reserve runs after the deadline. A seat whose reserve runs out loses on the clock.
    pub uses_reserve: bool,
}

/// The kind of answer to an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Wants {
    /// An order in the game's notation.
    Order,
    /// `ready`.
    Ready,
    /// No answer: the step only waits.
    Nothing,
}

/// The viewers of an answer before its step resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// The sender only. The answer may be replaced until the step resolves, unless the ruleset forbids it.
    Private,
    /// Everyone. The answer takes effect at once. The question is public too; see [`Seen::seated`](super::Seen::seated).
    Public,
}

/// The end of the time for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// This many ms after the step began.
    After(u64),
    /// In a match with a start time: `lead` ms before the start, but at least `least` ms after the step began. The step stays open until
    /// then. In other matches: `least` ms after the step began. Steps of other kinds wait for the start time.
    BeforeStart { lead: u64, least: u64 },
}

/// The condition for a step to resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closes {
    /// All asked seats have answered, or the deadline has passed.
    WhenAllIn,
    /// The deadline has passed.
    AtDeadline,
    /// A race: the first [right](super::Play::is_right) order has arrived. Orders are final, and a wrong one locks its seat out. If both
    /// seats are locked out, or at the deadline, nobody wins the race.
    AtRight,
}

/// One seat's answer to a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given<O> {
    Order(O),
    /// The seat asked to continue early.
    Ready,
    /// The seat missed the deadline.
    TimedOut,
    /// The seat was not asked.
    NotAsked,
}

impl Ask {
    /// A secret order from both seats, within this many seconds or until both have answered.
    #[must_use]
    pub const fn sealed(prompt: Prompt, seconds: u64) -> Self {
        Self {
            prompt,
            wants: Wants::Order,
            secrecy: Secrecy::Private,
            until: Until::After(seconds * 1000),
            closes: Closes::WhenAllIn,
            uses_reserve: false,
        }
    }

    /// A public order, within this many seconds.
    #[must_use]
    pub const fn open(prompt: Prompt, seconds: u64) -> Self {
        Self { secrecy: Secrecy::Public, ..Self::sealed(prompt, seconds) }
    }

    /// A break of this many seconds that ends early if both seats are ready.
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

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` if the match was voided.
    pub winner: Option<Seat>,
    /// The reason for the end.
    pub reason: Reason,
}

/// The reason for the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Play decided.
    Rules,
    /// Play ended in a tie, and a tie rule decided.
    TieBreak,
    /// A reserve ran out.
    Clock,
    /// Too many missed turns.
    Strikes,
    /// A host made a seat lose.
    Forfeit,
    /// A player gave up.
    Resignation,
    /// A host awarded the match to a seat.
    Award,
    /// A host ended the match without a result.
    Void,
}

impl Reason {
    /// A few words for the reason, short enough for a picture.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Rules => "Won by play",
            Self::TieBreak => "Won by the tie rule",
            Self::Clock => "Out of time",
            Self::Strikes => "Too many missed turns",
            Self::Forfeit => "Forfeit",
            Self::Resignation => "Resignation",
            Self::Award => "Awarded",
            Self::Void => "Ended without a result",
        }
    }

    /// The phrase after the verdict that names the reason; `None` if play alone decided or nobody won.
    #[must_use]
    pub const fn how(self) -> Option<&'static str> {
        match self {
            Self::Rules | Self::Void => None,
            Self::TieBreak => Some("by the tie rule"),
            Self::Clock => Some("on time"),
            Self::Strikes => Some("by strikes"),
            Self::Forfeit => Some("by forfeit"),
            Self::Resignation => Some("by resignation"),
            Self::Award => Some("by the host's ruling"),
        }
    }

    /// The reason in the referee's output, which calls a resignation a forfeit.
    #[must_use]
    pub const fn in_output(self) -> Self {
        match self {
            Self::Resignation => Self::Forfeit,
            reason => reason,
        }
    }

    /// Whether the game itself ended the match, so that its views show the result.
    #[must_use]
    pub const fn by_play(self) -> bool {
        matches!(self, Self::Rules | Self::TieBreak | Self::Strikes)
    }
}
