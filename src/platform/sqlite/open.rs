//! Opens a database, and only one of this program.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Sqlite, Transaction};
use tokio::sync::{Mutex, MutexGuard};

use crate::messages::store::post_cache::Posts;
use crate::platform::sqlite::database_files::{HeldDatabase, beside, real};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::group_commit::Gathered;
use crate::platform::sqlite::migrations::MIGRATIONS;
use crate::platform::sqlite::row_cache::Cache;
use crate::platform::sqlite::wipe;

/// A database; cheap to clone, all clones share it.
#[derive(Clone)]
pub struct Store(pub(crate) Arc<Inner>);

/// The version of a database's schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The schema version of the database.
    pub found: i64,
    /// The schema version of this program; an older database is migrated at the next start.
    pub known: i64,
}

pub(crate) struct Inner {
    connection: Mutex<Option<SqliteConnection>>,
    /// For a database in a file: reads do not wait for a write to the disk.
    reader: Option<Mutex<Option<SqliteConnection>>>,
    pub gathered: parking_lot::Mutex<Gathered>,
    pub cache: Cache,
    pub posts: Posts,
    /// The options to open the database again after a failure; `None` in memory, where that would lose the data.
    again: Option<SqliteConnectOptions>,
    place: parking_lot::Mutex<Option<Arc<HeldDatabase>>>,
}

impl Store {
    /// Opens a database file, and creates it if there is none.
    ///
    /// # Errors
    /// Another process uses it, a newer version wrote it, it is damaged, or it cannot be opened. It is then unchanged.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let place = HeldDatabase::make(path)?;
        let unreadable = |error: sqlx::Error| StoreError::Unreadable(path.to_owned(), error.to_string());
        let exists = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if exists {
            let options = SqliteConnectOptions::new().filename(path).read_only(true);
            let mut probe = options.connect().await.map_err(unreadable)?;
            let checked = probe_database(path, &mut probe).await;
            probe.close().await.map_err(unreadable)?;
            checked?;
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .pragma("secure_delete", "ON")
            .busy_timeout(Duration::from_secs(10));
        Self::connect(path, options, Some(place)).await
    }

    /// Opens a database file for reading. A process that works on it is not disturbed; a write fails.
    pub async fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        // Without a log beside it the file is complete, and SQLite need not even create its shared-memory file.
        let quiet = !beside(&real(path), "-wal").exists();
        let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(quiet);
        let unreadable = |error: sqlx::Error| StoreError::Unreadable(path.to_owned(), error.to_string());
        let mut connection = options.connect().await.map_err(unreadable)?;
        if !probe_database(path, &mut connection).await? {
            connection.close().await?;
            return Err(StoreError::Empty(path.to_owned()));
        }
        Ok(Self::of(connection, None, None, None))
    }

    /// Creates a database in memory, lost with the last clone.
    pub async fn memory() -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::from_str("sqlite::memory:")?.foreign_keys(true);
        Self::connect(Path::new(":memory:"), options, None).await
    }

    fn of(
        connection: SqliteConnection,
        reader: Option<SqliteConnection>,
        again: Option<SqliteConnectOptions>,
        place: Option<HeldDatabase>,
    ) -> Self {
        Self(Arc::new(Inner {
            connection: Mutex::new(Some(connection)),
            reader: reader.map(|reader| Mutex::new(Some(reader))),
            gathered: parking_lot::Mutex::default(),
            cache: Cache::default(),
            posts: Posts::default(),
            again,
            place: parking_lot::Mutex::new(place.map(Arc::new)),
        }))
    }

    async fn connect(
        path: &Path,
        options: SqliteConnectOptions,
        place: Option<HeldDatabase>,
    ) -> Result<Self, StoreError> {
        let unreadable = |error: &dyn std::fmt::Display| StoreError::Unreadable(path.to_owned(), error.to_string());
        let again = place.is_some().then(|| options.clone());
        let mut connection = options.connect().await.map_err(|error| unreadable(&error))?;
        match MIGRATIONS.run_direct(None, &mut connection, false).await {
            Ok(()) => {}
            Err(MigrateError::VersionMissing(_)) => return Err(StoreError::Newer(path.to_owned())),
            Err(error) => return Err(unreadable(&error)),
        }
        // No match runs yet, so overwriting erased bytes delays nobody.
        if place.is_some()
            && let Err(error) = wipe::rewrite_if_owed(&mut connection).await
        {
            tracing::warn!(%error, "erased bytes stay in the database until the next start");
        }
        let reader = match &place {
            Some(place) => {
                let options = options.read_only(true);
                let reader = options.connect().await.map_err(|error| unreadable(&error))?;
                place.is_open()?;
                Some(reader)
            }
            None => None,
        };
        let store = Self::of(connection, reader, again, place);
        if let Some(connection) = store.0.connection.lock().await.as_mut() {
            store.0.cache.watch(connection).await?;
        }
        store.number_posts().await?;
        Ok(store)
    }

    /// Writes a copy of the whole database to a new file. For a database in memory `SQLite` silently makes none.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.store_posts().await?;
        let to = to.to_str().ok_or_else(|| StoreError::Row("a backup's path must be UTF-8".to_owned()))?;
        sqlx::query("VACUUM INTO ?").bind(to).execute(self.connection().await?.sql()).await?;
        Ok(())
    }

    /// Returns the schema version.
    pub async fn layout(&self) -> Result<Layout, StoreError> {
        let found: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
            .fetch_one(self.connection().await?.sql())
            .await?;
        let known = MIGRATIONS.iter().map(|migration| migration.version).max();
        Ok(Layout { found: found.unwrap_or(0), known: known.unwrap_or(0) })
    }

    /// Checks the whole database; returns the first damage found.
    pub async fn damage(&self) -> Result<Option<String>, StoreError> {
        let verdict: String =
            sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(self.connection().await?.sql()).await?;
        Ok((verdict != "ok").then_some(verdict))
    }

    /// Returns the name of a trigger, view or table that this program did not create, if there is any.
    pub async fn foreign(&self) -> Result<Option<String>, StoreError> {
        let mut held = self.connection().await?;
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(held.sql()).await?;
        let mut ours = SqliteConnectOptions::from_str("sqlite::memory:")?.connect().await?;
        let known = MIGRATIONS.iter().filter(|migration| Some(migration.version) <= newest).cloned().collect();
        let made = Migrator::with_migrations(known).run_direct(None, &mut ours, false).await;
        made.map_err(|error| StoreError::Row(error.to_string()))?;
        let (known, found) = (things(&mut ours).await?, things(held.sql()).await?);
        ours.close().await?;
        Ok(found.into_iter().find(|thing| !known.contains(thing)).map(|(kind, name, _)| format!("the {kind} `{name}`")))
    }

    /// Closes the database for all clones, so that another process can use it; later calls fail.
    pub async fn close(&self) {
        if let Err(error) = self.store_posts().await {
            tracing::error!(%error, "changes of posts cannot be stored");
        }
        for connection in self.0.reader.iter().chain([&self.0.connection]) {
            if let Some(connection) = connection.lock().await.take()
                && let Err(error) = connection.close().await
            {
                tracing::warn!(%error, "the database did not close cleanly");
            }
        }
        self.0.place.lock().take();
    }

    /// Checks that the written files are still in their place.
    pub fn check_files(&self) -> Result<(), StoreError> {
        let place = self.0.place.lock().clone();
        place.map_or(Ok(()), |place| place.check())
    }

    /// Returns the writing connection.
    pub(crate) async fn connection(&self) -> Result<Held<'_>, StoreError> {
        let mut held = self.0.connection.lock().await;
        let Some(sql) = held.as_mut() else { return Err(StoreError::Sql(sqlx::Error::PoolClosed)) };
        if let Some(options) = self.0.again.as_ref().filter(|_| sql.is_in_transaction()) {
            // The rollback of the last transaction may still be pending.
            sql.ping().await?;
            if sql.is_in_transaction() {
                // If the disk fails, SQLite ends the transaction but sqlx still counts it, so no other could begin.
                tracing::warn!("the database failed within a transaction and is reopened");
                let mut again = options.connect().await?;
                self.0.cache.watch(&mut again).await?;
                *held = Some(again);
            }
        }
        Ok(Held { connection: held, writes: Some(&self.0.cache) })
    }

    /// Returns the reading connection while it is idle, if there is one.
    pub(crate) async fn idle_reader(&self) -> Option<MutexGuard<'_, Option<SqliteConnection>>> {
        match &self.0.reader {
            Some(reader) => Some(reader.lock().await),
            None => None,
        }
    }

    /// Returns a connection that reads everything written, including posts not stored yet.
    pub(crate) async fn reading(&self) -> Result<Held<'_>, StoreError> {
        self.store_posts().await?;
        metrics::counter!("deathmatch_store_reads_total").increment(1);
        hold(self.0.reader.as_ref().unwrap_or(&self.0.connection)).await
    }
}

