//! What a game must say about itself.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    BySeat, Choice, Contest, Example, Filled, Form, Heading, Key, Page, Refusal, Scene, Seat, Seed, Text, Told, Viewer,
};

/// A game: its rules, notation, words and picture. Every function is pure.
///
/// State is what may be known to everyone and what each seat hides; a view is the first and at most one of the second.
pub trait Rules: Send + Sync + 'static {
    /// The id in records: `warriors-death`.
    const ID: &'static str;
    /// The name people read.
    const NAME: &'static str;
    /// What kind of game it is, in one sentence of at most 100 characters.
    const BLURB: &'static str;
    /// Grows when a record of an older version would play out differently.
    const VERSION: u32;
    /// Whether the game itself makes use of a header's `starts_at`; in others it only delays the first step.
    const USES_START_TIME: bool = false;
    /// The items that a header may give a seat, as they are written there; none in games without.
    const ITEMS: &'static [&'static str] = &[];
    /// What a header's `setup` may hold: each key, and what it is in at most 80 characters.
    const SETUP: &'static [(&'static str, &'static str)] = &[];
    /// How many orders are listed at most to count sequences of them; it takes a few seconds.
    const MOST_COUNTED: u64 = 5_000_000;

    /// What the player with the Advantage does, where the game has it: `chooses the colour`.
    const ADVANTAGE: Option<&'static str> = None;

    /// The values a host may set.
    type Ruleset: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// The whole truth about a match in play.
    type State: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// One seat's answer to one prompt; its `Display` is the canonical text.
    type Order: Clone + PartialEq + fmt::Debug + fmt::Display;
    /// Something that happened, with the whole truth about it.
    type Event: Clone + fmt::Debug + Send + Sync;
    /// What one viewer may see.
    type View: Send + Sync;

    /// The presets, the default first.
    fn presets() -> Vec<Preset<Self::Ruleset>>;

    /// The keys of the ruleset, in the order people read them.
    fn keys() -> &'static [Key];

    /// One value of the ruleset as people say it: `60 s for each order`; `None` where the key's own note has to do.
    #[must_use]
    fn say_value(_key: &str, _value: &Value) -> Option<String> {
        None
    }

    /// Lays out a match.
    ///
    /// # Errors
    /// A set-up, items or data in the ruleset that the game cannot use.
    fn start(setup: &Setup<Self::Ruleset>) -> Result<(Self::State, Vec<Self::Event>), SetupError>;

    /// What the match waits for, or how it ended.
    fn asked(state: &Self::State) -> Asked;

    /// Plays out the step: `given` holds one answer for each seat, in accordance with [`Rules::asked`]. Total and deterministic.
    fn resolve(state: &mut Self::State, given: BySeat<Given<Self::Order>>) -> Vec<Self::Event>;

    /// Declares a drawn board state on the host's word.
    ///
    /// # Errors
    /// The game, or its present phase, has no such thing.
    fn draw_state(_state: &mut Self::State) -> Result<Vec<Self::Event>, Refusal> {
        Err(Refusal::illegal(format!("{} has no drawn board state to declare.", Self::NAME)))
    }

    /// Takes a new start time, in a game that uses it and while it waits for a time of its timetable. All times are in ms after the match's
    /// opening; `began` is when the awaited step began, later by what it has stood still since. From here on the timetable counts as the
    /// record's clock does.
    fn reschedule(_state: &mut Self::State, _starts_at: u64, _began: u64, _now: u64) {}

    /// What everyone is told when a match is ended from outside, by a host or on the clock: all that had been hidden.
    fn reveal(_state: &Self::State) -> Vec<Self::Event> {
        Vec::new()
    }

    /// What a viewer may see.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// Adds to a view what the table keeps of the players' time, in games that say it.
    fn take_clocks(_view: &mut Self::View, _clocks: &Clocks) {}

    /// Takes into a view how a match ended that the game itself would go on with: nobody is to move in it, and whoever won is marked.
    fn end(view: &mut Self::View, outcome: Outcome);

    /// The view of the position that the last step ended in, where the match stands on another board already.
    fn before(_view: &Self::View) -> Option<Self::View> {
        None
    }

    /// What a viewer is told of an event, if anything.
    fn tell(event: &Self::Event, viewer: Viewer) -> Option<Told>;

    /// Reads an order against a seat's view.
    ///
    /// # Errors
    /// A refusal that says what would be legal.
    fn parse(view: &Self::View, text: &str) -> Result<Self::Order, Refusal>;

    /// A warning for the sender of an accepted order, built from its own view only.
    fn caution(_view: &Self::View, _order: &Self::Order) -> Option<String> {
        None
    }

    /// What may come next after the words chosen so far; empty after a whole sentence that cannot go on.
    fn choices(view: &Self::View, path: &[String]) -> Vec<Choice>;

    /// What the menu after the words chosen so far chooses, at most 100 characters: `Which unit do you expect?`
    fn hint(_view: &Self::View, path: &[String]) -> String {
        if path.is_empty() { "Choose your order" } else { "Choose what comes next" }.to_owned()
    }

    /// What a choice is listed under where they are too many for one menu, at most 80 characters: `File c`. Choices of one name stand
    /// together.
    fn group(_view: &Self::View, _choice: &Choice) -> Option<String> {
        None
    }

    /// The order as fields side by side, after what has been filled in so far; `None` where the seat is not asked for an order, or where
    /// [`Rules::choices`] alone lead to it.
    fn form(_view: &Self::View, _filled: &Filled) -> Option<Form> {
        None
    }

    /// The orders of the view's seat.
    fn legal(view: &Self::View) -> Legal;

    /// The same orders unwritten, in any order, for counting; `None` where they are not listed.
    fn orders(view: &Self::View) -> Option<Vec<Self::Order>> {
        match Self::legal(view) {
            Legal::Listed(texts) => texts.iter().map(|text| Self::parse(view, text).ok()).collect(),
            Legal::Counted(_) | Legal::Unknown => None,
        }
    }

    /// Where the match stands.
    fn heading(view: &Self::View) -> Heading;

    /// What the view's seat is asked, in one or two sentences; `None` where it is not asked for an order.
    fn question(view: &Self::View) -> Option<Text>;

    /// The picture.
    fn scene(view: &Self::View) -> Scene;

    /// The picture while the view's seat chooses, after some words of an order: where the chosen piece can go. Whoever plays by it is its
    /// only reader.
    fn scene_choosing(view: &Self::View, _path: &[String]) -> Scene {
        Self::scene(view)
    }

    /// The picture in words, for alt text: at most 1,024 characters with names of 32.
    fn describe(view: &Self::View) -> Text;

    /// A picture that goes with the rules: what the board looks like and what its signs mean.
    ///
    /// # Errors
    /// A ruleset with which no match can be laid out.
    fn example(ruleset: &Self::Ruleset) -> Result<Example, SetupError>;

    /// What `/board` can be asked: query and what it answers.
    fn queries() -> &'static [(&'static str, &'static str)];

    /// Answers a `/board` query; the empty query says everything.
    ///
    /// # Errors
    /// A query the game does not know.
    fn answer(view: &Self::View, query: &str) -> Result<Text, Refusal>;

    /// What a viewer may see, as data; shape documented by the game.
    fn view_json(view: &Self::View) -> Value;

    /// The *Referee state* of the game's rules page.
    fn referee_json(state: &Self::State, clocks: &Clocks) -> Value;

    /// The rules for players, as they are in force under a ruleset.
    fn page(ruleset: &Self::Ruleset) -> Page;

    /// Measures so many of the boards that the game generates by play between equal players: a name and a figure each; none in games that
    /// generate no boards.
    fn survey(_ruleset: &Self::Ruleset, _boards: u32) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Each player's reserve for the match, in ms; `None` in games without.
    fn reserve_ms(_ruleset: &Self::Ruleset) -> Option<u64> {
        None
    }

    /// Whether a private order may be replaced until its step resolves.
    fn editable(ruleset: &Self::Ruleset) -> bool;
}

