//! Import of a server's file into the database.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlx::sqlite::SqliteConnection;

use crate::game::BySeat;
use crate::history::store::server_file::file::{Imported, InstalledGame, PastMatch, Season, ServerLine};
use crate::ids::{GuildId, MatchId, UnixMs};
use crate::live::store::match_row::Status;
use crate::live::store::matches::append;
use crate::own_games::store::games::keep_file;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::query::{Columns, as_json};
use crate::platform::sqlite::stored_ids::signed;
use crate::platform::sqlite::stored_row::StoredRow;
use crate::table::Header;

/// Stores a file's lines in order.
pub(crate) async fn import(
    sql: &mut SqliteConnection,
    guild: GuildId,
    lines: Vec<ServerLine>,
    moved: &(impl Fn(&str, &BTreeMap<i64, MatchId>) -> Result<String, String> + Sync),
) -> Result<Imported, StoreError> {
    let (mut imported, mut numbers) = (Imported::default(), BTreeMap::new());
    let of = signed(guild.0);
    for line in lines {
        match line {
            ServerLine::Server(_) => {}
            ServerLine::Settings(settings) => {
                let put = sqlx::query("INSERT OR IGNORE INTO settings (guild_id, settings) VALUES (?, ?)");
                let put = put.bind(of).bind(Value::Object(settings).to_string()).execute(&mut *sql).await?;
                imported.settings |= put.rows_affected() > 0;
            }
            ServerLine::Season(Season { name, began_ms, ended_ms }) => {
                // A server has at most one running season.
                let put = sqlx::query(
                    "INSERT INTO seasons (guild_id, name, began_ms, ended_ms) SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS \
                     (SELECT 1 FROM seasons WHERE guild_id = ?1 AND ((name = ?2 AND began_ms = ?3) OR (ended_ms IS NULL AND ?4 IS NULL)))",
                );
                let put = put.bind(of).bind(name).bind(began_ms).bind(ended_ms).execute(&mut *sql).await?;
                imported.seasons += u32::from(put.rows_affected() > 0);
            }
            ServerLine::Game(game) => imported.games += u32::from(put_game(sql, of, &game).await?),
            ServerLine::Match(past) => {
                let (number, new) = import_match(sql, of, &past).await?;
                if new {
                    imported.matches += 1;
                    imported.renumbered += u32::from(number != past.number);
                } else {
                    imported.known += 1;
                }
                numbers.insert(past.number, MatchId(number));
            }
            ServerLine::Tournament(mut past) => {
                past.state = moved(&past.state, &numbers).map_err(StoreError::Row)?;
                let put = past.columns().with("guild_id", of).insert("OR IGNORE INTO tournaments");
                imported.tournaments += u32::from(put.execute(&mut *sql).await?.rows_affected() > 0);
            }
        }
    }
    Ok(imported)
}

/// Stores a version of a game unless the server has it or plays another one. Returns whether it is new.
async fn put_game(sql: &mut SqliteConnection, guild: i64, game: &InstalledGame) -> Result<bool, StoreError> {
    let InstalledGame { name, version, game, user, installed_ms, removed_ms, source } = game;
    if let Some(source) = source {
        keep_file(&mut *sql, game, source, UnixMs(*installed_ms)).await?;
    }
    let new = Columns::default().with("guild_id", guild).with("name", name).with("version", version).with("game", game);
    let new = new.with("user_id", signed(user.0)).with("installed_ms", installed_ms).with("removed_ms", removed_ms);
    let put = new.insert("OR IGNORE INTO own_games").execute(sql).await?;
    Ok(put.rows_affected() > 0)
}

