//! Boards from a seed.
//!
//! A board is dealt so that claiming is a choice between kinds of pieces and not a race for one of them:
//!
//! - Each character comes four times (in the final five times), and five pieces are blank. Of many shuffles the one is taken in which the
//!   fewest orthogonal neighbours have the same character.
//! - The better a character, the fewer arrows its piece has: `arrows` says how many, so that all pieces are worth about the same. There
//!   are few of them altogether, since every arrow at the start is a capture for the first mover.
//! - From its own square every piece has at least two black arrows that lead somewhere, so no corner or edge is lost; nor is one ahead,
//!   since the count of arrows does not depend on the place.
//! - In the final some pieces get a grey arrow or two on top, and one or two pieces of different squares begin marked.
//! - No two pieces of a board are equal.
//!
//! `deathmatch-tools boards` measures the result. The first mover keeps an advantage: it grows with the number of arrows and with
//! little else. With one arrow more for each piece the first mover wins three games in a hundred more; with pieces of a single arrow it
//! would be three fewer, but hardly a third of the bouts would still be decided by captures. Choosing among many boards by how often
//! pieces attack or cover each other changes nothing. Over a match it evens out: bouts 1 and 2 begin with different players, bout 3 with both.
//!
//! Numbers are drawn here from the generator's bits and by nothing that a later version of a library could do otherwise, so that a seed
//! gives the same boards for good.

use rand::Rng;

use super::board::Board;
use super::piece::{Arrows, Character, Piece};
use super::ruleset::Variant;
use super::square::{Direction, Square};
use crate::game::Seed;

/// Shuffles of the characters, of which the best is taken.
const SHUFFLES: usize = 40;
/// Blank pieces of a board.
const BLANK: usize = 5;
/// Arrows that lead somewhere from a piece's first square, at least.
const USEFUL: usize = 2;

/// This many pieces are tried on a square before the board is dealt again: far more than it takes where one piece fits at all, since at least
/// one of 56 does.
const TRIES: usize = 10_000;

/// How few and how many black arrows a piece comes with.
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

/// Deals a board; none if the pieces that are left cannot be told from those that lie there: for a corner there are only three with two
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

/// A character for each square, as one reads.
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

/// How many orthogonal neighbours have the same character.
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

/// Gives a grey arrow or two to some pieces.
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

/// A whole number below another one, each alike likely.
fn below(bound: usize, chance: &mut impl Rng) -> usize {
    let bound = u32::try_from(bound).expect("only small numbers are drawn");
    // The numbers above the last whole round would make some results likelier.
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
