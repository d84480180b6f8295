//! Checks before a match whose messages are to be closed once it is over.

use sqlx::Row;

use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use crate::game::BySeat;
use crate::ids::{ChannelId, GuildId, MessageId, Snowflake, UnixMs, UserId};

impl Store {
    /// Keeps where two players check whether everything works.
    pub async fn keep_preflight(
        &self,
        guild: GuildId,
        users: BySeat<UserId>,
        (channel, message): (ChannelId, MessageId),
    ) -> Result<(), StoreError> {
        let kept = sqlx::query(
            "INSERT OR IGNORE INTO preflights (message_id, channel_id, guild_id, ec_user_id, dmo_user_id) VALUES (?, ?, ?, ?, ?)",
        );
        let kept = kept.bind(signed(message.0)).bind(signed(channel.0)).bind(signed(guild.0));
        kept.bind(signed(users.ec.0)).bind(signed(users.dmo.0)).execute(self.connection().await?.sql()).await?;
        Ok(())
    }

    /// Where two players of a server have checked before a moment, in either seat.
    pub async fn preflights_of(
        &self,
        guild: GuildId,
        users: BySeat<UserId>,
        before: UnixMs,
    ) -> Result<Vec<(ChannelId, MessageId)>, StoreError> {
        let rows = sqlx::query(
            "SELECT channel_id, message_id FROM preflights WHERE guild_id = ?1 AND message_id < ?4 AND \
             ((ec_user_id = ?2 AND dmo_user_id = ?3) OR (ec_user_id = ?3 AND dmo_user_id = ?2)) ORDER BY message_id",
        );
        let rows = rows.bind(signed(guild.0)).bind(signed(users.ec.0)).bind(signed(users.dmo.0));
        let rows = rows.bind(signed(Snowflake::at(before).0)).fetch_all(self.reading().await?.sql()).await?;
        let read = |id: i64| unsigned(id);
        rows.iter().map(|row| Ok((ChannelId(read(row.try_get(0)?)), MessageId(read(row.try_get(1)?))))).collect()
    }

    /// Forgets a check that is closed.
    pub async fn forget_preflight(&self, message: MessageId) -> Result<(), StoreError> {
        let gone = sqlx::query("DELETE FROM preflights WHERE message_id = ?").bind(signed(message.0));
        gone.execute(self.connection().await?.sql()).await?;
        Ok(())
    }

    /// Forgets the checks before a moment, to which no match has come.
    pub async fn forget_preflights(&self, before: UnixMs) -> Result<(), StoreError> {
        let gone = sqlx::query("DELETE FROM preflights WHERE message_id < ?").bind(signed(Snowflake::at(before).0));
        gone.execute(self.connection().await?.sql()).await?;
        Ok(())
    }
}
