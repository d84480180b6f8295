//! Finished matches for lists and ratings, matches that hosts exclude from the ratings, and seasons.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::{BySeat, Outcome, Seat};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::live::store::matches::{first_player, of_first_version};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::stored_row::{StoredRow, stored_row};

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
    /// The first players, for whom the match counts: a substitute plays for the first player of the seat. 0 is an unknown or erased player.
    pub users: BySeat<UserId>,
    /// The first players' names, and their Discord usernames if known.
    pub names: BySeat<String>,
    pub usernames: BySeat<Option<String>>,
    /// The last players and their names.
    pub last_users: BySeat<UserId>,
    pub last_names: BySeat<String>,
    pub bots: BySeat<bool>,
    pub friendly: bool,
    /// Whether the match was part of a series or tournament, so that it eliminated nobody.
    pub part: bool,
    /// The start of the match, or its opening if no start is stored.
    pub at: UnixMs,
    /// The time of the record's last entry.
    pub ended: UnixMs,
    pub outcome: Outcome,
    /// Whether a host excluded the match from the ratings and the season.
    pub uncounted: bool,
    /// Whether its game was version 1 of a server's own game, which is not rated.
    pub of_first_version: bool,
    /// Whether the record was imported: the match was played elsewhere.
    pub imported: bool,
    /// Whether an imported record has no date; lists then show the day of the import.
    pub undated: bool,
}

impl PastRow {
    /// Returns a person's seat, as its first or last player.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.users[seat] == user || self.last_users[seat] == user)
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
            last_users: BySeat { ec: UserId(users[0]), dmo: UserId(users[1]) },
            last_names: BySeat::default(),
            bots: BySeat::default(),
            friendly: false,
            part: false,
            at: UnixMs(id),
            ended: UnixMs(id),
            outcome: Outcome { winner, reason: crate::game::Reason::Rules },
            uncounted: false,
            of_first_version: false,
            imported: false,
            undated: false,
        }
    }
}

stored_row! {
    /// A season.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SeasonRow {
        pub name: String,
        pub began: UnixMs = "began_ms",
        pub ended: Option<UnixMs> = "ended_ms",
    }
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
        users: BySeat { ec: row.try_get("ec_first")?, dmo: row.try_get("dmo_first")? },
        names: BySeat { ec: row.try_get("ec_began")?, dmo: row.try_get("dmo_began")? },
        usernames: BySeat { ec: row.try_get("ec_username")?, dmo: row.try_get("dmo_username")? },
        last_users: BySeat { ec: row.try_get("ec_user")?, dmo: row.try_get("dmo_user")? },
        last_names: BySeat { ec: row.try_get("ec_name")?, dmo: row.try_get("dmo_name")? },
        bots: BySeat { ec: row.try_get("ec_bot")?, dmo: row.try_get("dmo_bot")? },
        friendly: row.try_get("friendly")?,
        part: row.try_get("part")?,
        at: row.try_get("at_ms")?,
        ended: row.try_get("ended_ms")?,
        outcome: serde_json::from_str(&outcome)?,
        uncounted: row.try_get("uncounted")?,
        of_first_version: row.try_get("of_first_version")?,
        imported: row.try_get("imported")?,
        undated: row.try_get("undated")?,
    })
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
        let past_matches = sqlx::query(concat!(
            "SELECT id, channel_id, parent_id, private, game, json_extract(header, '$.preset') AS preset, ec_user, dmo_user, ec_name, \
             dmo_name, ec_first, dmo_first, (SELECT username FROM people WHERE user_id = ec_first) AS ec_username, \
             (SELECT username FROM people WHERE user_id = dmo_first) AS dmo_username, ec_bot, dmo_bot, friendly, series IS NOT NULL AS part, \
             coalesce(started_ms, opened_ms) AS at_ms, outcome, \
             coalesce(started_ms, opened_ms) + coalesce((SELECT json_extract(line, '$.at') FROM entries WHERE match_id = matches.id \
             ORDER BY seq DESC LIMIT 1), 0) AS ended_ms, \
             coalesce(iif(ec_first = nullif(ec_user, 0), ec_name, NULL), json_extract(header, '$.seats.ec.name'), json_extract(header, '$.seats.ec')) \
             AS ec_began, \
             coalesce(iif(dmo_first = nullif(dmo_user, 0), dmo_name, NULL), json_extract(header, '$.seats.dmo.name'), \
             json_extract(header, '$.seats.dmo')) AS dmo_began, \
             id IN (SELECT match_id FROM uncounted) AS uncounted, ",
            of_first_version!("matches"),
            " AS of_first_version, \
             coalesce(origin = '\"kept\"', 0) AS imported, \
             coalesce(origin = '\"kept\"', 0) AND opened_ms - started_ms = coalesce((SELECT json_extract(line, '$.at') FROM entries \
             WHERE match_id = matches.id ORDER BY seq DESC LIMIT 1), 0) AS undated \
             FROM (SELECT *, ",
            first_player!("matches", "ec"),
            " AS ec_first, ",
            first_player!("matches", "dmo"),
            " AS dmo_first FROM matches WHERE guild_id = ? AND status = 'over' AND outcome IS NOT NULL) AS matches ORDER BY at_ms, id"
        ));
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
                ended.as_ref().map(SeasonRow::read).transpose()
            })
        })
        .await
    }

    /// Returns a server's seasons, the newest first.
    pub async fn seasons(&self, guild: GuildId) -> Result<Vec<SeasonRow>, StoreError> {
        let seasons = "SELECT name, began_ms, ended_ms FROM seasons WHERE guild_id = ? ORDER BY id DESC";
        self.rows(sqlx::query(seasons).bind(guild), SeasonRow::read).await
    }
}
