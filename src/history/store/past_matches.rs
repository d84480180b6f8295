//! Finished matches for lists and ratings, matches that hosts exclude from the ratings, and seasons.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::{BySeat, Outcome, Seat};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// A finished match.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRow {
    pub id: MatchId,
    /// The channel of the match, and its parent channel if it is a thread.
    pub channel: ChannelId,
    pub parent: Option<ChannelId>,
    /// Whether the match was played in direct messages.
    pub in_dms: bool,
    pub game: String,
    pub preset: Option<String>,
    pub users: BySeat<UserId>,
    /// The players' names, and their Discord usernames if known.
    pub names: BySeat<String>,
    pub usernames: BySeat<Option<String>>,
    /// The names of the first players, and the known ids of first players who were substituted.
    pub began: BySeat<String>,
    pub began_users: BySeat<Option<UserId>>,
    pub bots: BySeat<bool>,
    pub friendly: bool,
    /// Whether the match was part of a series or tournament, so that it eliminated nobody.
    pub part: bool,
    /// The start of the match, or its opening if no start is stored.
    pub at: UnixMs,
    /// The time of the record's last entry.
    pub ended: UnixMs,
    pub outcome: Outcome,
    /// Whether a host excluded the match from the ratings, or its game was version 1 of a server's own game.
    pub uncounted: bool,
    /// Whether the record was imported: the match was played elsewhere.
    pub imported: bool,
    /// Whether an imported record has no date, so that the day of the import is shown.
    pub undated: bool,
}

impl PastRow {
    /// Returns the match as its first players' match: a substitute plays for the first player of the seat. A first player whose id is
    /// unknown has none, like an erased player.
    pub fn of_first_players(&self) -> Self {
        let substituted = |seat: Seat| self.began_users[seat].is_some() || self.began[seat] != self.names[seat];
        Self {
            users: BySeat::from_fn(|seat| match self.began_users[seat] {
                None if substituted(seat) => UserId(0),
                first => first.unwrap_or(self.users[seat]),
            }),
            names: self.began.clone(),
            usernames: BySeat::from_fn(|seat| self.usernames[seat].clone().filter(|_| !substituted(seat))),
            ..self.clone()
        }
    }
}

#[cfg(test)]
impl PastRow {
    /// Returns a match between two people that was decided by the rules and counts for ratings.
    pub fn of(id: i64, users: [u64; 2], winner: Option<Seat>) -> Self {
        Self {
            id: MatchId(id),
            channel: ChannelId(1),
            parent: None,
            in_dms: false,
            game: "a game".to_owned(),
            preset: None,
            users: BySeat { ec: UserId(users[0]), dmo: UserId(users[1]) },
            names: BySeat::default(),
            usernames: BySeat::default(),
            began: BySeat::default(),
            began_users: BySeat::default(),
            bots: BySeat::default(),
            friendly: false,
            part: false,
            at: UnixMs(id),
            ended: UnixMs(id),
            outcome: Outcome { winner, reason: crate::game::Reason::Rules },
            uncounted: false,
            imported: false,
            undated: false,
        }
    }
}

/// A season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRow {
    pub name: String,
    pub began: UnixMs,
    pub ended: Option<UnixMs>,
}

fn past(row: &SqliteRow) -> Result<PastRow, StoreError> {
    let outcome: String = row.try_get("outcome")?;
    Ok(PastRow {
        id: row.try_get("id")?,
        channel: row.try_get("channel_id")?,
        parent: row.try_get("parent_id")?,
        in_dms: row.try_get("private")?,
        game: row.try_get("game")?,
        preset: row.try_get("preset")?,
        users: BySeat { ec: row.try_get("ec_user")?, dmo: row.try_get("dmo_user")? },
        names: BySeat { ec: row.try_get("ec_name")?, dmo: row.try_get("dmo_name")? },
        usernames: BySeat { ec: row.try_get("ec_username")?, dmo: row.try_get("dmo_username")? },
        began: BySeat { ec: row.try_get("ec_began")?, dmo: row.try_get("dmo_began")? },
        began_users: BySeat { ec: left(row, "ec_left")?, dmo: left(row, "dmo_left")? },
        bots: BySeat { ec: row.try_get("ec_bot")?, dmo: row.try_get("dmo_bot")? },
        friendly: row.try_get("friendly")?,
        part: row.try_get("part")?,
        at: row.try_get("at_ms")?,
        ended: row.try_get("ended_ms")?,
        outcome: serde_json::from_str(&outcome)?,
        uncounted: row.try_get("uncounted")?,
        imported: row.try_get("imported")?,
        undated: row.try_get("undated")?,
    })
}

/// Reads the id of the first player who left a seat.
fn left(row: &SqliteRow, column: &str) -> Result<Option<UserId>, StoreError> {
    let id = row.try_get::<Option<String>, _>(column)?;
    Ok(id.and_then(|id| id.parse().ok()).filter(|&id| id != 0).map(UserId))
}

