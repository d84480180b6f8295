//! A match record: its header, its entries, and their text form.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{ActText, Code, EventKind, HostAct, Rejection, TimeOfDay, read};
use crate::game::{BySeat, Contest, Game, Key, Overrides, Seat, Seed, Terms};

/// The first line of a record: everything needed to open the match.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules. A record without one is read under the program's version.
    pub version: Option<u32>,
    /// A preset's id; may be absent if the game has only one preset.
    pub preset: Option<String>,
    /// Values that replace the preset's.
    pub ruleset: Overrides,
    /// The players of both seats.
    pub seats: BySeat<Player>,
    /// The seat that makes choices such as colours.
    pub advantage: Seat,
    /// The source of all randomness of the match.
    pub seed: Seed,
    /// A given set-up, in the game's own form.
    pub setup: Map<String, Value>,
    /// The items that each seat brings to the match.
    pub items: BySeat<Vec<String>>,
    /// The text of the game's file, in an exported record of a game from a file.
    pub file: Option<Arc<str>>,
    /// The start time, in ms after the match's opening.
    pub starts_at: Option<u64>,
    /// The time of day at the record's time 0, for quiet hours and closing times; midnight if absent.
    pub time_of_day: Option<TimeOfDay>,
}

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name as shown.
    pub name: String,
    /// The built-in player or engine, if the player is not a person.
    pub bot: Option<Bot>,
}

/// The built-in player or engine of a seat; `Display` and `FromStr` use its word in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bot {
    /// A built-in player of some level: `level3`.
    Level(Level),
    /// A program that an operator has configured: `engine:NAME`.
    Engine(EngineName),
}

/// The name of an engine: 1 to [`EngineName::LONGEST`] lower-case letters, digits and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineName(String);

impl EngineName {
    /// The most characters of a name.
    pub const LONGEST: usize = 16;

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text is not a valid engine name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an engine's name has 1 to {} lower-case letters, digits and hyphens", EngineName::LONGEST)]
pub struct BadEngineName;

impl FromStr for EngineName {
    type Err = BadEngineName;

    fn from_str(text: &str) -> Result<Self, BadEngineName> {
        let named = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        let fits = (1..=Self::LONGEST).contains(&text.len()) && text.bytes().all(named);
        fits.then(|| Self(text.to_owned())).ok_or(BadEngineName)
    }
}

/// The prefix of an engine in a record.
const ENGINE: &str = "engine:";

impl From<Level> for Bot {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Engine(name) => write!(f, "{ENGINE}{name}"),
        }
    }
}

/// The text names neither a level nor an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownBot {
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    #[error(transparent)]
    Engine(#[from] BadEngineName),
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        match text.strip_prefix(ENGINE) {
            Some(name) => Ok(Self::Engine(name.parse()?)),
            None => Ok(Self::Level(text.parse()?)),
        }
    }
}

/// A built-in player's level, from 1; `Display` and `FromStr` use its word in a record, `level3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The highest level that can be requested.
    pub const MAX: u8 = 9;

    /// A level from 1 to [`Level::MAX`].
    #[must_use]
    pub fn new(level: u8) -> Option<Self> {
        (1..=Self::MAX).contains(&level).then_some(Self(level))
    }
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self(3)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level{}", self.0)
    }
}

/// The text is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is written `level1` to `level{}`", Level::MAX)]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let digit = text.strip_prefix("level").filter(|digit| digit.len() == 1).ok_or(UnknownLevel)?;
        digit.parse().ok().and_then(Self::new).ok_or(UnknownLevel)
    }
}

/// One timed line of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The entry's time, in ms after the match opened.
    pub at: u64,
    /// The action.
    pub act: Act,
    /// The step that an order is meant for.
    pub step: Option<u32>,
    /// The author of a host action.
    pub by: Option<String>,
    /// The reason for a host action.
    pub reason: Option<String>,
    /// The seed of all later draws, with an undo: those of a finished match can be foretold from its record.
    pub seed: Option<Seed>,
    /// The service's own data; the table ignores it.
    pub meta: Option<Value>,
}

