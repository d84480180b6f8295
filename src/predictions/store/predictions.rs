//! Spectators' predictions.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::Seat;
use crate::ids::{GuildId, MatchId, Snowflake, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// A spectator's prediction of the winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    pub user: UserId,
    /// The spectator's name at that time.
    pub name: String,
    pub winner: Seat,
}

/// A row for each prediction that counts: its author's newest press before the first round. Presses of the match's host and of people who
/// play or played in it do not count. People who have seen hidden information cannot press; a look after the press changes nothing.
macro_rules! counting {
    ($which:literal) => {
        concat!(
            "SELECT match_id, user_id, name, seat, max(pressed) FROM predictions JOIN matches ON matches.id = match_id WHERE ",
            $which,
            " AND user_id NOT IN (ec_user, dmo_user, host_id) AND (first_round_ms IS NULL OR (pressed >> 22) + 1420070400000 < first_round_ms) \
             GROUP BY match_id, user_id ORDER BY match_id, user_id"
        )
    };
}

fn seat(row: &SqliteRow) -> Result<Seat, StoreError> {
    Ok(row.try_get::<&str, _>("seat")?.parse()?)
}

fn prediction(row: &SqliteRow) -> Result<Prediction, StoreError> {
    Ok(Prediction { user: row.try_get("user_id")?, name: row.try_get("name")?, winner: seat(row)? })
}

impl Store {
    /// Stores a press; the same press is stored once.
    pub async fn predict(&self, m: MatchId, prediction: Prediction, pressed: Snowflake) -> Result<(), StoreError> {
        let press = "INSERT OR IGNORE INTO predictions (match_id, user_id, pressed, seat, name) VALUES (?, ?, ?, ?, ?)";
        let press = sqlx::query(press).bind(m).bind(prediction.user).bind(pressed);
        self.execute(press.bind(prediction.winner.id()).bind(prediction.name)).await?;
        Ok(())
    }

    /// The predictions of a match that count.
    pub async fn predictions_of(&self, m: MatchId) -> Result<Vec<Prediction>, StoreError> {
        self.rows(sqlx::query(counting!("match_id = ?")).bind(m), prediction).await
    }

    /// A person's own prediction of a match, if it counts.
    pub async fn prediction_of(&self, m: MatchId, user: UserId) -> Result<Option<Seat>, StoreError> {
        self.row(sqlx::query(counting!("match_id = ? AND user_id = ?")).bind(m).bind(user), seat).await
    }

    /// The predictions that count, of a server's finished matches.
    pub async fn predictions(&self, guild: GuildId) -> Result<Vec<(MatchId, Prediction)>, StoreError> {
        let of = |row: &SqliteRow| Ok((row.try_get("match_id")?, prediction(row)?));
        self.rows(sqlx::query(counting!("guild_id = ? AND status = 'over'")).bind(guild), of).await
    }
}
