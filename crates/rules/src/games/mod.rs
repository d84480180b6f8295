//! The registry: one line for each game.

pub mod blockade_chess;
pub mod castle_siege;
pub mod guidance_rite;
pub mod knights;
pub mod warriors_death;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockWriteGuard};

use crate::game::{Game, GameRef, family};

/// Every game of the product, in the order people are offered them.
pub static GAMES: &[&dyn Game] = &[
    &warriors_death::WarriorsDeath,
    &knights::Knights,
    &blockade_chess::BlockadeChess,
    &guidance_rite::GuidanceRite,
    &castle_siege::CastleSiege,
];

/// Games that are not the product's.
static REGISTERED: OnceLock<&'static [&'static dyn Game]> = OnceLock::new();

/// Games in files, by id.
static LOADED: RwLock<BTreeMap<String, Shelved>> = RwLock::new(BTreeMap::new());

/// A game in a file; the file is read when somebody asks for the game.
#[derive(Clone)]
struct Shelved {
    file: Arc<str>,
    game: Arc<OnceLock<Read>>,
}

type Read = Result<Arc<dyn Game>, String>;

impl Shelved {
    fn game(&self, id: &str) -> &Read {
        self.game.get_or_init(|| {
            let reader = READER.get().ok_or(NO_READER)?;
            let game = reader(&self.file)?;
            if game.id() == id { Ok(game) } else { Err(format!("the file is the game `{}` by now", game.id())) }
        })
    }
}

/// Adds games to the product's, once and before anything asks for a game.
///
/// # Panics
/// It was called before.
pub fn register(games: &'static [&'static dyn Game]) {
    assert!(REGISTERED.set(games).is_ok(), "games are registered once");
}

/// Reads a game out of its file's text; the error says what is wrong with the file.
pub type Reader = fn(&str) -> Result<Arc<dyn Game>, String>;

static READER: OnceLock<Reader> = OnceLock::new();

const NO_READER: &str = "This program reads no games out of files.";

/// Says how games are read that records bring along in their header. Only the first call counts.
pub fn read_with(reader: Reader) {
    READER.get_or_init(|| reader);
}

/// Reads a game that a record brings along, and makes it known.
///
/// # Errors
/// A sentence: the file is no game, or this program reads none.
pub fn read(file: &str) -> Result<GameRef, String> {
    let reader = READER.get().ok_or(NO_READER)?;
    let game = reader(file)?;
    load(Arc::clone(&game));
    Ok(game.into())
}

/// Makes a loaded game known by its id. The id names the game's whole content, so that a second one with the same id is the same game.
pub fn load(game: Arc<dyn Game>) {
    let (id, file) = (game.id().to_owned(), Arc::from(game.file().unwrap_or_default()));
    shelved().insert(id, Shelved { file, game: Arc::new(OnceLock::from(Ok(game))) });
}

/// Makes a game known by its file, which is read when the game is first asked for.
pub fn shelve(id: &str, file: &str) {
    shelved().entry(id.to_owned()).or_insert_with(|| Shelved { file: file.into(), game: Arc::default() });
}

/// Loaded games that every server has.
static OFFERED: RwLock<Vec<Arc<dyn Game>>> = RwLock::new(Vec::new());

/// Makes a loaded game known and offers it to every server, in place of an earlier version of it.
pub fn offer(game: Arc<dyn Game>) {
    let mut offered = OFFERED.write().unwrap_or_else(PoisonError::into_inner);
    offered.retain(|other| family(other.id()) != family(game.id()));
    offered.push(Arc::clone(&game));
    drop(offered);
    load(game);
}

/// The loaded games that every server has.
#[must_use]
pub fn offered() -> Vec<GameRef> {
    OFFERED.read().unwrap_or_else(PoisonError::into_inner).iter().cloned().map(GameRef::from).collect()
}

/// Forgets a loaded game. Matches that are open keep it.
pub fn unload(id: &str) {
    shelved().remove(id);
}

fn shelved() -> RwLockWriteGuard<'static, BTreeMap<String, Shelved>> {
    LOADED.write().unwrap_or_else(PoisonError::into_inner)
}

fn on_shelf(id: &str) -> Option<Shelved> {
    LOADED.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
}

/// Why the file of a game cannot be read, where it cannot.
#[must_use]
pub fn unreadable(id: &str) -> Option<String> {
    on_shelf(id)?.game(id).as_ref().err().cloned()
}

/// Whether an id is that of a game in a file: the game's name, `@`, and the beginning of the file's hash.
#[must_use]
pub fn is_file(id: &str) -> bool {
    id.contains('@')
}

/// Whether a game belongs to single servers: it is in a file, and the program does not bring it.
#[must_use]
pub fn is_own(id: &str) -> bool {
    is_file(id) && !all().any(|game| game.id() == id)
}

/// Every game that the program brings, the product's first. Loaded games are not among them: each server has its own.
pub fn all() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().chain(REGISTERED.get().copied().unwrap_or_default()).copied()
}

/// The name of the game with an id; the id where there is none.
#[must_use]
pub fn name_of(id: &str) -> String {
    find(id).map_or_else(|| id.to_owned(), |game| game.name().to_owned())
}

/// The game with an id, loaded ones included.
#[must_use]
pub fn find(id: &str) -> Option<GameRef> {
    let loaded = || Some(Arc::clone(on_shelf(id)?.game(id).as_ref().ok()?).into());
    all().find(|game| game.id() == id).map(GameRef::from).or_else(loaded)
}