impl Store {
    /// Whether a person has a started match of a game, private or not as asked, with a lower number than `before`.
    pub async fn has_played(
        &self,
        user: UserId,
        game: &str,
        private: bool,
        before: MatchId,
    ) -> Result<bool, StoreError> {
        let played = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM matches WHERE (ec_user = ?1 OR dmo_user = ?1) AND id < ?2 AND private = ?4 \
             AND started_ms IS NOT NULL AND (game = ?3 OR substr(game, 1, length(?3) + 1) = ?3 || '@'))",
        );
        let played = played.bind(user).bind(before).bind(game).bind(private);
        Ok(played.fetch_one(self.reading().await?.sql()).await?)
    }

    /// Returns a server's finished matches, the oldest first.
    pub async fn past_matches(&self, guild: GuildId) -> Result<Vec<PastRow>, StoreError> {
        let past_matches = sqlx::query(
            "SELECT id, channel_id, parent_id, private, game, json_extract(header, '$.preset') AS preset, ec_user, dmo_user, ec_name, \
             dmo_name, (SELECT username FROM people WHERE user_id = ec_user) AS ec_username, \
             (SELECT username FROM people WHERE user_id = dmo_user) AS dmo_username, ec_bot, dmo_bot, friendly, series IS NOT NULL AS part, coalesce(started_ms, opened_ms) AS at_ms, outcome, \
             coalesce(started_ms, opened_ms) + coalesce((SELECT json_extract(line, '$.at') FROM entries WHERE match_id = matches.id \
             ORDER BY seq DESC LIMIT 1), 0) AS ended_ms, \
             coalesce(json_extract(header, '$.seats.ec.name'), json_extract(header, '$.seats.ec'), ec_name) AS ec_began, \
             coalesce(json_extract(header, '$.seats.dmo.name'), json_extract(header, '$.seats.dmo'), dmo_name) AS dmo_began, \
             (SELECT json_extract(line, '$.meta.left') FROM entries WHERE match_id = matches.id AND ec_name <> \
             coalesce(json_extract(header, '$.seats.ec.name'), json_extract(header, '$.seats.ec'), ec_name) \
             AND json_extract(line, '$.host') LIKE 'substitute ec %' ORDER BY seq LIMIT 1) AS ec_left, \
             (SELECT json_extract(line, '$.meta.left') FROM entries WHERE match_id = matches.id AND dmo_name <> \
             coalesce(json_extract(header, '$.seats.dmo.name'), json_extract(header, '$.seats.dmo'), dmo_name) \
             AND json_extract(line, '$.host') LIKE 'substitute dmo %' ORDER BY seq LIMIT 1) AS dmo_left, \
             id IN (SELECT match_id FROM uncounted) OR EXISTS (SELECT 1 FROM own_games WHERE own_games.guild_id = matches.guild_id \
             AND own_games.game = matches.game AND version = 1) AS uncounted, coalesce(origin = '\"kept\"', 0) AS imported, \
             coalesce(origin = '\"kept\"', 0) AND opened_ms - started_ms = coalesce((SELECT json_extract(line, '$.at') FROM entries \
             WHERE match_id = matches.id ORDER BY seq DESC LIMIT 1), 0) AS undated \
             FROM matches WHERE guild_id = ? AND status = 'over' AND outcome IS NOT NULL ORDER BY at_ms, id",
        );
        self.rows(past_matches.bind(guild), past).await
    }

    /// Excludes a match from the ratings, or includes it again. Returns whether this changes anything.
    pub async fn count_match(&self, id: MatchId, counts: bool, by: UserId, at: UnixMs) -> Result<bool, StoreError> {
        let change = if counts {
            sqlx::query("DELETE FROM uncounted WHERE match_id = ?").bind(id)
        } else {
            let out = "INSERT OR IGNORE INTO uncounted (match_id, user_id, at_ms) VALUES (?, ?, ?)";
            sqlx::query(out).bind(id).bind(by).bind(at)
        };
        self.execute(change).await
    }

    /// Begins a season unless one is running. Returns whether it has begun.
    pub async fn begin_season(&self, guild: GuildId, name: String, at: UnixMs) -> Result<bool, StoreError> {
        let begun = sqlx::query("INSERT OR IGNORE INTO seasons (guild_id, name, began_ms) VALUES (?, ?, ?)");
        self.execute(begun.bind(guild).bind(name).bind(at)).await
    }

    /// Ends the running season, if any, and returns it.
    pub async fn end_season(&self, guild: GuildId, at: UnixMs) -> Result<Option<SeasonRow>, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let ended = sqlx::query(
                    "UPDATE seasons SET ended_ms = ? WHERE guild_id = ? AND ended_ms IS NULL RETURNING name, began_ms, ended_ms",
                );
                let ended = ended.bind(at.0).bind(guild).fetch_optional(sql).await?;
                ended.as_ref().map(season).transpose()
            })
        })
        .await
    }

    /// Returns a server's seasons, the newest first.
    pub async fn seasons(&self, guild: GuildId) -> Result<Vec<SeasonRow>, StoreError> {
        let seasons = "SELECT name, began_ms, ended_ms FROM seasons WHERE guild_id = ? ORDER BY id DESC";
        self.rows(sqlx::query(seasons).bind(guild), season).await
    }
}

fn season(row: &SqliteRow) -> Result<SeasonRow, StoreError> {
    Ok(SeasonRow { name: row.try_get(0)?, began: row.try_get(1)?, ended: row.try_get(2)? })
}
