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

/// Games from outside, such as a worked example's.
static GUESTS: OnceLock<&'static [&'static dyn Game]> = OnceLock::new();

/// Takes games from outside in, once and before anything asks for a game.
///
/// # Panics
/// Guests are here already.
pub fn invite(games: &'static [&'static dyn Game]) {
    assert!(GUESTS.set(games).is_ok(), "guests come once");
}

/// Every game there is, the product's first.
pub fn all() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().chain(GUESTS.get().copied().unwrap_or_default()).copied()
}

/// The game with an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Game> {
    all().find(|game| game.id() == id)
}
