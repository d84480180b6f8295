//! `deathmatch export` and `deathmatch import`: move a server's settings, seasons, finished matches and tournaments in a file.

mod sanitise;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::backup_commands::report;
use crate::cli::config::Config;
use crate::games;
use crate::history::store::server_file::{About, FORMAT, Imported, PastMatch, PastTournament, ServerLine};
use crate::ids::{GuildId, MatchId};
use crate::own_games::files::register_files;
use crate::platform::sqlite::backup::is_ours;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::table::{Entry, Header, Table, verify};
use crate::tournaments::Tourney;

/// The largest file accepted, in bytes.
const LARGEST: u64 = 1 << 30;

/// Options of `deathmatch export`.
#[derive(Debug, clap::Args)]
pub struct Export {
    /// The server's id
    #[arg(long, value_name = "ID")]
    server: u64,
    /// The file to create, in JSON Lines; it contains hidden information and the players' ids
    file: PathBuf,
    /// The configuration file, for its key `database` (default: config.toml, if it exists)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Options of `deathmatch import`.
#[derive(Debug, clap::Args)]
pub struct Import {
    /// A file made by `export`
    file: PathBuf,
    /// The id of another server to import into (default: the exported server)
    #[arg(long, value_name = "ID")]
    server: Option<u64>,
    /// The configuration file, for its key `database` (default: config.toml, if it exists)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Export {
    /// Writes the file. The exit code is 1 on failure.
    pub fn run(&self) -> ExitCode {
        let nothing = |why: &dyn std::fmt::Display| format!("Nothing was exported: {why}.");
        let done = Config::load(self.config.as_deref()).and_then(|config| {
            if self.file.exists() {
                return Err(nothing(&format!("{} exists already", self.file.display())));
            }
            let lines = crate::cli::runtime().block_on(async {
                let store = Store::open_read_only(&config.database).await.map_err(|why| why.to_string())?;
                let lines = exported(&store, GuildId(self.server)).await;
                store.close().await;
                lines
            });
            let lines = lines.map_err(|why| nothing(&why))?;
            if lines.len() < 2 {
                return Err(nothing(&format!("the database has no data of server {}", self.server)));
            }
            write(&self.file, &lines).map_err(|why| nothing(&format!("{}: {why}", self.file.display())))?;
            Ok(self.words(&lines))
        });
        report(done)
    }

