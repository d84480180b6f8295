//! Boards from a seed.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::board::Board;
use super::piece::{Arrows, Character, Piece};
use super::ruleset::Variant;
use super::square::Square;
use crate::game::Seed;

/// The board of a bout.
pub(super) fn board(variant: Variant, seed: &Seed, bout: u8) -> Board {
    let mut generator = seed.generator(&format!("board {bout}"));
    draw(variant, &mut generator)
}

fn draw(variant: Variant, generator: &mut impl Rng) -> Board {
    let squares = usize::from(variant.squares());
    let mut characters: Vec<Option<Character>> =
        (0..squares).map(|at| Character::ALL.get(at % 6).copied()).collect();
    characters.shuffle(generator);
    let mut board = Board::empty(variant.rows());
    for (square, character) in Square::all(variant.rows()).zip(characters) {
        loop {
            let black: u8 = generator.random();
            let arrows = Arrows::from_bits(black, 0);
            let piece = Piece { owner: None, character, arrows, marked: false };
            if (2..=4).contains(&arrows.count()) && !board.pieces().any(|(_, other)| *other == piece) {
                board.put(square, piece);
                break;
            }
        }
    }
    board
}
