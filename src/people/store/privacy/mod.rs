//! Export and erasure of a person's data, and deletion of old matches.
//!
//! Erasure is the only change to a record, and changes only names and ids: orders, times and receipts stay, so the record
//! replays and verifies as before.

use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Column, Row, TypeInfo, ValueRef};

pub(crate) mod erase;

use crate::ids::{MatchId, UnixMs, UserId};
use crate::messages::store::post::Owner;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::group_commit::WriteFuture;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::wipe::mark_for_wipe;
use erase::{RecordsToSearch, erase, guarded};

/// The parts of a person's export, each with its query. `?1` is the id, `?2` a `LIKE` pattern that contains the id.
pub(crate) const EXPORTED_OF_A_PERSON: &[(&str, &str)] = &[
    ("people", "SELECT * FROM people WHERE user_id = ?1 AND ?2 <> ''"),
    (
        "matches",
        "SELECT id, guild_id, channel_id, host_id = ?1 AS opened_by_you, game, status, opened_ms, started_ms, outcome, \
         CASE WHEN ec_user = ?1 THEN 'ec' WHEN dmo_user = ?1 THEN 'dmo' END AS seat, \
         CASE WHEN ec_user = ?1 THEN ec_name WHEN dmo_user = ?1 THEN dmo_name END AS name \
         FROM matches WHERE (ec_user = ?1 OR dmo_user = ?1 OR host_id = ?1) AND ?2 <> '' ORDER BY id",
    ),
    (
        // An entry's number and time depend on the opponent's hidden orders, and `meta` has the keys to those of a running match.
        "entries",
        "SELECT match_id, (json_extract(line, '$.meta.id') >> 22) + 1420070400000 AS sent_ms, iif(status IN ('over', \
         'cancelled'), json_remove(line, '$.at'), json_remove(line, '$.at', '$.meta')) AS line FROM entries \
         JOIN matches ON matches.id = match_id WHERE ?1 <> 0 AND line LIKE ?2 ORDER BY match_id, seq",
    ),
    ("notes", "SELECT match_id, at_ms, words FROM notes WHERE user_id = ?1 AND ?2 <> '' ORDER BY id"),
    ("looked", "SELECT match_id, at_ms, action, stage FROM audit_log WHERE user_id = ?1 AND ?2 <> '' ORDER BY id"),
    (
        "pending rulings",
        "SELECT match_id, ruling, reason, done FROM pending_rulings WHERE user_id = ?1 AND ?2 <> '' ORDER BY id",
    ),
    (
        "order drafts",
        "SELECT match_id, words FROM order_drafts JOIN matches ON matches.id = match_id WHERE \
         ((ec_user = ?1 AND seat = 'ec') OR (dmo_user = ?1 AND seat = 'dmo')) AND ?2 <> ''",
    ),
    (
        "posted",
        "SELECT match_id, lane, posts.channel_id, message_id FROM posts JOIN matches ON matches.id = match_id WHERE \
         (ec_user = ?1 OR dmo_user = ?1) AND lane IN ('result', 'event') AND message_id IS NOT NULL AND ?2 <> ''",
    ),
    (
        "statistics",
        "SELECT match_id, steps, lasted_ms, match_statistics.opening, uses, thoughts, missed, comeback, score FROM match_statistics JOIN matches ON matches.id = match_id WHERE \
         ((ec_user = ?1 AND seat = 'ec') OR (dmo_user = ?1 AND seat = 'dmo')) AND status = 'over' AND ?2 <> ''",
    ),
    (
        "predictions",
        "SELECT match_id, seat, name, (pressed >> 22) + 1420070400000 AS at_ms FROM predictions WHERE user_id = ?1 AND ?2 <> '' \
         ORDER BY pressed",
    ),
    ("known", "SELECT match_id, seat FROM host_knowledge WHERE user_id = ?1 AND ?2 <> '' ORDER BY match_id"),
    ("uncounted", "SELECT match_id, at_ms FROM uncounted WHERE user_id = ?1 AND ?2 <> '' ORDER BY match_id"),
    ("games", "SELECT guild_id, name, version, installed_ms FROM own_games WHERE user_id = ?1 AND ?2 <> ''"),
    // A header has the seed, from which all hidden draws follow, and the host's secret texts.
    ("series", "SELECT id, json_remove(state, '$.header') AS state FROM series WHERE ?1 <> 0 AND state LIKE ?2"),
    (
        "game drafts",
        "SELECT id, json_set(state, '$.games', json((SELECT json_group_array(json_remove(value, '$.header')) \
         FROM json_each(state, '$.games')))) AS state FROM game_drafts WHERE ?1 <> 0 AND state LIKE ?2",
    ),
    (
        // Other participants are left out.
        "tournaments",
        "SELECT id, guild_id, channel_id, json_extract(state, '$.title') AS title, ended_ms, \
         json_extract(state, '$.host') = ?1 AS opened_by_you, (SELECT value FROM json_each(state, '$.people') \
         WHERE json_extract(value, '$.user') = ?1) AS entered FROM tournaments WHERE (opened_by_you OR entered IS NOT NULL) \
         AND ?2 <> ''",
    ),
];

