//! What is to be sent: a queue for each match and lane, gone through in order.

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use crate::game::Seat;

use super::amended;
use super::items::{Arrived, ItemRow, Lane, NewItem, Owed};
use super::matches::{self, of_match, signed, unsigned};
use super::open::{Store, StoreError};
use super::people;
use super::prompts::{self, PromptRow};
use super::rows::MatchRow;
use super::surroundings;
use crate::ids::{ChannelId, MatchId, UnixMs, UserId};

/// The kind of what is said to everyone.
const PUBLIC: &str = "public";

/// Queues messages; of those to everyone it is kept, once they are sent, which host's entry they say.
pub(super) async fn queue(
    sql: &mut SqliteConnection,
    id: MatchId,
    items: &[NewItem],
    now: UnixMs,
    said: Option<u32>,
) -> Result<(), StoreError> {
    for item in items {
        sqlx::query(
            "INSERT INTO outbox (match_id, lane, kind, payload, nonce, due_ms, created_ms, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(id.0)
        .bind(item.lane.to_string())
        .bind(item.kind)
        .bind(&item.payload)
        .bind(&item.nonce)
        .bind(now.0)
        .bind(now.0)
        .bind(said.filter(|_| item.kind == PUBLIC))
        .execute(&mut *sql)
        .await?;
    }
    Ok(())
}

async fn drop_row(sql: &mut SqliteConnection, id: i64, why: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE outbox SET state = 'dropped', payload = '', error = ? WHERE id = ?")
        .bind(why)
        .bind(id)
        .execute(sql)
        .await?;
    Ok(())
}

impl Store {
    /// The queues with something in them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn pending_lanes(&self) -> Result<Vec<(MatchId, Lane)>, StoreError> {
        let rows = sqlx::query("SELECT DISTINCT match_id, lane FROM outbox WHERE state = 'pending'")
            .fetch_all(self.reading().await?.sql())
            .await?;
        rows.iter().map(|row| Ok((MatchId(row.try_get(0)?), row.try_get::<String, _>(1)?.parse()?))).collect()
    }

    /// When the first in a queue is to be tried, and the channel of its match.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self, match_id: MatchId, lane: Lane) -> Result<Option<(UnixMs, ChannelId)>, StoreError> {
        let row = sqlx::query(
            "SELECT due_ms, channel_id FROM outbox JOIN matches ON matches.id = match_id \
             WHERE state = 'pending' AND match_id = ? AND lane = ? ORDER BY outbox.id LIMIT 1",
        )
        .bind(match_id.0)
        .bind(lane.to_string())
        .fetch_optional(self.reading().await?.sql())
        .await?;
        row.map(|row| Ok((UnixMs(row.try_get(0)?), ChannelId(unsigned(row.try_get(1)?))))).transpose()
    }

    /// Whether a message about a match waits to be posted in its channel, beside what only changes one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn owes_words(&self, id: MatchId) -> Result<bool, StoreError> {
        let query = "SELECT EXISTS (SELECT 1 FROM outbox WHERE match_id = ? AND lane = ? AND state = 'pending' AND \
                     kind NOT IN ('edit-card', 'picture', 'thread'))";
        let owes = sqlx::query_scalar(query).bind(id.0).bind(Lane::Channel.to_string());
        Ok(owes.fetch_one(self.reading().await?.sql()).await?)
    }

    /// The first in a queue, with its match.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_item(&self, match_id: MatchId, lane: Lane) -> Result<Option<(ItemRow, MatchRow)>, StoreError> {
        let row = sqlx::query(concat!(
            "SELECT outbox.id AS item, payload, nonce, attempts, due_ms, created_ms, held, ",
            of_match!(),
            " FROM outbox JOIN matches ON matches.id = match_id \
             WHERE state = 'pending' AND match_id = ? AND lane = ? ORDER BY outbox.id LIMIT 1",
        ))
        .bind(match_id.0)
        .bind(lane.to_string())
        .fetch_optional(self.reading().await?.sql())
        .await?;
        let Some(row) = row else { return Ok(None) };
        let item = ItemRow {
            id: row.try_get(0)?,
            match_id,
            lane,
            payload: row.try_get(1)?,
            nonce: row.try_get(2)?,
            attempts: row.try_get(3)?,
            due: UnixMs(row.try_get(4)?),
            created: UnixMs(row.try_get(5)?),
            held: row.try_get(6)?,
        };
        Ok(Some((item, matches::read(&row)?)))
    }

    /// What waits to be sent to a match's channel, the oldest first, as it was queued.
    ///
    /// # Errors
    /// The database failed.
    pub async fn waiting(&self, match_id: MatchId) -> Result<Vec<String>, StoreError> {
        let waiting = sqlx::query_scalar(
            "SELECT payload FROM outbox WHERE state = 'pending' AND match_id = ? AND lane = ? ORDER BY id",
        );
        let waiting = waiting.bind(match_id.0).bind(Lane::Channel.to_string());
        Ok(waiting.fetch_all(self.reading().await?.sql()).await?)
    }

    /// Takes note that an item has arrived; what it said is not kept. A prompt is kept under its message, a lobby's card on its match.
    /// A late picture takes the place of older ones that still wait.
    ///
    /// # Errors
    /// The database failed.
    pub async fn item_sent(&self, item: &ItemRow, arrived: Arrived, now: UnixMs) -> Result<(), StoreError> {
        let Arrived { channel, message, prompt, kept, card, thread, late } = arrived;
        let (id, match_id, nonce, public) = (item.id, item.match_id, item.nonce.clone(), item.lane == Lane::Channel);
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET state = 'sent', payload = '', message_id = ?, error = NULL WHERE id = ?",
                )
                .bind(signed(message.0))
                .bind(id)
                .execute(&mut *sql)
                .await?;
                if public {
                    sqlx::query(
                        "INSERT OR REPLACE INTO said (match_id, entry, message_id) \
                         SELECT match_id, entry, message_id FROM outbox WHERE id = ? AND entry IS NOT NULL",
                    )
                    .bind(id)
                    .execute(&mut *sql)
                    .await?;
                }
                if let Some((mark, seat)) = prompt {
                    prompts::keep(&mut *sql, &PromptRow { match_id, mark, seat, channel, message }).await?;
                }
                if let Some(kept) = kept {
                    amended::keep(&mut *sql, message, &nonce, &kept).await?;
                }
                if card {
                    sqlx::query("UPDATE matches SET card_channel = ?, card_message = ? WHERE id = ?")
                        .bind(signed(channel.0))
                        .bind(signed(message.0))
                        .bind(match_id.0)
                        .execute(&mut *sql)
                        .await?;
                }
                if let Some(thread) = thread {
                    sqlx::query(
                        "UPDATE matches SET parent_id = channel_id, channel_id = ? WHERE id = ? AND parent_id IS NULL",
                    )
                    .bind(signed(thread.0))
                    .bind(match_id.0)
                    .execute(&mut *sql)
                    .await?;
                    surroundings::touch(&mut *sql, match_id, now).await?;
                }
                if let Some(late) = late {
                    sqlx::query(
                        "UPDATE outbox SET state = 'dropped', payload = '', error = 'a newer picture followed' \
                         WHERE state = 'pending' AND match_id = ? AND lane = ?",
                    )
                    .bind(match_id.0)
                    .bind(late.lane.to_string())
                    .execute(&mut *sql)
                    .await?;
                    queue(&mut *sql, match_id, &[late], now, None).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Forgets what was sent or given up before a moment; what still waits is never forgotten.
    ///
    /// # Errors
    /// The database failed.
    pub async fn forget_items(&self, before: UnixMs) -> Result<u64, StoreError> {
        let gone = sqlx::query("DELETE FROM outbox WHERE state <> 'pending' AND created_ms < ?")
            .bind(before.0)
            .execute(self.connection().await?.sql())
            .await?;
        Ok(gone.rows_affected())
    }

    /// Takes note that an item is to be tried again.
    ///
    /// # Errors
    /// The database failed.
    pub async fn item_again(&self, id: i64, due: UnixMs, why: &str) -> Result<(), StoreError> {
        let why = why.to_owned();
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query("UPDATE outbox SET attempts = attempts + 1, due_ms = ?, error = ? WHERE id = ?")
                    .bind(due.0)
                    .bind(why)
                    .bind(id)
                    .execute(sql)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Takes note that an item was refused: it, and what is behind it, waits for [`Store::owed_again`], or until a moment.
    ///
    /// # Errors
    /// The database failed.
    pub async fn item_held(&self, id: i64, due: UnixMs, why: &str) -> Result<(), StoreError> {
        let why = why.to_owned();
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET attempts = attempts + 1, due_ms = ?1, held = ?2, error = ?2 WHERE id = ?3",
                )
                .bind(due.0)
                .bind(why)
                .bind(id)
                .execute(sql)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Lets refused items be tried again at once; the queues they are in.
    ///
    /// # Errors
    /// The database failed.
    pub async fn owed_again(&self, whose: Owed, now: UnixMs) -> Result<Vec<(MatchId, Lane)>, StoreError> {
        let (which, of) = match whose {
            Owed::All => ("?2 = ?2", 0),
            Owed::Match(id) => ("match_id = ?2", id.0),
            Owed::Server(guild) => ("match_id IN (SELECT id FROM matches WHERE guild_id = ?2)", signed(guild.0)),
        };
        let again = format!(
            "UPDATE outbox SET due_ms = ?1 WHERE state = 'pending' AND held IS NOT NULL AND due_ms > ?1 AND {which} \
             RETURNING match_id, lane"
        );
        let rows =
            sqlx::query(AssertSqlSafe(again)).bind(now.0).bind(of).fetch_all(self.connection().await?.sql()).await?;
        rows.iter().map(|row| Ok((MatchId(row.try_get(0)?), row.try_get::<String, _>(1)?.parse()?))).collect()
    }

    /// Has whatever was tried in vain, but not refused, tried again at once.
    ///
    /// # Errors
    /// The database failed.
    pub async fn vain_again(&self, now: UnixMs) -> Result<(), StoreError> {
        let again = sqlx::query(
            "UPDATE outbox SET due_ms = ?1 WHERE state = 'pending' AND held IS NULL AND attempts > 0 AND due_ms > ?1",
        );
        again.bind(now.0).execute(self.connection().await?.sql()).await?;
        Ok(())
    }

    /// Takes note that an item will not be sent.
    ///
    /// # Errors
    /// The database failed.
    pub async fn item_dropped(&self, id: i64, why: &str) -> Result<(), StoreError> {
        let why = why.to_owned();
        self.write(move |sql| Box::pin(async move { drop_row(sql, id, &why).await })).await
    }

    /// Takes note that an item will not be sent, and queues something in its place.
    ///
    /// # Errors
    /// The database failed.
    pub async fn item_replaced(
        &self,
        item: &ItemRow,
        instead: Option<NewItem>,
        why: &str,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let (id, match_id, why) = (item.id, item.match_id, why.to_owned());
        self.write(move |sql| {
            Box::pin(async move {
                drop_row(&mut *sql, id, &why).await?;
                queue(sql, match_id, instead.as_slice(), now, None).await
            })
        })
        .await
    }

    /// Takes note that an item will not be sent because its reader takes no messages. The first time that happens to a seat in a
    /// match, `instead` is queued; tells whether it was.
    ///
    /// # Errors
    /// The database failed.
    pub async fn item_unwanted(
        &self,
        item: &ItemRow,
        user: UserId,
        instead: Option<(Seat, NewItem)>,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let (id, match_id) = (item.id, item.match_id);
        self.write(move |sql| {
            Box::pin(async move {
                drop_row(&mut *sql, id, "direct messages are closed").await?;
                people::close_dm(&mut *sql, user).await?;
                let Some((seat, notice)) = instead else { return Ok(false) };
                let told = match seat {
                    Seat::Ec => "UPDATE matches SET ec_unreachable = 1 WHERE id = ? AND ec_unreachable = 0",
                    Seat::Dmo => "UPDATE matches SET dmo_unreachable = 1 WHERE id = ? AND dmo_unreachable = 0",
                };
                let queued = sqlx::query(told).bind(match_id.0).execute(&mut *sql).await?.rows_affected() > 0;
                if queued {
                    queue(sql, match_id, &[notice], now, None).await?;
                }
                Ok(queued)
            })
        })
        .await
    }

    /// Queues something by itself.
    ///
    /// # Errors
    /// The database failed.
    pub async fn queue_item(&self, id: MatchId, item: NewItem, now: UnixMs) -> Result<(), StoreError> {
        self.write(move |sql| Box::pin(async move { queue(sql, id, &[item], now, None).await })).await
    }

    /// How many items wait to be sent.
    ///
    /// # Errors
    /// The database failed.
    pub async fn pending_items(&self) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE state = 'pending'")
            .fetch_one(self.reading().await?.sql())
            .await?;
        Ok(unsigned(count))
    }

    /// When the oldest item that waits to be sent was queued, if one waits.
    ///
    /// # Errors
    /// The database failed.
    pub async fn oldest_item(&self) -> Result<Option<UnixMs>, StoreError> {
        let oldest: Option<i64> = sqlx::query_scalar("SELECT min(created_ms) FROM outbox WHERE state = 'pending'")
            .fetch_one(self.connection().await?.sql())
            .await?;
        Ok(oldest.map(UnixMs))
    }
}
