//! A whole server in and out: what it has set, its seasons, its matches that are over, and its tournaments.
//!
//! A match that is there already, or a value that is set, stays as it is. What comes in gets a number of its own where its own is taken.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use crate::game::{BySeat, Outcome, Seat};

use super::imports::Origin;
use super::matches::{append, signed, unsigned};
use super::open::{Store, StoreError};
use crate::ids::{GuildId, MatchId};

/// A Discord id as other programs can read it: a number of 64 bits, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct IdText(pub u64);

impl TryFrom<String> for IdText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| format!("`{text}` is no id of Discord's"))
    }
}

impl From<IdText> for String {
    fn from(id: IdText) -> Self {
        id.0.to_string()
    }
}

/// A line of a server's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerLine {
    /// The first: whose file it is.
    Server(About),
    /// What is set, as it is kept.
    Settings(Map<String, Value>),
    Season(Season),
    Match(Box<PastMatch>),
    /// Behind all matches.
    Tournament(PastTournament),
}

/// Whose file it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of this format.
    pub format: u32,
    pub guild: IdText,
    /// How many matches are not in it, because they are not over.
    pub going_on: u32,
}

/// The version of the format.
pub const FORMAT: u32 = 1;

/// A season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    pub name: String,
    pub began_ms: i64,
    pub ended_ms: Option<i64>,
}

/// A match that is over, with its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastMatch {
    pub number: i64,
    pub channel: IdText,
    pub parent: Option<IdText>,
    pub private: bool,
    pub host: IdText,
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    pub users: BySeat<IdText>,
    pub names: BySeat<String>,
    pub bots: BySeat<bool>,
    pub opened_ms: i64,
    pub started_ms: Option<i64>,
    pub outcome: Outcome,
    pub friendly: bool,
    /// Where its record came from, if it was brought.
    #[serde(default)]
    pub origin: Option<Origin>,
    /// Who has taken it out of the ratings, and when.
    pub uncounted: Option<Uncounted>,
    /// The record's lines, the header first.
    pub record: Vec<String>,
    pub looked: Vec<Looked>,
    pub notes: Vec<Note>,
    pub knowers: Vec<Knower>,
}

/// A tournament; its message stays where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastTournament {
    pub id: IdText,
    pub channel: IdText,
    /// What has become of it so far, in the dealer's words.
    pub state: String,
    pub ended_ms: Option<i64>,
}

/// A match that a host has taken out of the ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncounted {
    pub user: IdText,
    pub at_ms: i64,
}

/// What a host did that is no entry of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    pub user: IdText,
    pub name: String,
    pub at_ms: i64,
    pub deed: String,
    pub stage: String,
}

/// What a host has written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The interaction it was written in.
    pub id: IdText,
    pub user: IdText,
    pub name: String,
    pub at_ms: i64,
    pub words: String,
}

/// Somebody who knows what a seat hid without having sat there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knower {
    pub user: IdText,
    pub seat: Seat,
}

/// What has come in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub matches: u32,
    /// Those of them whose number was taken, so that they have another.
    pub renumbered: u32,
    /// Those that were there already.
    pub known: u32,
    pub seasons: u32,
    pub tournaments: u32,
    /// Whether the settings came in; they do where nothing is set.
    pub settings: bool,
}

fn id(row: &SqliteRow, column: &str) -> Result<IdText, StoreError> {
    Ok(IdText(unsigned(row.try_get(column)?)))
}

fn json<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Row(error.to_string()))
}

