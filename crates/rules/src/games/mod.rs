//! The registry of games.

pub mod blockade_chess;
pub mod castle_siege;
pub mod guidance_rite;
pub mod knights;
pub mod warriors_death;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockWriteGuard};

use crate::game::{Game, GameRef, family};

/// The product's games, in the order in which people are offered them.
pub static GAMES: &[&dyn Game] = &[
    &warriors_death::WarriorsDeath,
    &knights::Knights,
    &blockade_chess::BlockadeChess,
    &guidance_rite::GuidanceRite,
    &castle_siege::CastleSiege,
];

/// Further games of the program, which are not the product's.
static REGISTERED: OnceLock<&'static [&'static dyn Game]> = OnceLock::new();

/// Games in files, by id.
static LOADED: RwLock<BTreeMap<String, LazyGame>> = RwLock::new(BTreeMap::new());

/// A game in a file. The file is read when the game is first needed.
#[derive(Clone)]
struct LazyGame {
    file: Arc<str>,
    game: Arc<OnceLock<Read>>,
}

type Read = Result<Arc<dyn Game>, String>;

impl LazyGame {
    fn game(&self, id: &str) -> &Read {
        self.game.get_or_init(|| {
            let reader = READER.get().ok_or(NO_READER)?;
            let game = reader(&file_name(id), &self.file)?;
            if game.id() == id { Ok(game) } else { Err(format!("the file is the game `{}` by now", game.id())) }
        })
    }
}

/// Adds games to the product's. Call it once, before any game is looked up.
///
/// # Panics
/// It has been called before.
pub fn register(games: &'static [&'static dyn Game]) {
    assert!(REGISTERED.set(games).is_ok(), "games are registered once");
}

/// Reads a game from its file's name and text. The error describes the file's fault.
pub type Reader = fn(&str, &str) -> Result<Arc<dyn Game>, String>;

static READER: OnceLock<Reader> = OnceLock::new();

const NO_READER: &str = "This program reads no games out of files.";

/// Sets the reader for games in files. Only the first call has an effect.
pub fn read_with(reader: Reader) {
    READER.get_or_init(|| reader);
}

/// Reads a game from a record's `game` and `file` and registers it.
///
/// # Errors
/// A sentence: the file is not a game, or this program has no reader.
pub fn read(id: &str, file: &str) -> Result<GameRef, String> {
    let reader = READER.get().ok_or(NO_READER)?;
    let game = reader(&file_name(id), file)?;
    load(Arc::clone(&game));
    Ok(game.into())
}

/// Registers a loaded game by its id. The id depends on the whole content, so two games with one id are equal.
pub fn load(game: Arc<dyn Game>) {
    let (id, file) = (game.id().to_owned(), Arc::from(game.file().unwrap_or_default()));
    loaded_games().insert(id, LazyGame { file, game: Arc::new(OnceLock::from(Ok(game))) });
}

/// Registers a game by its file, which is read when the game is first needed.
pub fn register_file(id: &str, file: &str) {
    loaded_games().entry(id.to_owned()).or_insert_with(|| LazyGame { file: file.into(), game: Arc::default() });
}

/// The loaded games available on every server.
static OFFERED: RwLock<Vec<Arc<dyn Game>>> = RwLock::new(Vec::new());

/// Registers a loaded game for every server, in place of an earlier version of it.
pub fn offer(game: Arc<dyn Game>) {
    let mut offered = OFFERED.write().unwrap_or_else(PoisonError::into_inner);
    offered.retain(|other| family(other.id()) != family(game.id()));
    offered.push(Arc::clone(&game));
    drop(offered);
    load(game);
}

/// The loaded games available on every server.
#[must_use]
pub fn offered() -> Vec<GameRef> {
    OFFERED.read().unwrap_or_else(PoisonError::into_inner).iter().cloned().map(GameRef::from).collect()
}

/// Removes a loaded game. Open matches keep it.
pub fn unload(id: &str) {
    loaded_games().remove(id);
}

fn loaded_games() -> RwLockWriteGuard<'static, BTreeMap<String, LazyGame>> {
    LOADED.write().unwrap_or_else(PoisonError::into_inner)
}

fn lazy_game(id: &str) -> Option<LazyGame> {
    LOADED.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
}

/// The reason why a game's file cannot be read; `None` if it can.
#[must_use]
pub fn unreadable(id: &str) -> Option<String> {
    lazy_game(id)?.game(id).as_ref().err().cloned()
}

/// The name of a game's file in errors and for its readers: `prize_bids.py`.
#[must_use]
pub fn file_name(id: &str) -> String {
    format!("{}.py", family(id).replace('-', "_"))
}

/// Whether an id belongs to a game in a file: the game's name, `@`, and the beginning of the file's hash.
#[must_use]
pub fn is_file(id: &str) -> bool {
    id.contains('@')
}

/// Whether a game belongs to individual servers: it is in a file, and the program does not include it.
#[must_use]
pub fn is_own(id: &str) -> bool {
    is_file(id) && !all().any(|game| game.id() == id)
}

/// Every game of the program, the product's first. Loaded games are left out: each server has its own.
pub fn all() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().chain(REGISTERED.get().copied().unwrap_or_default()).copied()
}

/// The name of the game with an id; the id itself if there is none.
#[must_use]
pub fn name_of(id: &str) -> String {
    find(id).map_or_else(|| id.to_owned(), |game| game.name().to_owned())
}

/// A game's name under a preset; the game's id if there is no such game.
#[must_use]
pub fn title_of(id: &str, preset: Option<&str>) -> String {
    find(id).map_or_else(|| id.to_owned(), |game| game.title(preset))
}

/// The game with an id, including loaded games.
#[must_use]
pub fn find(id: &str) -> Option<GameRef> {
    let loaded = || Some(Arc::clone(lazy_game(id)?.game(id).as_ref().ok()?).into());
    all().find(|game| game.id() == id).map(GameRef::from).or_else(loaded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Manual;

    /// Checks that lessons are about moments of their game, and that none has more than three lines of a phone.
    fn check<G: Manual>(moments: &str) {
        assert!(!G::LESSONS.is_empty(), "{}", G::ABOUT.name);
        for (kind, words) in G::LESSONS {
            assert!(moments.contains(&format!("\"{kind}\"")), "{}: {kind}", G::ABOUT.name);
            assert!(words.chars().count() <= 132, "{words}");
        }
        for (number, (kind, words)) in G::GUIDE.iter().enumerate() {
            let is_first = G::GUIDE.iter().position(|(other, _)| other == kind) == Some(number);
            assert!(is_first || words.chars().count() <= 132, "{words}");
        }
    }

    #[test]
    fn lessons_are_short_and_about_moments_of_their_game() {
        check::<blockade_chess::BlockadeChess>(include_str!("blockade_chess/moments.rs"));
        check::<castle_siege::CastleSiege>(include_str!("castle_siege/moments.rs"));
        check::<guidance_rite::GuidanceRite>(include_str!("guidance_rite/moments.rs"));
        check::<knights::Knights>(include_str!("knights/moments.rs"));
        check::<warriors_death::WarriorsDeath>(include_str!("warriors_death/moments.rs"));
    }
}
