//! The servers that are unavailable, stored for a restart.

use std::collections::HashMap;

use sqlx::Row;

use crate::ids::{GuildId, UnixMs};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

impl Store {
    /// Replaces the list of unavailable servers, with the times since when.
    pub async fn keep_cut_off(&self, servers: &HashMap<GuildId, UnixMs>) -> Result<(), StoreError> {
        let insert = "INSERT INTO cut_off (guild_id, since_ms) VALUES (?, ?)";
        let these = servers.iter().map(|(guild, since)| sqlx::query(insert).bind(guild).bind(since));
        self.execute_all([sqlx::query("DELETE FROM cut_off")].into_iter().chain(these)).await
    }

    /// Returns the unavailable servers, and since when.
    pub async fn cut_off(&self) -> Result<HashMap<GuildId, UnixMs>, StoreError> {
        let cut_off = sqlx::query("SELECT guild_id, since_ms FROM cut_off");
        self.rows(cut_off, |row| Ok((row.try_get(0)?, row.try_get(1)?))).await
    }
}
