//! Taking a person out of everything that is kept.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use crate::game::{BySeat, Seat};
use crate::history::store::figures;
use crate::ids::{MatchId, UserId};
use crate::people::store::privacy::Erased;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::ids::signed;
use crate::platform::sqlite::wipe::owe_wipe;

/// What is done in tables where people stand by their id, besides matches and entries: `?1` is the id, `?2` the same as text within other
/// text, `?3` who stands in their place.
pub(crate) const OUT: [&str; 10] = [
    "UPDATE posts SET user_id = iif(user_id = ?1, 0, user_id), lane = iif(lane LIKE ?2, 'dm:0', lane) \
     WHERE (user_id = ?1 OR lane LIKE ?2) AND ?3 <> ''",
    "UPDATE uncounted SET user_id = 0 WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "UPDATE own_games SET user_id = 0 WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "UPDATE audit SET user_id = 0, name = ?3 WHERE user_id = ?1 AND ?2 <> ''",
    "UPDATE notes SET user_id = 0, name = ?3 WHERE user_id = ?1 AND ?2 <> ''",
    "DELETE FROM intents WHERE (user_id = ?1 OR sits = ?1) AND ?2 <> '' AND ?3 <> ''",
    "DELETE FROM knowers WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "DELETE FROM series WHERE ?1 <> 0 AND state LIKE ?2 AND ?3 <> ''",
    "DELETE FROM choosings WHERE ?1 <> 0 AND state LIKE ?2 AND ?3 <> ''",
    "DELETE FROM people WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
];

/// What is done in a match, `?1`: `?2` is its header without the person, `?3` their id, `?4` who stands in their place. How its series stood
/// and what is said with its next message names both players.
const OUT_OF_MATCH: &str = "UPDATE matches SET revision = revision + 1, header = ?2, ec_name = iif(ec_user = ?3, ?4, ec_name), \
    dmo_name = iif(dmo_user = ?3, ?4, dmo_name), ec_user = iif(ec_user = ?3, 0, ec_user), \
    dmo_user = iif(dmo_user = ?3, 0, dmo_user), host_id = iif(host_id = ?3, 0, host_id), \
    series = iif(series_id IS NULL, series, 'One match of a series'), \
    carried = iif(status IN ('lobby', 'running'), carried, '[]') WHERE id = ?1";

/// Which records name a person.
pub(crate) struct Naming {
    pub named: Vec<i64>,
    /// Those that have gone on since, and may name them by now.
    pub going_on: Vec<i64>,
}

pub(crate) async fn erase(
    sql: &mut SqliteConnection,
    user: UserId,
    alias: &str,
    naming: &Naming,
) -> Result<Erased, StoreError> {
    let id = signed(user.0);
    let within = format!("%{}%", user.0);
    let busy: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM matches WHERE status IN ('lobby', 'running') AND (ec_user = ?1 OR dmo_user = ?1 OR host_id = ?1 \
         OR id IN (SELECT match_id FROM knowers WHERE user_id = ?1)) \
         UNION SELECT 0 FROM choosings WHERE open = 1 AND state LIKE ?2 \
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
         OR id IN (SELECT match_id FROM knowers WHERE user_id = ?1) OR id IN (SELECT match_id FROM posts WHERE user_id = ?1 OR lane LIKE ?2) \
         OR id IN (SELECT match_id FROM audit WHERE user_id = ?1) OR id IN (SELECT match_id FROM notes WHERE user_id = ?1)",
    )
    .bind(id)
    .bind(&within)
    .bind(json!(naming.named).to_string())
    .bind(json!(naming.going_on).to_string())
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
    let theirs = Theirs { id: user.0.to_string(), alias };
    let mut changed = Vec::new();
    guarded(sql, false).await?;
    for row in rows {
        let m: i64 = row.try_get(0)?;
        changed.push(MatchId(m));
        let lines =
            sqlx::query("SELECT seq, line FROM entries WHERE match_id = ? ORDER BY seq").bind(m).fetch_all(&mut *sql);
        let mut entries = Vec::new();
        for line in lines.await? {
            entries.push((line.try_get::<i64, _>(0)?, read(line.try_get(1)?)?));
        }
        let sits = BySeat { ec: row.try_get(2)?, dmo: row.try_get(3)? };
        let header = read(row.try_get(1)?)?;
        let named = theirs.named(&header, sits, &entries);
        let header = theirs.out_of_header(header, named.began);
        sqlx::query(OUT_OF_MATCH).bind(m).bind(header).bind(id).bind(alias).execute(&mut *sql).await?;
        for seat in Seat::ALL.into_iter().filter(|&seat| sits[seat]) {
            figures::forget(&mut *sql, MatchId(m), seat.id()).await?;
        }
        for (seq, entry) in entries {
            let before = entry.clone();
            let without = theirs.out_of_entry(entry, named.entries.contains(&seq), &named.names);
            if without != before {
                let change = sqlx::query("UPDATE entries SET line = ? WHERE match_id = ? AND seq = ?");
                change.bind(without.to_string()).bind(m).bind(seq).execute(&mut *sql).await?;
            }
        }
        // Messages stay on Discord; their words need not be kept here as well. External objects are edited: they name the person.
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
    owe_wipe(sql).await?;
    out_of_tournaments(sql, user, &theirs, &within).await?;
    for change in OUT {
        sqlx::query(change).bind(id).bind(&within).bind(alias).execute(&mut *sql).await?;
    }
    Ok(Erased::Done(changed))
}

