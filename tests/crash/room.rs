//! A sandbox, the bot's process in it, and the bot's database seen from outside.

use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deathmatch::game::Seat;
use deathmatch::ids::{MatchId, StepId};
use deathmatch::sandbox::{self, Held, Options, Person, Sandbox, Seen, Snowflake, UserKey};
use deathmatch::store::{Commit, MatchRow, Store};
use deathmatch::table::{Entry, Header, Table};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Row};
use tempfile::TempDir;

use super::process::{Process, Start};

/// The time limit for immediate effects, on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(40);
/// The interval between two looks.
pub const LOOK: Duration = Duration::from_millis(15);

/// A match to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub game: &'static str,
    pub options: &'static str,
    /// The number of steps that are played.
    pub steps: u32,
    /// A condition: all steps up to the one before it holds are added as entries, and not played.
    pub ahead: Option<fn(&Table) -> bool>,
    /// Whether orders are also chosen from menus; orders of many choices are typed.
    pub menus: bool,
    /// The largest number of points at which the bot is killed.
    pub points: usize,
}

impl Plan {
    /// Returns the plan's index in [`PLANS`](super::PLANS).
    pub fn number(&self) -> usize {
        super::PLANS.iter().position(|plan| plan.game == self.game).expect("it is one of them")
    }
}

pub struct Room {
    pub sandbox: Sandbox,
    pub start: Start,
    pub plan: Plan,
    process: Mutex<Option<Process>>,
    sql: tokio::sync::Mutex<SqliteConnection>,
    _folder: TempDir,
}

/// A match as stored in the database.
pub struct Stored {
    pub status: String,
    pub entries: Vec<Entry>,
    /// `None` before the match begins.
    pub table: Option<Table>,
}

/// A lock on the database: nobody else can write while this value lives.
pub struct Locked(SqliteConnection);

impl Room {
    /// Opens a sandbox with the bot in it.
    pub async fn open(plan: Plan) -> Self {
        Self::open_in(plan, Options::default()).await
    }

    /// Opens a sandbox with these options, with the bot in it.
    pub async fn open_in(plan: Plan, options: Options) -> Self {
        let sandbox = sandbox::start(options).await.unwrap();
        let folder = TempDir::new().unwrap();
        let start = Start::new(folder.path(), &sandbox);
        let process = start.spawn();
        let sql = wait("the database is made", async || {
            let mut sql = connect(&start).await?;
            let made = sqlx::query("SELECT 1 FROM service LIMIT 1").fetch_optional(&mut sql).await;
            made.is_ok().then_some(sql)
        })
        .await;
        let sql = tokio::sync::Mutex::new(sql);
        let room = Self { sandbox, start, plan, process: Mutex::new(Some(process)), sql, _folder: folder };
        room.up().await;
        room
    }

    /// Kills the bot's process.
    pub async fn kill(&self) {
        let process = self.process.lock().unwrap().take();
        process.expect("the bot is running").kill();
        wait("the bot's connection is gone", async || (self.sandbox.bots_connected() == 0).then_some(())).await;
    }

    /// Returns the id of the bot's process.
    pub fn process_id(&self) -> u32 {
        self.process.lock().unwrap().as_ref().expect("the bot is running").id()
    }

    /// Starts the bot again on the same file.
    pub fn spawn(&self) {
        *self.process.lock().unwrap() = Some(self.start.spawn());
    }

    /// Starts the bot again on the same file, and waits until it answers.
    pub async fn restart(&self) {
        let begun = self.sandbox.answered();
        self.spawn();
        self.up().await;
        wait("the bot has made its commands known", async || {
            if self.sandbox.answered() < begun + 4 {
                return None;
            }
            let recorded = self.sandbox.recorded();
            let mut since = recorded.iter().rev().take_while(|one| one.number >= begun);
            since.any(|one| one.method == "PUT" && one.path.ends_with("/commands")).then_some(())
        })
        .await;
    }

