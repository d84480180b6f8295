//! Errors of the database.

use std::path::PathBuf;

use crate::game::UnknownSeat;

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is nothing to look at.
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// There is nothing in it.
    #[error("{0} is empty; nothing was ever stored in it")]
    Empty(PathBuf),
    /// A file has lost its name, or another has it, since it was opened.
    #[error("{0} is gone from its place; stop the bot, put it back or restore a backup, and start the bot again")]
    Gone(PathBuf),
    /// A database would be put in its own place.
    #[error("{0} is the database itself; name a backup")]
    Itself(PathBuf),
    /// A file would be overwritten.
    #[error("{0} is there already; name a file that is not")]
    Exists(PathBuf),
    /// Somebody else has written to the match since it was read.
    #[error("the match has been written to by somebody else")]
    Conflict,
    /// Another process works on the database.
    #[error("another process is using {0}; stop it first, or use another file")]
    Locked(PathBuf),
    /// The database was made by a later version.
    #[error("{0} was written by a newer version of this program; use that version, or another file")]
    Newer(PathBuf),
    /// The file is no database of ours, or is damaged.
    #[error("{0} cannot be read as this program's database ({1}); put a backup in its place, or use another file")]
    Unreadable(PathBuf, String),
    /// A database has something in it that this program did not put there.
    #[error("{0} holds {1}, which this program did not put there; remove that, or use another file")]
    Foreign(PathBuf, String),
    /// The file system does not let us.
    #[error("{0} cannot be opened: {1}")]
    File(PathBuf, std::io::Error),
    /// A row holds something this version cannot read.
    #[error("a row cannot be read: {0}")]
    Row(String),
    /// The transaction that something was written in came to nothing.
    #[error("the database did not keep what was written: {0}")]
    NotKept(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Sql(#[from] sqlx::Error),
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Row(error.to_string())
    }
}

/// A column with text that is none of the words for it.
impl From<parse_display::ParseError> for StoreError {
    fn from(error: parse_display::ParseError) -> Self {
        Self::Row(error.to_string())
    }
}

impl From<UnknownSeat> for StoreError {
    fn from(error: UnknownSeat) -> Self {
        Self::Row(error.to_string())
    }
}