/// An entry's action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Time passes.
    Time,
    /// A seat gives an order.
    Order {
        seat: Seat,
        /// The order in the game's notation.
        text: String,
    },
    /// A seat asks to end a break or review early.
    Ready { seat: Seat },
    /// The host or the service takes an action.
    Host(HostAct),
}

impl Act {
    /// The seat whose order this is, also if a host gives it.
    #[must_use]
    pub fn order_for(&self) -> Option<Seat> {
        match self {
            Self::Order { seat, .. } => Some(*seat),
            Self::Host(act) => act.order_for(),
            Self::Time | Self::Ready { .. } => None,
        }
    }

    /// The seat whose order or press this is. Nobody else may learn of it.
    #[must_use]
    pub fn answer_of(&self) -> Option<Seat> {
        match self {
            Self::Ready { seat } => Some(*seat),
            Self::Time | Self::Order { .. } | Self::Host(_) => self.order_for(),
        }
    }

    /// The order's text, or a person's name in it.
    pub const fn text_mut(&mut self) -> Option<ActText<'_>> {
        match self {
            Self::Order { text, .. } => Some(ActText::Order(text)),
            Self::Host(act) => act.text_mut(),
            Self::Time | Self::Ready { .. } => None,
        }
    }

    /// Whether the deadlines before the entry pass first. A credit is stamped before deadlines that it moves.
    #[must_use]
    pub fn passes_deadlines(&self) -> bool {
        !matches!(self, Self::Host(act) if act.event() == EventKind::Credit)
    }

    /// The ruling of a host or the service.
    #[must_use]
    pub fn ruling(&self) -> Option<&HostAct> {
        match self {
            Self::Host(act) if self.passes_deadlines() => Some(act),
            Self::Host(_) | Self::Time | Self::Order { .. } | Self::Ready { .. } => None,
        }
    }
}

impl Header {
    /// A header with a game and default values.
    #[must_use]
    pub fn new(game: impl Into<String>) -> Self {
        Self {
            game: game.into(),
            version: None,
            preset: None,
            ruleset: Overrides::new(),
            seats: BySeat::from_fn(|seat| Player::new(seat.label())),
            advantage: Seat::Dmo,
            seed: Seed::default(),
            setup: Map::new(),
            items: BySeat::default(),
            file: None,
            starts_at: None,
            time_of_day: None,
        }
    }

    /// The seconds by which each player can lengthen one step; see [`Key::MORE_TIME`].
    #[must_use]
    pub fn more_time(&self) -> u64 {
        self.ruleset.get(Key::MORE_TIME.name).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Reads a header, the first line of a record.
    ///
    /// # Errors
    /// The line itself is faulty. [`Table::open`](super::Table::open) checks whether the game can use the header.
    pub fn read(line: &str) -> Result<Self, Rejection> {
        read::header(line)
    }

    /// Writes the header as one line without a line feed: every key in a fixed order, but `version`, `preset` and `time_of_day` only if
    /// set.
    #[must_use]
    pub fn write(&self) -> String {
        let line = HeaderLine {
            record: 1,
            game: &self.game,
            version: self.version,
            preset: self.preset.as_deref(),
            ruleset: &self.ruleset,
            seats: self.seats.as_ref(),
            advantage: self.advantage,
            seed: self.seed.as_str(),
            setup: &self.setup,
            items: ItemsLine(&self.items),
            file: self.file.as_deref(),
            starts_at: self.starts_at,
            time_of_day: self.time_of_day.map(TimeOfDay::ms),
        };
        serde_json::to_string(&line).expect("a header is plain data")
    }

    /// Returns a header's line for export, with the rules version of the match and the file of a loaded game. A line that is no header is
    /// returned unchanged.
    #[must_use]
    pub fn exported(line: &str, version: u32) -> String {
        match Self::read(line) {
            Ok(header) => {
                let file = crate::games::find(&header.game).and_then(|game| game.file().map(Arc::from));
                Self { version: Some(version), file: file.or(header.file.clone()), ..header }.write()
            }
            Err(_) => line.to_owned(),
        }
    }

    /// Checks that the header names no other version of the rules than the game's.
    ///
    /// # Errors
    /// [`Code::BadHeader`], with both versions.
    pub fn check_version(&self, game: &dyn Game) -> Result<(), Rejection> {
        let (name, own) = (game.name(), game.version());
        match self.version.filter(|&version| version != own) {
            None => Ok(()),
            Some(version) => Err(Rejection::new(
                Code::BadHeader,
                format!(
                    "This record was played by version {version} of the rules of {name}, and this program has version {own}; use a program \
                     that has version {version}."
                ),
            )),
        }
    }

    /// The kind of match, as far as the record states it.
    #[must_use]
    pub fn contest(&self) -> Contest {
        crate::games::find(&self.game).map(|game| game.contest(self.preset.as_deref())).unwrap_or_default()
    }

    /// The terms with which the game opens the match.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            preset: self.preset.clone(),
            ruleset: self.ruleset.clone(),
            advantage: self.advantage,
            seed: self.seed.clone(),
            setup: self.setup.clone(),
            items: self.items.clone(),
            timed: self.starts_at.is_some(),
        }
    }
}