    /// Starts the bot again if it is not running.
    pub async fn revive(&self) {
        if self.process.lock().unwrap().is_none() {
            self.restart().await;
        }
    }

    async fn up(&self) {
        let host = self.person(UserKey::Hana);
        wait("the bot is there", async || {
            let known = self.sandbox.bots_connected() > 0 && host.commands().await.is_ok_and(|known| known.len() >= 6);
            known.then_some(())
        })
        .await;
    }

    pub fn person(&self, user: UserKey) -> Person {
        self.sandbox.person(user)
    }

    pub fn player(&self, seat: Seat) -> Person {
        self.person(match seat {
            Seat::Ec => UserKey::Ann,
            Seat::Dmo => UserKey::Bob,
        })
    }

    pub fn channel(&self) -> Snowflake {
        self.sandbox.world().channel
    }

    /// Returns the channel's messages, oldest first.
    pub async fn public(&self) -> Vec<Seen> {
        self.person(UserKey::Sam).messages(self.channel()).await.unwrap()
    }

    /// Opens a match as the host, and returns its number.
    pub async fn open_match(&self) -> i64 {
        let before = self.newest_match().await;
        let world = self.sandbox.world();
        let header = json!({ "record": 1, "game": self.plan.game, "seed": "3" }).to_string();
        let asked = json!({
            "game": self.plan.game, "ec": world.ann, "dmo": world.bob, "options": self.plan.options,
            "file": { "name": "header.json", "content_base64": STANDARD.encode(header) },
        });
        let host = self.person(UserKey::Hana);
        wait("a match is opened", async || {
            if self.newest_match().await == before {
                host.command(self.channel(), "/match open", asked.clone()).await.ok();
                // A slow answer is not repeated; a lost one is.
                for _ in 0..100 {
                    if self.newest_match().await != before {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
            Some(self.newest_match().await).filter(|newest| *newest != before)
        })
        .await
    }

    async fn newest_match(&self) -> i64 {
        self.number("SELECT coalesce(max(id), 0) FROM matches").await
    }

    /// Returns the number that a query selects.
    pub async fn number(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut *self.sql.lock().await).await.unwrap()
    }

    /// Returns a match as stored.
    pub async fn stored(&self, id: i64) -> Stored {
        let mut sql = self.sql.lock().await;
        let row = sqlx::query("SELECT header, status FROM matches WHERE id = ?").bind(id);
        let row = row.fetch_one(&mut *sql).await.unwrap();
        let lines: Vec<String> = sqlx::query_scalar("SELECT line FROM entries WHERE match_id = ? ORDER BY seq")
            .bind(id)
            .fetch_all(&mut *sql)
            .await
            .unwrap();
        let status: String = row.get("status");
        let entries: Vec<_> = lines.iter().map(|line| Entry::read(line).unwrap()).collect();
        let begun = ["running", "over"].contains(&status.as_str());
        let header = Header::read(&row.get::<String, _>("header")).unwrap();
        let table = begun.then(|| Table::replay(header, &entries).unwrap());
        Stored { status, entries, table }
    }

    /// Whether a match awaits a seat's answer to a prompt.
    pub async fn awaits(&self, id: i64, (step, begun): (u32, u32), seat: Seat) -> bool {
        let sql = match seat {
            Seat::Ec => {
                "SELECT count(*) FROM matches WHERE id = ? AND status = 'running' AND step = ? AND begun = ? AND ec_awaited"
            }
            Seat::Dmo => {
                "SELECT count(*) FROM matches WHERE id = ? AND status = 'running' AND step = ? AND begun = ? AND dmo_awaited"
            }
        };
        let count = sqlx::query_scalar::<_, i64>(sql).bind(id).bind(step).bind(begun);
        count.fetch_one(&mut *self.sql.lock().await).await.unwrap() == 1
    }

    /// Returns the messages that show a match's present prompt, to a seat alone or to everyone.
    pub async fn prompts(&self, id: i64, seat: Option<Seat>) -> Vec<Snowflake> {
        let sql = "SELECT message_id FROM posts JOIN matches ON matches.id = match_id \
                   WHERE match_id = ? AND seat IS ? AND message_id IS NOT NULL \
                   AND posts.step = matches.step AND posts.begun = matches.begun \
                   ORDER BY message_id DESC";
        let ids: Vec<i64> = sqlx::query_scalar(sql)
            .bind(id)
            .bind(seat.map(Seat::id))
            .fetch_all(&mut *self.sql.lock().await)
            .await
            .unwrap();
        ids.into_iter().map(|id| Snowflake::new(id.cast_unsigned())).collect()
    }

    /// Waits until the bot has no request left to make.
    pub async fn settled(&self) {
        let mut before = u64::MAX;
        wait("the bot has nothing more to do", async || {
            let pending = self.number("SELECT count(*) FROM posts WHERE state = 'pending'").await;
            let asked = self.sandbox.answered();
            let quiet = pending == 0 && asked == before;
            before = asked;
            if !quiet {
                tokio::time::sleep(Duration::from_millis(60)).await;
            }
            quiet.then_some(())
        })
        .await;
    }

    /// Locks the database against all other writers.
    pub async fn lock(&self) -> Locked {
        let mut sql = connect(&self.start).await.expect("the database is there");
        sqlx::query("BEGIN IMMEDIATE").execute(&mut sql).await.unwrap();
        Locked(sql)
    }

    /// Holds every request of the bot.
    pub fn close_gate(&self) {
        self.sandbox.fault(&json!({"hold": {"match": "* /**", "times": 1_000_000}})).unwrap();
    }

    /// Stops holding requests; held ones are never applied or answered.
    pub fn open_gate(&self) {
        self.sandbox.fault(&json!({"unhold": true})).unwrap();
        self.sandbox.fault(&json!({"lose": "all"})).unwrap();
    }

    /// Returns the oldest held request.
    pub fn held(&self) -> Option<Held> {
        self.sandbox.held().into_iter().find(|held| !held.applied)
    }

    /// Sends the bot's process a signal by its name.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([format!("-{name}"), self.process_id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Adds entries to a match that has just begun, while the bot is not running.
    pub async fn add_entries(&self, id: i64, entries: &[Entry]) {
        let stored = self.stored(id).await;
        let header = stored.table.expect("the match has begun").header().clone();
        let table = Table::replay(header, entries).unwrap();
        let store = Store::open(&self.start.database()).await.unwrap();
        let row = store.find_match(MatchId(id)).await.unwrap().unwrap();
        let started = row.started.unwrap();
        let awaited = table.awaiting().map(|asked| asked.is_some());
        let row = MatchRow {
            deadline: table.next_deadline().map(|deadline| started.plus(deadline)),
            mark: Some(StepId { step: table.step(), begun: table.begun() }),
            awaited,
            ..row
        };
        let commit = Commit {
            change: row.into(),
            entries: entries.iter().map(Entry::write).collect(),
            posts: Vec::new(),
            clear_drafts: Seat::ALL.to_vec(),
            now: started,
        };
        store.commit(commit).await.unwrap();
        store.close().await;
    }

    /// Returns the log of all the bot's processes.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.start.log()).unwrap_or_default()
    }
}

impl Locked {
    pub async fn unlock(mut self) {
        sqlx::query("ROLLBACK").execute(&mut self.0).await.unwrap();
    }
}

async fn connect(start: &Start) -> Option<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(start.database()).create_if_missing(false);
    options.busy_timeout(Duration::from_secs(20)).connect().await.ok()
}

/// Waits until a test returns a value.
pub async fn wait<T>(what: &str, mut test: impl AsyncFnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = test().await {
            return found;
        }
        assert!(Instant::now() < until, "never came: {what}");
        tokio::time::sleep(LOOK).await;
    }
}
