//! What is kept of a person, and taking it out; what is kept of old matches.
//!
//! A record is never changed but here, and then only in who somebody is: orders, times and receipts stay, so that it replays and verifies
//! as before.

use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Column, Row, TypeInfo, ValueRef};

use super::batch::Doing;
use super::matches::signed;
use super::open::{Store, StoreError};
use super::surroundings;
use crate::ids::{MatchId, UnixMs, UserId};

/// The tables that have something of one person, and which rows: `?1` is their id, `?2` the same as text within other text.
const OF_ONE: &[(&str, &str)] = &[
    ("people", "SELECT * FROM people WHERE user_id = ?1 AND ?2 <> ''"),
    (
        "matches",
        "SELECT id, guild_id, channel_id, host_id = ?1 AS opened_by_you, game, status, opened_ms, started_ms, outcome, \
         CASE WHEN ec_user = ?1 THEN 'ec' WHEN dmo_user = ?1 THEN 'dmo' END AS seat, \
         CASE WHEN ec_user = ?1 THEN ec_name WHEN dmo_user = ?1 THEN dmo_name END AS name \
         FROM matches WHERE (ec_user = ?1 OR dmo_user = ?1 OR host_id = ?1) AND ?2 <> '' ORDER BY id",
    ),
    (
        // Who entered something stands in it.
        "entries",
        "SELECT match_id, seq, line FROM entries WHERE ?1 <> 0 AND line LIKE ?2 ORDER BY match_id, seq",
    ),
    ("notes", "SELECT match_id, at_ms, words FROM notes WHERE user_id = ?1 AND ?2 <> '' ORDER BY id"),
    ("looked", "SELECT match_id, at_ms, deed, stage FROM audit WHERE user_id = ?1 AND ?2 <> '' ORDER BY id"),
    ("asked back", "SELECT match_id, ruling, reason, done FROM intents WHERE user_id = ?1 AND ?2 <> '' ORDER BY id"),
    (
        "drafts",
        "SELECT match_id, words FROM drafts JOIN matches ON matches.id = match_id WHERE \
         ((ec_user = ?1 AND seat = 'ec') OR (dmo_user = ?1 AND seat = 'dmo')) AND ?2 <> ''",
    ),
    (
        "posted",
        "SELECT match_id, thing, shown FROM left_behind JOIN matches ON matches.id = match_id WHERE \
         (ec_user = ?1 OR dmo_user = ?1) AND ?2 <> ''",
    ),
    ("choosings", "SELECT id, state FROM choosings WHERE ?1 <> 0 AND state LIKE ?2"),
];

/// The tables whose rows belong to a match.
const OF_A_MATCH: [&str; 12] = [
    "entries",
    "outbox",
    "prompts",
    "drafts",
    "knowers",
    "intents",
    "audit",
    "notes",
    "proposals",
    "said",
    "surroundings",
    "left_behind",
];

/// What is done in tables where people stand by their id, besides matches and entries: `?1` is the id, `?2` the same as text within other
/// text, `?3` who stands in their place.
const OUT: [&str; 7] = [
    "UPDATE prompts SET user_id = 0 WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "UPDATE audit SET user_id = 0, name = ?3 WHERE user_id = ?1 AND ?2 <> ''",
    "UPDATE notes SET user_id = 0, name = ?3 WHERE user_id = ?1 AND ?2 <> ''",
    "DELETE FROM intents WHERE (user_id = ?1 OR sits = ?1) AND ?2 <> '' AND ?3 <> ''",
    "DELETE FROM knowers WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
    "DELETE FROM choosings WHERE ?1 <> 0 AND state LIKE ?2 AND ?3 <> ''",
    "DELETE FROM people WHERE user_id = ?1 AND ?2 <> '' AND ?3 <> ''",
];

/// What has come of taking a person out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erased {
    /// They are in none of it any more; the matches whose records were changed.
    Done(Vec<MatchId>),
    /// They play or host a match that goes on, or choose a game.
    Busy(Vec<MatchId>),
    /// What is said of one of their matches is still being sent, and would be kept again.
    Sending,
}

impl Store {
    /// Everything that is kept of a person, by table.
    ///
    /// # Errors
    /// The database failed.
    pub async fn kept_of(&self, user: UserId) -> Result<Value, StoreError> {
        let mut reading = self.reading().await?;
        let mut kept = json!({});
        for (name, sql) in OF_ONE {
            let rows = sqlx::query(*sql)
                .bind(signed(user.0))
                .bind(format!("%{}%", user.0))
                .fetch_all(&mut *reading.sql())
                .await?;
            kept[*name] = rows.iter().map(object).collect::<Result<_, StoreError>>()?;
        }
        Ok(kept)
    }

