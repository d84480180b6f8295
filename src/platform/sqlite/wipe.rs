//! Overwrites erased bytes in the database file and in the log beside it.
//!
//! - `secure_delete` overwrites rows as they are deleted, and the log is cut afterwards. Rows that moved within the file may have left
//!   copies in unused bytes, which only rewriting the whole file removes.
//! - Rewriting blocks writes. So it is done at once only if the database is small or no match runs. Otherwise it is postponed, and tried
//!   again every minute, and at the next start at the latest.

use sqlx::sqlite::SqliteConnection;

use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// The largest database that is rewritten while matches run, in bytes.
const AT_ONCE: i64 = 32 << 20;

/// Records that bytes were erased.
pub(crate) async fn mark_for_wipe(sql: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO service (key, value) VALUES ('wipe_owed', 1)").execute(sql).await?;
    Ok(())
}

/// Rewrites the whole database if that is owed; returns whether it is no longer owed.
pub(crate) async fn rewrite_if_owed(sql: &mut SqliteConnection) -> Result<bool, StoreError> {
    if !is_owed(sql).await? {
        return Ok(true);
    }
    sqlx::query("VACUUM").execute(&mut *sql).await?;
    if !truncate_log(sql).await? {
        return Ok(false);
    }
    sqlx::query("DELETE FROM service WHERE key = 'wipe_owed'").execute(sql).await?;
    Ok(true)
}

async fn is_owed(sql: &mut SqliteConnection) -> Result<bool, StoreError> {
    let owed = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM service WHERE key = 'wipe_owed')");
    Ok(owed.fetch_one(sql).await?)
}

/// Moves the log into the file without waiting; returns whether no reader prevented it.
async fn truncate_log(sql: &mut SqliteConnection) -> Result<bool, StoreError> {
    let waits: i64 = sqlx::query_scalar("PRAGMA busy_timeout").fetch_one(&mut *sql).await?;
    sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *sql).await?;
    let busy = sqlx::query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *sql).await;
    sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA busy_timeout = {waits}"))).execute(&mut *sql).await?;
    Ok(busy? == 0)
}

impl Store {
    /// Overwrites erased bytes at once if possible; a failure is retried later.
    pub(crate) async fn wipe_soon(&self) {
        if let Err(error) = self.wipe().await {
            tracing::warn!(%error, "erased bytes are still in the database; overwriting them is retried");
        }
    }

    /// Overwrites erased bytes as far as that delays nobody; returns whether none are left.
    pub async fn wipe(&self) -> Result<bool, StoreError> {
        let reader = self.idle_reader().await;
        let mut held = self.connection().await?;
        let sql = held.sql();
        if !is_owed(sql).await? {
            return Ok(true);
        }
        let deals: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM matches WHERE status = 'running')")
            .fetch_one(&mut *sql)
            .await?;
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&mut *sql).await?;
        let size: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(&mut *sql).await?;
        let done = if deals && pages.saturating_mul(size) > AT_ONCE {
            truncate_log(sql).await.map(|_| false)
        } else {
            rewrite_if_owed(sql).await
        };
        drop(reader);
        done
    }
}