/// A named ruleset.
#[derive(Clone, Debug)]
pub struct Preset<R> {
    /// The id in records.
    pub id: &'static str,
    /// The name people read.
    pub name: &'static str,
    /// What its matches are played for.
    pub contest: Contest,
    /// Its values.
    pub ruleset: R,
}

/// What a match is laid out from.
#[derive(Clone, Debug)]
pub struct Setup<R> {
    /// The values in force.
    pub ruleset: R,
    /// The preset they came from.
    pub preset: &'static str,
    /// The seat that decides choices such as colours.
    pub advantage: Seat,
    /// For random set-ups.
    pub seed: Seed,
    /// The header's `setup` object.
    pub setup: Map<String, Value>,
    /// The items each seat brings.
    pub items: BySeat<Vec<String>>,
    /// When the match is to start, in ms after its opening.
    pub starts_at: Option<u64>,
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

/// A short name for what is asked: `unit`.
pub type Prompt = &'static str;

/// What a match waits for.
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
    /// Its short name.
    pub prompt: Prompt,
    /// What answers it.
    pub wants: Wants,
    /// Who may see the answer before the step resolves.
    pub secrecy: Secrecy,
    /// When time is up.
    pub until: Until,
    /// When the step resolves.
    pub closes: Closes,
    /// Whether the seat's reserve runs once the time is up; with the reserve gone, the seat loses on the clock.
    pub bank: bool,
}

/// What answers an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// An order in the game's notation.
    Order,
    /// `ready`.
    Ready,
    /// Nothing: it only waits.
    Nothing,
}

/// Who may see an answer before the step resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Its sender only; it may be replaced until the step resolves, unless the ruleset says otherwise.
    Private,
    /// Everyone; it resolves at once.
    Public,
}

/// When the time for an answer is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// So many ms after the step began.
    After(u64),
    /// At this many ms after the match's opening.
    At(u64),
}

/// When a step resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closes {
    /// As soon as every asked seat has answered, or at the deadline.
    WhenAllIn,
    /// At the deadline only.
    AtDeadline,
}

/// One seat's answer to a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given<O> {
    /// An order.
    Order(O),
    /// The seat said it is ready.
    Ready,
    /// Time was up.
    TimedOut,
    /// The seat was not asked.
    NotAsked,
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

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody if the match was voided.
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
    /// A seat gave up, or was made to.
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

    /// Whether the game itself ended the match, so that its own views know of the end.
    #[must_use]
    pub const fn by_play(self) -> bool {
        matches!(self, Self::Rules | Self::TieBreak | Self::Strikes)
    }
}

/// The orders a seat may give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legal {
    /// All of them, in canonical text, in byte order.
    Listed(Vec<String>),
    /// Only how many.
    Counted(u64),
    /// Counting them would be costly.
    Unknown,
}

/// Why sequences of orders are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// Both seats are asked on the way.
    Simultaneous,
    /// More than so many orders would have to be listed.
    TooMany(u64),
}

/// What the table keeps of the players' time, for games that show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Reserve left when the step began, in ms.
    pub reserve: BySeat<u64>,
}
