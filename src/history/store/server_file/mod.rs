//! Export and import of a whole server: its settings, seasons, finished matches and tournaments.
//!
//! Existing matches and settings stay unchanged. An imported match gets another number if its number is taken.

pub(crate) mod file;
pub(crate) mod import;

use std::collections::BTreeMap;

use serde::Deserialize;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::game::BySeat;
use crate::ids::{GuildId, MatchId};
use crate::live::store::matches::of_match;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::stored_ids::{signed, unsigned};
use crate::platform::sqlite::stored_row::{InColumn, StoredRow};

pub use file::{About, FORMAT, IdText, Imported, InstalledGame, PastMatch, PastTournament, Season, ServerLine};

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
        let seasons = "SELECT * FROM seasons WHERE guild_id = ? ORDER BY id";
        lines.extend(all(&mut *sql, seasons, of).await?.into_iter().map(ServerLine::Season));
        let games = "SELECT own_games.*, source FROM own_games LEFT JOIN game_files ON id = game WHERE guild_id = ? \
                     ORDER BY name, version";
        lines.extend(all(&mut *sql, games, of).await?.into_iter().map(ServerLine::Game));
        let over = sqlx::query(concat!(
            "SELECT ",
            of_match!(),
            " FROM matches WHERE guild_id = ? AND status = 'over' AND outcome IS NOT NULL ORDER BY id",
        ));
        for row in over.bind(of).fetch_all(&mut *sql).await? {
            lines.push(ServerLine::Match(Box::new(past(sql, &row).await?)));
        }
        let tournaments = "SELECT * FROM tournaments WHERE guild_id = ? ORDER BY id";
        lines.extend(all(&mut *sql, tournaments, of).await?.into_iter().map(ServerLine::Tournament));
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

/// Reads the rows of a server or match.
async fn all<T: StoredRow>(sql: &mut SqliteConnection, query: &'static str, of: i64) -> Result<Vec<T>, StoreError> {
    sqlx::query(query).bind(of).fetch_all(sql).await?.iter().map(T::read).collect()
}

async fn past(sql: &mut SqliteConnection, row: &SqliteRow) -> Result<PastMatch, StoreError> {
    let id = |column: &str| -> Result<IdText, StoreError> { InColumn::read(row, column) };
    let number: i64 = row.try_get("id")?;
    let mut record: Vec<String> = vec![row.try_get("header")?];
    let entries = sqlx::query_scalar("SELECT line FROM entries WHERE match_id = ? ORDER BY seq").bind(number);
    record.extend(entries.fetch_all(&mut *sql).await?);
    let uncounted = all(&mut *sql, "SELECT * FROM uncounted WHERE match_id = ?", number).await?.into_iter().next();
    let looked = all(&mut *sql, "SELECT * FROM audit_log WHERE match_id = ? ORDER BY id", number).await?;
    let notes = all(&mut *sql, "SELECT * FROM notes WHERE match_id = ? ORDER BY id", number).await?;
    let knowers =
        all(&mut *sql, "SELECT * FROM host_knowledge WHERE match_id = ? ORDER BY user_id, seat", number).await?;
    let predictions = all(&mut *sql, "SELECT * FROM predictions WHERE match_id = ? ORDER BY pressed", number).await?;
    let parent: Option<i64> = row.try_get("parent_id")?;
    Ok(PastMatch {
        number,
        channel: id("channel_id")?,
        parent: parent.map(|parent| IdText(unsigned(parent))),
        private: row.try_get("private")?,
        host: id("host_id")?,
        game: row.try_get("game")?,
        version: row.try_get("version")?,
        users: BySeat { ec: id("ec_user")?, dmo: id("dmo_user")? },
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
        "audit_log",
        "notes",
        "host_knowledge",
        "predictions",
        "tournaments",
    ];

    /// Tables that it leaves out, and why.
    const LEFT_OUT: [(&str, &str); 14] = [
        ("people", "settings of people are theirs in every server; usernames come with the matches"),
        ("posts", "messages stay where they are"),
        ("post_payloads", "messages stay where they are"),
        ("order_drafts", "of running matches"),
        ("pending_rulings", "questions to hosts, of running matches"),
        ("proposals", "agreements, of running matches"),
        ("prefixes", "computed from the records of running matches"),
        ("match_statistics", "computed from the record"),
        ("final_boards", "drawn from the record"),
        ("series", "their matches are in it one by one"),
        ("game_drafts", "game drafts last a few minutes"),
        ("ignored_dms", "messages that an absence left unread"),
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
