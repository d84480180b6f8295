//! A person's attendance: the matches of a server that they played, missed orders in, or did not start.

use sqlx::Row;

use crate::ids::{GuildId, MatchId, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::stored_ids::signed;

/// The most matches listed in each category.
const NAMED: usize = 5;

/// A person's attendance in a server, without matches in direct messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attendance {
    /// The number of finished matches.
    pub played: u32,
    /// The number of orders missed in finished matches, and the number of matches with a missed order.
    pub missed: (u32, u32),
    /// The number of cards that the person called off, and the newest of these matches.
    pub declined: (u32, Vec<MatchId>),
    /// The number of cards that expired before the person pressed Ready, and the newest of these matches.
    pub absent: (u32, Vec<MatchId>),
}

impl Store {
    /// Returns a person's attendance in a server.
    pub async fn attendance(&self, guild: GuildId, user: UserId) -> Result<Attendance, StoreError> {
        // Erased people have no attendance.
        if user.0 == 0 {
            return Ok(Attendance::default());
        }
        let mut reading = self.reading().await?;
        let played = sqlx::query(
            "SELECT count(*), coalesce(sum(missed), 0), coalesce(sum(missed > 0), 0) FROM matches \
             LEFT JOIN match_statistics ON match_id = id AND seat = iif(ec_user = ?2, 'ec', 'dmo') \
             WHERE guild_id = ?1 AND status = 'over' AND private = 0 \
             AND ((ec_user = ?2 AND ec_bot = 0) OR (dmo_user = ?2 AND dmo_bot = 0))",
        );
        let played = played.bind(signed(guild.0)).bind(signed(user.0)).fetch_one(reading.sql()).await?;
        let mut attendance = Attendance {
            played: played.try_get(0)?,
            missed: (played.try_get(1)?, played.try_get(2)?),
            ..Attendance::default()
        };
        let cards = sqlx::query(
            "SELECT id, called_off IS NOT NULL FROM matches WHERE guild_id = ?1 AND status = 'cancelled' AND private = 0 \
             AND lost IS NULL AND ((ec_user = ?2 AND ec_bot = 0 AND (called_off = 'ec' OR (called_off IS NULL AND ec_ready = 0))) \
             OR (dmo_user = ?2 AND dmo_bot = 0 AND (called_off = 'dmo' OR (called_off IS NULL AND dmo_ready = 0)))) ORDER BY id DESC",
        );
        for card in cards.bind(signed(guild.0)).bind(signed(user.0)).fetch_all(reading.sql()).await? {
            let (count, named) = if card.try_get(1)? { &mut attendance.declined } else { &mut attendance.absent };
            *count += 1;
            if named.len() < NAMED {
                named.push(MatchId(card.try_get(0)?));
            }
        }
        Ok(attendance)
    }
}
