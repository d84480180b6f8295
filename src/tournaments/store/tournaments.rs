//! Tournaments, and the states of their matches.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs};
use crate::live::store::match_row::MatchRow;
use crate::messages::store::post::{NewPost, Owner};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::stored_row::{StoredRow, stored_row};

stored_row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TournamentRow {
        pub id: Snowflake,
        /// The tournament as JSON.
        pub state: String,
        /// The time of its end; none before the end is announced.
        pub ended: Option<UnixMs> = "ended_ms",
    }
}

impl Store {
    /// Stores a new tournament, unless the id is known; returns whether it did.
    pub async fn open_tournament(
        &self,
        id: Snowflake,
        guild: GuildId,
        channel: ChannelId,
        state: String,
    ) -> Result<bool, StoreError> {
        let kept = "INSERT OR IGNORE INTO tournaments (id, guild_id, channel_id, state) VALUES (?, ?, ?, ?)";
        self.execute(sqlx::query(kept).bind(id).bind(guild).bind(channel).bind(state)).await
    }

    /// Stores a tournament's state, and the time of its end if it has ended, and queues `notices`.
    pub async fn keep_tournament(
        &self,
        id: Snowflake,
        state: String,
        ended: Option<UnixMs>,
        notices: Vec<NewPost>,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let kept = sqlx::query("UPDATE tournaments SET state = ?, ended_ms = ? WHERE id = ?");
        let kept = kept.bind(state).bind(ended).bind(id);
        self.execute_and_queue(kept, Owner::Tournament(id), notices, now).await.map(drop)
    }

    /// Moves a tournament to another channel with its new state, and queues `notices` there. Its messages in the old channel are gone.
    pub async fn move_tournament(
        &self,
        id: Snowflake,
        to: ChannelId,
        state: String,
        notices: Vec<NewPost>,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let owner = Owner::Tournament(id);
        self.leave_channel(owner).await?;
        let moved = sqlx::query("UPDATE tournaments SET channel_id = ?, state = ? WHERE id = ?");
        self.execute_and_queue(moved.bind(to).bind(state).bind(id), owner, notices, now).await.map(drop)
    }

    /// The tournaments that have not ended, with their channels: those of one server, or all.
    pub async fn tournaments_going(&self, guild: Option<GuildId>) -> Result<Vec<(Snowflake, ChannelId)>, StoreError> {
        let which = "SELECT id, channel_id FROM tournaments WHERE ended_ms IS NULL AND (?1 IS NULL OR guild_id = ?1) ORDER BY id";
        self.rows(sqlx::query(which).bind(guild), |row| Ok((row.try_get(0)?, row.try_get(1)?))).await
    }

    /// The server's tournaments that are running or ended after a moment.
    pub async fn tournaments_since(&self, guild: GuildId, ended: UnixMs) -> Result<Vec<Snowflake>, StoreError> {
        let which = "SELECT id FROM tournaments WHERE guild_id = ? AND (ended_ms IS NULL OR ended_ms > ?) ORDER BY id";
        self.rows(sqlx::query(which).bind(guild).bind(ended), |row| Ok(row.try_get(0)?)).await
    }

    pub async fn tournament(&self, id: Snowflake) -> Result<Option<TournamentRow>, StoreError> {
        self.row(sqlx::query("SELECT * FROM tournaments WHERE id = ?").bind(id), TournamentRow::read).await
    }

    /// The tournaments that are running or ended after a moment, and the open game drafts.
    pub async fn tournaments_and_drafts_since(&self, ended: UnixMs) -> Result<Vec<Owner>, StoreError> {
        let which = "SELECT id, 0 FROM tournaments WHERE ended_ms IS NULL OR ended_ms > ? \
                     UNION ALL SELECT id, 1 FROM game_drafts WHERE open = 1 ORDER BY id";
        let owner = |row: &SqliteRow| {
            let id = row.try_get(0)?;
            Ok(if row.try_get(1)? { Owner::GameDraft(id) } else { Owner::Tournament(id) })
        };
        self.rows(sqlx::query(which).bind(ended), owner).await
    }

    /// The channel's running tournament, or else its newest one.
    pub async fn tournament_in(&self, channel: ChannelId) -> Result<Option<TournamentRow>, StoreError> {
        let which = "SELECT * FROM tournaments WHERE channel_id = ? ORDER BY ended_ms IS NOT NULL, id DESC LIMIT 1";
        self.row(sqlx::query(which).bind(channel), TournamentRow::read).await
    }

    /// The tournament of a match in a server, also while the tournament is still opening the match.
    pub async fn tournament_of(&self, guild: GuildId, m: MatchId) -> Result<Option<TournamentRow>, StoreError> {
        let which = "SELECT * FROM tournaments WHERE guild_id = ?1 AND EXISTS (SELECT 1 FROM json_each(state, '$.play.bouts') \
                     WHERE json_extract(value, '$.opened.Ok') = ?2 \
                     OR json_extract(value, '$.opening') = (SELECT opening FROM matches WHERE id = ?2))";
        self.row(sqlx::query(which).bind(guild).bind(m), TournamentRow::read).await
    }

    /// The matches with these numbers.
    pub async fn pairing_matches(&self, matches: &[MatchId]) -> Result<Vec<MatchRow>, StoreError> {
        let mut rows = Vec::new();
        for &id in matches {
            rows.extend(self.find_match(id).await?);
        }
        Ok(rows)
    }
}
