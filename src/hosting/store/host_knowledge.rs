//! Hosts' knowledge: who has seen hidden information, their looks, and their notes for each other.
//!
//! A look and the knowledge it gives are stored in one transaction, before the host sees anything.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::game::{BySeat, Seat};
use crate::ids::{MatchId, Snowflake, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

/// A host's look or action beside the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    pub user: UserId,
    /// The host's name at that time.
    pub name: String,
    pub at: UnixMs,
    /// The action's stored text.
    pub action: String,
    /// The match's stage, in words.
    pub stage: String,
}

/// A host's note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    pub user: UserId,
    /// The host's name at that time.
    pub name: String,
    pub at: UnixMs,
    pub words: String,
}

pub(crate) async fn learn(
    sql: &mut SqliteConnection,
    id: MatchId,
    knowers: &[(UserId, Seat)],
) -> Result<(), StoreError> {
    for (user, seat) in knowers {
        let knower = sqlx::query("INSERT OR IGNORE INTO knowers (match_id, user_id, seat) VALUES (?, ?, ?)");
        knower.bind(id).bind(user).bind(seat.id()).execute(&mut *sql).await?;
    }
    Ok(())
}

impl Store {
    /// Records that people know what seats hide.
    pub async fn learn(&self, id: MatchId, knowers: Vec<(UserId, Seat)>) -> Result<(), StoreError> {
        self.write(move |sql| Box::pin(async move { learn(sql, id, &knowers).await })).await
    }

    /// The seats whose secrets a person knows without sitting there.
    pub async fn knows(&self, id: MatchId, user: UserId) -> Result<BySeat<bool>, StoreError> {
        let seats = sqlx::query("SELECT seat FROM knowers WHERE match_id = ? AND user_id = ?").bind(id).bind(user);
        let seats: Vec<String> = self.rows(seats, only).await?;
        Ok(BySeat::from_fn(|seat: Seat| seats.iter().any(|known| known == seat.id())))
    }

    /// Records a host's action once, and the seats whose secrets the host knows from then on.
    pub async fn audit(&self, id: MatchId, row: AuditRow, knows: Vec<Seat>) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let knowers: Vec<_> = knows.into_iter().map(|seat| (row.user, seat)).collect();
                learn(&mut *sql, id, &knowers).await?;
                sqlx::query(
                    "INSERT INTO audit (match_id, user_id, name, at_ms, deed, stage) SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS \
                     (SELECT 1 FROM audit WHERE match_id = ?1 AND user_id = ?2 AND at_ms = ?4 AND deed = ?5 AND stage = ?6)",
                )
                .bind(id.0)
                .bind(row.user)
                .bind(row.name)
                .bind(row.at.0)
                .bind(row.action)
                .bind(row.stage)
                .execute(sql)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Hosts' looks and actions beside a match's record, in order.
    pub async fn audited(&self, id: MatchId) -> Result<Vec<AuditRow>, StoreError> {
        let read = |row: &SqliteRow| {
            Ok(AuditRow {
                user: row.try_get(0)?,
                name: row.try_get(1)?,
                at: row.try_get(2)?,
                action: row.try_get(3)?,
                stage: row.try_get(4)?,
            })
        };
        let rows = "SELECT user_id, name, at_ms, deed, stage FROM audit WHERE match_id = ? ORDER BY id";
        self.rows(sqlx::query(rows).bind(id), read).await
    }

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
