//! Export and import of a whole server: its settings, seasons, finished matches and tournaments.
//!
//! Existing matches and settings stay unchanged. An imported match gets another number if its number is taken.

pub(crate) mod file;
pub(crate) mod import;

use std::collections::BTreeMap;

use serde::Deserialize;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use crate::game::{BySeat, Seat};
use crate::ids::{GuildId, MatchId};
use crate::live::store::matches::of_match;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::stored_ids::{signed, unsigned};

pub use file::{
    About, FORMAT, IdText, Imported, InstalledGame, Knower, Looked, Note, PastMatch, PastTournament, Predicted, Season,
    ServerLine, Uncounted,
};

pub(crate) fn id(row: &SqliteRow, column: &str) -> Result<IdText, StoreError> {
    Ok(IdText(unsigned(row.try_get(column)?)))
}

fn seat(row: &SqliteRow) -> Result<Seat, StoreError> {
    let seat: &str = row.try_get("seat")?;
    Ok(seat.parse()?)
}

pub(crate) fn json<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, StoreError> {
    Ok(serde_json::from_str(text)?)
}

impl Store {
    /// Returns a server's lasting data, line by line.
    pub async fn export_server(&self, guild: GuildId) -> Result<Vec<ServerLine>, StoreError> {
        let mut reading = self.reading().await?;
        let sql = reading.sql();
        let of = signed(guild.0);
        let going_on: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM matches WHERE guild_id = ? AND status IN ('lobby', 'running', 'halted')",
        )
        .bind(of)
        .fetch_one(&mut *sql)
        .await?;
        let going_on = u32::try_from(going_on).unwrap_or(u32::MAX);
        let mut lines = vec![ServerLine::Server(About { format: FORMAT, guild: IdText(guild.0), going_on })];
        let settings: Option<String> = sqlx::query_scalar("SELECT settings FROM settings WHERE guild_id = ?")
            .bind(of)
            .fetch_optional(&mut *sql)
            .await?;
        if let Some(settings) = settings {
            lines.push(ServerLine::Settings(json(&settings)?));
        }
        let seasons =
            sqlx::query("SELECT name, began_ms, ended_ms FROM seasons WHERE guild_id = ? ORDER BY id").bind(of);
        for row in seasons.fetch_all(&mut *sql).await? {
            let season = Season {
                name: row.try_get("name")?,
                began_ms: row.try_get("began_ms")?,
                ended_ms: row.try_get("ended_ms")?,
            };
            lines.push(ServerLine::Season(season));
        }
        let games = sqlx::query(
            "SELECT own_games.*, source FROM own_games LEFT JOIN game_files ON id = game WHERE guild_id = ? \
             ORDER BY name, version",
        );
        for row in games.bind(of).fetch_all(&mut *sql).await? {
            lines.push(ServerLine::Game(InstalledGame {
                name: row.try_get("name")?,
                version: row.try_get("version")?,
                game: row.try_get("game")?,
                user: id(&row, "user_id")?,
                installed_ms: row.try_get("installed_ms")?,
                removed_ms: row.try_get("removed_ms")?,
                source: row.try_get("source")?,
            }));
        }
        let over = sqlx::query(concat!(
            "SELECT ",
            of_match!(),
            " FROM matches WHERE guild_id = ? AND status = 'over' AND outcome IS NOT NULL ORDER BY id",
        ));
        for row in over.bind(of).fetch_all(&mut *sql).await? {
            lines.push(ServerLine::Match(Box::new(past(sql, &row).await?)));
        }
        let tournaments =
            sqlx::query("SELECT id, channel_id, state, ended_ms FROM tournaments WHERE guild_id = ? ORDER BY id");
        for row in tournaments.bind(of).fetch_all(&mut *sql).await? {
            lines.push(ServerLine::Tournament(PastTournament {
                id: id(&row, "id")?,
                channel: id(&row, "channel_id")?,
                state: row.try_get("state")?,
                ended_ms: row.try_get("ended_ms")?,
            }));
        }
        Ok(lines)
    }

    /// Stores the lines of a server's file, all or nothing. `moved` replaces the match numbers in a tournament's state:
    /// the map leads from the file's numbers to the stored ones.
    pub async fn import_server(
        &self,
        guild: GuildId,
        lines: Vec<ServerLine>,
        moved: impl Fn(&str, &BTreeMap<i64, MatchId>) -> Result<String, String> + Send + Sync + 'static,
    ) -> Result<Imported, StoreError> {
        self.write(move |sql| Box::pin(async move { import::import(sql, guild, lines, &moved).await })).await
    }
}