    /// Takes a person out of everything, unless something of theirs goes on: in records another name stands in their place.
    ///
    /// # Errors
    /// The database failed; then nothing is changed.
    pub async fn erase(&self, user: UserId, alias: String) -> Result<Erased, StoreError> {
        self.write(move |sql| Box::pin(async move { erase(sql, user, &alias).await })).await
    }

    /// Forgets the matches that ended without being touched since a moment; how many.
    ///
    /// # Errors
    /// The database failed; then nothing is forgotten.
    pub async fn forget_matches_before(&self, moment: UnixMs) -> Result<u64, StoreError> {
        self.write(move |sql| forget(sql, moment)).await
    }
}

/// A row as an object.
fn object(row: &SqliteRow) -> Result<Value, StoreError> {
    let mut object = json!({});
    for column in row.columns() {
        let at = column.ordinal();
        let raw = row.try_get_raw(at)?;
        object[column.name()] = if raw.is_null() {
            Value::Null
        } else if raw.type_info().name() == "INTEGER" {
            let number: i64 = row.try_get(at)?;
            // Ids are bigger than what many programs take a number for.
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

async fn erase(sql: &mut SqliteConnection, user: UserId, alias: &str) -> Result<Erased, StoreError> {
    let id = signed(user.0);
    let within = format!("%{}%", user.0);
    let busy: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM matches WHERE status IN ('lobby', 'running') AND (ec_user = ?1 OR dmo_user = ?1 OR host_id = ?1) \
         UNION SELECT 0 FROM choosings WHERE open = 1 AND state LIKE ?2",
    )
    .bind(id)
    .bind(&within)
    .fetch_all(&mut *sql)
    .await?;
    if !busy.is_empty() {
        return Ok(Erased::Busy(busy.into_iter().filter(|&id| id > 0).map(MatchId).collect()));
    }
    let rows = sqlx::query(
        "SELECT id, header, ec_user = ?1, ec_name, dmo_user = ?1, dmo_name FROM matches WHERE ec_user = ?1 OR dmo_user = ?1 \
         OR host_id = ?1 OR id IN (SELECT match_id FROM entries WHERE line LIKE ?2) \
         OR id IN (SELECT match_id FROM knowers WHERE user_id = ?1) OR id IN (SELECT match_id FROM prompts WHERE user_id = ?1) \
         OR id IN (SELECT match_id FROM audit WHERE user_id = ?1) OR id IN (SELECT match_id FROM notes WHERE user_id = ?1)",
    )
    .bind(id)
    .bind(&within)
    .fetch_all(&mut *sql)
    .await?;
    let mut names: Vec<String> = Vec::new();
    for row in &rows {
        let sending: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM outbox WHERE match_id = ? AND state = 'pending' AND held IS NULL)",
        )
        .bind(row.try_get::<i64, _>(0)?)
        .fetch_one(&mut *sql)
        .await?;
        if sending {
            return Ok(Erased::Sending);
        }
        for (theirs, name) in [(2, 3), (4, 5)] {
            if row.try_get::<bool, _>(theirs)? {
                names.push(row.try_get(name)?);
            }
        }
    }
    names.sort();
    names.dedup();
    let theirs = Theirs { id: user.0.to_string(), names, alias };
    let mut changed = Vec::new();
    guarded(sql, false).await?;
    for row in rows {
        let m: i64 = row.try_get(0)?;
        changed.push(MatchId(m));
        // Somebody else may go by the same name in a match: only a seat of theirs gives it up.
        let seats: Vec<&str> = [(2, "ec"), (4, "dmo")]
            .into_iter()
            .filter_map(|(at, seat)| row.try_get::<bool, _>(at).ok().filter(|theirs| *theirs).map(|_| seat))
            .collect();
        let header = theirs.out_of_header(&row.try_get::<String, _>(1)?, &seats)?;
        sqlx::query(
            "UPDATE matches SET header = ?2, ec_name = iif(ec_user = ?3, ?4, ec_name), dmo_name = iif(dmo_user = ?3, ?4, dmo_name), \
             ec_user = iif(ec_user = ?3, 0, ec_user), dmo_user = iif(dmo_user = ?3, 0, dmo_user), \
             host_id = iif(host_id = ?3, 0, host_id) WHERE id = ?1",
        )
        .bind(m)
        .bind(header)
        .bind(id)
        .bind(alias)
        .execute(&mut *sql)
        .await?;
        let lines =
            sqlx::query("SELECT seq, line FROM entries WHERE match_id = ?").bind(m).fetch_all(&mut *sql).await?;
        for line in lines {
            let (seq, text): (i64, String) = (line.try_get(0)?, line.try_get(1)?);
            let without = theirs.out_of_entry(&text, &seats)?;
            if without != text {
                let change = sqlx::query("UPDATE entries SET line = ? WHERE match_id = ? AND seq = ?");
                change.bind(without).bind(m).bind(seq).execute(&mut *sql).await?;
            }
        }
        // What was said stays on Discord; its words need not be kept here as well.
        sqlx::query("DELETE FROM outbox WHERE match_id = ?").bind(m).execute(&mut *sql).await?;
        let shown = sqlx::query("UPDATE prompts SET kept = '', shown = '', open = 0 WHERE match_id = ?");
        shown.bind(m).execute(&mut *sql).await?;
        surroundings::show_again(&mut *sql, MatchId(m)).await?;
    }
    guarded(sql, true).await?;
    for change in OUT {
        sqlx::query(change).bind(id).bind(&within).bind(alias).execute(&mut *sql).await?;
    }
    Ok(Erased::Done(changed))
}

