//! Hosts' notes for each other, by match.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::ids::{MatchId, Snowflake, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// A host's note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    pub user: UserId,
    /// The host's name at that time.
    pub name: String,
    pub at: UnixMs,
    pub words: String,
}

impl Store {
    /// Stores a note, once for each interaction.
    pub async fn keep_note(&self, id: MatchId, by: Snowflake, note: NoteRow) -> Result<(), StoreError> {
        let kept = "INSERT OR IGNORE INTO notes (id, match_id, user_id, name, at_ms, words) VALUES (?, ?, ?, ?, ?, ?)";
        let kept = sqlx::query(kept).bind(by).bind(id).bind(note.user).bind(note.name).bind(note.at).bind(note.words);
        self.execute(kept).await.map(drop)
    }

    /// A match's notes, in order.
    pub async fn notes(&self, id: MatchId) -> Result<Vec<NoteRow>, StoreError> {
        let read = |row: &SqliteRow| {
            Ok(NoteRow { user: row.try_get(0)?, name: row.try_get(1)?, at: row.try_get(2)?, words: row.try_get(3)? })
        };
        let rows = "SELECT user_id, name, at_ms, words FROM notes WHERE match_id = ? ORDER BY id";
        self.rows(sqlx::query(rows).bind(id), read).await
    }
}
