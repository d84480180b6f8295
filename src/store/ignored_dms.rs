//! Direct messages that were too much at once, and stay left out when they are read again.

use std::collections::HashSet;

use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use crate::ids::{MessageId, Snowflake, UnixMs};

impl Store {
    /// Records that messages are ignored.
    pub async fn leave_out(&self, messages: &[MessageId]) -> Result<(), StoreError> {
        let messages = messages.to_vec();
        self.write(move |sql| {
            Box::pin(async move {
                for message in messages {
                    sqlx::query("INSERT OR IGNORE INTO left_out (message_id) VALUES (?)")
                        .bind(signed(message.0))
                        .execute(&mut *sql)
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// The messages sent since a moment that were left out.
    pub async fn left_out(&self, since: UnixMs) -> Result<HashSet<MessageId>, StoreError> {
        let ids: Vec<i64> = sqlx::query_scalar("SELECT message_id FROM left_out WHERE message_id >= ?")
            .bind(signed(Snowflake::at(since).0))
            .fetch_all(self.reading().await?.sql())
            .await?;
        Ok(ids.into_iter().map(|id| MessageId(unsigned(id))).collect())
    }

    /// Forgets the messages before a moment that were left out.
    pub async fn forget_left_out(&self, before: UnixMs) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM left_out WHERE message_id < ?")
            .bind(signed(Snowflake::at(before).0))
            .execute(self.connection().await?.sql())
            .await?;
        Ok(())
    }
}
