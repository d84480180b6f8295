//! What a match leaves outside its own messages: its result's card, its event in the calendar, its thread.
//!
//! What has happened in a match that matters there is noted in the transaction it happens in, with a number; whoever has seen to it says
//! up to which number, so that nothing that happened meanwhile is forgotten.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::matches::{self, of_match, signed, unsigned};
use super::open::{Store, StoreError};
use super::rows::{MatchRow, Status};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs};

/// A thing that a match leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    Result,
    Event,
    Thread,
}

impl Thing {
    pub const ALL: [Self; 3] = [Self::Result, Self::Event, Self::Thread];

    const fn id(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Event => "event",
            Self::Thread => "thread",
        }
    }
}

/// What is known of one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Since when it may have been made.
    pub tried: Option<UnixMs>,
    /// Where.
    pub channel: Option<ChannelId>,
    /// What it is at Discord.
    pub id: Option<u64>,
    /// What it shows.
    pub shown: Option<String>,
    /// Why there is nothing more to be done about it.
    pub refused: Option<String>,
    /// Whether the host has been told of that.
    pub told: bool,
}

/// What is known of all that a match leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Surroundings {
    /// The number of the last of what has happened.
    pub version: i64,
    /// When that was.
    pub since: UnixMs,
    /// How often it has failed.
    pub attempts: u32,
    left: BTreeMap<Thing, Left>,
}

impl Surroundings {
    #[must_use]
    pub fn of(&self, thing: Thing) -> Left {
        self.left.get(&thing).cloned().unwrap_or_default()
    }
}

/// Whether what has become of a match matters outside its own messages.
#[must_use]
pub fn matters(before: &MatchRow, after: &MatchRow) -> bool {
    let planned = after.starts.is_some() || before.starts.is_some();
    let ended = !after.status.live() || before.status == Status::Over;
    before.outcome != after.outcome
        || before.starts != after.starts
        || (before.status != after.status && (planned || ended))
        || (before.stage != after.stage && planned)
}

/// Notes that something has happened.
pub(super) async fn touch(sql: &mut SqliteConnection, id: MatchId, now: UnixMs) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO surroundings (match_id, due_ms, since_ms) VALUES (?1, ?2, ?2) ON CONFLICT (match_id) \
         DO UPDATE SET due_ms = ?2, since_ms = ?2, version = version + 1, attempts = 0",
    )
    .bind(id.0)
    .bind(now.0)
    .execute(sql)
    .await?;
    Ok(())
}

/// Has what a match has posted shown anew, since it names somebody it is no longer to name; nothing new is posted.
pub(super) async fn show_again(sql: &mut SqliteConnection, id: MatchId) -> Result<(), StoreError> {
    let forgotten = sqlx::query("UPDATE left_behind SET shown = NULL WHERE match_id = ? AND thing <> 'thread'");
    forgotten.bind(id.0).execute(&mut *sql).await?;
    sqlx::query(
        "UPDATE surroundings SET due_ms = 0, version = version + 1, attempts = 0 WHERE match_id = ?1 AND EXISTS \
         (SELECT 1 FROM left_behind WHERE match_id = ?1 AND thing = 'result' AND discord_id IS NOT NULL)",
    )
    .bind(id.0)
    .execute(sql)
    .await?;
    Ok(())
}

impl Store {
    /// The match whose surroundings are to be seen to next, and when.
    pub async fn surroundings_due(&self) -> Result<Option<(MatchId, UnixMs)>, StoreError> {
        let next = "SELECT match_id, due_ms FROM surroundings WHERE due_ms IS NOT NULL ORDER BY due_ms LIMIT 1";
        let row = sqlx::query(next).fetch_optional(self.reading().await?.sql()).await?;
        row.map(|row| Ok((MatchId(row.try_get(0)?), UnixMs(row.try_get(1)?)))).transpose()
    }

