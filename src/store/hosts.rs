//! What is kept about hosts: who knows what a match hides, and why they want what they have yet to confirm.

use sqlx::sqlite::SqliteConnection;

use crate::game::{BySeat, Seat};

use super::matches::signed;
use super::open::{Store, StoreError};
use crate::ids::{MatchId, Snowflake, UnixMs, UserId};

/// How long a reason waits for its confirmation, in ms.
const REASON_KEPT: i64 = 7 * 24 * 60 * 60 * 1000;

pub(super) async fn learn(
    sql: &mut SqliteConnection,
    id: MatchId,
    knowers: &[(UserId, Seat)],
) -> Result<(), StoreError> {
    for (user, seat) in knowers {
        sqlx::query("INSERT OR IGNORE INTO knowers (match_id, user_id, seat) VALUES (?, ?, ?)")
            .bind(id.0)
            .bind(signed(user.0))
            .bind(seat.id())
            .execute(&mut *sql)
            .await?;
    }
    Ok(())
}

impl Store {
    /// Takes note of people who are shown what a seat hides.
    ///
    /// # Errors
    /// The database failed.
    pub async fn learn(&self, id: MatchId, knowers: Vec<(UserId, Seat)>) -> Result<(), StoreError> {
        self.write(move |sql| Box::pin(async move { learn(sql, id, &knowers).await })).await
    }

    /// Which seats' secrets a person knows, other than by sitting there.
    ///
    /// # Errors
    /// The database failed.
    pub async fn knows(&self, id: MatchId, user: UserId) -> Result<BySeat<bool>, StoreError> {
        let seats: Vec<String> = sqlx::query_scalar("SELECT seat FROM knowers WHERE match_id = ? AND user_id = ?")
            .bind(id.0)
            .bind(signed(user.0))
            .fetch_all(self.reading().await?.sql())
            .await?;
        Ok(BySeat::from_fn(|seat: Seat| seats.iter().any(|known| known == seat.id())))
    }

    /// Keeps the reason that came with a command until it is confirmed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_reason(&self, command: Snowflake, reason: String) -> Result<(), StoreError> {
        let oldest = Snowflake::at(UnixMs(command.ms().0 - REASON_KEPT));
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query("DELETE FROM reasons WHERE command_id < ?")
                    .bind(signed(oldest.0))
                    .execute(&mut *sql)
                    .await?;
                sqlx::query("INSERT OR REPLACE INTO reasons (command_id, reason) VALUES (?, ?)")
                    .bind(signed(command.0))
                    .bind(reason)
                    .execute(sql)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// The reason that came with a command, if it is still kept.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reason(&self, command: Snowflake) -> Result<Option<String>, StoreError> {
        let reason = sqlx::query_scalar("SELECT reason FROM reasons WHERE command_id = ?")
            .bind(signed(command.0))
            .fetch_optional(self.reading().await?.sql())
            .await?;
        Ok(reason)
    }
}