impl Store {
    /// Everything that is kept of a server and lasts, line by line.
    ///
    /// # Errors
    /// The database failed.
    pub async fn export_server(&self, guild: GuildId) -> Result<Vec<ServerLine>, StoreError> {
        let mut reading = self.reading().await?;
        let sql = reading.sql();
        let of = signed(guild.0);
        let going_on: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM matches WHERE guild_id = ? AND status IN ('lobby', 'running', 'halted')",
        )
        .bind(of)
        .fetch_one(&mut *sql)
        .await?;
        let going_on = u32::try_from(going_on).unwrap_or(u32::MAX);
        let mut lines = vec![ServerLine::Server(About { format: FORMAT, guild: IdText(guild.0), going_on })];
        let settings: Option<String> = sqlx::query_scalar("SELECT settings FROM settings WHERE guild_id = ?")
            .bind(of)
            .fetch_optional(&mut *sql)
            .await?;
        if let Some(settings) = settings {
            lines.push(ServerLine::Settings(json(&settings)?));
        }
        let seasons =
            sqlx::query("SELECT name, began_ms, ended_ms FROM seasons WHERE guild_id = ? ORDER BY id").bind(of);
        for row in seasons.fetch_all(&mut *sql).await? {
            let season = Season {
                name: row.try_get("name")?,
                began_ms: row.try_get("began_ms")?,
                ended_ms: row.try_get("ended_ms")?,
            };
            lines.push(ServerLine::Season(season));
        }
        let over = sqlx::query(
            "SELECT * FROM matches WHERE guild_id = ? AND status = 'over' AND outcome IS NOT NULL ORDER BY id",
        );
        for row in over.bind(of).fetch_all(&mut *sql).await? {
            lines.push(ServerLine::Match(Box::new(past(sql, &row).await?)));
        }
        let tournaments =
            sqlx::query("SELECT id, channel_id, state, ended_ms FROM tournaments WHERE guild_id = ? ORDER BY id");
        for row in tournaments.bind(of).fetch_all(&mut *sql).await? {
            lines.push(ServerLine::Tournament(PastTournament {
                id: id(&row, "id")?,
                channel: id(&row, "channel_id")?,
                state: row.try_get("state")?,
                ended_ms: row.try_get("ended_ms")?,
            }));
        }
        Ok(lines)
    }

    /// Puts into the database what a server's file has, all of it or nothing. `moved` makes a tournament's state one of this server, from
    /// the file's numbers of matches to those that they have here.
    ///
    /// # Errors
    /// The database failed, or a tournament cannot be moved.
    pub async fn import_server(
        &self,
        guild: GuildId,
        lines: Vec<ServerLine>,
        moved: impl Fn(&str, &BTreeMap<i64, MatchId>) -> Result<String, String> + Send + Sync + 'static,
    ) -> Result<Imported, StoreError> {
        self.write(move |sql| Box::pin(async move { import(sql, guild, lines, &moved).await })).await
    }
}

async fn past(sql: &mut SqliteConnection, row: &SqliteRow) -> Result<PastMatch, StoreError> {
    let number: i64 = row.try_get("id")?;
    let mut all = async |what: &'static str| sqlx::query(AssertSqlSafe(what)).bind(number).fetch_all(&mut *sql).await;
    let mut record: Vec<String> = vec![row.try_get("header")?];
    for entry in all("SELECT line FROM entries WHERE match_id = ? ORDER BY seq").await? {
        record.push(entry.try_get(0)?);
    }
    let uncounted = match all("SELECT user_id, at_ms FROM uncounted WHERE match_id = ?").await?.first() {
        Some(row) => Some(Uncounted { user: id(row, "user_id")?, at_ms: row.try_get("at_ms")? }),
        None => None,
    };
    let looked = all("SELECT * FROM audit WHERE match_id = ? ORDER BY id").await?;
    let looked = looked.iter().map(|row| {
        Ok::<_, StoreError>(Looked {
            user: id(row, "user_id")?,
            name: row.try_get("name")?,
            at_ms: row.try_get("at_ms")?,
            deed: row.try_get("deed")?,
            stage: row.try_get("stage")?,
        })
    });
    let looked = looked.collect::<Result<_, _>>()?;
    let notes = all("SELECT * FROM notes WHERE match_id = ? ORDER BY id").await?;
    let notes = notes.iter().map(|row| {
        Ok::<_, StoreError>(Note {
            id: id(row, "id")?,
            user: id(row, "user_id")?,
            name: row.try_get("name")?,
            at_ms: row.try_get("at_ms")?,
            words: row.try_get("words")?,
        })
    });
    let notes = notes.collect::<Result<_, _>>()?;
    let knowers = all("SELECT user_id, seat FROM knowers WHERE match_id = ? ORDER BY user_id, seat").await?;
    let knowers = knowers.iter().map(|row| {
        let seat: String = row.try_get("seat")?;
        let seat = seat.parse().map_err(|_| StoreError::Row(format!("`{seat}` is no seat")))?;
        Ok::<_, StoreError>(Knower { user: id(row, "user_id")?, seat })
    });
    let knowers = knowers.collect::<Result<_, _>>()?;
    let parent: Option<i64> = row.try_get("parent_id")?;
    Ok(PastMatch {
        number,
        channel: id(row, "channel_id")?,
        parent: parent.map(|parent| IdText(unsigned(parent))),
        private: row.try_get("private")?,
        host: id(row, "host_id")?,
        game: row.try_get("game")?,
        version: row.try_get("version")?,
        users: BySeat { ec: id(row, "ec_user")?, dmo: id(row, "dmo_user")? },
        names: BySeat { ec: row.try_get("ec_name")?, dmo: row.try_get("dmo_name")? },
        bots: BySeat { ec: row.try_get("ec_bot")?, dmo: row.try_get("dmo_bot")? },
        opened_ms: row.try_get("opened_ms")?,
        started_ms: row.try_get("started_ms")?,
        outcome: json(&row.try_get::<String, _>("outcome")?)?,
        friendly: row.try_get("friendly")?,
        origin: row
            .try_get::<Option<String>, _>("origin")?
            .map(|origin| serde_json::from_str(&origin).map_err(|error| StoreError::Row(error.to_string())))
            .transpose()?,
        uncounted,
        record,
        looked,
        notes,
        knowers,
    })
}