    /// What is known of a match's surroundings, with the match.
    pub async fn surroundings(&self, id: MatchId) -> Result<Option<(Surroundings, MatchRow)>, StoreError> {
        let mut held = self.reading().await?;
        let row = sqlx::query(concat!(
            "SELECT happened, since_ms, attempts, ",
            of_match!(),
            " FROM (SELECT match_id, version AS happened, since_ms, attempts FROM surroundings) \
             JOIN matches ON matches.id = match_id WHERE match_id = ?",
        ))
        .bind(id.0)
        .fetch_optional(held.sql())
        .await?;
        let Some(row) = row else { return Ok(None) };
        let known = sqlx::query(
            "SELECT thing, tried_ms, channel_id, discord_id, shown, refused, told FROM left_behind WHERE match_id = ?",
        )
        .bind(id.0)
        .fetch_all(held.sql())
        .await?;
        let mut left = BTreeMap::new();
        for one in &known {
            let thing: &str = one.try_get(0)?;
            let Some(thing) = Thing::ALL.into_iter().find(|known| known.id() == thing) else { continue };
            left.insert(
                thing,
                Left {
                    tried: one.try_get::<Option<i64>, _>(1)?.map(UnixMs),
                    channel: one.try_get::<Option<i64>, _>(2)?.map(|id| ChannelId(unsigned(id))),
                    id: one.try_get::<Option<i64>, _>(3)?.map(unsigned),
                    shown: one.try_get(4)?,
                    refused: one.try_get(5)?,
                    told: one.try_get(6)?,
                },
            );
        }
        let attempts = u32::try_from(row.try_get::<i64, _>("attempts")?).unwrap_or(u32::MAX);
        let since = UnixMs(row.try_get("since_ms")?);
        let known = Surroundings { version: row.try_get("happened")?, since, attempts, left };
        Ok(Some((known, matches::read(&row)?)))
    }

    /// Keeps what is known of something that a match leaves.
    pub async fn keep_left(&self, id: MatchId, thing: Thing, left: Left) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT OR REPLACE INTO left_behind (match_id, thing, tried_ms, channel_id, discord_id, shown, refused, told) \
                     VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                )
                .bind(id.0)
                .bind(thing.id())
                .bind(left.tried.map(|at| at.0))
                .bind(left.channel.map(|channel| signed(channel.0)))
                .bind(left.id.map(signed))
                .bind(left.shown)
                .bind(left.refused)
                .bind(left.told)
                .execute(sql)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Takes note that a match's surroundings are seen to up to a number, and when they are to be looked at again.
    pub async fn surroundings_seen(
        &self,
        id: MatchId,
        version: i64,
        again: Option<UnixMs>,
        attempts: u32,
    ) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query("UPDATE surroundings SET due_ms = ?, attempts = ? WHERE match_id = ? AND version = ?")
                    .bind(again.map(|at| at.0))
                    .bind(attempts)
                    .bind(id.0)
                    .bind(version)
                    .execute(sql)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Lets what was refused in a server be tried again, of matches in which something has happened since a moment.
    pub async fn surroundings_again(&self, guild: GuildId, since: UnixMs, now: UnixMs) -> Result<bool, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let refused = sqlx::query(
                    "UPDATE surroundings SET due_ms = ?1, version = version + 1, attempts = 0 WHERE since_ms >= ?2 AND match_id IN \
                     (SELECT match_id FROM left_behind JOIN matches ON matches.id = match_id WHERE refused IS NOT NULL AND guild_id = ?3)",
                )
                .bind(now.0)
                .bind(since.0)
                .bind(signed(guild.0))
                .execute(&mut *sql)
                .await?;
                sqlx::query(
                    "UPDATE left_behind SET refused = NULL WHERE refused IS NOT NULL AND match_id IN \
                     (SELECT id FROM matches WHERE guild_id = ?)",
                )
                .bind(signed(guild.0))
                .execute(sql)
                .await?;
                Ok(refused.rows_affected() > 0)
            })
        })
        .await
    }
}