    fn words(&self, lines: &[ServerLine]) -> String {
        let matches = lines.iter().filter(|line| matches!(line, ServerLine::Match(_))).count();
        let tournaments = lines.iter().filter(|line| matches!(line, ServerLine::Tournament(_))).count();
        let left = match lines.first() {
            Some(ServerLine::Server(About { going_on: left @ 1.., .. })) => {
                format!(" Unfinished matches left out: {left}.")
            }
            _ => String::new(),
        };
        let file = self.file.display();
        format!("{file} has {matches} matches and {tournaments} tournaments of server {}.{left}", self.server)
    }
}

/// Returns a server's lines without unfinished matches. The importing bot opens a tournament's unfinished matches again.
pub async fn exported(store: &Store, guild: GuildId) -> Result<Vec<ServerLine>, String> {
    let mut lines = store.export_server(guild).await.map_err(|why| why.to_string())?;
    // Exported headers include the files of their games, so these must be loaded.
    register_files(store).await.map_err(|why| why.to_string())?;
    let number = |line: &ServerLine| match line {
        ServerLine::Match(past) => Some(MatchId(past.number)),
        _ => None,
    };
    let there: BTreeSet<MatchId> = lines.iter().filter_map(number).collect();
    for line in &mut lines {
        if let ServerLine::Match(past) = line {
            let version = past.version;
            past.record.first_mut().into_iter().for_each(|header| *header = Header::exported(header, version));
        }
        if let ServerLine::Tournament(PastTournament { state, .. }) = line {
            *state = moved(state, guild, |m| there.contains(&m).then_some(m))?;
        }
    }
    Ok(lines)
}

/// Stores a server's lines in a database, all or none.
pub async fn imported(store: &Store, guild: GuildId, lines: Vec<ServerLine>) -> Result<Imported, StoreError> {
    let here = move |state: &str, numbers: &BTreeMap<i64, MatchId>| moved(state, guild, |m| numbers.get(&m.0).copied());
    store.import_server(guild, lines, here).await
}

/// Rewrites a tournament's state for another server, with other match numbers.
fn moved(state: &str, guild: GuildId, number: impl Fn(MatchId) -> Option<MatchId>) -> Result<String, String> {
    let tourney: Tourney = serde_json::from_str(state).map_err(|why| format!("a tournament: {why}"))?;
    Ok(serde_json::to_string(&tourney.moved(guild, number)).expect("a tournament is plain data"))
}

/// Writes a file that only its owner may read.
fn write(file: &Path, lines: &[ServerLine]) -> std::io::Result<()> {
    let mut text = String::new();
    for line in lines {
        text.push_str(&serde_json::to_string(line)?);
        text.push('\n');
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(file)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.sync_all()
}

impl Import {
    /// Imports the file. The exit code is 1 on failure.
    pub fn run(&self) -> ExitCode {
        let nothing = |why: &dyn std::fmt::Display| format!("Nothing was imported: {why}.");
        let done = Config::load(self.config.as_deref()).and_then(|config| {
            let (guild, lines) = read(&self.file).map_err(|why| nothing(&why))?;
            let guild = GuildId(self.server.unwrap_or(guild.0));
            let imported = crate::cli::runtime().block_on(async {
                match is_ours(&config.database).await {
                    // Opening the store creates the file.
                    Err(StoreError::Missing(_) | StoreError::Empty(_)) | Ok(()) => {}
                    Err(why) => return Err(why),
                }
                let store = Store::open(&config.database).await?;
                let imported = imported(&store, guild, lines).await;
                store.close().await;
                imported
            });
            Ok(words(guild, imported.map_err(|why| nothing(&why))?))
        });
        report(done)
    }
}

fn words(guild: GuildId, imported: Imported) -> String {
    let Imported { matches, renumbered, known, seasons, games, tournaments, settings } = imported;
    let settings = if settings { "its settings" } else { "no settings (some are set already, or the file has none)" };
    let mut words = format!(
        "Server {guild} has {matches} more matches, {seasons} seasons, {tournaments} tournaments, and {settings}."
    );
    if games > 0 {
        words.push_str(&format!(" Versions of games in files: {games}."));
    }
    if renumbered > 0 {
        words.push_str(&format!(" Renumbered matches: {renumbered}. Their numbers were taken."));
    }
    if known > 0 {
        words.push_str(&format!(" Imported before: {known}."));
    }
    words
}

/// Reads a file and replays every record. The error names the line.
fn read(file: &Path) -> Result<(GuildId, Vec<ServerLine>), String> {
    let at = |why: std::io::Error| format!("{}: {why}", file.display());
    if fs::metadata(file).map_err(at)?.len() > LARGEST {
        return Err(format!("{} is larger than 1 GiB", file.display()));
    }
    let text = fs::read_to_string(file).map_err(at)?;
    let mut lines = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let mut line: ServerLine = serde_json::from_str(line).map_err(|why| format!("line {number}: {why}"))?;
        match &mut line {
            ServerLine::Match(past) => {
                sanitise::past(past);
                check(past).map_err(|why| format!("line {number}: match {}: {why}", past.number))?;
            }
            ServerLine::Tournament(PastTournament { state, .. }) => {
                *state = sanitise::tournament(state).map_err(|why| format!("line {number}: a tournament: {why}"))?;
            }
            ServerLine::Season(season) => sanitise::season(season),
            ServerLine::Game(game) => sanitise::game(game).map_err(|why| format!("line {number}: {why}"))?,
            ServerLine::Server(_) | ServerLine::Settings(_) => {}
        }
        lines.push(line);
    }
    match lines.first() {
        Some(ServerLine::Server(About { format: 1..=FORMAT, guild, .. })) => Ok((GuildId(guild.0), lines)),
        Some(ServerLine::Server(About { format, .. })) => {
            Err(format!("the file has the format {format}, and this version reads {FORMAT}"))
        }
        _ => Err("line 1: the server is missing; export the file again".to_owned()),
    }
}

/// The last moment of the year 9999, in ms.
const LATEST_MS: i64 = 253_402_300_799_999;

/// Checks that a record is valid and ends with the stated outcome. A record of another rules version is only parsed.
fn check(past: &PastMatch) -> Result<(), String> {
    let refused =
        |number: usize| move |fault: crate::table::Rejection| format!("record line {number}: {}", fault.message);
    if past.number < 1 {
        return Err("no match has that number".to_owned());
    }
    let mut times = [Some(past.opened_ms), past.started_ms].into_iter().flatten();
    if !times.all(|ms| (0..=LATEST_MS).contains(&ms)) {
        return Err("its times are not valid dates".to_owned());
    }
    let known = games::find(&past.game).map(|game| game.version());
    if known.is_some_and(|known| known < past.version) {
        return Err(format!("it was played by version {} of its rules; import it with a newer program", past.version));
    }
    let Some((header, entries)) = past.record.split_first() else { return Err("it has no record".to_owned()) };
    let header = Header::read(header).map_err(refused(1))?;
    if header.game != past.game {
        return Err(format!("its record is of `{}`, not of `{}`", header.game, past.game));
    }
    if let Some(version) = header.version.filter(|&version| version != past.version) {
        return Err(format!("its record is of version {version} of the rules, and the file says {}", past.version));
    }
    let ours = known == Some(past.version);
    let mut table = if ours { Some(Table::open(header.clone()).map_err(refused(1))?) } else { None };
    let mut read = Vec::new();
    for (number, line) in (2..).zip(entries) {
        let entry = Entry::read(line).map_err(refused(number))?;
        if let Some(fault) = table.as_mut().and_then(|table| table.enter(&entry).error) {
            return Err(refused(number)(fault));
        }
        read.push(entry);
    }
    let Some(table) = table else { return Ok(()) };
    if table.outcome() != Some(past.outcome) {
        return Err("its record ends with another result than the file says".to_owned());
    }
    // Imported records are marked as such; their receipts are not verified.
    let failed = if past.origin.is_none() { verify(header, &read).map_err(refused(1))?.failed } else { Vec::new() };
    failed.into_iter().next().map_or(Ok(()), Err)
}