/// Stores a match unless it is known. Returns its number, and whether it is new.
async fn import_match(sql: &mut SqliteConnection, guild: i64, past: &PastMatch) -> Result<(i64, bool), StoreError> {
    let Some((header, entries)) = past.record.split_first() else {
        return Err(StoreError::Row(format!("match {} has no record", past.number)));
    };
    let read = Header::read(header).ok();
    let file = read.as_ref().and_then(|header| header.file.clone());
    let bare = file.as_ref().and(read).map(|header| Header { file: None, ..header }.write());
    let header = bare.as_ref().unwrap_or(header);
    if let Some(file) = file {
        keep_file(&mut *sql, &past.game, &file, UnixMs(past.opened_ms)).await?;
    }
    // A round's matches are opened at one moment by one host; the host may have been erased since.
    let known: Option<i64> = sqlx::query_scalar(
        "SELECT id FROM matches WHERE guild_id = ? AND opened_ms = ? AND host_id IN (?, 0) AND game = ? \
         AND json_extract(header, '$.seed') IS json_extract(?, '$.seed')",
    )
    .bind(guild)
    .bind(past.opened_ms)
    .bind(signed(past.host.0))
    .bind(&past.game)
    .bind(header)
    .fetch_optional(&mut *sql)
    .await?;
    if let Some(known) = known {
        return Ok((known, false));
    }
    let taken: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM matches WHERE id = ?)")
        .bind(past.number)
        .fetch_one(&mut *sql)
        .await?;
    let number = Some(past.number).filter(|&number| !taken && number > 0);
    let made = Columns::default()
        .with("id", number)
        .with("guild_id", guild)
        .with("channel_id", signed(past.channel.0))
        .with("parent_id", past.parent.as_ref().map(|parent| signed(parent.0)))
        .with("private", past.private)
        .with("host_id", signed(past.host.0))
        .with("game", &past.game)
        .with("version", past.version)
        .with("header", header)
        .seats("user", past.users.as_ref().map(|user| signed(user.0)))
        .seats("name", past.names.as_ref())
        .seats("bot", past.bots)
        .seats("ready", BySeat { ec: true, dmo: true })
        .with("status", Status::Over.to_string())
        .with("opened_ms", past.opened_ms)
        .with("expires_ms", past.opened_ms)
        .with("reminded_ms", past.opened_ms)
        .with("started_ms", past.started_ms)
        .with("outcome", as_json(&past.outcome))
        .with("friendly", past.friendly)
        .with("origin", past.origin.as_ref().map(as_json))
        .with("first_round_ms", past.first_round_ms);
    let made = made.insert("INTO matches").execute(&mut *sql).await?;
    let number = made.last_insert_rowid();
    append(sql, MatchId(number), 0, entries).await?;
    for (seat, username) in past.usernames.iter().filter(|(seat, _)| past.users[*seat].0 != 0) {
        // Existing data is newer.
        let known = "INSERT INTO people (user_id, username) SELECT ?1, ?2 WHERE ?2 IS NOT NULL \
                     ON CONFLICT (user_id) DO UPDATE SET username = coalesce(username, excluded.username)";
        sqlx::query(known).bind(signed(past.users[seat].0)).bind(username).execute(&mut *sql).await?;
    }
    import_annotations(sql, number, past).await?;
    Ok((number, true))
}

/// Stores what people added to a match: exclusion from ratings, looks, notes, knowers, predictions.
async fn import_annotations(sql: &mut SqliteConnection, number: i64, past: &PastMatch) -> Result<(), StoreError> {
    put_all(sql, "INTO uncounted", number, past.uncounted.as_slice()).await?;
    put_all(sql, "INTO audit_log", number, &past.looked).await?;
    put_all(sql, "OR IGNORE INTO notes", number, &past.notes).await?;
    put_all(sql, "OR IGNORE INTO host_knowledge", number, &past.knowers).await?;
    put_all(sql, "OR IGNORE INTO predictions", number, &past.predictions).await
}

/// Stores rows of a match.
async fn put_all<T: StoredRow + Clone>(
    sql: &mut SqliteConnection,
    into: &str,
    number: i64,
    rows: &[T],
) -> Result<(), StoreError> {
    for row in rows {
        row.clone().columns().with("match_id", number).insert(into).execute(&mut *sql).await?;
    }
    Ok(())
}
