//! A game's fixed facts, and the starting positions of its matches.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{BySeat, Contest, Key, Resolve, Seat, Seed, Viewer, Views};

/// A game. [`Resolve`] on its state holds the rules; [`Views`] holds the views for people.
pub trait Rules: Send + Sync + 'static {
    const ABOUT: About<'static>;

    /// The ruleset values that a host may set, except the table's own.
    type Ruleset: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// The whole state of a match in play.
    type State: Views;

    /// The presets, the default first.
    fn presets() -> Vec<Preset<Self::Ruleset>>;

    /// Lays out a match, and returns its state and the events of the set-up.
    ///
    /// # Errors
    /// The game cannot use the set-up, the items or a data value of the ruleset.
    fn start(setup: &StartTerms<Self::Ruleset>) -> Result<Begun<Self::State>, SetupError>;

    /// The game in one sentence of at most 100 characters, as a preset has it.
    #[must_use]
    fn blurb(_preset: &str) -> &'static str {
        Self::ABOUT.blurb
    }

    /// The board survey of a game that generates boards.
    const SURVEY: Option<Survey<Self::Ruleset>> = None;
}

/// The starting state of a match, and the events of its set-up.
pub type Begun<S> = (S, Vec<<S as Resolve>::Event>);

/// Measures generated boards by play between equal players. Returns pairs of name and figure.
pub type Survey<R> = fn(&R, u32) -> Vec<(String, String)>;

/// The fixed facts of a game.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The id in records: `warriors-death`.
    pub id: &'a str,
    /// The name as shown.
    pub name: &'a str,
    /// The author of a community's own game.
    pub by: Option<&'a str>,
    /// The game in one sentence of at most 100 characters.
    pub blurb: &'a str,
    /// The version, raised when records of older versions would resolve differently.
    pub version: u32,
    /// The keys of the game's ruleset in reading order, without those of the table.
    pub keys: &'a [Key<'a>],
    /// The keys of a header's `setup`, each explained in at most 80 characters. If empty, every match has the same starting position.
    pub setup: &'a [(&'a str, &'a str)],
    /// The items that a header may give a seat, as written there.
    pub items: &'a [&'a str],
    /// The viewers of the game's orders.
    pub orders: Orders,
    /// Whether chance decides something that the players do not know at once, such as a card: the record of a finished match foretells it.
    pub has_hidden_chance: bool,
    /// The choice that the player with the Advantage makes in a match without a set-up: `chooses the colours`.
    pub advantage: Option<&'a str>,
    /// The queries of `/board`, and their answers.
    pub queries: &'a [(&'a str, &'a str)],
    /// Whose view of a finished match's boards everyone is shown.
    pub shown_after_end: Viewer,
    /// The most orders that perft lists; a few seconds of work.
    pub most_counted: u64,
}

impl<'a> About<'a> {
    /// Facts with an id, a name and a blurb, and defaults for the rest.
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
            has_hidden_chance: false,
            advantage: None,
            queries: &[],
            shown_after_end: Viewer::Public,
            most_counted: 5_000_000,
        }
    }
}

/// The viewers of a game's orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Secret orders only: each has a receipt.
    Sealed,
    /// Public orders only: there are no receipts.
    Open,
    /// Secret and public orders.
    Both,
}

/// A named ruleset.
#[derive(Clone, Debug)]
pub struct Preset<R> {
    /// The id in records.
    pub id: &'static str,
    /// The name as shown.
    pub name: &'static str,
    pub contest: Contest,
    pub ruleset: R,
}

/// The starting terms of a match.
#[derive(Clone, Debug)]
pub struct StartTerms<R> {
    pub ruleset: R,
    /// The seat that makes choices such as colours.
    pub advantage: Seat,
    /// The source of all randomness of the match.
    pub seed: Seed,
    /// The header's `setup` object; empty if [`About::setup`] is empty.
    pub setup: Map<String, Value>,
    /// The items that each seat brings to the match.
    pub items: BySeat<Vec<String>>,
    /// Whether the match has a start time.
    pub timed: bool,
}

/// The reason why a match cannot be laid out: a sentence, or the name of an unknown field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A key that neither the header, the ruleset nor the set-up has.
    #[error("The field `{0}` is not known here; take it out or check its spelling.")]
    UnknownField(String),
    /// A header value that the game does not accept.
    #[error("{0}")]
    Header(String),
    /// A set-up that the game does not accept or cannot use.
    #[error("{0}")]
    Setup(String),
    /// Several mistakes, of which the message is the first.
    #[error("{0}")]
    Both(Box<SetupError>, Box<SetupError>),
}

impl SetupError {
    /// Returns two values, or the mistakes in both.
    ///
    /// # Errors
    /// A value is missing.
    pub fn both<A, B>(a: Result<A, Self>, b: Result<B, Self>) -> Result<(A, B), Self> {
        match (a, b) {
            (Ok(a), Ok(b)) => Ok((a, b)),
            (Err(a), Err(b)) => Err(Self::Both(a.into(), b.into())),
            (Err(only), _) | (_, Err(only)) => Err(only),
        }
    }

    /// Returns all values, or the mistakes in all of them.
    ///
    /// # Errors
    /// A value is missing.
    pub fn all<T>(read: impl IntoIterator<Item = Result<T, Self>>) -> Result<Vec<T>, Self> {
        let mut all = Ok(Vec::new());
        for each in read {
            all = Self::both(all, each).map(|(mut all, each)| {
                all.push(each);
                all
            });
        }
        all
    }
}
