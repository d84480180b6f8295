//! Own games: game files that servers install.
//!
//! - A game's id is its name and the beginning of its file's hash. A server plays one version of a name at a time;
//!   a match keeps the version with which it was opened.
//! - [`Dealer::games_of`] is the only list of games that a server can play. Typed names are looked up in it alone.
//! - A file runs within counted limits, on threads that serve no other request. A server has one turn at a time.
//! - A file must pass its check before it is installed.

pub(crate) mod files;
pub(crate) mod running_checks;
pub(crate) mod store;
pub(crate) mod suspension;
pub(crate) mod takeover;
pub(crate) mod text;
pub(crate) mod turns;
pub(crate) mod ui;

use std::sync::Arc;
use std::time::Duration;

use deathmatch_gamefile::{CHECK, Letters, Loaded, Means, check_for};

use crate::game::{GameRef, family};
use crate::games;
use crate::ids::{GuildId, Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::own_games::files::keep;
use crate::own_games::store::games::{GameFile, InstallResult, OwnGame};
use crate::table::Header;

/// The time limit for a check.
const CHECK_WITHIN: Duration = Duration::from_secs(9);

/// A file that passed its check.
#[derive(Clone, Debug)]
pub struct Checked {
    pub game: GameRef,
    /// The version that the file says.
    pub version: u32,
    /// The game in one clause for hosts.
    pub short: String,
    /// The lines of the check's report.
    pub report: Vec<String>,
}

/// An uploaded file.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The file's name, for errors.
    pub name: String,
    pub text: String,
}

impl From<String> for Upload {
    fn from(text: String) -> Self {
        Self { name: "game.py".to_owned(), text }
    }
}

/// Refuses a game with the id or name of an included one; `file` is its file's name.
pub(crate) fn refuse_taken(file: &str, game: &Loaded) -> Result<(), String> {
    let (id, name) = (game.declared().id.as_str(), game.declared().name.as_str());
    if games::all().any(|game| family(game.id()) == id) {
        return Err(text::is_taken(file, "id", id));
    }
    if games::all().any(|game| game.name().eq_ignore_ascii_case(name)) {
        return Err(text::is_taken(file, "name", name));
    }
    Ok(())
}

/// Loads a file and plays its check. `letters` are the fonts of pictures.
fn checked(file: &Upload, letters: Letters<'_>) -> Result<Checked, String> {
    let loaded = Loaded::read(&file.name, &file.text).map_err(|error| error.to_string())?;
    refuse_taken(&file.name, &loaded)?;
    let means = Means { letters: Some(letters), ..Means::default() };
    let slow = |error: deathmatch_gamefile::Error| {
        if error.is_out_of_time() { text::SLOW.to_owned() } else { error.to_string() }
    };
    let deathmatch_gamefile::Checked { short, lines: report, .. } = check_for(&loaded, means, CHECK).map_err(slow)?;
    Ok(Checked { game: loaded.game().into(), version: loaded.declared().version, short, report })
}

impl Dealer {
    /// Returns the games that a server can play: the bot's, then the server's own. Without a server, the bot's.
    pub async fn games_of(&self, guild: Option<GuildId>) -> Result<Vec<GameRef>, Error> {
        let mut found: Vec<GameRef> = games::all().map(GameRef::from).chain(games::offered()).collect();
        if let Some(guild) = guild.filter(|_| self.0.options.own_games) {
            let own = self.0.store.own_games(guild).await?;
            found.extend(own.iter().filter_map(|own| games::find(&own.game)));
        }
        Ok(found)
    }

    /// Refuses if the operator has switched own games off.
    fn own_games_are_on(&self) -> Result<(), Refused> {
        if self.0.options.own_games { Ok(()) } else { Err(Refused::new(Code::BadTerms, text::OFF)) }
    }

