//! Game files: registers stored files, and stores files that matches need.

use deathmatch_gamefile::Loaded;

use crate::game::Game;
use crate::games;
use crate::ids::UnixMs;
use crate::own_games::store::games::GameFile;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// The largest file, in bytes.
pub const LARGEST: usize = 64 * 1024;

/// Registers every stored file. A file is parsed when its game is first used.
pub(crate) async fn register_files(store: &Store) -> Result<(), StoreError> {
    games::read_with(Loaded::brought);
    for (id, source) in store.game_files().await? {
        games::register_file(&id, &source);
    }
    Ok(())
}

/// Stores a game's file for its matches, if the game has one.
pub(crate) async fn keep_file(store: &Store, game: &dyn Game, now: UnixMs) -> Result<(), StoreError> {
    let Some(source) = game.file() else { return Ok(()) };
    let file = GameFile { id: game.id().to_owned(), source: source.to_owned(), report: String::new() };
    keep(store, file, now).await
}

/// Stores a file, and deletes files that nothing needs.
pub(crate) async fn keep(store: &Store, file: GameFile, now: UnixMs) -> Result<(), StoreError> {
    for forgotten in store.keep_game_file(file, now).await? {
        games::unload(&forgotten);
    }
    Ok(())
}
