//! `deathmatch-tools count`: counts an order's cost to the store, the actors and Discord.
//!
//! - Scripted players play one match of each game to its end with the real bot, on a sandbox without rate limits.
//! - Reads, transactions and actor requests are the bot's own metrics. Triggers in the database count rows and bytes,
//!   unknown to the bot. The sandbox counts Discord requests.
//! - The writes of the service's heartbeat are left out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use tokio::sync::oneshot;

use crate::failed;
use crate::load::folder;
use crate::samples::{Table, ratio};
use deathmatch::cli::demo::{self, Plan};
use deathmatch::discord::{self, Config, Database, Pace};
use deathmatch::games::GAMES;
use deathmatch::ops::Metrics;
use deathmatch::sandbox::{self, Options, Sandbox, Tally, UserKey};
use deathmatch::store::Store;
use deathmatch::table::{Act, Entry};

/// The time limit for the bot to start, and to become idle.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time without new counts after which the bot is idle. It is less than the heartbeat's interval.
const REST: Duration = Duration::from_millis(500);
/// The file name of the database.
const DATABASE: &str = "deathmatch.sqlite";
/// The table for the service's own values, to which only the heartbeat writes.
const HEARTBEAT: &str = "service";

/// Options of `deathmatch-tools count`.
#[derive(Clone, Debug, Args)]
pub struct Count {
    /// The games (default: all)
    #[arg(long, value_delimiter = ',')]
    games: Vec<String>,
    /// The seed of the set-ups and of the players' choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Counts since the start.
#[derive(Clone, Debug, Default)]
struct Counted {
    reads: u64,
    transactions: u64,
    requests: BTreeMap<String, u64>,
    discord: Tally,
    written: BTreeMap<String, Written>,
}

/// The writes to a table of the database.
#[derive(Clone, Copy, Debug, Default)]
struct Written {
    rows: u64,
    bytes: u64,
}

impl Count {
    /// Plays the matches and prints their costs.
    ///
    /// # Errors
    /// A match cannot be played.
    pub async fn run(&self) -> Result<(), String> {
        let metrics = Metrics::keep()?;
        for game in GAMES.iter().map(|game| game.id()) {
            if self.games.is_empty() || self.games.iter().any(|named| named == game) {
                self.one(game, &metrics).await?;
            }
        }
        Ok(())
    }

    async fn one(&self, game: &str, metrics: &Metrics) -> Result<(), String> {
        let folder = folder()?;
        let database = folder.join(DATABASE);
        prepare(&database).await.map_err(|error| failed("The store cannot be made", error))?;
        let sandbox = sandbox::start(Options { rate_limits: false, ..Options::default() })
            .await
            .map_err(|error| failed("The server cannot be started", error))?;
        let config = Config {
            base_url: Some(sandbox.base_url()),
            pace: Pace::UNLIMITED,
            ..Config::new(sandbox.bot_token(), Database::File(database.clone()))
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let bot = tokio::spawn(discord::run(config, async {
            stopped.await.ok();
        }));
        let played = self.play(game, &folder, &sandbox, metrics).await;
        // Sending fails if the bot has already ended; its own error is returned then.
        stop.send(()).ok();
        let ended = bot.await.map_err(|error| failed("The bot fell", error))?;
        sandbox.stop().await;
        ended.map_err(|error| failed("The bot stopped", error))?;
        let (summary, before, after) = played?;
        let record = std::fs::read_to_string(folder.join("record.jsonl"));
        let record = record.map_err(|error| failed("The record cannot be read", error))?;
        let orders = record
            .lines()
            .filter_map(|line| Entry::read(line).ok())
            .filter(|entry| matches!(entry.act, Act::Order { .. }))
            .count();
        println!("{game}: {orders} orders by {} presses", summary.presses);
        println!("{}", table(u64::try_from(orders).unwrap_or(0), &summary, &before, &after));
        std::fs::remove_dir_all(&folder).map_err(|error| failed("The run's folder is left behind", error))
    }

    /// Plays a match to its end. Returns the counts before and after it.
    async fn play(
        &self,
        game: &str,
        folder: &Path,
        sandbox: &Sandbox,
        metrics: &Metrics,
    ) -> Result<(demo::Summary, Counted, Counted), String> {
        let host = sandbox.person(UserKey::Hana);
        let up = async {
            while !host.commands().await.is_ok_and(|names| names.iter().any(|name| name == "match")) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(PATIENCE, up).await.map_err(|_| "The bot did not come up.".to_owned())?;
        let before = at_rest(metrics, sandbox, folder).await?;
        let preset = deathmatch::games::find(game).and_then(|game| Some(game.presets().first()?.0.to_owned()));
        let plan = Plan { game: game.to_owned(), preset, seed: self.seed, fast: true, out: PathBuf::from(folder) };
        let summary = demo::play(sandbox, &plan).await?;
        Ok((summary, before, at_rest(metrics, sandbox, folder).await?))
    }
}

/// Returns the counts once they no longer change.
async fn at_rest(metrics: &Metrics, sandbox: &Sandbox, folder: &Path) -> Result<Counted, String> {
    let begun = Instant::now();
    let mut seen = counted(metrics, sandbox);
    let mut since = Instant::now();
    while since.elapsed() < REST && begun.elapsed() < PATIENCE {
        tokio::time::sleep(REST / 10).await;
        let now = counted(metrics, sandbox);
        if (now.reads, &now.requests, now.discord.exempt) != (seen.reads, &seen.requests, seen.discord.exempt) {
            since = Instant::now();
        }
        seen = now;
    }
    let written = written(&folder.join(DATABASE)).await.map_err(|error| failed("The store cannot be read", error))?;
    Ok(Counted { written, ..seen })
}

fn counted(metrics: &Metrics, sandbox: &Sandbox) -> Counted {
    let mut counted = Counted { discord: sandbox.tally(), ..Counted::default() };
    for line in metrics.written().lines() {
        let Some((name, value)) = line.rsplit_once(' ') else { continue };
        let Ok(value) = value.parse::<u64>() else { continue };
        let (name, label) = name.split_once('{').unwrap_or((name, ""));
        match name {
            "deathmatch_store_reads_total" => counted.reads += value,
            "deathmatch_store_transactions_total" => counted.transactions += value,
            "deathmatch_requests_total" => {
                let kind = label.split('"').nth(1).unwrap_or_default().to_owned();
                *counted.requests.entry(kind).or_default() += value;
            }
            _ => {}
        }
    }
    counted
}

/// Creates a store with triggers that count the writes to each table.
async fn prepare(database: &Path) -> Result<(), Box<dyn std::error::Error>> {
    Store::open(database).await?.close().await;
    let mut sql = open(database).await?;
    sqlx::query("CREATE TABLE written (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, bytes INTEGER NOT NULL)")
        .execute(&mut sql)
        .await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'written' AND name NOT GLOB 'sqlite_*' \
         AND name NOT GLOB '_sqlx*'",
    )
    .fetch_all(&mut sql)
    .await?;
    for table in tables {
        sqlx::query("INSERT INTO written VALUES (?, 0, 0)").bind(&table).execute(&mut sql).await?;
        let columns: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!(
            "SELECT 'coalesce(octet_length(NEW.' || name || '), 0)' FROM pragma_table_info('{table}')"
        )))
        .fetch_all(&mut sql)
        .await?;
        let whole = columns.join(" + ");
        for (event, bytes) in [("INSERT", whole.as_str()), ("UPDATE", &whole), ("DELETE", "0")] {
            let trigger = format!(
                "CREATE TRIGGER count_{table}_{event} AFTER {event} ON {table} BEGIN \
                 UPDATE written SET rows = rows + 1, bytes = bytes + {bytes} WHERE name = '{table}'; END"
            );
            sqlx::query(AssertSqlSafe(trigger)).execute(&mut sql).await?;
        }
    }
    sql.close().await?;
    Ok(())
}

