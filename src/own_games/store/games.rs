//! Game files, and the servers that installed them.
//!
//! - A file's text is stored once, under the game's id, which identifies its content.
//! - A file stays for as long as it is installed, or a match, series, tournament or game draft needs it.

use sqlx::sqlite::SqliteConnection;

use crate::ids::{GuildId, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::stored_row::{StoredRow, stored_row};

/// The time for which an unused file is stored, so that its installation can be confirmed, in ms.
const UNCONFIRMED_MS: i64 = 60 * 60 * 1000;

stored_row! {
    /// A version of a server's game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnGame {
        pub guild: GuildId = "guild_id",
        /// The game's id without the hash.
        pub name: String,
        /// The number of the version in the server, from 1.
        pub version: u32,
        /// The game's id.
        pub game: String,
        pub by: UserId = "user_id",
        pub at: UnixMs = "installed_ms",
        /// The time at which the version was removed or replaced.
        pub removed: Option<UnixMs> = "removed_ms",
    }

    /// A game's file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GameFile {
        /// The game's id.
        pub id: String,
        pub source: String,
        /// The lines of the check's report; empty if the file was not checked.
        pub report: String,
    }
}

/// The result of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstallResult {
    /// The game was installed as this version.
    Done(u32),
    /// This file is installed already, as this version.
    Same(u32),
    /// This version was installed after the question.
    Newer(u32),
    /// The server has the most games that it may have.
    Full,
    /// The file is not stored: its check was more than an hour ago.
    Gone,
}

/// Stores a file's text. If it is stored, only its time is updated.
pub(crate) async fn keep_file(
    sql: &mut SqliteConnection,
    id: &str,
    source: &str,
    at: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO game_files (id, source, kept_ms) VALUES (?, ?, ?) \
         ON CONFLICT (id) DO UPDATE SET kept_ms = max(kept_ms, excluded.kept_ms)",
    )
    .bind(id)
    .bind(source)
    .bind(at.0)
    .execute(sql)
    .await?;
    Ok(())
}

/// Deletes files that nothing needs. Returns their games' ids.
async fn forget_files(sql: &mut SqliteConnection, now: UnixMs) -> Result<Vec<String>, StoreError> {
    let forgotten = sqlx::query_scalar(
        "DELETE FROM game_files WHERE kept_ms < ? AND id NOT IN (SELECT game FROM own_games WHERE removed_ms IS NULL) \
         AND id NOT IN (SELECT game FROM matches) AND NOT EXISTS (SELECT 1 FROM series WHERE instr(state, game_files.id)) \
         AND NOT EXISTS (SELECT 1 FROM tournaments WHERE instr(state, game_files.id)) \
         AND NOT EXISTS (SELECT 1 FROM game_drafts WHERE open = 1 AND instr(state, game_files.id)) RETURNING id",
    )
    .bind(now.0.saturating_sub(UNCONFIRMED_MS));
    Ok(forgotten.fetch_all(sql).await?)
}

impl Store {
    /// Returns a server's installed games, by name.
    pub async fn own_games(&self, guild: GuildId) -> Result<Vec<OwnGame>, StoreError> {
        let played = "SELECT * FROM own_games WHERE guild_id = ? AND removed_ms IS NULL ORDER BY name";
        self.rows(sqlx::query(played).bind(guild), OwnGame::read).await
    }

    /// Returns all versions of a server's game, the newest first.
    pub async fn versions(&self, guild: GuildId, name: &str) -> Result<Vec<OwnGame>, StoreError> {
        let versions = "SELECT * FROM own_games WHERE guild_id = ? AND name = ? ORDER BY version DESC";
        self.rows(sqlx::query(versions).bind(guild).bind(name), OwnGame::read).await
    }

    /// Returns all stored files: game ids and texts.
    pub async fn game_files(&self) -> Result<Vec<(String, String)>, StoreError> {
        Ok(sqlx::query_as("SELECT id, source FROM game_files").fetch_all(self.reading().await?.sql()).await?)
    }

    /// Returns a stored file.
    pub async fn game_file(&self, id: &str) -> Result<Option<GameFile>, StoreError> {
        let row = sqlx::query("SELECT id, source, report FROM game_files WHERE id = ?").bind(id);
        self.row(row, GameFile::read).await
    }

    /// Stores a file with its report, and deletes files that nothing needs. Returns the ids of the deleted files' games.
    pub async fn keep_game_file(&self, file: GameFile, at: UnixMs) -> Result<Vec<String>, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let forgotten = forget_files(&mut *sql, at).await?;
                keep_file(&mut *sql, &file.id, &file.source, at).await?;
                let report = sqlx::query("UPDATE game_files SET report = ?2 WHERE id = ?1 AND ?2 <> ''");
                report.bind(&file.id).bind(&file.report).execute(sql).await?;
                Ok(forgotten)
            })
        })
        .await
    }

    /// Installs a stored file in a server, instead of the version before. A server has at most `most` games. Nothing is installed if
    /// the game's present version is newer than the question `asked`.
    pub async fn install(
        &self,
        guild: GuildId,
        id: String,
        by: UserId,
        at: UnixMs,
        asked: UnixMs,
        most: u32,
    ) -> Result<InstallResult, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let name = crate::game::family(&id).to_owned();
                let there = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM game_files WHERE id = ?)").bind(&id);
                if !there.fetch_one(&mut *sql).await? {
                    return Ok(InstallResult::Gone);
                }
                let rows = sqlx::query("SELECT * FROM own_games WHERE guild_id = ?").bind(guild);
                let rows = rows.fetch_all(&mut *sql).await?;
                let games = rows.iter().map(OwnGame::read).collect::<Result<Vec<_>, _>>()?;
                let played = |one: &&OwnGame| one.removed.is_none();
                let now = games.iter().filter(played).find(|one| one.name == name);
                if let Some(same) = now.filter(|now| now.game == id) {
                    return Ok(InstallResult::Same(same.version));
                }
                if let Some(newer) = now.filter(|now| now.at > asked) {
                    return Ok(InstallResult::Newer(newer.version));
                }
                if now.is_none() && games.iter().filter(played).count() >= most as usize {
                    return Ok(InstallResult::Full);
                }
                let last = games.iter().filter(|one| one.name == name).map(|one| one.version).max();
                let version = last.unwrap_or(0) + 1;
                take_out(&mut *sql, guild, &name, at).await?;
                let new = OwnGame { guild, name, version, game: id, by, at, removed: None };
                new.columns().insert("INTO own_games").execute(sql).await?;
                Ok(InstallResult::Done(version))
            })
        })
        .await
    }

    /// Removes a game from a server. Returns whether it was installed.
    pub async fn remove(&self, guild: GuildId, name: String, at: UnixMs) -> Result<bool, StoreError> {
        self.write(move |sql| Box::pin(async move { take_out(sql, guild, &name, at).await })).await
    }
}

async fn take_out(sql: &mut SqliteConnection, guild: GuildId, name: &str, at: UnixMs) -> Result<bool, StoreError> {
    let removed =
        sqlx::query("UPDATE own_games SET removed_ms = ? WHERE guild_id = ? AND name = ? AND removed_ms IS NULL")
            .bind(at.0)
            .bind(guild)
            .bind(name)
            .execute(sql)
            .await?;
    Ok(removed.rows_affected() > 0)
}
