//! Who knows which seat's hidden information without sitting there.

use sqlx::sqlite::SqliteConnection;

use crate::game::{BySeat, Seat};
use crate::ids::{MatchId, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

pub(crate) async fn learn(
    sql: &mut SqliteConnection,
    id: MatchId,
    knowers: &[(UserId, Seat)],
) -> Result<(), StoreError> {
    for (user, seat) in knowers {
        let knower = sqlx::query("INSERT OR IGNORE INTO host_knowledge (match_id, user_id, seat) VALUES (?, ?, ?)");
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
        let seats =
            sqlx::query("SELECT seat FROM host_knowledge WHERE match_id = ? AND user_id = ?").bind(id).bind(user);
        let seats: Vec<String> = self.rows(seats, only).await?;
        Ok(BySeat::from_fn(|seat: Seat| seats.iter().any(|known| known == seat.id())))
    }
}