pub(crate) async fn past(sql: &mut SqliteConnection, row: &SqliteRow) -> Result<PastMatch, StoreError> {
    let number: i64 = row.try_get("id")?;
    let mut all = async |what: &'static str| sqlx::query(AssertSqlSafe(what)).bind(number).fetch_all(&mut *sql).await;
    let mut record: Vec<String> = vec![row.try_get("header")?];
    for entry in all("SELECT line FROM entries WHERE match_id = ? ORDER BY seq").await? {
        record.push(entry.try_get(0)?);
    }
    let uncounted = match all("SELECT user_id, at_ms FROM uncounted WHERE match_id = ?").await?.first() {
        Some(row) => Some(Uncounted { user: id(row, "user_id")?, at_ms: row.try_get("at_ms")? }),
        None => None,
    };
    let looked = all("SELECT * FROM audit WHERE match_id = ? ORDER BY id").await?;
    let looked = looked.iter().map(|row| {
        Ok::<_, StoreError>(Looked {
            user: id(row, "user_id")?,
            name: row.try_get("name")?,
            at_ms: row.try_get("at_ms")?,
            deed: row.try_get("deed")?,
            stage: row.try_get("stage")?,
        })
    });
    let looked = looked.collect::<Result<_, _>>()?;
    let notes = all("SELECT * FROM notes WHERE match_id = ? ORDER BY id").await?;
    let notes = notes.iter().map(|row| {
        Ok::<_, StoreError>(Note {
            id: id(row, "id")?,
            user: id(row, "user_id")?,
            name: row.try_get("name")?,
            at_ms: row.try_get("at_ms")?,
            words: row.try_get("words")?,
        })
    });
    let notes = notes.collect::<Result<_, _>>()?;
    let knowers = all("SELECT user_id, seat FROM knowers WHERE match_id = ? ORDER BY user_id, seat").await?;
    let knowers = knowers.iter().map(|row| Ok::<_, StoreError>(Knower { user: id(row, "user_id")?, seat: seat(row)? }));
    let knowers = knowers.collect::<Result<_, _>>()?;
    let predictions =
        all("SELECT pressed, user_id, name, seat FROM predictions WHERE match_id = ? ORDER BY pressed").await?;
    let predictions = predictions.iter().map(|row| {
        let (pressed, user) = (id(row, "pressed")?, id(row, "user_id")?);
        Ok::<_, StoreError>(Predicted { pressed, user, name: row.try_get("name")?, seat: seat(row)? })
    });
    let predictions = predictions.collect::<Result<_, _>>()?;
    let parent: Option<i64> = row.try_get("parent_id")?;
    Ok(PastMatch {
        number,
        channel: id(row, "channel_id")?,
        parent: parent.map(|parent| IdText(unsigned(parent))),
        private: row.try_get("private")?,
        host: id(row, "host_id")?,
        game: row.try_get("game")?,
        version: row.try_get("version")?,
        users: BySeat { ec: id(row, "ec_user")?, dmo: id(row, "dmo_user")? },
        names: BySeat { ec: row.try_get("ec_name")?, dmo: row.try_get("dmo_name")? },
        usernames: BySeat { ec: row.try_get("ec_username")?, dmo: row.try_get("dmo_username")? },
        bots: BySeat { ec: row.try_get("ec_bot")?, dmo: row.try_get("dmo_bot")? },
        opened_ms: row.try_get("opened_ms")?,
        started_ms: row.try_get("started_ms")?,
        outcome: json(&row.try_get::<String, _>("outcome")?)?,
        friendly: row.try_get("friendly")?,
        origin: row
            .try_get::<Option<String>, _>("origin")?
            .map(|origin| serde_json::from_str(&origin).map_err(|error| StoreError::Row(error.to_string())))
            .transpose()?,
        uncounted,
        record,
        looked,
        notes,
        knowers,
        first_round_ms: row.try_get("first_round_ms")?,
        predictions,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::platform::sqlite::open::Store;

    /// Tables that a server's file has.
    const MOVED: [&str; 12] = [
        "settings",
        "seasons",
        "own_games",
        "game_files",
        "matches",
        "entries",
        "uncounted",
        "audit",
        "notes",
        "knowers",
        "predictions",
        "tournaments",
    ];

    /// Tables that it leaves out, and why.
    const LEFT_OUT: [(&str, &str); 14] = [
        ("people", "settings of people are theirs in every server; usernames come with the matches"),
        ("posts", "messages stay where they are"),
        ("post_payloads", "messages stay where they are"),
        ("drafts", "of running matches"),
        ("intents", "questions to hosts, of running matches"),
        ("proposals", "agreements, of running matches"),
        ("prefixes", "computed from the records of running matches"),
        ("figures", "computed from the record"),
        ("final_boards", "drawn from the record"),
        ("series", "their matches are in it one by one"),
        ("choosings", "game drafts last a few minutes"),
        ("left_out", "messages that an absence left unread"),
        ("cut_off", "servers disconnected at the last stop"),
        ("service", "of the bot, not of a server"),
    ];

    #[tokio::test]
    async fn every_table_is_moved_or_has_a_reason() {
        let store = Store::memory().await.unwrap();
        let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' AND substr(name, 1, 1) <> '_'";
        let tables: Vec<String> =
            sqlx::query_scalar(tables).fetch_all(store.reading().await.unwrap().sql()).await.unwrap();
        let tables: BTreeSet<_> = tables.iter().map(String::as_str).collect();
        let listed: BTreeSet<_> = MOVED.into_iter().chain(LEFT_OUT.map(|(name, _)| name)).collect();
        assert_eq!(listed.len(), MOVED.len() + LEFT_OUT.len(), "a table is listed once");
        assert_eq!(tables, listed);
    }
}
