//! Backups of a whole database, made while it is in use, and their restoration.
//!
//! - A backup gets its name only once it is complete, checked and on the disk. Nothing is overwritten.
//! - A restored backup replaces the database in one step; the replaced database is kept beside it.
//! - Backups hold private orders: only their owner may read them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use chrono::Utc;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::platform::sqlite::database_files;
use crate::platform::sqlite::database_files::{HeldDatabase, beside};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// Copies a database to a new file, also while another process works on it.
pub async fn back_up(database: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Exists(to.to_owned()));
    }
    let part = beside(to, ".part");
    copy(database, &part).await?;
    let at = |error| StoreError::File(to.to_owned(), error);
    // A link fails if a file has appeared there in the time between; a rename would replace that file silently.
    match fs::hard_link(&part, to) {
        Ok(()) => fs::remove_file(&part).map_err(at)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(&part).ok();
            return Err(StoreError::Exists(to.to_owned()));
        }
        Err(_) => fs::rename(&part, to).map_err(at)?,
    }
    settle(to);
    Ok(())
}

/// Replaces a database by a backup, and returns the new name of the replaced one. Match numbers used since the backup are not used again.
///
/// # Errors
/// The backup cannot be used, or another process works on the database. The database is then unchanged.
pub async fn restore(copy_of: &Path, database: &Path) -> Result<Option<PathBuf>, StoreError> {
    if fs::canonicalize(copy_of).is_ok_and(|of| fs::canonicalize(database).is_ok_and(|at| of == at)) {
        return Err(StoreError::Itself(database.to_owned()));
    }
    // A symbolic link is kept: its target is replaced.
    let database = &database_files::real(database);
    let _place = HeldDatabase::take(database)?;
    let part = beside(database, ".restoring");
    is_ours(copy_of).await?;
    copy(copy_of, &part).await?;
    let kept = if database.exists() { Some(put_aside(database, &part).await?) } else { None };
    fs::rename(&part, database).map_err(|error| StoreError::File(database.to_owned(), error))?;
    settle(database);
    Ok(kept)
}

/// Refuses a database with a trigger, view or table that this program did not create.
pub async fn is_ours(database: &Path) -> Result<(), StoreError> {
    let store = Store::open_read_only(database).await?;
    let foreign = store.foreign().await;
    store.close().await;
    foreign?.map_or(Ok(()), |foreign| Err(StoreError::Foreign(database.to_owned(), foreign)))
}

/// Writes a complete, checked copy, in place of an unfinished earlier one.
async fn copy(from: &Path, part: &Path) -> Result<(), StoreError> {
    let at = |error| StoreError::File(part.to_owned(), error);
    let source = Store::open_read_only(from).await?;
    match fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(error)),
        _ => {}
    }
    database_files::new(part).map_err(at)?;
    let written = write(&source, from, part).await;
    source.close().await;
    if written.is_err() {
        fs::remove_file(part).ok();
    }
    written
}

async fn write(source: &Store, from: &Path, part: &Path) -> Result<(), StoreError> {
    let whole = |damage: Option<String>| match damage {
        Some(damage) => Err(StoreError::Unreadable(from.to_owned(), damage)),
        None => Ok(()),
    };
    whole(source.damage().await?)?;
    source.backup(part).await?;
    let made = Store::open_read_only(part).await?;
    let damage = made.damage().await;
    made.close().await;
    whole(damage?)?;
    File::open(part).and_then(|file| file.sync_all()).map_err(|error| StoreError::File(part.to_owned(), error))
}

/// Keeps a database, with its log, under another name, and continues its numbers in its successor.
async fn put_aside(database: &Path, successor: &Path) -> Result<PathBuf, StoreError> {
    let name = format!(".replaced-{}", Utc::now().format("%Y-%m-%dT%H-%M-%SZ"));
    let kept = beside(database, &name);
    if kept.exists() {
        return Err(StoreError::Exists(kept));
    }
    if let Err(error) = count_on(database, successor).await {
        tracing::warn!(%error, "the replaced database cannot be read; its match numbers may be reused");
    }
    let at = |error| StoreError::File(kept.clone(), error);
    // SQLite would take a log left beside the file for the successor's log.
    for ending in ["-wal", "-shm"] {
        let log = beside(database, ending);
        if log.exists() {
            fs::rename(&log, beside(&kept, ending)).map_err(at)?;
        }
    }
    if fs::hard_link(database, &kept).is_err() {
        fs::rename(database, &kept).map_err(at)?;
    }
    Ok(kept)
}

/// Writes a database's log into its file, and reserves its used numbers in another database.
async fn count_on(database: &Path, successor: &Path) -> Result<(), sqlx::Error> {
    let mut old = SqliteConnectOptions::new().filename(database).connect().await?;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut old).await?;
    let given: Vec<(String, i64)> = sqlx::query_as("SELECT name, seq FROM sqlite_sequence").fetch_all(&mut old).await?;
    // The last connection deletes the log when it closes.
    old.close().await?;
    let mut new = SqliteConnectOptions::new().filename(successor).connect().await?;
    for (name, seq) in given {
        sqlx::query("DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?")
            .bind(&name)
            .bind(seq)
            .execute(&mut new)
            .await?;
        sqlx::query(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE NOT EXISTS \
             (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
        )
        .bind(&name)
        .bind(seq)
        .execute(&mut new)
        .await?;
    }
    new.close().await
}

/// Syncs the folder, so that the file's name is on the disk, too.
fn settle(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Not every file system can sync a folder, and the copy itself is safe.
    File::open(folder).and_then(|folder| folder.sync_all()).ok();
}
