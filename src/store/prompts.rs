//! Which message showed which prompt, and orders that are being put together.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::game::Seat;

use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use crate::ids::{ChannelId, MatchId, MessageId, Snowflake, UserId};

/// A prompt's name: its step, and how many entries there were when that began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptMark {
    pub step: u32,
    /// How many entries there were.
    pub begun: u32,
}

/// A message that showed a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptRow {
    pub match_id: MatchId,
    pub mark: PromptMark,
    /// To whom it was shown; `None` for everyone, and for what tells one person something and asks for nothing.
    pub seat: Option<Seat>,
    pub channel: ChannelId,
    pub message: MessageId,
}

pub(super) async fn keep(sql: &mut SqliteConnection, row: &PromptRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT OR REPLACE INTO prompts (message_id, match_id, step, begun, seat, channel_id) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(signed(row.message.0))
    .bind(row.match_id.0)
    .bind(row.mark.step)
    .bind(row.mark.begun)
    .bind(row.seat.map(Seat::id))
    .bind(signed(row.channel.0))
    .execute(sql)
    .await?;
    Ok(())
}

pub(super) fn read(row: &SqliteRow) -> Result<PromptRow, StoreError> {
    let seat = row.try_get::<Option<String>, _>("seat")?;
    let seat = seat.map(|seat| seat.parse()).transpose();
    Ok(PromptRow {
        match_id: MatchId(row.try_get("match_id")?),
        mark: PromptMark { step: row.try_get("step")?, begun: row.try_get("begun")? },
        seat: seat.map_err(|_| StoreError::Row("a prompt's seat".to_owned()))?,
        channel: ChannelId(unsigned(row.try_get("channel_id")?)),
        message: MessageId(unsigned(row.try_get("message_id")?)),
    })
}

impl Store {
    /// Takes note that a message showed a prompt.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prompt_shown(&self, row: &PromptRow) -> Result<(), StoreError> {
        let row = *row;
        self.write(move |sql| Box::pin(async move { keep(sql, &row).await })).await
    }

    /// The newest prompt of a match that a seat, or everyone, had been shown before a moment. Queues do not wait for each other, so the
    /// newest message need not show the newest prompt.
    ///
    /// # Errors
    /// The database failed.
    pub async fn newest_prompt(
        &self,
        match_id: MatchId,
        seat: Seat,
        before: Snowflake,
    ) -> Result<Option<PromptRow>, StoreError> {
        let row = sqlx::query(
            "SELECT * FROM prompts WHERE match_id = ? AND ((seat IS NULL AND user_id IS NULL) OR seat = ?) AND message_id < ? \
             ORDER BY begun DESC, message_id DESC LIMIT 1",
        )
        .bind(match_id.0)
        .bind(seat.id())
        .bind(signed(before.0))
        .fetch_optional(self.reading().await?.sql())
        .await?;
        row.as_ref().map(read).transpose()
    }

    /// The newest prompt of any match that a person alone had been shown before a moment.
    ///
    /// # Errors
    /// The database failed.
    pub async fn newest_prompt_to(&self, user: UserId, before: Snowflake) -> Result<Option<PromptRow>, StoreError> {
        let user = signed(user.0);
        let row = sqlx::query(
            // The join's order is given: otherwise everyone's prompts would be gone through, newest first.
            "SELECT prompts.* FROM matches CROSS JOIN prompts ON match_id = matches.id \
             WHERE (ec_user = ?1 OR dmo_user = ?1) AND iif(seat = 'ec', ec_user, dmo_user) = ?1 AND seat IS NOT NULL \
             AND message_id < ?2 \
             ORDER BY message_id DESC LIMIT 1",
        )
        .bind(user)
        .bind(signed(before.0))
        .fetch_optional(self.reading().await?.sql())
        .await?;
        row.as_ref().map(read).transpose()
    }

    /// The words a seat has chosen so far for a prompt.
    ///
    /// # Errors
    /// The database failed.
    pub async fn draft(&self, id: MatchId, mark: PromptMark, seat: Seat) -> Result<Vec<String>, StoreError> {
        let words: Option<String> =
            sqlx::query_scalar("SELECT words FROM drafts WHERE match_id = ? AND step = ? AND begun = ? AND seat = ?")
                .bind(id.0)
                .bind(mark.step)
                .bind(mark.begun)
                .bind(seat.id())
                .fetch_optional(self.reading().await?.sql())
                .await?;
        let words = words.map(|words| serde_json::from_str(&words)).transpose();
        Ok(words.map_err(|error| StoreError::Row(error.to_string()))?.unwrap_or_default())
    }

    /// Keeps the words a seat has chosen so far; none puts the draft away.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_draft(
        &self,
        id: MatchId,
        mark: PromptMark,
        seat: Seat,
        words: &[String],
    ) -> Result<(), StoreError> {
        let words = (!words.is_empty()).then(|| serde_json::to_string(words).expect("words are plain data"));
        self.write(move |sql| {
            Box::pin(async move {
                let query = match words {
                    None => {
                        sqlx::query("DELETE FROM drafts WHERE match_id = ? AND step = ? AND begun = ? AND seat = ?")
                    }
                    Some(_) => sqlx::query(
                        "INSERT OR REPLACE INTO drafts (match_id, step, begun, seat, words) VALUES (?, ?, ?, ?, ?)",
                    ),
                };
                let query = query.bind(id.0).bind(mark.step).bind(mark.begun).bind(seat.id());
                match words {
                    None => query.execute(sql).await?,
                    Some(words) => query.bind(words).execute(sql).await?,
                };
                Ok(())
            })
        })
        .await
    }
}
