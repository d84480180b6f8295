//! The registry: one line for each game.

pub mod blockade_chess;
pub mod castle_siege;
pub mod guidance_rite;
pub mod knights;
pub mod warriors_death;

use crate::game::{Game, erase};

/// Every game, in the order people are offered them.
pub static GAMES: &[&dyn Game] = &[
    &erase::<warriors_death::WarriorsDeath>(),
    &erase::<knights::Knights>(),
    &erase::<blockade_chess::BlockadeChess>(),
    &erase::<guidance_rite::GuidanceRite>(),
    &erase::<castle_siege::CastleSiege>(),
];

/// The game with an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.id() == id)
}