/// Puts nobody in their place in tournaments that are over, which are then shown again.
async fn out_of_tournaments(
    sql: &mut SqliteConnection,
    user: UserId,
    theirs: &Theirs<'_>,
    within: &str,
) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT id, state FROM tournaments WHERE state LIKE ?").bind(within);
    for row in rows.fetch_all(&mut *sql).await? {
        let (id, state): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        let mut state: Value = serde_json::from_str(&state)?;
        for person in state["people"].as_array_mut().into_iter().flatten() {
            if person["user"].as_u64() == Some(user.0) {
                person["name"] = json!(theirs.alias);
                for also in ["plain", "username"] {
                    person.as_object_mut().map(|person| person.remove(also));
                }
            }
        }
        theirs.out_of(&mut state);
        sqlx::query("UPDATE tournaments SET state = ?2 WHERE id = ?1")
            .bind(id)
            .bind(state.to_string())
            .execute(&mut *sql)
            .await?;
        let shown = "UPDATE posts SET shown = 'unknown', state = 'open' \
                     WHERE tournament_id = ? AND kind = 'tournament' AND message_id IS NOT NULL";
        sqlx::query(shown).bind(id).execute(&mut *sql).await?;
    }
    Ok(())
}

/// Allows or forbids changes of records.
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

/// A person, as records name them.
struct Theirs<'a> {
    id: String,
    alias: &'a str,
}

/// Where a record has a person's name.
#[derive(Default)]
struct Named {
    /// In its header, as who began on a seat.
    began: BySeat<bool>,
    /// In entries, by their numbers, as who took a seat over.
    entries: BTreeSet<i64>,
    /// The names they went by.
    names: BTreeSet<String>,
}

impl Theirs<'_> {
    /// Ids alone say whose a name is: each sitter of a seat is the one who left it next, and the last one sits there.
    fn named(&self, header: &Value, sits: BySeat<bool>, entries: &[(i64, Value)]) -> Named {
        let mut named = Named::default();
        for seat in Seat::ALL {
            let here = entries.iter().filter(|(_, entry)| taken(entry).is_some_and(|(of, _)| of == seat.id()));
            // From the end of the record to its beginning.
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

    fn out_of_header(&self, mut header: Value, began: BySeat<bool>) -> String {
        for seat in Seat::ALL.into_iter().filter(|&seat| began[seat]) {
            match &mut header["seats"][seat.id()] {
                Value::String(name) => self.alias.clone_into(name),
                Value::Object(player) => drop(player.insert("name".to_owned(), json!(self.alias))),
                _ => {}
            }
        }
        self.out_of(&mut header);
        header.to_string()
    }

    fn out_of_entry(&self, mut entry: Value, named: bool, names: &BTreeSet<String>) -> Value {
        let seat = taken(&entry).filter(|_| named).map(|(seat, _)| seat.to_owned());
        if let Some(seat) = seat {
            entry["host"] = json!(format!("substitute {seat} {}", self.alias));
        }
        // The host who acted goes by the name they had.
        if entry["meta"]["host"].is_string() && entry["by"].as_str() == Some(self.id.as_str()) {
            entry["meta"]["host"] = json!(self.alias);
        }
        // What two agreed on names them in the order of their ids.
        let first =
            entry["by"].as_str().and_then(|by| by.split_once(" and ")).and_then(|(one, other)| match &self.id {
                id if id == one => Some(true),
                id if id == other => Some(false),
                _ => None,
            });
        if let (Some(first), Some(both)) = (first, entry["meta"]["agreed"].as_str()) {
            entry["meta"]["agreed"] = json!(self.out_of_two(both, first, names));
        }
        self.out_of(&mut entry);
        entry
    }

    /// Takes the name of one out of two that are joined by `and`, a word that a name may have as well.
    fn out_of_two(&self, both: &str, first: bool, names: &BTreeSet<String>) -> String {
        let cuts = both.match_indices(" and ").map(|(at, and)| (&both[..at], &both[at + and.len()..]));
        let own = |(one, other): (&str, &str)| {
            let shown = if first { one } else { other };
            // A seat may stand behind it.
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

    /// Puts nobody in the place of their id.
    fn out_of(&self, value: &mut Value) {
        match value {
            Value::String(text) if text.contains(&self.id) => *text = text.replace(&self.id, "0"),
            Value::Number(number) if number.to_string() == self.id => *value = json!(0),
            Value::Array(parts) => parts.iter_mut().for_each(|part| self.out_of(part)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.out_of(field)),
            _ => {}
        }
    }
}

/// Which seat an entry gives to whom, by name, if it does.
fn taken(entry: &Value) -> Option<(&str, &str)> {
    entry["host"].as_str()?.strip_prefix("substitute ")?.split_once(' ')
}
