//! Erasure of a person from all stored data.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use crate::game::{BySeat, Seat};
use crate::history::store::match_statistics;
use crate::ids::{MatchId, Snowflake, UserId};
use crate::messages::store::post::Owner;
use crate::people::store::privacy::Erased;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::stored_ids::signed;
use crate::platform::sqlite::wipe::mark_for_wipe;

/// The changes to tables with people's ids, without matches and entries.
/// `?1` is the id, `?2` a `LIKE` pattern that contains the id, `?3` the alias. Each statement has to use all three.
const ERASURES: [&str; 11] = [
    "UPDATE posts SET user_id = iif(user_id = ?1, 0, user_id), lane = iif(lane LIKE ?2, 'dm:0', lane) \
     WHERE (user_id = ?1 OR lane LIKE ?2) AND ?3 <> ''",
    "UPDATE uncounted SET user_id = 0 WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "UPDATE own_games SET user_id = 0 WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "UPDATE audit_log SET user_id = 0, name = ?3 WHERE user_id = ?1 AND ?2 <> ''",
    "UPDATE notes SET user_id = 0, name = ?3 WHERE user_id = ?1 AND ?2 <> ''",
    "DELETE FROM pending_rulings WHERE (user_id = ?1 OR sits = ?1) AND ?2 <> '' AND ?3 <> ''",
    "DELETE FROM predictions WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "DELETE FROM host_knowledge WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "DELETE FROM series WHERE ?1 <> 0 AND state LIKE ?2 AND ?3 <> ''",
    "DELETE FROM game_drafts WHERE ?1 <> 0 AND state LIKE ?2 AND ?3 <> ''",
    "DELETE FROM people WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
];

/// The change to match `?1`: `?2` is the new header, `?3` the person's id, `?4` the alias.
/// The series' standing and the lines for the next message are replaced because they name both players.
const OUT_OF_MATCH: &str = "UPDATE matches SET revision = revision + 1, header = ?2, ec_name = iif(ec_user = ?3, ?4, ec_name), \
    dmo_name = iif(dmo_user = ?3, ?4, dmo_name), ec_user = iif(ec_user = ?3, 0, ec_user), \
    dmo_user = iif(dmo_user = ?3, 0, dmo_user), host_id = iif(host_id = ?3, 0, host_id), \
    series = iif(series_id IS NULL, series, 'One match of a series'), \
    carried = iif(status IN ('lobby', 'running'), carried, '[]') WHERE id = ?1";

/// The records that may name a person.
pub(crate) struct RecordsToSearch {
    pub named: Vec<i64>,
    /// Live matches at the time of the search; their records may have grown since.
    pub going_on: Vec<i64>,
}