/// The tables whose rows belong to a match.
pub(crate) const OF_A_MATCH: [&str; 13] = [
    "entries",
    "posts",
    "order_drafts",
    "host_knowledge",
    "pending_rulings",
    "audit_log",
    "notes",
    "proposals",
    "uncounted",
    "prefixes",
    "match_statistics",
    "final_boards",
    "predictions",
];

/// The result of an erasure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erased {
    /// The person was erased. The matches and tournaments are those that changed.
    Done(Vec<Owner>),
    /// The person plays or hosts a running match, or is in an open game draft, series or tournament.
    Busy(Vec<MatchId>),
    /// Messages of one of the person's matches are still being sent.
    Sending,
}

impl Store {
    /// Returns all stored data of a person, by table.
    pub async fn stored_data_of(&self, user: UserId) -> Result<Value, StoreError> {
        let mut reading = self.reading().await?;
        let mut kept = json!({});
        for (name, sql) in EXPORTED_OF_A_PERSON {
            let rows =
                sqlx::query(*sql).bind(user).bind(format!("%{}%", user.0)).fetch_all(&mut *reading.sql()).await?;
            kept[*name] = rows.iter().map(object).collect::<Result<_, StoreError>>()?;
        }
        Ok(kept)
    }

    /// Erases a person from all data, unless they take part in something that is running. The alias replaces their name in records.
    pub async fn erase(&self, user: UserId, alias: String) -> Result<Erased, StoreError> {
        let named = self.records_to_search(user).await?;
        let erased = self.write(move |sql| Box::pin(async move { erase(sql, user, &alias, &named).await })).await?;
        if let Erased::Done(changed) = &erased {
            self.0.posts.forget(&changed.iter().filter_map(|owner| owner.match_id()).collect::<Vec<_>>());
        }
        self.wipe_soon().await;
        Ok(erased)
    }

    /// Searches every record for a person while other writes continue.
    pub(crate) async fn records_to_search(&self, user: UserId) -> Result<RecordsToSearch, StoreError> {
        let mut reading = self.reading().await?;
        let going_on = sqlx::query_scalar("SELECT id FROM matches WHERE status IN ('lobby', 'running', 'halted')");
        let going_on = going_on.fetch_all(&mut *reading.sql()).await?;
        let named = sqlx::query_scalar("SELECT DISTINCT match_id FROM entries WHERE line LIKE ?");
        let named = named.bind(format!("%{}%", user.0)).fetch_all(&mut *reading.sql()).await?;
        Ok(RecordsToSearch { named, going_on })
    }

    /// Deletes the finished matches without activity since a moment. Returns their number.
    pub async fn forget_matches_before(&self, moment: UnixMs) -> Result<u64, StoreError> {
        let forgotten = self.write(move |sql| forget(sql, moment)).await?;
        self.0.posts.forget(&forgotten);
        self.wipe_soon().await;
        Ok(forgotten.len() as u64)
    }
}

/// Converts a row to a JSON object.
pub(crate) fn object(row: &SqliteRow) -> Result<Value, StoreError> {
    let mut object = json!({});
    for column in row.columns() {
        let at = column.ordinal();
        let raw = row.try_get_raw(at)?;
        object[column.name()] = if raw.is_null() {
            Value::Null
        } else if raw.type_info().name() == "INTEGER" {
            let number: i64 = row.try_get(at)?;
            // Many programs cannot read ids exactly as numbers.
            if column.name().ends_with("_id") && column.name() != "match_id" || column.name() == "dm_channel" {
                json!(number.cast_unsigned().to_string())
            } else {
                json!(number)
            }
        } else {
            let text: String = row.try_get(at)?;
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        };
    }
    Ok(object)
}