async fn import(
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
                // Of seasons that go on there is one.
                let put = sqlx::query(
                    "INSERT INTO seasons (guild_id, name, began_ms, ended_ms) SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS \
                     (SELECT 1 FROM seasons WHERE guild_id = ?1 AND ((name = ?2 AND began_ms = ?3) OR (ended_ms IS NULL AND ?4 IS NULL)))",
                );
                let put = put.bind(of).bind(name).bind(began_ms).bind(ended_ms).execute(&mut *sql).await?;
                imported.seasons += u32::from(put.rows_affected() > 0);
            }
            ServerLine::Match(past) => {
                let (number, new) = put(sql, of, &past).await?;
                if new {
                    imported.matches += 1;
                    imported.renumbered += u32::from(number != past.number);
                } else {
                    imported.known += 1;
                }
                numbers.insert(past.number, MatchId(number));
            }
            ServerLine::Tournament(PastTournament { id, channel, state, ended_ms }) => {
                let state = moved(&state, &numbers).map_err(StoreError::Row)?;
                let put = sqlx::query(
                    "INSERT OR IGNORE INTO tournaments (id, guild_id, channel_id, state, ended_ms) VALUES (?, ?, ?, ?, ?)",
                );
                let put = put.bind(signed(id.0)).bind(of).bind(signed(channel.0)).bind(state).bind(ended_ms);
                imported.tournaments += u32::from(put.execute(&mut *sql).await?.rows_affected() > 0);
            }
        }
    }
    Ok(imported)
}

/// Puts a match in, unless it is there; its number, and whether it is new.
async fn put(sql: &mut SqliteConnection, guild: i64, past: &PastMatch) -> Result<(i64, bool), StoreError> {
    let Some((header, entries)) = past.record.split_first() else {
        return Err(StoreError::Row(format!("match {} has no record", past.number)));
    };
    // A round's matches are opened at one moment by one host; whoever opened one may have been taken out of it since.
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
    let made = sqlx::query(
        "INSERT INTO matches (id, guild_id, channel_id, parent_id, private, host_id, game, version, header, ec_user, dmo_user, ec_name, dmo_name, \
         ec_bot, dmo_bot, ec_ready, dmo_ready, status, opened_ms, expires_ms, reminded_ms, started_ms, outcome, friendly, origin) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1, 1, 'over', ?16, ?16, ?16, ?17, ?18, ?19, ?20)",
    )
    .bind(number)
    .bind(guild)
    .bind(signed(past.channel.0))
    .bind(past.parent.as_ref().map(|parent| signed(parent.0)))
    .bind(past.private)
    .bind(signed(past.host.0))
    .bind(&past.game)
    .bind(past.version)
    .bind(header)
    .bind(signed(past.users.ec.0))
    .bind(signed(past.users.dmo.0))
    .bind(&past.names.ec)
    .bind(&past.names.dmo)
    .bind(past.bots.ec)
    .bind(past.bots.dmo)
    .bind(past.opened_ms)
    .bind(past.started_ms)
    .bind(serde_json::to_string(&past.outcome).expect("an outcome is plain data"))
    .bind(past.friendly)
    .bind(past.origin.as_ref().map(|origin| serde_json::to_string(origin).expect("an origin is plain data")))
    .execute(&mut *sql)
    .await?;
    let number = made.last_insert_rowid();
    append(sql, MatchId(number), 0, entries).await?;
    if let Some(Uncounted { user, at_ms }) = &past.uncounted {
        let uncounted = sqlx::query("INSERT INTO uncounted (match_id, user_id, at_ms) VALUES (?, ?, ?)");
        uncounted.bind(number).bind(signed(user.0)).bind(at_ms).execute(&mut *sql).await?;
    }
    for Looked { user, name, at_ms, deed, stage } in &past.looked {
        sqlx::query("INSERT INTO audit (match_id, user_id, name, at_ms, deed, stage) VALUES (?, ?, ?, ?, ?, ?)")
            .bind(number)
            .bind(signed(user.0))
            .bind(name)
            .bind(at_ms)
            .bind(deed)
            .bind(stage)
            .execute(&mut *sql)
            .await?;
    }
    for Note { id, user, name, at_ms, words } in &past.notes {
        sqlx::query(
            "INSERT OR IGNORE INTO notes (id, match_id, user_id, name, at_ms, words) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(signed(id.0))
        .bind(number)
        .bind(signed(user.0))
        .bind(name)
        .bind(at_ms)
        .bind(words)
        .execute(&mut *sql)
        .await?;
    }
    for Knower { user, seat } in &past.knowers {
        let knower = sqlx::query("INSERT OR IGNORE INTO knowers (match_id, user_id, seat) VALUES (?, ?, ?)");
        knower.bind(number).bind(signed(user.0)).bind(seat.id()).execute(&mut *sql).await?;
    }
    Ok((number, true))
}
