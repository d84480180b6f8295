//! How reliably a person has come to their matches in a server.

use sqlx::Row;

use crate::ids::{GuildId, MatchId, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::ids::signed;
use crate::platform::sqlite::open::Store;

/// How many matches are named.
const NAMED: usize = 5;

/// A person's attendance; private practice does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attendance {
    /// How many matches they have played to the end.
    pub played: u32,
    /// How many orders they have not given in these, and in how many of them.
    pub missed: (u32, u32),
    /// How many cards they have called off, and the newest matches of these.
    pub declined: (u32, Vec<MatchId>),
    /// The same of cards whose time ran out before they pressed Ready.
    pub absent: (u32, Vec<MatchId>),
}

impl Store {
    /// A person's attendance in a server.
    pub async fn attendance(&self, guild: GuildId, user: UserId) -> Result<Attendance, StoreError> {
        // Erased people have none.
        if user.0 == 0 {
            return Ok(Attendance::default());
        }
        let mut reading = self.reading().await?;
        let played = sqlx::query(
            "SELECT count(*), coalesce(sum(missed), 0), coalesce(sum(missed > 0), 0) FROM matches \
             LEFT JOIN figures ON match_id = id AND seat = iif(ec_user = ?2, 'ec', 'dmo') \
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