pub(crate) async fn erase(
    sql: &mut SqliteConnection,
    user: UserId,
    alias: &str,
    records: &RecordsToSearch,
) -> Result<Erased, StoreError> {
    let id = signed(user.0);
    let within = format!("%{}%", user.0);
    let busy: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM matches WHERE status IN ('lobby', 'running') AND (ec_user = ?1 OR dmo_user = ?1 OR host_id = ?1 \
         OR id IN (SELECT match_id FROM host_knowledge WHERE user_id = ?1)) \
         UNION SELECT 0 FROM game_drafts WHERE open = 1 AND state LIKE ?2 \
         UNION SELECT 0 FROM series WHERE open = 1 AND state LIKE ?2 \
         UNION SELECT 0 FROM tournaments WHERE ended_ms IS NULL AND state LIKE ?2",
    )
    .bind(id)
    .bind(&within)
    .fetch_all(&mut *sql)
    .await?;
    if !busy.is_empty() {
        return Ok(Erased::Busy(busy.into_iter().filter(|&id| id > 0).map(MatchId).collect()));
    }
    let rows = sqlx::query(
        "SELECT id, header, ec_user = ?1, dmo_user = ?1 FROM matches WHERE ec_user = ?1 OR dmo_user = ?1 \
         OR host_id = ?1 OR id IN (SELECT value FROM json_each(?3)) \
         OR ((status IN ('lobby', 'running', 'halted') OR id IN (SELECT value FROM json_each(?4))) \
         AND EXISTS (SELECT 1 FROM entries WHERE match_id = matches.id AND line LIKE ?2)) \
         OR id IN (SELECT match_id FROM host_knowledge WHERE user_id = ?1) OR id IN (SELECT match_id FROM posts WHERE user_id = ?1 OR lane LIKE ?2) \
         OR id IN (SELECT match_id FROM audit_log WHERE user_id = ?1) OR id IN (SELECT match_id FROM notes WHERE user_id = ?1)",
    )
    .bind(id)
    .bind(&within)
    .bind(json!(records.named).to_string())
    .bind(json!(records.going_on).to_string())
    .fetch_all(&mut *sql)
    .await?;
    for row in &rows {
        let sending: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM posts WHERE match_id = ? AND state = 'pending' AND held IS NULL AND lane <> 'archive')",
        )
        .bind(row.try_get::<i64, _>(0)?)
        .fetch_one(&mut *sql)
        .await?;
        if sending {
            return Ok(Erased::Sending);
        }
    }
    let erasure = Erasure { id: user.0.to_string(), alias };
    let mut changed = Vec::new();
    guarded(sql, false).await?;
    for row in rows {
        let m: i64 = row.try_get(0)?;
        changed.push(MatchId(m).into());
        let lines =
            sqlx::query("SELECT seq, line FROM entries WHERE match_id = ? ORDER BY seq").bind(m).fetch_all(&mut *sql);
        let mut entries = Vec::new();
        for line in lines.await? {
            entries.push((line.try_get::<i64, _>(0)?, read(line.try_get(1)?)?));
        }
        let sits = BySeat { ec: row.try_get(2)?, dmo: row.try_get(3)? };
        let header = read(row.try_get(1)?)?;
        let named = erasure.named(&header, sits, &entries);
        let header = erasure.anonymise_header(header, named.began);
        sqlx::query(OUT_OF_MATCH).bind(m).bind(header).bind(id).bind(alias).execute(&mut *sql).await?;
        for seat in Seat::ALL.into_iter().filter(|&seat| sits[seat]) {
            match_statistics::blank_player(&mut *sql, MatchId(m), seat.id()).await?;
        }
        for (seq, entry) in entries {
            let before = entry.clone();
            let without = erasure.anonymise_entry(entry, named.entries.contains(&seq), &named.names);
            if without != before {
                let change = sqlx::query("UPDATE entries SET line = ? WHERE match_id = ? AND seq = ?");
                change.bind(without.to_string()).bind(m).bind(seq).execute(&mut *sql).await?;
            }
        }
        // Messages stay on Discord, but their stored texts are deleted. External objects name the person, so they are edited.
        for words in [
            "UPDATE posts SET shown = 'unknown', state = 'open' WHERE match_id = ? AND lane IN ('result', 'event') AND shown <> ''",
            "DELETE FROM post_payloads WHERE post_id IN (SELECT id FROM posts WHERE match_id = ? AND lane <> 'archive')",
            "UPDATE posts SET shown = '', state = iif(state = 'open', 'closed', iif(state = 'pending', 'dropped', state)) \
             WHERE match_id = ? AND lane NOT IN ('result', 'event', 'archive')",
        ] {
            sqlx::query(words).bind(m).execute(&mut *sql).await?;
        }
    }
    guarded(sql, true).await?;
    mark_for_wipe(sql).await?;
    changed.extend(anonymise_tournaments(sql, user, &erasure, &within).await?);
    for change in ERASURES {
        sqlx::query(change).bind(id).bind(&within).bind(alias).execute(&mut *sql).await?;
    }
    Ok(Erased::Done(changed))
}

/// Erases the person from finished tournaments, and marks their messages for an edit; returns the tournaments.
async fn anonymise_tournaments(
    sql: &mut SqliteConnection,
    user: UserId,
    erasure: &Erasure<'_>,
    within: &str,
) -> Result<Vec<Owner>, StoreError> {
    let mut changed = Vec::new();
    let rows = sqlx::query("SELECT id, state FROM tournaments WHERE state LIKE ?").bind(within);
    for row in rows.fetch_all(&mut *sql).await? {
        let (id, state): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        let mut state: Value = serde_json::from_str(&state)?;
        for person in state["people"].as_array_mut().into_iter().flatten() {
            if person["user"].as_u64() == Some(user.0) {
                person["name"] = json!(erasure.alias);
                for also in ["plain", "username"] {
                    person.as_object_mut().map(|person| person.remove(also));
                }
            }
        }
        erasure.anonymise(&mut state);
        sqlx::query("UPDATE tournaments SET state = ?2 WHERE id = ?1")
            .bind(id)
            .bind(state.to_string())
            .execute(&mut *sql)
            .await?;
        let shown = "UPDATE posts SET shown = 'unknown', state = 'open' \
                     WHERE tournament_id = ? AND kind = 'tournament' AND message_id IS NOT NULL";
        sqlx::query(shown).bind(id).execute(&mut *sql).await?;
        changed.push(Owner::Tournament(Snowflake(id.cast_unsigned())));
    }
    Ok(changed)
}

/// Creates or drops the triggers that forbid changes to records.
pub(crate) async fn guarded(sql: &mut SqliteConnection, guarded: bool) -> Result<(), StoreError> {
    for (name, on, why) in
        [("entries_stand", "UPDATE", "a record is never changed"), ("entries_stay", "DELETE", "a record is never cut")]
    {
        let statement = if guarded {
            format!("CREATE TRIGGER {name} BEFORE {on} ON entries BEGIN SELECT RAISE(ABORT, '{why}'); END")
        } else {
            format!("DROP TRIGGER {name}")
        };
        sqlx::query(AssertSqlSafe(statement)).execute(&mut *sql).await?;
    }
    Ok(())
}

