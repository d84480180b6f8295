//! What spectators and commentators have been shown of a match.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::matches::{signed, unsigned};
use super::open::{Store, StoreError};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs};

/// Who follows matches in a channel of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feed {
    Spectators,
    Commentators,
}

impl Feed {
    pub const ALL: [Self; 2] = [Self::Spectators, Self::Commentators];

    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Spectators => "spectators",
            Self::Commentators => "commentators",
        }
    }
}

/// How far a match has been shown in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRow {
    pub channel: ChannelId,
    /// How many entries; nothing before anything was shown.
    pub shown: Option<u32>,
    /// Up to how many a message may have been posted, and since when.
    pub tried: Option<(u32, UnixMs)>,
    /// Why nothing more is posted there.
    pub refused: Option<String>,
}

impl FeedRow {
    /// Nothing shown.
    #[must_use]
    pub const fn new(channel: ChannelId) -> Self {
        Self { channel, shown: None, tried: None, refused: None }
    }
}

fn read(row: &SqliteRow) -> Result<FeedRow, StoreError> {
    let tried: Option<u32> = row.try_get("tried")?;
    let since: Option<i64> = row.try_get("tried_ms")?;
    Ok(FeedRow {
        channel: ChannelId(unsigned(row.try_get("channel_id")?)),
        shown: row.try_get("shown")?,
        tried: tried.zip(since.map(UnixMs)),
        refused: row.try_get("refused")?,
    })
}

impl Store {
    /// How far a match has been shown somewhere.
    pub async fn feed(&self, id: MatchId, feed: Feed) -> Result<Option<FeedRow>, StoreError> {
        let row = sqlx::query("SELECT * FROM feeds WHERE match_id = ? AND feed = ?").bind(id.0).bind(feed.id());
        row.fetch_optional(self.reading().await?.sql()).await?.as_ref().map(read).transpose()
    }

    /// Keeps how far a match has been shown.
    pub async fn keep_feed(&self, id: MatchId, feed: Feed, row: FeedRow) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT OR REPLACE INTO feeds (match_id, feed, channel_id, shown, tried, tried_ms, refused) \
                     VALUES (?, ?, ?, ?, ?, ?, ?)",
                )
                .bind(id.0)
                .bind(feed.id())
                .bind(signed(row.channel.0))
                .bind(row.shown)
                .bind(row.tried.map(|(upto, _)| upto))
                .bind(row.tried.map(|(_, since)| since.0))
                .bind(row.refused)
                .execute(&mut *sql)
                .await?;
                if row.shown.is_some() || row.tried.is_some() {
                    sqlx::query("INSERT OR IGNORE INTO feed_channels (match_id, channel_id) VALUES (?, ?)")
                        .bind(id.0)
                        .bind(signed(row.channel.0))
                        .execute(sql)
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// The channels in which a match has been shown to others, also those in which it is shown no more.
    pub async fn shown_in(&self, id: MatchId) -> Result<Vec<ChannelId>, StoreError> {
        let channels =
            sqlx::query_scalar("SELECT channel_id FROM feed_channels WHERE match_id = ? ORDER BY channel_id");
        let channels: Vec<i64> = channels.bind(id.0).fetch_all(self.reading().await?.sql()).await?;
        Ok(channels.into_iter().map(|channel| ChannelId(unsigned(channel))).collect())
    }

    /// The matches of which not everything has been shown that may be.
    pub async fn feeds_behind(&self) -> Result<Vec<MatchId>, StoreError> {
        let behind = "SELECT DISTINCT match_id FROM feeds WHERE refused IS NULL AND \
                      (shown IS NULL OR shown < (SELECT COUNT(*) FROM entries WHERE entries.match_id = feeds.match_id))";
        let rows = sqlx::query(behind).fetch_all(self.reading().await?.sql()).await?;
        rows.iter().map(|row| Ok(MatchId(row.try_get(0)?))).collect()
    }

    /// Lets what was refused in a server be shown again; the matches it is of.
    pub async fn feeds_again(&self, guild: GuildId) -> Result<Vec<MatchId>, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let again = sqlx::query(
                    "UPDATE feeds SET refused = NULL WHERE refused IS NOT NULL AND match_id IN \
                     (SELECT id FROM matches WHERE guild_id = ?) RETURNING match_id",
                );
                let rows = again.bind(signed(guild.0)).fetch_all(sql).await?;
                rows.iter().map(|row| Ok(MatchId(row.try_get(0)?))).collect()
            })
        })
        .await
    }
}
