//! A game's fixed facts, and the starting position of its matches.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{BySeat, Contest, Key, Resolve, Seat, Seed, Viewer, Views};

/// A game. Its rules are its state's, see [`Resolve`]; what people see of them is its view's, see [`Views`].
pub trait Rules: Send + Sync + 'static {
    const ABOUT: About<'static>;

    /// The values a host may set, but for those of the table.
    type Ruleset: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// The whole truth about a match in play.
    type State: Views;

    /// The presets, the default first.
    fn presets() -> Vec<Preset<Self::Ruleset>>;

    /// Lays out a match, and says what of that is told.
    ///
    /// # Errors
    /// A set-up, items or data in the ruleset that the game cannot use.
    fn start(setup: &Setup<Self::Ruleset>) -> Result<Begun<Self::State>, SetupError>;

    /// The game in one sentence of at most 100 characters, as a preset has it.
    #[must_use]
    fn blurb(_preset: &str) -> &'static str {
        Self::ABOUT.blurb
    }

    /// In games that generate boards.
    const SURVEY: Option<Survey<Self::Ruleset>> = None;
}

/// A match that was laid out, and what happened in that.
pub type Begun<S> = (S, Vec<<S as Resolve>::Event>);

/// Measures so many generated boards by play between equal players: a name and a figure each.
pub type Survey<R> = fn(&R, u32) -> Vec<(String, String)>;

/// The fixed facts of a game.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// In records: `warriors-death`.
    pub id: &'a str,
    /// As people read it.
    pub name: &'a str,
    /// Who made it, of a game that is a community's own.
    pub by: Option<&'a str>,
    /// The game in one sentence of at most 100 characters.
    pub blurb: &'a str,
    /// Grows when a record of an older version would play out differently.
    pub version: u32,
    /// The keys of its ruleset, in the order people read them; those of the table come on top.
    pub keys: &'a [Key<'a>],
    /// The keys of a header's `setup`, each explained in at most 80 characters. Without any, every match has the same
    /// starting position.
    pub setup: &'a [(&'a str, &'a str)],
    /// The items that a header may give a seat, as they are written there.
    pub items: &'a [&'a str],
    /// Before whom its orders are given.
    pub orders: Orders,
    /// The choice of the player with the Advantage in a match without a set-up, which would contain that choice:
    /// `chooses the colours`.
    pub advantage: Option<&'a str>,
    /// The queries of `/board`, and their answers.
    pub queries: &'a [(&'a str, &'a str)],
    /// Whose view of a finished match's boards everyone is shown.
    pub afterwards: Viewer,
    /// How many orders are listed at most to count sequences of them; it takes a few seconds.
    pub most_counted: u64,
}

impl<'a> About<'a> {
    /// A game that has nothing but its rules.
    #[must_use]
    pub const fn new(id: &'a str, name: &'a str, blurb: &'a str) -> Self {
        Self {
            id,
            name,
            by: None,
            blurb,
            version: 1,
            keys: &[],
            setup: &[],
            items: &[],
            orders: Orders::Sealed,
            advantage: None,
            queries: &[],
            afterwards: Viewer::Public,
            most_counted: 5_000_000,
        }
    }
}

/// Before whom a game's orders are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// All in secret: each has a receipt.
    Sealed,
    /// All in front of everyone: there are no receipts.
    Open,
    /// Some in secret, some in front of everyone.
    Both,
}

/// A named ruleset.
#[derive(Clone, Debug)]
pub struct Preset<R> {
    /// In records.
    pub id: &'static str,
    /// As people read it.
    pub name: &'static str,
    pub contest: Contest,
    pub ruleset: R,
}

/// The starting terms of a match.
#[derive(Clone, Debug)]
pub struct Setup<R> {
    pub ruleset: R,
    /// The seat that decides choices such as colours.
    pub advantage: Seat,
    /// For random set-ups.
    pub seed: Seed,
    /// The header's `setup` object; empty where [`About::setup`] is.
    pub setup: Map<String, Value>,
    /// The items each seat brings.
    pub items: BySeat<Vec<String>>,
    /// Whether the match has a start time.
    pub timed: bool,
}

/// Why a match cannot be laid out; each is one sentence, but an unknown field's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A key that the header, the ruleset or the set-up does not have.
    #[error("The field `{0}` is not known here; take it out or check its spelling.")]
    UnknownField(String),
    /// A header value that the game does not take.
    #[error("{0}")]
    Header(String),
    /// A set-up that the game does not take or cannot use.
    #[error("{0}")]
    Setup(String),
}
