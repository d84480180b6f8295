//! The registry: one line for each game's player.

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

/// The player of every game of the product.
static PLAYERS: &[&dyn BuiltIn] = &[
    built_in::<games::warriors_death::View>(),
    built_in::<games::knights::View>(),
    built_in::<games::blockade_chess::View>(),
    built_in::<games::guidance_rite::View>(),
    built_in::<games::castle_siege::View>(),
];

/// Players of games that are not the product's.
static REGISTERED: OnceLock<Vec<&'static dyn BuiltIn>> = OnceLock::new();

/// Adds players to the product's, once and before anything asks for a player.
///
/// # Panics
/// It was called before.
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

/// The player of the game that a sight is of.
#[must_use]
pub fn player_of(sight: &dyn Observation) -> Option<&'static dyn BuiltIn> {
    all().find(|player| player.knows(sight))
}