    /// Checks a file and stores it for an hour, so that it can be installed. Its game cannot be played yet.
    ///
    /// # Errors
    /// The file has an error, which the message explains to its author; or the server has another running check.
    pub async fn check_game(
        &self,
        guild: GuildId,
        file: impl Into<Upload>,
        letters: Letters<'static>,
        at: Snowflake,
    ) -> Result<Checked, Error> {
        self.own_games_are_on()?;
        let running = self.0.checks.begin(guild)?;
        let room = Arc::clone(&self.0.checks.room);
        let file = Arc::new(file.into());
        let own = Arc::clone(&file);
        let done = async move {
            let place = room.acquire_owned().await.expect("nobody closes it");
            let read = move || {
                let checked = checked(&own, letters);
                drop((place, running));
                checked
            };
            tokio::task::spawn_blocking(read).await
        };
        let slow = || Refused::new(Code::BadTerms, text::SLOW);
        let done = tokio::time::timeout(CHECK_WITHIN, done).await.map_err(|_| slow())?;
        // A panic has been logged. It counts against the file.
        let checked = done.map_err(|_| slow())?.map_err(|wrong| Refused::new(Code::BadTerms, text::wrong(&wrong)))?;
        let (id, source, report) = (checked.game.id().to_owned(), file.text.clone(), checked.report.join("\n"));
        keep(&self.0.store, GameFile { id, source, report }, at.ms()).await?;
        Ok(checked)
    }

    /// Checks a file for a trial. Its game can be played, but is not installed.
    pub async fn try_game(
        &self,
        guild: GuildId,
        file: Upload,
        letters: Letters<'static>,
        at: Snowflake,
    ) -> Result<Checked, Error> {
        let source = file.text.clone();
        let checked = self.check_game(guild, file, letters, at).await?;
        games::register_file(checked.game.id(), &source);
        Ok(checked)
    }

    /// Installs a checked file in a server, as a person confirmed who was asked at a time: new matches use it instead of the version
    /// before. Returns the version's number.
    pub async fn install_game(
        &self,
        guild: GuildId,
        id: &str,
        by: UserId,
        at: UnixMs,
        asked: UnixMs,
    ) -> Result<u32, Error> {
        self.own_games_are_on()?;
        let refused = |words: String| Err(Refused::new(Code::BadTerms, words).into());
        let file = self.0.store.game_file(id).await?;
        let Some(file) = file.filter(|file| !file.report.is_empty()) else {
            return refused(text::GONE.to_owned());
        };
        match self.0.store.install(guild, id.to_owned(), by, at, asked, text::MOST).await? {
            InstallResult::Done(version) => {
                games::register_file(id, &file.source);
                tracing::info!(%guild, game = id, version, "installed an own game");
                Ok(version)
            }
            InstallResult::Same(version) => refused(text::same(version)),
            InstallResult::Newer(version) => refused(text::newer(version)),
            InstallResult::Full => refused(text::full()),
            InstallResult::Gone => refused(text::GONE.to_owned()),
        }
    }

    /// Removes a game from a server. Its matches, series and tournaments continue.
    pub async fn remove_game(&self, guild: GuildId, name: &str, at: UnixMs) -> Result<(), Error> {
        if self.0.store.remove(guild, name.to_owned(), at).await? {
            tracing::info!(%guild, game = name, "removed an own game");
            return Ok(());
        }
        Err(Refused::new(Code::BadTerms, text::none(name)).into())
    }

    /// Returns the versions of a server's own game, the newest first, and the newest file.
    pub async fn own_game(&self, guild: GuildId, name: &str) -> Result<(Vec<OwnGame>, GameFile), Error> {
        let none = || Refused::new(Code::BadTerms, text::none(name));
        let versions = self.0.store.versions(guild, name).await?;
        let newest = versions.first().filter(|newest| newest.removed.is_none()).ok_or_else(none)?;
        let file = self.0.store.game_file(&newest.game).await?.ok_or_else(none)?;
        Ok((versions, file))
    }

    /// Returns the version that a stored file says; `None` if the file cannot be read.
    pub async fn version_said(&self, id: &str) -> Result<Option<u32>, Error> {
        let file = self.0.store.game_file(id).await?;
        Ok(file.and_then(|file| Loaded::read(id, &file.source).ok()).map(|loaded| loaded.declared().version))
    }

    /// Refuses a record whose game the server has never installed: its file would be used without a check.
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

/// Finds the game that a person means by a name or an id, among playable games.
#[must_use]
pub fn meant<'a>(games: &'a [GameRef], text: &str) -> Option<&'a GameRef> {
    let text = text.trim();
    let by_id = games.iter().find(|game| family(game.id()) == text);
    by_id.or_else(|| games.iter().find(|game| game.id() == text || game.name().eq_ignore_ascii_case(text)))
}
