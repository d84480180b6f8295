//! Games in files, and which server plays which.
//!
//! - A file's text is kept once, under the game's id, which names its content.
//! - It stays for as long as a server plays it, or a match, a series, a tournament or a game draft needs it.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::ids::{GuildId, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::Columns;

/// How long a file is kept that nothing needs, so that its installation can be confirmed, in ms.
const UNCONFIRMED_MS: i64 = 60 * 60 * 1000;

/// A version of a server's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnGame {
    pub guild: GuildId,
    /// The game's id without the hash.
    pub name: String,
    /// Counted by the server, from 1.
    pub version: u32,
    /// The game's id.
    pub game: String,
    pub by: UserId,
    pub at: UnixMs,
    /// Since when it is played no longer.
    pub removed: Option<UnixMs>,
}

/// A game's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The game's id.
    pub id: String,
    pub source: String,
    /// What the check said, a line each.
    pub report: String,
}

/// What has come of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installing {
    /// It is played from here on, as this version.
    Done(u32),
    /// That version is what is played already.
    Same(u32),
    /// The server has as many games as it may have.
    Full,
    /// Nobody has checked such a file in the last hour.
    Gone,
}

fn game(row: &SqliteRow) -> Result<OwnGame, StoreError> {
    Ok(OwnGame {
        guild: row.try_get("guild_id")?,
        name: row.try_get("name")?,
        version: row.try_get("version")?,
        game: row.try_get("game")?,
        by: row.try_get("user_id")?,
        at: row.try_get("installed_ms")?,
        removed: row.try_get("removed_ms")?,
    })
}

/// Keeps a file's text, unless it is there.
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

/// Forgets files that nothing needs; their games' ids.
async fn forget_files(sql: &mut SqliteConnection, now: UnixMs) -> Result<Vec<String>, StoreError> {
    let forgotten = sqlx::query_scalar(
        "DELETE FROM game_files WHERE kept_ms < ? AND id NOT IN (SELECT game FROM own_games WHERE removed_ms IS NULL) \
         AND id NOT IN (SELECT game FROM matches) AND NOT EXISTS (SELECT 1 FROM series WHERE instr(state, game_files.id)) \
         AND NOT EXISTS (SELECT 1 FROM tournaments WHERE instr(state, game_files.id)) \
         AND NOT EXISTS (SELECT 1 FROM choosings WHERE open = 1 AND instr(state, game_files.id)) RETURNING id",
    )
    .bind(now.0.saturating_sub(UNCONFIRMED_MS));
    Ok(forgotten.fetch_all(sql).await?)
}

impl Store {
    /// The games that a server plays, by name.
    pub async fn own_games(&self, guild: GuildId) -> Result<Vec<OwnGame>, StoreError> {
        let played = "SELECT * FROM own_games WHERE guild_id = ? AND removed_ms IS NULL ORDER BY name";
        self.rows(sqlx::query(played).bind(guild), game).await
    }

    /// Every version of a server's game, the newest first.
    pub async fn versions(&self, guild: GuildId, name: &str) -> Result<Vec<OwnGame>, StoreError> {
        let versions = "SELECT * FROM own_games WHERE guild_id = ? AND name = ? ORDER BY version DESC";
        self.rows(sqlx::query(versions).bind(guild).bind(name), game).await
    }

    /// Every file that is kept: the game's id, and the text.
    pub async fn game_files(&self) -> Result<Vec<(String, String)>, StoreError> {
        Ok(sqlx::query_as("SELECT id, source FROM game_files").fetch_all(self.reading().await?.sql()).await?)
    }

    /// One of them.
    pub async fn game_file(&self, id: &str) -> Result<Option<GameFile>, StoreError> {
        let row = sqlx::query("SELECT id, source, report FROM game_files WHERE id = ?").bind(id);
        self.row(row, |row| Ok(GameFile { id: row.try_get(0)?, source: row.try_get(1)?, report: row.try_get(2)? }))
            .await
    }

    /// Keeps a file with what its check said, and forgets those that nothing needs; their games' ids.
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

    /// Lets a server play a game by a file that is kept, in place of the version before; a server has so many games at most.
    pub async fn install(
        &self,
        guild: GuildId,
        id: String,
        by: UserId,
        at: UnixMs,
        most: u32,
    ) -> Result<Installing, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let name = crate::game::family(&id).to_owned();
                let there = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM game_files WHERE id = ?)").bind(&id);
                if !there.fetch_one(&mut *sql).await? {
                    return Ok(Installing::Gone);
                }
                let rows = sqlx::query("SELECT * FROM own_games WHERE guild_id = ?").bind(guild);
                let rows = rows.fetch_all(&mut *sql).await?;
                let games = rows.iter().map(game).collect::<Result<Vec<_>, _>>()?;
                let played = |one: &&OwnGame| one.removed.is_none();
                let now = games.iter().filter(played).find(|one| one.name == name);
                if let Some(same) = now.filter(|now| now.game == id) {
                    return Ok(Installing::Same(same.version));
                }
                if now.is_none() && games.iter().filter(played).count() >= most as usize {
                    return Ok(Installing::Full);
                }
                let last = games.iter().filter(|one| one.name == name).map(|one| one.version).max();
                let version = last.unwrap_or(0) + 1;
                take_out(&mut *sql, guild, &name, at).await?;
                let new = Columns::default().with("guild_id", guild).with("name", &name).with("version", version);
                let new = new.with("game", &id).with("user_id", by).with("installed_ms", at);
                new.insert("INTO own_games").execute(sql).await?;
                Ok(Installing::Done(version))
            })
        })
        .await
    }

    /// Lets a server play a game no longer; whether it did.
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