async fn hold(connection: &Mutex<Option<SqliteConnection>>) -> Result<Held<'_>, StoreError> {
    let held = connection.lock().await;
    if held.is_none() {
        return Err(StoreError::Sql(sqlx::Error::PoolClosed));
    }
    Ok(Held { connection: held, writes: None })
}

/// A connection held by one task.
pub(crate) struct Held<'a> {
    connection: MutexGuard<'a, Option<SqliteConnection>>,
    /// The cache of the rows that the connection may change.
    writes: Option<&'a Cache>,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if let Some(cache) = self.writes {
            cache.settle(false);
        }
    }
}

impl Held<'_> {
    pub(crate) fn sql(&mut self) -> &mut SqliteConnection {
        self.connection.as_mut().expect("a connection is only held while it is open")
    }

    pub(crate) async fn begin(&mut self) -> Result<Transaction<'_, Sqlite>, StoreError> {
        Ok(self.sql().begin_with("BEGIN IMMEDIATE").await?)
    }
}

/// Returns a database's objects: kind and name, and the SQL of a trigger or view.
async fn things(sql: &mut SqliteConnection) -> Result<Vec<(String, String, String)>, StoreError> {
    let rows: Vec<(String, String, Option<String>)> =
        sqlx::query_as("SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB 'sqlite_*'")
            .fetch_all(sql)
            .await?;
    let plain = |sql: String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let things = rows.into_iter().map(|(kind, name, sql)| {
        // A table keeps the SQL of the version that created it.
        let does = if matches!(kind.as_str(), "trigger" | "view") {
            sql.map(plain).unwrap_or_default()
        } else {
            String::new()
        };
        (kind, name, does)
    });
    Ok(things.collect())
}

/// Checks a database without changing it; returns whether it has any tables.
async fn probe_database(path: &Path, probe: &mut SqliteConnection) -> Result<bool, StoreError> {
    let unreadable = |why: String| StoreError::Unreadable(path.to_owned(), why);
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_master")
        .fetch_one(&mut *probe)
        .await
        .map_err(|error| unreadable(error.to_string()))?;
    if tables == 0 {
        return Ok(false);
    }
    let newest: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
        .fetch_one(&mut *probe)
        .await
        .map_err(|error| unreadable(error.to_string()))?;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max();
    if newest > known {
        return Err(StoreError::Newer(path.to_owned()));
    }
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut *probe)
        .await
        .map_err(|error| unreadable(error.to_string()))?;
    if verdict == "ok" { Ok(true) } else { Err(unreadable(verdict)) }
}
