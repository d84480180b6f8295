//! The lines of a server's file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::{BySeat, Outcome, Seat};
use crate::history::store::import_kind::ImportKind;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::query::Columns;
use crate::platform::sqlite::stored_ids::{signed, unsigned};
use crate::platform::sqlite::stored_row::{InColumn, stored_row};

/// A Discord id as text, because many programs cannot read a number of 64 bits exactly.
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

impl InColumn for IdText {
    fn read(row: &SqliteRow, column: &str) -> Result<Self, StoreError> {
        Ok(Self(unsigned(row.try_get(column)?)))
    }

    fn write(self, columns: Columns, column: &str) -> Columns {
        columns.with(column, signed(self.0))
    }
}

/// A line of a server's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerLine {
    /// The first line: the server, and the format of the file.
    Server(About),
    /// The settings, as stored.
    Settings(Map<String, Value>),
    Season(Season),
    /// A version of a game in a file, the oldest first; before the matches that are played by it.
    Game(InstalledGame),
    Match(Box<PastMatch>),
    /// Tournaments follow all matches.
    Tournament(PastTournament),
}

/// The server of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of this format.
    pub format: u32,
    pub guild: IdText,
    /// The number of matches that the file leaves out because they are not over.
    pub going_on: u32,
}

/// The version of the format. Files of earlier versions are read, too.
pub const FORMAT: u32 = 2;

stored_row! {
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
        pub user: IdText = "user_id",
        pub installed_ms: i64,
        /// The end of its use: it was replaced or removed.
        pub removed_ms: Option<i64>,
        /// The file; `None` for a former version whose file nothing needs.
        pub source: Option<String>,
    }

    /// A tournament. Its message in Discord is not moved.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct PastTournament {
        pub id: IdText,
        pub channel: IdText = "channel_id",
        /// The tournament's state as stored in the database.
        pub state: String,
        pub ended_ms: Option<i64>,
    }

    /// A host's decision to exclude a match from the ratings.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Uncounted {
        pub user: IdText = "user_id",
        pub at_ms: i64,
    }

    /// A host's look or action that the record does not have.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Looked {
        pub user: IdText = "user_id",
        pub name: String,
        pub at_ms: i64,
        #[serde(alias = "deed")]
        pub action: String,
        pub stage: String,
    }

    /// A host's note.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Note {
        /// The interaction in which the note was written.
        pub id: IdText,
        pub user: IdText = "user_id",
        pub name: String,
        pub at_ms: i64,
        pub words: String,
    }

    /// A person who knows a seat's hidden information without having sat there.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Knower {
        pub user: IdText = "user_id",
        pub seat: Seat,
    }

    /// A spectator's prediction of the winner.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Predicted {
        /// The interaction of the press.
        pub pressed: IdText,
        pub user: IdText = "user_id",
        pub name: String,
        pub seat: Seat,
    }
}

/// A finished match with its record.
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
    /// The players' Discord usernames, if known.
    #[serde(default)]
    pub usernames: BySeat<Option<String>>,
    pub bots: BySeat<bool>,
    pub opened_ms: i64,
    pub started_ms: Option<i64>,
    pub outcome: Outcome,
    pub friendly: bool,
    /// The origin of an imported record.
    #[serde(default)]
    pub origin: Option<ImportKind>,
    /// The host who excluded the match from the ratings, and the time.
    pub uncounted: Option<Uncounted>,
    /// The record's lines, the header first.
    pub record: Vec<String>,
    pub looked: Vec<Looked>,
    pub notes: Vec<Note>,
    pub knowers: Vec<Knower>,
    /// The start of the first round.
    #[serde(default)]
    pub first_round_ms: Option<i64>,
    #[serde(default)]
    pub predictions: Vec<Predicted>,
}

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub matches: u32,
    /// Imported matches that got another number because theirs was taken.
    pub renumbered: u32,
    /// Matches that were stored before.
    pub known: u32,
    pub seasons: u32,
    /// Versions of games in files.
    pub games: u32,
    pub tournaments: u32,
    /// Whether the settings were imported; a server that has settings keeps them.
    pub settings: bool,
}
