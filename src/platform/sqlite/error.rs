//! Errors of the database.

use std::path::PathBuf;

use crate::game::UnknownSeat;

/// The reason why something could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file does not exist.
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// The file is empty.
    #[error("{0} is empty; nothing was ever stored in it")]
    Empty(PathBuf),
    /// A file has been moved, deleted or replaced since it was opened.
    #[error("{0} is gone from its place; stop the bot, put it back or restore a backup, and start the bot again")]
    Gone(PathBuf),
    /// A database cannot be restored from itself.
    #[error("{0} is the database itself; name a backup")]
    Itself(PathBuf),
    /// A file would be overwritten.
    #[error("{0} exists already. Name another file")]
    Exists(PathBuf),
    /// Another writer has changed the match since it was read.
    #[error("the match has been written to by somebody else")]
    Conflict,
    /// Another process works on the database.
    #[error("another process is using {0}; stop it first, or use another file")]
    Locked(PathBuf),
    /// A later version made the database.
    #[error("{0} was written by a newer version of this program; use that version, or another file")]
    Newer(PathBuf),
    /// The file is no database of this program, or is damaged.
    #[error("{0} cannot be read as this program's database ({1}); put a backup in its place, or use another file")]
    Unreadable(PathBuf, String),
    /// The database has something that this program did not create.
    #[error("{0} holds {1}, which this program did not put there; remove that, or use another file")]
    Foreign(PathBuf, String),
    /// The file system refused access.
    #[error("{0} cannot be opened: {1}")]
    File(PathBuf, std::io::Error),
    /// A row holds something that this version cannot read.
    #[error("a row cannot be read: {0}")]
    Row(String),
    /// The transaction of a write failed.
    #[error("the database did not keep what was written: {0}")]
    NotKept(String),
    #[error("the database failed: {0}")]
    Sql(#[from] sqlx::Error),
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Row(error.to_string())
    }
}

/// A column's text is none of its known words.
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
