//! Where series and tournaments go on whose channel is gone.

use sqlx::Row;

use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use crate::ids::{ChannelId, GuildId};

impl Store {
    /// Takes the series and, unless one goes on there, the tournament that go on in a channel to another; whether there was a tournament.
    ///
    /// # Errors
    /// The database failed.
    pub async fn move_plans(&self, from: ChannelId, to: ChannelId) -> Result<bool, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let series = sqlx::query(
                    "UPDATE series SET state = json_set(state, '$.channel', ?1) \
                     WHERE open = 1 AND json_extract(state, '$.channel') = ?2",
                );
                series.bind(signed(to.0)).bind(signed(from.0)).execute(&mut *sql).await?;
                // Its message is posted anew there.
                let tournament = sqlx::query(
                    "UPDATE tournaments SET channel_id = ?1, state = json_set(state, '$.channel', ?1), message_id = NULL, tried_ms = NULL, \
                     shown = NULL WHERE ended_ms IS NULL AND channel_id = ?2 \
                     AND NOT EXISTS (SELECT 1 FROM tournaments AS other WHERE other.ended_ms IS NULL AND other.channel_id = ?1)",
                );
                let moved = tournament.bind(signed(to.0)).bind(signed(from.0)).execute(&mut *sql).await?;
                Ok(moved.rows_affected() > 0)
            })
        })
        .await
    }

    /// The channels of a server in which a tournament goes on.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tournament_channels(&self, guild: GuildId) -> Result<Vec<ChannelId>, StoreError> {
        let which = "SELECT channel_id FROM tournaments WHERE ended_ms IS NULL AND guild_id = ? ORDER BY id";
        let rows = sqlx::query(which).bind(signed(guild.0)).fetch_all(self.reading().await?.sql()).await?;
        rows.into_iter().map(|row| Ok(ChannelId(unsigned(row.try_get(0)?)))).collect()
    }
}