pub(crate) fn forget(sql: &mut SqliteConnection, moment: UnixMs) -> WriteFuture<'_, Vec<MatchId>> {
    Box::pin(async move {
        let old = "SELECT id FROM matches WHERE status NOT IN ('lobby', 'running') AND max(opened_ms, coalesce(started_ms, 0), \
                   coalesce((SELECT max(created_ms) FROM posts WHERE match_id = matches.id), 0)) < ?1";
        let ids: Vec<i64> = sqlx::query_scalar(old).bind(moment.0).fetch_all(&mut *sql).await?;
        sqlx::query("DELETE FROM tournaments WHERE ended_ms < ?").bind(moment.0).execute(&mut *sql).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        guarded(sql, false).await?;
        for id in &ids {
            for table in OF_A_MATCH {
                let delete = format!("DELETE FROM {table} WHERE match_id = ?");
                sqlx::query(AssertSqlSafe(delete)).bind(id).execute(&mut *sql).await?;
            }
            sqlx::query("DELETE FROM matches WHERE id = ?").bind(id).execute(&mut *sql).await?;
        }
        let strangers = "UPDATE people SET username = NULL WHERE username IS NOT NULL AND user_id NOT IN \
                         (SELECT ec_user FROM matches UNION SELECT dmo_user FROM matches)";
        sqlx::query(strangers).execute(&mut *sql).await?;
        guarded(sql, true).await?;
        mark_for_wipe(sql).await?;
        Ok(ids.into_iter().map(MatchId).collect())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::people::store::privacy::{EXPORTED_OF_A_PERSON, OF_A_MATCH, Store};

    /// Tables that an export of a person leaves out, and why.
    const NOT_EXPORTED: [(&str, &str); 12] = [
        ("post_payloads", "the texts of messages, which the person has received"),
        ("proposals", "agreements that wait for an answer, in the message that asks for it"),
        ("prefixes", "the beginnings of records, which are exported as entries"),
        ("final_boards", "pictures of the records that are exported"),
        ("settings", "of servers"),
        ("seasons", "of servers"),
        ("game_files", "of servers; who has installed a game is exported"),
        ("ignored_dms", "ids of messages alone"),
        ("cut_off", "of servers"),
        ("service", "of the bot"),
        ("_sqlx_migrations", "of the bot"),
        ("sqlite_sequence", "of the database"),
    ];

    /// Tables that an erasure leaves unchanged, and why.
    const WITHOUT_PEOPLE: [(&str, &str); 13] = [
        ("order_drafts", "of running matches, whose players cannot be erased"),
        ("proposals", "seats alone"),
        ("prefixes", "entries of a record without authors and substitutes"),
        ("final_boards", "seats in place of names"),
        ("match_statistics", "seats alone; `match_statistics::blank_player` deletes the person's figures"),
        ("settings", "of servers: roles and channels"),
        ("seasons", "of servers"),
        ("game_files", "texts of games; the person who installed one is in `own_games`"),
        ("ignored_dms", "ids of messages alone"),
        ("cut_off", "of servers"),
        ("service", "of the bot"),
        ("_sqlx_migrations", "of the bot"),
        ("sqlite_sequence", "of the database"),
    ];

    /// Returns the names of all tables.
    async fn tables(store: &Store) -> BTreeSet<String> {
        let tables = sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'");
        let tables: Vec<String> = tables.fetch_all(store.reading().await.unwrap().sql()).await.unwrap();
        tables.into_iter().collect()
    }

    #[tokio::test]
    async fn every_table_is_exported_or_has_a_reason() {
        let tables = tables(&Store::memory().await.unwrap()).await;
        let read = |table: &str| {
            let names = |(_, sql): &(&str, &str)| sql.split([' ', ',', ')']).any(|word| word == table);
            EXPORTED_OF_A_PERSON.iter().any(names)
        };
        let silent: BTreeSet<_> = tables.iter().map(String::as_str).filter(|table| !read(table)).collect();
        assert_eq!(silent, NOT_EXPORTED.into_iter().map(|(table, _)| table).collect());
    }

    #[tokio::test]
    async fn every_table_is_erased_or_has_a_reason() {
        let store = Store::memory().await.unwrap();
        let tables = tables(&store).await;
        let erasure = include_str!("erase.rs");
        let changes = |table: &str| {
            [format!("UPDATE {table} SET "), format!("DELETE FROM {table} WHERE ")]
                .iter()
                .any(|sql| erasure.contains(sql))
        };
        let silent: BTreeSet<_> = tables.iter().map(String::as_str).filter(|table| !changes(table)).collect();
        assert_eq!(silent, WITHOUT_PEOPLE.into_iter().map(|(table, _)| table).collect());
        for table in silent {
            let columns = sqlx::query_scalar("SELECT name FROM pragma_table_info(?1)").bind(table);
            let columns: Vec<String> = columns.fetch_all(store.reading().await.unwrap().sql()).await.unwrap();
            assert!(!columns.iter().any(|column| column.contains("user")), "{table} has people: {columns:?}");
        }
    }

    #[tokio::test]
    async fn every_table_of_a_match_is_deleted_with_it() {
        let store = Store::memory().await.unwrap();
        let of_matches = sqlx::query_scalar(
            "SELECT tables.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND columns.name = 'match_id'",
        );
        let of_matches: Vec<String> = of_matches.fetch_all(store.reading().await.unwrap().sql()).await.unwrap();
        let of_matches: BTreeSet<_> = of_matches.iter().map(String::as_str).collect();
        assert_eq!(of_matches, OF_A_MATCH.into_iter().collect());
    }
}
