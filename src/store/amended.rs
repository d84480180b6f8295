//! Messages that still show a prompt, so that they can be changed when it does.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::items::NewItem;
use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use super::outbox::queue;
use super::prompts::{self, PromptRow};
use super::surroundings;
use crate::ids::{ChannelId, MatchId, MessageId, UnixMs, UserId};

/// What a match's last word shows: it holds for as long as the match is over.
pub const LAST_WORD: &str = "last word";

/// What became of a message that shows a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amended {
    /// It shows the prompt so.
    Shows(String),
    /// It shows no prompt any more.
    Over,
    /// It shows no prompt any more, and says what a step came to.
    Result,
    /// The same, and what was ordered at its own prompt.
    Ordered,
}

impl Amended {
    /// The prompt as it shows it; nothing where it shows none.
    #[must_use]
    pub fn shown(&self) -> &str {
        match self {
            Self::Shows(shown) => shown,
            Self::Over | Self::Result | Self::Ordered => "",
        }
    }
}

/// What a message shows that says what a step came to, once its prompt is over.
pub const RESULT: &str = "result";

/// The same where it also says what was ordered at its own prompt.
const ORDERED: &str = "ordered";

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
    // What says no more than what a step came to waits for nothing.
    let open = kept.shown != RESULT;
    sqlx::query("UPDATE prompts SET open = ?, user_id = ?, nonce = ?, kept = ?, shown = ? WHERE message_id = ?")
        .bind(open)
        .bind(kept.user.map(|user| signed(user.0)))
        .bind(nonce)
        .bind(&kept.words)
        .bind(&kept.shown)
        .bind(signed(message.0))
        .execute(sql)
        .await?;
    Ok(())
}

/// Takes note of what a message shows instead of what it did.
pub(super) async fn amend(sql: &mut SqliteConnection, message: MessageId, amended: Amended) -> Result<(), StoreError> {
    let over = "UPDATE prompts SET open = 0, kept = '', shown = ? WHERE message_id = ?";
    let query = match amended {
        Amended::Shows(shown) => sqlx::query("UPDATE prompts SET shown = ? WHERE message_id = ?").bind(shown),
        Amended::Over => sqlx::query(over).bind(""),
        Amended::Result => sqlx::query(over).bind(RESULT),
        Amended::Ordered => sqlx::query(over).bind(ORDERED),
    };
    query.bind(signed(message.0)).execute(sql).await?;
    Ok(())
}

fn read(row: &SqliteRow) -> Result<OpenRow, StoreError> {
    let user = row.try_get::<Option<i64>, _>("user_id")?;
    let user = user.map(|id| UserId(unsigned(id)));
    let kept = Kept { user, words: row.try_get("kept")?, shown: row.try_get("shown")? };
    Ok(OpenRow { prompt: prompts::read(row)?, nonce: row.try_get("nonce")?, kept })
}

impl Store {
    /// The message as which something of a match was sent, by its nonce, where that is known still.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sent_as(&self, id: MatchId, nonce: &str) -> Result<Option<MessageId>, StoreError> {
        let sent =
            sqlx::query_scalar::<_, Option<i64>>("SELECT message_id FROM outbox WHERE match_id = ? AND nonce = ?");
        let sent = sent.bind(id.0).bind(nonce).fetch_optional(self.reading().await?.sql()).await?;
        Ok(sent.flatten().map(|message| MessageId(unsigned(message))))
    }

    /// Takes note of a message that tells one person, beside their prompts, what they did at a step.
    ///
    /// # Errors
    /// The database failed.
    pub async fn result_told(&self, row: PromptRow, user: UserId) -> Result<(), StoreError> {
        let kept = Kept { user: Some(user), words: String::new(), shown: RESULT.to_owned() };
        self.write(move |sql| {
            Box::pin(async move {
                prompts::keep(sql, &row).await?;
                keep(sql, row.message, "", &kept).await
            })
        })
        .await
    }

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

    /// The matches of which messages still show a prompt, or a last word though they go on, or a proposal that is not answered.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prompting(&self) -> Result<Vec<MatchId>, StoreError> {
        let query = "SELECT DISTINCT match_id FROM prompts JOIN matches ON matches.id = match_id \
                     WHERE open = 1 AND (shown <> ? OR status = 'running') \
                     UNION SELECT match_id FROM proposals WHERE state = 'open' AND message_id IS NOT NULL";
        let rows = sqlx::query_scalar(query).bind(LAST_WORD).fetch_all(self.reading().await?.sql()).await?;
        Ok(rows.into_iter().map(MatchId).collect())
    }

    /// The messages that say what a match's steps came to before it went back behind them to a step; and the prompts for that step that say
    /// what was ordered.
    ///
    /// # Errors
    /// The database failed.
    pub async fn results_after(&self, id: MatchId, step: u32) -> Result<Vec<PromptRow>, StoreError> {
        let query = "SELECT * FROM prompts WHERE match_id = ?4 AND open = 0 AND \
                     (shown IN (?1, ?2) AND step > ?3 OR shown = ?2 AND step = ?3) ORDER BY message_id";
        let rows = sqlx::query(query);
        let rows = rows.bind(RESULT).bind(ORDERED).bind(step).bind(id.0);
        rows.fetch_all(self.reading().await?.sql()).await?.iter().map(prompts::read).collect()
    }

    /// Records what messages show now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prompts_amended(&self, amended: Vec<(MessageId, Amended)>) -> Result<(), StoreError> {
        if amended.is_empty() {
            return Ok(());
        }
        self.write(move |sql| {
            Box::pin(async move {
                for (message, amended) in amended {
                    amend(&mut *sql, message, amended).await?;
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
