//! Direct messages that exceeded the rate limit. They stay ignored when messages are read back.

use std::collections::HashSet;

use crate::ids::{MessageId, Snowflake, UnixMs};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

impl Store {
    /// Records that messages are ignored.
    pub async fn ignore_dms(&self, messages: &[MessageId]) -> Result<(), StoreError> {
        let leave = "INSERT OR IGNORE INTO ignored_dms (message_id) VALUES (?)";
        self.execute_all(messages.iter().map(|message| sqlx::query(leave).bind(message))).await
    }

    /// Returns the ignored messages sent since a moment.
    pub async fn ignored_dms(&self, since: UnixMs) -> Result<HashSet<MessageId>, StoreError> {
        let ids = sqlx::query("SELECT message_id FROM ignored_dms WHERE message_id >= ?").bind(Snowflake::at(since));
        self.rows(ids, only).await
    }

    /// Deletes the entries of messages sent before a moment.
    pub async fn forget_ignored_dms(&self, before: UnixMs) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM ignored_dms WHERE message_id < ?")
            .bind(Snowflake::at(before))
            .execute(self.connection().await?.sql())
            .await?;
        Ok(())
    }
}
