//! Hosts' looks and actions beside a match's record.
//!
//! A look and the knowledge it gives are stored in one transaction, before the host sees anything.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::Seat;
use crate::hosting::store::host_knowledge::learn;
use crate::ids::{MatchId, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

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

impl Store {
    /// Records a host's action once, and the seats whose secrets the host knows from then on.
    pub async fn audit(&self, id: MatchId, row: AuditRow, knows: Vec<Seat>) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let knowers: Vec<_> = knows.into_iter().map(|seat| (row.user, seat)).collect();
                learn(&mut *sql, id, &knowers).await?;
                sqlx::query(
                    "INSERT INTO audit_log (match_id, user_id, name, at_ms, action, stage) SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS \
                     (SELECT 1 FROM audit_log WHERE match_id = ?1 AND user_id = ?2 AND at_ms = ?4 AND action = ?5 AND stage = ?6)",
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
        let rows = "SELECT user_id, name, at_ms, action, stage FROM audit_log WHERE match_id = ? ORDER BY id";
        self.rows(sqlx::query(rows).bind(id), read).await
    }
}