impl Player {
    /// The most characters of a player's name.
    pub const LONGEST_NAME: usize = 200;

    /// Whether a name is short enough.
    pub(super) fn may_be_named(name: &str) -> bool {
        name.chars().nth(Self::LONGEST_NAME).is_none()
    }

    /// Creates a player who is a person.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), bot: None }
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Built<'a> {
            name: &'a str,
            bot: String,
        }
        match &self.bot {
            None => serializer.serialize_str(&self.name),
            Some(bot) => Built { name: &self.name, bot: bot.to_string() }.serialize(serializer),
        }
    }
}

/// Reads a whole record from a file's text.
///
/// # Errors
/// The first line that cannot be read. The table refuses unsuitable lines when they are entered.
pub fn read_record(text: &str) -> Result<(Header, Vec<Entry>), Rejection> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
    let mut lines = text.lines();
    let header = Header::read(lines.next().unwrap_or_default())?;
    Ok((header, lines.map(Entry::read).collect::<Result<_, _>>()?))
}

#[derive(Serialize)]
struct HeaderLine<'a> {
    record: u8,
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    ruleset: &'a Overrides,
    seats: BySeat<&'a Player>,
    advantage: Seat,
    seed: &'a str,
    setup: &'a Map<String, Value>,
    items: ItemsLine<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    starts_at: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_of_day: Option<u32>,
}

struct ItemsLine<'a>(&'a BySeat<Vec<String>>);

impl Serialize for ItemsLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().filter(|(_, items)| !items.is_empty()))
    }
}

impl Entry {
    /// An entry with only a time and an act.
    #[must_use]
    pub const fn new(at: u64, act: Act) -> Self {
        Self { at, act, step: None, by: None, reason: None, seed: None, meta: None }
    }

    /// The seat that resigns with this entry: the author of the forfeit is the seat itself.
    #[must_use]
    pub fn resigns(&self) -> Option<Seat> {
        let Act::Host(HostAct::Forfeit(seat)) = self.act else { return None };
        (self.by.as_deref() == Some(seat.id())).then_some(seat)
    }

    /// Reads an entry, a later line of a record.
    ///
    /// # Errors
    /// The line itself is faulty. The table checks whether it suits the match.
    pub fn read(line: &str) -> Result<Self, Rejection> {
        read::entry(line)
    }

    /// Writes the entry as one line without a line feed, with its keys in a fixed order.
    #[must_use]
    pub fn write(&self) -> String {
        let mut line = EntryLine {
            at: self.at,
            seat: None,
            order: None,
            ready: None,
            host: None,
            step: None,
            by: None,
            reason: None,
            seed: self.seed.as_ref().map(Seed::as_str),
            meta: self.meta.as_ref(),
        };
        match &self.act {
            Act::Time => {}
            Act::Order { seat, text } => {
                line.seat = Some(*seat);
                line.order = Some(text);
                line.step = self.step;
            }
            Act::Ready { seat } => {
                line.seat = Some(*seat);
                line.ready = Some(true);
            }
            Act::Host(act) => {
                line.host = Some(act.to_string());
                line.by = self.by.as_deref();
                line.reason = self.reason.as_deref();
            }
        }
        serde_json::to_string(&line).expect("an entry is plain data")
    }
}

#[derive(Serialize)]
struct EntryLine<'a> {
    at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ready: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Value>,
}