/// Lets records be changed, or keeps them from it again.
async fn guarded(sql: &mut SqliteConnection, guarded: bool) -> Result<(), StoreError> {
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

/// A person, as records name them.
struct Theirs<'a> {
    id: String,
    names: Vec<String>,
    alias: &'a str,
}

impl Theirs<'_> {
    fn out_of_header(&self, header: &str, seats: &[&str]) -> Result<String, StoreError> {
        let mut header: Value = serde_json::from_str(header).map_err(|error| StoreError::Row(error.to_string()))?;
        for seat in seats {
            match &mut header["seats"][*seat] {
                Value::String(name) => self.alias.clone_into(name),
                Value::Object(player) => drop(player.insert("name".to_owned(), json!(self.alias))),
                _ => {}
            }
        }
        self.out_of(&mut header);
        Ok(header.to_string())
    }

    fn out_of_entry(&self, line: &str, seats: &[&str]) -> Result<String, StoreError> {
        let mut entry: Value = serde_json::from_str(line).map_err(|error| StoreError::Row(error.to_string()))?;
        let before = entry.clone();
        // Whoever was put on a seat is named there.
        let sits = entry["host"].as_str().and_then(|host| host.strip_prefix("substitute ")?.split_once(' '));
        if let Some((seat, name)) = sits
            && seats.contains(&seat)
            && self.names.iter().any(|theirs| theirs == name)
        {
            entry["host"] = json!(format!("substitute {seat} {}", self.alias));
        }
        // So is the host who acted, by the name they went by.
        if entry["meta"]["host"].is_string() && entry["by"].as_str() == Some(self.id.as_str()) {
            entry["meta"]["host"] = json!(self.alias);
        }
        self.out_of(&mut entry);
        Ok(if entry == before { line.to_owned() } else { entry.to_string() })
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

fn forget(sql: &mut SqliteConnection, moment: UnixMs) -> Doing<'_, u64> {
    Box::pin(async move {
        let old = "SELECT id FROM matches WHERE status NOT IN ('lobby', 'running') AND max(opened_ms, coalesce(started_ms, 0), \
                   coalesce((SELECT max(created_ms) FROM outbox WHERE match_id = matches.id), 0)) < ?1";
        let ids: Vec<i64> = sqlx::query_scalar(old).bind(moment.0).fetch_all(&mut *sql).await?;
        if ids.is_empty() {
            return Ok(0);
        }
        guarded(sql, false).await?;
        for id in &ids {
            for table in OF_A_MATCH {
                let delete = format!("DELETE FROM {table} WHERE match_id = ?");
                sqlx::query(AssertSqlSafe(delete)).bind(id).execute(&mut *sql).await?;
            }
            sqlx::query("DELETE FROM matches WHERE id = ?").bind(id).execute(&mut *sql).await?;
        }
        guarded(sql, true).await?;
        Ok(ids.len() as u64)
    })
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::{OF_A_MATCH, OUT, Store};

    #[tokio::test]
    async fn no_table_is_left_out() {
        let store = Store::memory().await.unwrap();
        let columns = sqlx::query(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table'",
        )
        .fetch_all(store.reading().await.unwrap().sql())
        .await
        .unwrap();
        let (mut of_matches, mut of_people) = (0, 0);
        for column in &columns {
            let (table, column): (String, String) = (column.get(0), column.get(1));
            if column == "match_id" {
                assert!(OF_A_MATCH.contains(&table.as_str()), "{table} is not forgotten with its match");
                of_matches += 1;
            }
            if column.contains("user_id") {
                assert!(OUT.iter().any(|change| change.split(' ').any(|word| word == table)), "people stay in {table}");
                of_people += 1;
            }
        }
        assert!(of_matches == OF_A_MATCH.len() && of_people > 4);
    }
}
