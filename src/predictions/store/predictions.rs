//! What spectators pressed.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::Seat;
use crate::ids::{GuildId, MatchId, Snowflake, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::integers::{signed, unsigned};
use crate::platform::sqlite::open::Store;

/// Whom a spectator expects to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    pub user: UserId,
    /// The name that they went by.
    pub name: String,
    pub winner: Seat,
}

/// A row for each prediction that counts: its author's newest press before the first round, unless they play there.
macro_rules! counting {
    ($which:literal) => {
        concat!(
            "SELECT match_id, user_id, name, seat, max(pressed) FROM predictions JOIN matches ON matches.id = match_id WHERE ",
            $which,
            " AND user_id NOT IN (ec_user, dmo_user) AND (first_round_ms IS NULL OR (pressed >> 22) + 1420070400000 < first_round_ms) \
             GROUP BY match_id, user_id ORDER BY match_id, user_id"
        )
    };
}

fn seat(row: &SqliteRow) -> Result<Seat, StoreError> {
    let seat: &str = row.try_get("seat")?;
    seat.parse().map_err(|_| StoreError::Row(format!("`{seat}` is no seat")))
}

fn prediction(row: &SqliteRow) -> Result<Prediction, StoreError> {
    let user = UserId(unsigned(row.try_get("user_id")?));
    Ok(Prediction { user, name: row.try_get("name")?, winner: seat(row)? })
}

impl Store {
    /// Stores a press; the same press is stored once.
    pub async fn predict(&self, m: MatchId, prediction: Prediction, pressed: Snowflake) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT OR IGNORE INTO predictions (match_id, user_id, pressed, seat, name) VALUES (?, ?, ?, ?, ?)",
                )
                .bind(m.0)
                .bind(signed(prediction.user.0))
                .bind(signed(pressed.0))
                .bind(prediction.winner.id())
                .bind(prediction.name)
                .execute(sql)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// The predictions of a match that count.
    pub async fn predictions_of(&self, m: MatchId) -> Result<Vec<Prediction>, StoreError> {
        let rows = sqlx::query(counting!("match_id = ?")).bind(m.0);
        rows.fetch_all(self.reading().await?.sql()).await?.iter().map(prediction).collect()
    }

    /// A person's own prediction of a match, if it counts.
    pub async fn prediction_of(&self, m: MatchId, user: UserId) -> Result<Option<Seat>, StoreError> {
        let row = sqlx::query(counting!("match_id = ? AND user_id = ?")).bind(m.0).bind(signed(user.0));
        row.fetch_optional(self.reading().await?.sql()).await?.as_ref().map(seat).transpose()
    }

    /// The predictions that count of a server's matches that are over.
    pub async fn predictions(&self, guild: GuildId) -> Result<Vec<(MatchId, Prediction)>, StoreError> {
        let rows = sqlx::query(counting!("guild_id = ? AND status = 'over'")).bind(signed(guild.0));
        let rows = rows.fetch_all(self.reading().await?.sql()).await?;
        rows.iter().map(|row| Ok((MatchId(row.try_get("match_id")?), prediction(row)?))).collect()
    }
}