async fn written(database: &Path) -> Result<BTreeMap<String, Written>, sqlx::Error> {
    let mut sql = open(database).await?;
    let rows = sqlx::query("SELECT name, rows, bytes FROM written").fetch_all(&mut sql).await?;
    sql.close().await?;
    let count = |row: &sqlx::sqlite::SqliteRow, at: usize| row.try_get::<i64, _>(at).map(i64::cast_unsigned);
    rows.iter().map(|row| Ok((row.try_get(0)?, Written { rows: count(row, 1)?, bytes: count(row, 2)? }))).collect()
}

async fn open(database: &Path) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::new().filename(database).connect().await
}

fn table(orders: u64, summary: &demo::Summary, before: &Counted, after: &Counted) -> Table {
    let each = |count: u64| ratio(count, orders);
    let of = |name: &str, of: fn(&Written) -> u64| of(&after.written[name]) - before.written.get(name).map_or(0, of);
    // A heartbeat writes two numbers in a separate transaction.
    let beats = of(HEARTBEAT, |written| written.rows) / 2;
    let by_kind = |kinds: Vec<(&str, u64)>| {
        let mut kinds: Vec<_> = kinds.into_iter().filter(|(_, count)| *count > 0).collect();
        kinds.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        kinds.iter().map(|(name, count)| format!("{name} {}", each(*count))).collect::<Vec<_>>().join(", ")
    };
    let of_tables = |what: fn(&Written) -> u64| {
        let tables = after.written.keys().filter(|name| *name != HEARTBEAT);
        let kinds: Vec<_> = tables.map(|name| (name.as_str(), of(name, what))).collect();
        let all = kinds.iter().map(|(_, count)| count).sum();
        format!("{} ({})", each(all), by_kind(kinds))
    };
    let requests = |name: &str| after.requests[name] - before.requests.get(name).copied().unwrap_or(0);
    let requests: Vec<_> = after.requests.keys().map(|name| (name.as_str(), requests(name))).collect();
    let of_discord = |count: fn(&Tally) -> u64| count(&after.discord) - count(&before.discord);
    let kinds = vec![
        ("public", of_discord(|tally| tally.public)),
        ("direct", of_discord(|tally| tally.direct)),
        ("edits", of_discord(|tally| tally.edits)),
        ("other", of_discord(|tally| tally.other)),
    ];
    let mut table = Table::default();
    table.line("presses an order", each(u64::try_from(summary.presses).unwrap_or(0)));
    table.line("store reads an order", each(after.reads - before.reads));
    table.line("transactions an order", each((after.transactions - before.transactions).saturating_sub(beats)));
    table.line("rows written an order", of_tables(|written| written.rows));
    table.line("bytes written an order", of_tables(|written| written.bytes));
    let all = requests.iter().map(|(_, count)| count).sum();
    table.line("requests an order", format!("{} ({})", each(all), by_kind(requests)));
    let counted = of_discord(Tally::counted);
    table.line("counted Discord requests an order", format!("{} ({})", each(counted), by_kind(kinds)));
    table.line("free Discord requests an order", each(of_discord(|tally| tally.exempt)));
    table
}
