//! The registry of the games' players.

pub mod blockade_chess;
pub mod castle_siege;
mod guidance_rite;
pub mod knights;
pub mod loaded;
pub mod warriors_death;

use std::sync::OnceLock;

use deathmatch_rules::game::Observation;
use deathmatch_rules::games;

use crate::{BuiltIn, built_in};

/// The players of the product's games.
static PLAYERS: &[&dyn BuiltIn] = &[
    built_in::<games::warriors_death::View>(),
    built_in::<games::knights::View>(),
    built_in::<games::blockade_chess::View>(),
    built_in::<games::guidance_rite::View>(),
    built_in::<games::castle_siege::View>(),
];

/// The players of further games, which are not the product's.
static REGISTERED: OnceLock<Vec<&'static dyn BuiltIn>> = OnceLock::new();

/// Adds players to the product's. Call it once, before any player is looked up.
///
/// # Panics
/// It has been called before.
pub fn register(players: Vec<&'static dyn BuiltIn>) {
    assert!(REGISTERED.set(players).is_ok(), "players are registered once");
}

fn all() -> impl Iterator<Item = &'static dyn BuiltIn> {
    PLAYERS.iter().chain(REGISTERED.get().into_iter().flatten()).copied().chain([&loaded::Loaded as &dyn BuiltIn])
}

/// The player of the game with an id.
#[must_use]
pub fn find(game: &str) -> Option<&'static dyn BuiltIn> {
    all().find(|player| player.game() == game)
}

/// The player of a view's game.
#[must_use]
pub fn player_of(sight: &dyn Observation) -> Option<&'static dyn BuiltIn> {
    all().find(|player| player.knows(sight))
}
