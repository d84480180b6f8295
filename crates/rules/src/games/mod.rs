//! The registry: one line for each game.

pub mod blockade_chess;
pub mod castle_siege;
pub mod guidance_rite;
pub mod knights;
pub mod warriors_death;

use std::sync::OnceLock;

use crate::game::Game;

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

/// Adds games to the product's, once and before anything asks for a game.
///
/// # Panics
/// It was called before.
pub fn register(games: &'static [&'static dyn Game]) {
    assert!(REGISTERED.set(games).is_ok(), "games are registered once");
}

/// Every game there is, the product's first.
pub fn all() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().chain(REGISTERED.get().copied().unwrap_or_default()).copied()
}

/// The game with an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Game> {
    all().find(|game| game.id() == id)
}
