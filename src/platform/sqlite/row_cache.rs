//! Rows that are read often, cached until they change.
//!
//! `SQLite` itself reports the rows that a statement changes, so no writer has to do so. A changed row is dropped at once, and again when
//! the writing connection is given back. A row read in between is not cached.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::sqlite::SqliteConnection;

use crate::ids::{GuildId, MatchId, UserId};
use crate::live::store::match_row::MatchRow;
use crate::people::store::person::Known;
use crate::people::store::server_settings::Settings;

/// The most cached rows of a table.
const MOST: usize = 10_000;

/// The cached rows.
#[derive(Clone, Default)]
pub(crate) struct Cache(Arc<Mutex<Kept>>);

#[derive(Default)]
pub(crate) struct Kept {
    pub matches: HashMap<MatchId, MatchRow>,
    pub people: HashMap<UserId, Known>,
    pub settings: HashMap<GuildId, Settings>,
    /// The number of times that rows may have changed.
    changes: u64,
    /// Rows changed since the writing connection was taken.
    touched: Vec<(Table, i64)>,
    /// Matches as they will be once the current write succeeds.
    fresh: Vec<MatchRow>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    Matches,
    People,
    Settings,
}

/// Whether a changed row is part of a cached match, which includes its players' Discord names.
fn touches(table: Table, row: i64, of: &MatchRow) -> bool {
    match table {
        Table::Matches => of.id == MatchId(row),
        Table::People => [of.users.ec, of.users.dmo].iter().any(|user| user.0.cast_signed() == row),
        Table::Settings => false,
    }
}

impl Kept {
    fn forget(&mut self, table: Table, row: i64) {
        match table {
            Table::Matches => {
                self.matches.remove(&MatchId(row));
                self.fresh.retain(|m| m.id.0 != row);
            }
            Table::Settings => drop(self.settings.remove(&GuildId(row.cast_unsigned()))),
            Table::People => {
                self.people.remove(&UserId(row.cast_unsigned()));
                self.matches.retain(|_, m| !touches(table, row, m));
            }
        }
    }
}

impl Cache {
    /// Makes a connection report the rows that it changes.
    pub async fn watch(&self, sql: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let cache = self.clone();
        sql.lock_handle().await?.set_update_hook(move |change| {
            let table = match change.table {
                "matches" => Table::Matches,
                "people" => Table::People,
                "settings" => Table::Settings,
                _ => return,
            };
            let mut kept = cache.0.lock();
            kept.forget(table, change.rowid);
            // A later write of the same transaction may change the same match.
            kept.fresh.retain(|row| !touches(table, change.rowid, row));
            kept.touched.push((table, change.rowid));
        });
        Ok(())
    }

    /// Returns the cached value of a key; without one, the count of changes before the row is read.
    pub fn find<K: Eq + Hash, V: Clone>(&self, of: fn(&mut Kept) -> &mut HashMap<K, V>, key: &K) -> Result<V, u64> {
        let mut kept = self.0.lock();
        let changes = kept.changes;
        of(&mut kept).get(key).cloned().ok_or(changes)
    }

    /// Caches a row that was read, unless rows have changed since.
    pub fn keep<K: Eq + Hash, V>(&self, of: fn(&mut Kept) -> &mut HashMap<K, V>, key: K, value: V, changes: u64) {
        let mut kept = self.0.lock();
        if kept.changes == changes && kept.touched.is_empty() {
            let rows = of(&mut kept);
            if rows.len() >= MOST {
                rows.clear();
            }
            rows.insert(key, value);
        }
    }

    /// Drops a match that another process may have changed.
    pub fn forget_match(&self, id: MatchId) {
        self.0.lock().forget(Table::Matches, id.0);
    }

    /// Caches a match once the current write succeeds, unless the match changes again before that.
    pub fn stage(&self, row: MatchRow) {
        self.0.lock().fresh.push(row);
    }

    /// Drops the changed rows as the writing connection is given back; `stands` tells whether the write succeeded.
    pub fn settle(&self, stands: bool) {
        let mut kept = self.0.lock();
        let (touched, fresh) = (std::mem::take(&mut kept.touched), std::mem::take(&mut kept.fresh));
        if touched.is_empty() {
            return;
        }
        kept.changes += 1;
        for (table, row) in touched {
            kept.forget(table, row);
        }
        if stands {
            for row in fresh {
                kept.matches.insert(row.id, row);
            }
        }
    }
}
