//! Direct messages that lead to where a match is played, beside those that still show a prompt.

use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use crate::ids::{ChannelId, MatchId, MessageId};

/// A direct message that leads to a match's channel by a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRow {
    pub match_id: MatchId,
    /// The message's own channel.
    pub channel: ChannelId,
    pub message: MessageId,
    /// The nonce it was sent with, where its buttons carry one.
    pub nonce: String,
    /// The channel it leads to.
    pub leads: ChannelId,
}

pub(super) async fn keep(sql: &mut SqliteConnection, link: &LinkRow) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO links (message_id, match_id, channel_id, nonce, leads) VALUES (?, ?, ?, ?, ?)")
        .bind(signed(link.message.0))
        .bind(link.match_id.0)
        .bind(signed(link.channel.0))
        .bind(&link.nonce)
        .bind(signed(link.leads.0))
        .execute(sql)
        .await?;
    Ok(())
}

/// Takes note of prompts that are closed, by a column of theirs, and lead to a channel that their match is not in: nothing else keeps
/// them true. Answers to what was typed lead nowhere.
pub(super) async fn closed(
    sql: &mut SqliteConnection,
    column: &'static str,
    key: i64,
    leads: i64,
) -> Result<(), StoreError> {
    let query = format!(
        "INSERT OR IGNORE INTO links (message_id, match_id, channel_id, nonce, leads) \
         SELECT message_id, match_id, prompts.channel_id, nonce, ?2 FROM prompts JOIN matches ON matches.id = match_id \
         WHERE prompts.{column} = ?1 AND user_id IS NOT NULL AND open = 0 AND nonce <> '' AND matches.channel_id <> ?2"
    );
    sqlx::query(AssertSqlSafe(query)).bind(key).bind(leads).execute(sql).await?;
    Ok(())
}

fn read(row: &SqliteRow) -> Result<LinkRow, StoreError> {
    Ok(LinkRow {
        match_id: MatchId(row.try_get("match_id")?),
        channel: ChannelId(unsigned(row.try_get("channel_id")?)),
        message: MessageId(unsigned(row.try_get("message_id")?)),
        nonce: row.try_get("nonce")?,
        leads: ChannelId(unsigned(row.try_get("leads")?)),
    })
}

impl Store {
    /// Takes note of where a message leads.
    ///
    /// # Errors
    /// The database failed.
    pub async fn link_kept(&self, link: LinkRow) -> Result<(), StoreError> {
        self.write(move |sql| Box::pin(async move { keep(sql, &link).await })).await
    }

    /// The messages that lead to another channel than a match is in now, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn astray(&self, id: MatchId) -> Result<Vec<LinkRow>, StoreError> {
        let query = "SELECT links.message_id, links.match_id, links.channel_id, links.nonce, leads \
                     FROM links JOIN matches ON matches.id = match_id \
                     WHERE match_id = ? AND leads <> matches.channel_id ORDER BY message_id DESC";
        let rows = sqlx::query(query).bind(id.0).fetch_all(self.reading().await?.sql()).await?;
        rows.iter().map(read).collect()
    }
}
