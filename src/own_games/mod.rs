//! Games in files that servers bring: which of them a server plays, and what becomes of their matches.
//!
//! - A game is known by its id: its name and the beginning of its file's hash. A server plays one version of a name at a time; a match keeps
//!   the version that it was opened with.
//! - [`Dealer::games_of`] is the one list of what a server can play. Nothing else looks a game up by what a person typed.
//! - A file runs within counted limits, on threads that answer nobody, and a server has one turn at a time.
//! - Nothing is installed before a file has passed its check.

pub(crate) mod checks;
pub(crate) mod files;
pub(crate) mod mended;
pub(crate) mod store;
pub(crate) mod suspension;
pub(crate) mod takeover;
pub(crate) mod text;
pub(crate) mod turns;
pub(crate) mod ui;

use std::sync::Arc;
use std::time::Duration;

use deathmatch_gamefile::{Loaded, check};

use crate::game::{GameRef, family};
use crate::games;
use crate::ids::{GuildId, Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::own_games::files::keep;
use crate::own_games::store::games::{GameFile, Installing, OwnGame};
use crate::table::Header;

/// How long the answer to a check may take.
const CHECK_WITHIN: Duration = Duration::from_secs(9);

/// A file that passed its check.
#[derive(Clone, Debug)]
pub struct Checked {
    pub game: GameRef,
    /// What the check says, a line each.
    pub report: Vec<String>,
}

/// A file that somebody sends.
#[derive(Clone, Debug)]
pub struct Upload {
    /// Its name, for errors.
    pub name: String,
    pub text: String,
}

impl From<String> for Upload {
    fn from(text: String) -> Self {
        Self { name: "game.py".to_owned(), text }
    }
}

/// Reads a file, and plays it.
fn checked(file: &Upload, plays: bool) -> Result<Checked, String> {
    let loaded = Loaded::read(&file.name, &file.text).map_err(|error| error.to_string())?;
    let own = loaded.declared().id.as_str();
    if games::all().any(|game| family(game.id()) == own) {
        return Err(text::is_taken(&file.name, "id", own));
    }
    let name = loaded.declared().name.as_str();
    if games::all().any(|game| game.name().eq_ignore_ascii_case(name)) {
        return Err(text::is_taken(&file.name, "name", name));
    }
    let report = if plays { check(&loaded, None).map_err(|error| error.to_string())?.lines } else { Vec::new() };
    Ok(Checked { game: loaded.game().into(), report })
}

impl Dealer {
    /// The games that can be played in a server, or anywhere: those that the bot brings, then the server's own.
    pub async fn games_of(&self, guild: Option<GuildId>) -> Result<Vec<GameRef>, Error> {
        let mut found: Vec<GameRef> = games::all().map(GameRef::from).chain(games::offered()).collect();
        if let Some(guild) = guild.filter(|_| self.0.options.own_games) {
            let own = self.0.store.own_games(guild).await?;
            found.extend(own.iter().filter_map(|own| games::find(&own.game)));
        }
        Ok(found)
    }

    /// Refuses what has to do with games of servers where the operator does not want it.
    fn own_games_are_on(&self) -> Result<(), Refused> {
        if self.0.options.own_games { Ok(()) } else { Err(Refused::new(Code::BadTerms, text::OFF)) }
    }

    /// Checks a file and keeps it for an hour, so that it can be installed; nothing can be played by it yet.
    ///
    /// # Errors
    /// What is wrong with the file, for its author; or another check of the server is running.
    pub async fn check_game(&self, guild: GuildId, file: impl Into<Upload>, at: Snowflake) -> Result<Checked, Error> {
        self.read_game(guild, file.into(), at, true).await
    }

    /// The same of a file that is only tried: its matches are not played first.
    pub async fn try_game(&self, guild: GuildId, file: Upload, at: Snowflake) -> Result<Checked, Error> {
        self.read_game(guild, file, at, false).await
    }

    async fn read_game(&self, guild: GuildId, file: Upload, at: Snowflake, plays: bool) -> Result<Checked, Error> {
        self.own_games_are_on()?;
        let running = self.0.checks.begin(guild)?;
        let room = Arc::clone(&self.0.checks.room);
        let file = Arc::new(file);
        let own = Arc::clone(&file);
        let done = async move {
            let place = room.acquire_owned().await.expect("nobody closes it");
            let read = move || {
                let checked = checked(&own, plays);
                drop((place, running));
                checked
            };
            tokio::task::spawn_blocking(read).await
        };
        let slow = || Refused::new(Code::BadTerms, text::SLOW);
        let done = tokio::time::timeout(CHECK_WITHIN, done).await.map_err(|_| slow())?;
        // A panic has been logged; the file is to blame for it.
        let checked = done.map_err(|_| slow())?.map_err(|wrong| Refused::new(Code::BadTerms, text::wrong(&wrong)))?;
        let id = checked.game.id().to_owned();
        let kept = GameFile { id: id.clone(), source: file.text.clone(), report: checked.report.join("\n") };
        keep(&self.0.store, kept, at.ms()).await?;
        if !plays {
            games::shelve(&id, &file.text);
        }
        Ok(checked)
    }

    /// Lets a server play a game by a file that has passed its check: new matches, in place of the version before. The version's number.
    pub async fn install_game(&self, guild: GuildId, id: &str, by: UserId, at: UnixMs) -> Result<u32, Error> {
        self.own_games_are_on()?;
        let refused = |words: String| Err(Refused::new(Code::BadTerms, words).into());
        let file = self.0.store.game_file(id).await?;
        let Some(file) = file.filter(|file| !file.report.is_empty()) else {
            return refused(text::GONE.to_owned());
        };
        match self.0.store.install(guild, id.to_owned(), by, at, text::MOST).await? {
            Installing::Done(version) => {
                games::shelve(id, &file.source);
                tracing::info!(%guild, game = id, version, "a game of a server is installed");
                Ok(version)
            }
            Installing::Same(version) => refused(text::same(version)),
            Installing::Full => refused(text::full()),
            Installing::Gone => refused(text::GONE.to_owned()),
        }
    }

    /// Lets a server play a game no longer. Its matches, series and tournaments continue.
    pub async fn remove_game(&self, guild: GuildId, name: &str, at: UnixMs) -> Result<(), Error> {
        if self.0.store.remove(guild, name.to_owned(), at).await? {
            tracing::info!(%guild, game = name, "a game of a server is removed");
            return Ok(());
        }
        Err(Refused::new(Code::BadTerms, text::none(name)).into())
    }

    /// A server's own game by its name: its versions, the newest first, and the file of that.
    pub async fn own_game(&self, guild: GuildId, name: &str) -> Result<(Vec<OwnGame>, GameFile), Error> {
        let none = || Refused::new(Code::BadTerms, text::none(name));
        let versions = self.0.store.versions(guild, name).await?;
        let newest = versions.first().filter(|newest| newest.removed.is_none()).ok_or_else(none)?;
        let file = self.0.store.game_file(&newest.game).await?.ok_or_else(none)?;
        Ok((versions, file))
    }

    /// Refuses a record whose game a server does not play: its file would be installed without a check.
    pub async fn plays_record(&self, guild: GuildId, header: &Header) -> Result<(), Error> {
        let id = header.game.as_str();
        if header.file.is_none() && !games::is_file(id) {
            return Ok(());
        }
        let there = self.0.store.versions(guild, family(id)).await?.iter().any(|one| one.game == id);
        if there || games::all().any(|game| game.id() == id) {
            return Ok(());
        }
        Err(Refused::new(Code::BadTerms, text::BROUGHT).into())
    }
}

/// The game that a person means by a name or an id, of those that can be played.
#[must_use]
pub fn meant<'a>(games: &'a [GameRef], text: &str) -> Option<&'a GameRef> {
    let text = text.trim();
    let by_id = games.iter().find(|game| family(game.id()) == text);
    by_id.or_else(|| games.iter().find(|game| game.id() == text || game.name().eq_ignore_ascii_case(text)))
}