fn read(line: &str) -> Result<Value, StoreError> {
    Ok(serde_json::from_str(line)?)
}

/// A person to erase, and the alias that replaces their name.
struct Erasure<'a> {
    id: String,
    alias: &'a str,
}

/// The places where a record has a person's name.
#[derive(Default)]
struct NamePlaces {
    /// Seats whose first player is the person.
    began: BySeat<bool>,
    /// The numbers of entries in which the person is the substitute.
    entries: BTreeSet<i64>,
    /// The names under which the person played.
    names: BTreeSet<String>,
}

impl Erasure<'_> {
    /// Finds the person's names by ids alone: each substitution records the id of the player who left.
    fn named(&self, header: &Value, sits: BySeat<bool>, entries: &[(i64, Value)]) -> NamePlaces {
        let mut named = NamePlaces::default();
        for seat in Seat::ALL {
            let here = entries.iter().filter(|(_, entry)| taken(entry).is_some_and(|(of, _)| of == seat.id()));
            // Walk from the end of the record to its beginning.
            let mut theirs = sits[seat];
            for (seq, entry) in here.rev() {
                if let Some((_, name)) = taken(entry).filter(|_| theirs) {
                    named.entries.insert(*seq);
                    named.names.insert(name.to_owned());
                }
                theirs = entry["meta"]["left"].as_str() == Some(self.id.as_str());
            }
            named.began[seat] = theirs;
            let began = &header["seats"][seat.id()];
            named.names.extend(began.as_str().or(began["name"].as_str()).filter(|_| theirs).map(str::to_owned));
        }
        named
    }

    fn anonymise_header(&self, mut header: Value, began: BySeat<bool>) -> String {
        for seat in Seat::ALL.into_iter().filter(|&seat| began[seat]) {
            match &mut header["seats"][seat.id()] {
                Value::String(name) => self.alias.clone_into(name),
                Value::Object(player) => drop(player.insert("name".to_owned(), json!(self.alias))),
                _ => {}
            }
        }
        self.anonymise(&mut header);
        header.to_string()
    }

    fn anonymise_entry(&self, mut entry: Value, named: bool, names: &BTreeSet<String>) -> Value {
        let seat = taken(&entry).filter(|_| named).map(|(seat, _)| seat.to_owned());
        if let Some(seat) = seat {
            entry["host"] = json!(format!("substitute {seat} {}", self.alias));
        }
        // The host is stored with the name at the time.
        if entry["meta"]["host"].is_string() && entry["by"].as_str() == Some(self.id.as_str()) {
            entry["meta"]["host"] = json!(self.alias);
        }
        // An agreement names both players in the order of their ids.
        let first =
            entry["by"].as_str().and_then(|by| by.split_once(" and ")).and_then(|(one, other)| match &self.id {
                id if id == one => Some(true),
                id if id == other => Some(false),
                _ => None,
            });
        if let (Some(first), Some(both)) = (first, entry["meta"]["agreed"].as_str()) {
            entry["meta"]["agreed"] = json!(self.anonymise_pair(both, first, names));
        }
        self.anonymise(&mut entry);
        entry
    }

    /// Replaces one of two names that are joined by `and`. A name may also contain `and`.
    fn anonymise_pair(&self, both: &str, first: bool, names: &BTreeSet<String>) -> String {
        let cuts = both.match_indices(" and ").map(|(at, and)| (&both[..at], &both[at + and.len()..]));
        let own = |(one, other): (&str, &str)| {
            let shown = if first { one } else { other };
            // The seat may follow the name in brackets.
            names.iter().any(|name| {
                shown.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
            })
        };
        let known = cuts.clone().find(|&cut| own(cut));
        let mut others = cuts.clone();
        let Some((one, other)) = known.or_else(|| if first { cuts.last() } else { others.next() }) else {
            return self.alias.to_owned();
        };
        if first { format!("{} and {other}", self.alias) } else { format!("{one} and {}", self.alias) }
    }

    /// Replaces the person's id with 0 everywhere in a value.
    fn anonymise(&self, value: &mut Value) {
        match value {
            Value::String(text) if text.contains(&self.id) => *text = text.replace(&self.id, "0"),
            Value::Number(number) if number.to_string() == self.id => *value = json!(0),
            Value::Array(parts) => parts.iter_mut().for_each(|part| self.anonymise(part)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.anonymise(field)),
            _ => {}
        }
    }
}

/// Returns the seat and the substitute's name, if an entry is a substitution.
fn taken(entry: &Value) -> Option<(&str, &str)> {
    entry["host"].as_str()?.strip_prefix("substitute ")?.split_once(' ')
}
