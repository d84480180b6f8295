//! Random boards from a seed.
//!
//! The dealing makes claims a choice between kinds of pieces instead of a race for one of them:
//!
//! - Each character occurs four times (in the final five times), and five pieces are blank. Of many shuffles, the one with the fewest
//!   orthogonal neighbours of the same character is used.
//! - A better character has fewer arrows, so that all pieces are worth about the same; see `arrows`. All pieces have few arrows, because
//!   every arrow at the start is a possible capture for the first mover.
//! - Every piece has at least two useful black arrows on its own square. So no corner or edge is a disadvantage. It is no advantage either,
//!   because the number of arrows does not depend on the place.
//! - In the final some pieces get one or two extra grey arrows, and one or two pieces of different squares begin marked.
//! - No two pieces of a board are equal.
//!
//! `deathmatch-tools boards` measures the result. The first mover has an advantage that depends mostly on the number of arrows. One more
//! arrow for each piece gives the first mover three more wins in a hundred games. With single arrows it would be three fewer, but captures
//! would decide hardly a third of the bouts. Selecting boards by how often pieces attack or cover each other changes nothing. Over a match
//! the advantage evens out: bouts 1 and 2 begin with different players, bout 3 with both.
//!
//! Numbers are drawn directly from the generator's bits, so no later version of a library can change a seed's boards.

use rand::Rng;

use super::board::Board;
use super::piece::{Arrows, Character, Piece};
use super::ruleset::Variant;
use super::square::{Direction, Square};
use crate::game::Seed;

/// The number of shuffles, of which the best is used.
const SHUFFLES: usize = 40;
/// The number of blank pieces on a board.
const BLANK: usize = 5;
/// The least number of useful arrows on a piece's first square.
const USEFUL: usize = 2;

/// The number of attempts for a square before the board is dealt again. At least one of 56 pieces fits if any does, so this is ample.
const TRIES: usize = 10_000;

/// The least and the most black arrows of a piece.
const fn arrows(character: Option<Character>) -> [usize; 2] {
    match character {
        None => [3, 4],
        Some(Character::Rat) => [2, 3],
        Some(Character::Crow | Character::Lizard | Character::Guardian | Character::Monster) => [2, 2],
    }
}

/// The board of a bout.
#[must_use]
pub fn board(variant: Variant, seed: &Seed, bout: u8) -> Board {
    deal(variant, &mut seed.generator(&format!("board {bout}")))
}

fn deal(variant: Variant, chance: &mut impl Rng) -> Board {
    loop {
        if let Some(board) = try_deal(variant, chance) {
            return board;
        }
    }
}

/// Deals a board. `None` if every possible piece for a square equals one on the board: for a corner there are only three pieces with two
/// arrows.
fn try_deal(variant: Variant, chance: &mut impl Rng) -> Option<Board> {
    let mut board = Board::empty(variant.rows());
    for (square, character) in Square::all(variant.rows()).zip(characters(variant, chance)) {
        let [few, many] = arrows(character);
        let piece = (0..TRIES).find_map(|_| {
            let arrows = some_arrows(few + below(many - few + 1, chance), chance);
            let piece = Piece { owner: None, character, arrows, marked: false };
            let useful = arrows.black().filter(|&direction| square.step(direction, variant.rows()).is_some()).count();
            (useful >= USEFUL && is_new(&board, &piece)).then_some(piece)
        })?;
        board.put(square, piece);
    }
    if variant.is_final() {
        add_grey(&mut board, chance);
        let mut squares: Vec<_> = board.squares().collect();
        shuffle(&mut squares, chance);
        for &square in &squares[..=below(2, chance)] {
            board.at_mut(square).expect("a dealt board is full").marked = true;
        }
    }
    Some(board)
}

/// A character for each square, in reading order.
fn characters(variant: Variant, chance: &mut impl Rng) -> Vec<Option<Character>> {
    let squares = usize::from(variant.squares());
    let each = (squares - BLANK) / Character::ALL.len();
    let mut characters: Vec<_> = Character::ALL.into_iter().flat_map(|character| vec![Some(character); each]).collect();
    characters.resize(squares, None);
    let mut best = (usize::MAX, Vec::new());
    for _ in 0..SHUFFLES {
        shuffle(&mut characters, chance);
        let twins = twins(variant, &characters);
        if twins < best.0 {
            best = (twins, characters.clone());
        }
    }
    best.1
}

/// The number of orthogonal neighbours with the same character.
fn twins(variant: Variant, characters: &[Option<Character>]) -> usize {
    let same = |square: Square| {
        let next = square.neighbours(variant.rows()).filter(move |next| *next > square);
        next.filter(|next| characters[next.index()] == characters[square.index()]).count()
    };
    Square::all(variant.rows()).map(same).sum()
}

fn some_arrows(count: usize, chance: &mut impl Rng) -> Arrows {
    let mut directions = Direction::ALL;
    shuffle(&mut directions, chance);
    Arrows::of_black(directions[..count].iter().copied())
}

fn is_new(board: &Board, piece: &Piece) -> bool {
    board.pieces().all(|(_, other)| other != piece)
}

/// Adds one or two grey arrows to some pieces.
fn add_grey(board: &mut Board, chance: &mut impl Rng) {
    let mut squares: Vec<_> = board.squares().collect();
    shuffle(&mut squares, chance);
    for &square in &squares[..5 + below(4, chance)] {
        let Some(&piece) = board.at(square) else { continue };
        let mut free: Vec<_> = Direction::ALL.into_iter().filter(|&direction| !piece.arrows.has(direction)).collect();
        shuffle(&mut free, chance);
        let mut grown = piece;
        for &direction in &free[..=below(2, chance)] {
            grown.arrows.grey_out(direction);
        }
        if is_new(board, &grown) {
            board.put(square, grown);
        }
    }
}

/// A random number from 0 up to, but without, `bound`, uniformly distributed.
fn below(bound: usize, chance: &mut impl Rng) -> usize {
    let bound = u32::try_from(bound).expect("only small numbers are drawn");
    // Without this limit, some results would be likelier.
    let rounds = u32::MAX - u32::MAX % bound;
    loop {
        let number = chance.next_u32();
        if number < rounds {
            return usize::try_from(number % bound).expect("a small number");
        }
    }
}

fn shuffle<T>(list: &mut [T], chance: &mut impl Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(last + 1, chance));
    }
}
