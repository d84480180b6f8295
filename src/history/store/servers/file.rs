//! The lines of a server's file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::{BySeat, Outcome, Seat};
use crate::history::store::origin::Origin;

/// A Discord id as other programs can read it: a number of 64 bits, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct IdText(pub u64);

impl TryFrom<String> for IdText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| format!("`{text}` is no id of Discord's"))
    }
}

impl From<IdText> for String {
    fn from(id: IdText) -> Self {
        id.0.to_string()
    }
}

/// A line of a server's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerLine {
    /// The first: whose file it is.
    Server(About),
    /// The settings, as stored.
    Settings(Map<String, Value>),
    Season(Season),
    /// A version of a game in a file, the oldest first; before the matches that are played by it.
    Game(InstalledGame),
    Match(Box<PastMatch>),
    /// Behind all matches.
    Tournament(PastTournament),
}

/// The server of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of this format.
    pub format: u32,
    pub guild: IdText,
    /// How many matches are not in it, because they are not over.
    pub going_on: u32,
}

/// The version of the format. Files of earlier versions are read, too.
pub const FORMAT: u32 = 2;

/// A season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    pub name: String,
    pub began_ms: i64,
    pub ended_ms: Option<i64>,
}

/// A version of a game that the server has installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstalledGame {
    /// The game's id without the hash.
    pub name: String,
    pub version: u32,
    /// The game's id.
    pub game: String,
    pub user: IdText,
    pub installed_ms: i64,
    /// The end of its use: it was replaced or removed.
    pub removed_ms: Option<i64>,
    /// The file; `None` for a former version whose file nothing needs.
    pub source: Option<String>,
}

/// A match that is over, with its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastMatch {
    pub number: i64,
    pub channel: IdText,
    pub parent: Option<IdText>,
    pub private: bool,
    pub host: IdText,
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    pub users: BySeat<IdText>,
    pub names: BySeat<String>,
    /// Discord's names for them, where they are known.
    #[serde(default)]
    pub usernames: BySeat<Option<String>>,
    pub bots: BySeat<bool>,
    pub opened_ms: i64,
    pub started_ms: Option<i64>,
    pub outcome: Outcome,
    pub friendly: bool,
    /// The origin of an imported record.
    #[serde(default)]
    pub origin: Option<Origin>,
    /// The host who has taken it out of the ratings, and when.
    pub uncounted: Option<Uncounted>,
    /// The record's lines, the header first.
    pub record: Vec<String>,
    pub looked: Vec<Looked>,
    pub notes: Vec<Note>,
    pub knowers: Vec<Knower>,
    /// When its first round began.
    #[serde(default)]
    pub first_round_ms: Option<i64>,
    #[serde(default)]
    pub predictions: Vec<Predicted>,
}

/// A tournament; its message stays where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastTournament {
    pub id: IdText,
    pub channel: IdText,
    /// Its state, in the dealer's words.
    pub state: String,
    pub ended_ms: Option<i64>,
}

/// A match that a host has taken out of the ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncounted {
    pub user: IdText,
    pub at_ms: i64,
}

/// A host's look or action beside the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    pub user: IdText,
    pub name: String,
    pub at_ms: i64,
    pub deed: String,
    pub stage: String,
}

/// A host's note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The interaction it was written in.
    pub id: IdText,
    pub user: IdText,
    pub name: String,
    pub at_ms: i64,
    pub words: String,
}

/// Somebody who knows what a seat hid without having sat there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knower {
    pub user: IdText,
    pub seat: Seat,
}

/// Whom a spectator expected to win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predicted {
    /// The interaction it was pressed in.
    pub pressed: IdText,
    pub user: IdText,
    pub name: String,
    pub seat: Seat,
}

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub matches: u32,
    /// Those of them whose number was taken, so that they have another.
    pub renumbered: u32,
    /// Those that were there already.
    pub known: u32,
    pub seasons: u32,
    /// Versions of games in files.
    pub games: u32,
    pub tournaments: u32,
    /// Whether the settings came in; they do where nothing is set.
    pub settings: bool,
}
