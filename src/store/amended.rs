//! Messages that still show a prompt, so that they can be changed when it does.

use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use super::items::NewItem;
use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use super::outbox::queue;
use super::prompts::{self, PromptRow};
use super::surroundings;
use crate::ids::{ChannelId, MatchId, MessageId, UnixMs, UserId};

/// What is kept of a message that shows a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Whom it was sent to; `None` for everyone.
    pub user: Option<UserId>,
    /// What it says besides the prompt.
    pub words: String,
    /// The prompt as it shows it.
    pub shown: String,
}

/// A message that still shows a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRow {
    /// The prompt it was sent for.
    pub prompt: PromptRow,
    /// The nonce it was sent with.
    pub nonce: String,
    /// What is kept of it.
    pub kept: Kept,
}

pub(super) async fn keep(
    sql: &mut SqliteConnection,
    message: MessageId,
    nonce: &str,
    kept: &Kept,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE prompts SET open = 1, user_id = ?, nonce = ?, kept = ?, shown = ? WHERE message_id = ?")
        .bind(kept.user.map(|user| signed(user.0)))
        .bind(nonce)
        .bind(&kept.words)
        .bind(&kept.shown)
        .bind(signed(message.0))
        .execute(sql)
        .await?;
    Ok(())
}

/// Records what a message shows instead of what it did; with nothing it is closed.
pub(super) async fn amend(sql: &mut SqliteConnection, message: MessageId, shown: &str) -> Result<(), StoreError> {
    let amended = if shown.is_empty() {
        "UPDATE prompts SET open = 0, kept = '', shown = ? WHERE message_id = ?"
    } else {
        "UPDATE prompts SET shown = ? WHERE message_id = ?"
    };
    sqlx::query(amended).bind(shown).bind(signed(message.0)).execute(sql).await?;
    Ok(())
}

fn read(row: &SqliteRow) -> Result<OpenRow, StoreError> {
    let user = row.try_get::<Option<i64>, _>("user_id")?;
    let user = user.map(|id| UserId(unsigned(id)));
    let kept = Kept { user, words: row.try_get("kept")?, shown: row.try_get("shown")? };
    Ok(OpenRow { prompt: prompts::read(row)?, nonce: row.try_get("nonce")?, kept })
}

impl Store {
    /// The messages that still show a prompt of a match, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_prompts(&self, id: MatchId) -> Result<Vec<OpenRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM prompts WHERE match_id = ? AND open = 1 ORDER BY message_id")
            .bind(id.0)
            .fetch_all(self.reading().await?.sql())
            .await?;
        rows.iter().map(read).collect()
    }

    /// The matches of which messages still show a prompt.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prompting(&self) -> Result<Vec<MatchId>, StoreError> {
        let query = "SELECT DISTINCT match_id FROM prompts WHERE open = 1";
        let rows = sqlx::query_scalar(query).fetch_all(self.reading().await?.sql()).await?;
        Ok(rows.into_iter().map(MatchId).collect())
    }

    /// The message to everyone that said what a step came to, where it stands in this channel; of a match that ended in it, the last one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn result_of(&self, id: MatchId, channel: ChannelId, step: u32) -> Result<Option<MessageId>, StoreError> {
        let of = "SELECT message_id FROM prompts WHERE match_id = ?1 AND channel_id = ?2 AND seat IS NULL AND user_id IS NULL";
        // A step that was asked again after it was taken back has begun after every message of the steps behind it.
        let first =
            "step > ?3 AND begun > (SELECT coalesce(max(begun), -1) FROM prompts WHERE match_id = ?1 AND step <= ?3)";
        let query = format!("{of} ORDER BY {first} DESC, iif({first}, message_id, -message_id) LIMIT 1");
        let row = sqlx::query_scalar(AssertSqlSafe(query)).bind(id.0).bind(signed(channel.0)).bind(step);
        let row: Option<i64> = row.fetch_optional(self.reading().await?.sql()).await?;
        Ok(row.map(|message| MessageId(unsigned(message))))
    }

    /// Records what messages show now; those that show nothing any more are closed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prompts_amended(&self, amended: Vec<(MessageId, String)>) -> Result<(), StoreError> {
        if amended.is_empty() {
            return Ok(());
        }
        self.write(move |sql| {
            Box::pin(async move {
                for (message, shown) in amended {
                    amend(&mut *sql, message, &shown).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Takes a match whose own thread or channel is gone into another, where `told` follows what waits to be posted; once.
    ///
    /// # Errors
    /// The database failed.
    pub async fn go_on_in(
        &self,
        id: MatchId,
        to: ChannelId,
        told: Vec<NewItem>,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let moved =
                    sqlx::query("UPDATE matches SET channel_id = ?1, parent_id = NULL WHERE id = ?2 AND channel_id <> ?1");
                if moved.bind(signed(to.0)).bind(id.0).execute(&mut *sql).await?.rows_affected() > 0 {
                    // What asked there is gone with it.
                    for gone in [
                        "UPDATE outbox SET state = 'dropped', payload = '' WHERE match_id = ? AND kind = 'anew' AND state = 'pending'",
                        "UPDATE prompts SET open = 0, kept = '', shown = '' WHERE match_id = ? AND user_id IS NULL",
                        "DELETE FROM proposals WHERE match_id = ? AND state = 'open'",
                    ] {
                        sqlx::query(gone).bind(id.0).execute(&mut *sql).await?;
                    }
                    surroundings::touch(&mut *sql, id, now).await?;
                    queue(sql, id, &told, now, None).await?;
                }
                Ok(())
            })
        })
        .await
    }
}
