//! Rows that are looked at again and again, kept as long as nothing has changed them.
//!
//! `SQLite` itself says which rows a statement changes, so that no writer has to remember to: what is kept of them is forgotten at once, and
//! once more when the connection that writes is given back. What was read while that happened is not kept.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::sqlite::SqliteConnection;

use crate::ids::{GuildId, MatchId, UserId};
use crate::live::store::rows::MatchRow;
use crate::people::store::reach::Known;
use crate::people::store::settings::Settings;

/// How many rows of a table are kept at most.
const MOST: usize = 10_000;

/// The rows that are kept.
#[derive(Clone, Default)]
pub(crate) struct Cache(Arc<Mutex<Kept>>);

#[derive(Default)]
pub(crate) struct Kept {
    pub matches: HashMap<MatchId, MatchRow>,
    pub people: HashMap<UserId, Known>,
    pub settings: HashMap<GuildId, Settings>,
    /// How often rows may have changed.
    changes: u64,
    /// The rows that have changed since the connection that writes was taken.
    touched: Vec<(Table, i64)>,
    /// Matches as they are once what is being written stands.
    fresh: Vec<MatchRow>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    Matches,
    People,
    Settings,
}

/// Whether a changed row is part of what is kept of a match, which names its players as Discord does.
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
    /// Learns from a connection which rows it changes.
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
            // A later write of the same transaction may be of the same match.
            kept.fresh.retain(|row| !touches(table, change.rowid, row));
            kept.touched.push((table, change.rowid));
        });
        Ok(())
    }

    /// The cached value of a key; without one, the count of changes before it is read.
    pub fn find<K: Eq + Hash, V: Clone>(&self, of: fn(&mut Kept) -> &mut HashMap<K, V>, key: &K) -> Result<V, u64> {
        let mut kept = self.0.lock();
        let changes = kept.changes;
        of(&mut kept).get(key).cloned().ok_or(changes)
    }

    /// Keeps what was read, unless rows have changed since.
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

    /// Forgets a match that another process may have written to.
    pub fn forget_match(&self, id: MatchId) {
        self.0.lock().forget(Table::Matches, id.0);
    }

    /// Keeps a match as it is once what is being written stands, unless it changes again before that.
    pub fn is_to_be(&self, row: MatchRow) {
        self.0.lock().fresh.push(row);
    }

    /// Forgets what has changed, as the connection that writes is given back; whether what was being written stands.
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
