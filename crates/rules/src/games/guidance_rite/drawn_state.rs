//! The drawn board state: its conditions, and its winner.
//!
//! - A battle adds no pieces, so a position before a removal cannot recur. Only the positions since the last removal are kept.
//! - In bouts 1 and 2 a turn of both seats is two plies.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::position::Position;
use crate::game::{Reason, Seat};

/// The turns of both seats for a draw with few pieces: since both had few pieces, and since the last capture.
pub const TURNS: u32 = 10;
/// The turns of both seats without a capture for a draw with any number of pieces.
pub const LONG_TURNS: u32 = 50;
/// The number of occurrences of a position for a draw.
pub const REPEATS: usize = 3;

/// A position as numbers: each piece's square, owner, character, mark and arrows, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Standing(Vec<u32>);

impl Standing {
    pub(super) fn new(board: &Board, to_move: Option<Seat>) -> Self {
        let piece = |(square, piece): (super::Square, &super::Piece)| {
            let owner = piece.owner.map_or(0, |seat| 1 + seat as u32);
            let character = piece.character.map_or(0, |character| 1 + character as u32);
            let place = u32::try_from(square.index()).expect("a board has few squares");
            let arrows = u32::from(piece.arrows.black_bits()) | u32::from(piece.arrows.grey_bits()) << 8;
            arrows | place << 16 | owner << 21 | character << 23 | u32::from(piece.marked) << 26
        };
        let to_move = to_move.map_or(0, |seat| 1 + seat as u32);
        Self(std::iter::once(to_move).chain(board.pieces().map(piece)).collect())
    }
}

/// The reason for a drawn board state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// Neither seat can act.
    Stuck,
    /// The longer limit without a capture was reached.
    LongNoCapture,
    /// The position recurred.
    Repeated,
    /// Few pieces are left, and the shorter limit without a capture was reached.
    NoCapture,
    /// Neither seat has a piece left.
    NothingLeft,
    /// Both seats got their third strike in the same turn.
    BothStruck,
    /// The host declared it.
    Declared,
}

/// Converts turns of both seats to turns of the bout.
const fn both(position: &Position, turns: u32) -> u32 {
    if position.simultaneous() { turns } else { 2 * turns }
}

/// Whether the next position is drawn, even if the host declares draws.
pub(super) fn at_once(position: &Position) -> Option<Drawn> {
    if position.since_capture >= both(position, LONG_TURNS) {
        Some(Drawn::LongNoCapture)
    } else if !Seat::ALL.into_iter().any(|seat| position.can_act(seat)) {
        Some(Drawn::Stuck)
    } else {
        None
    }
}

/// Whether the next position may be declared drawn; it is the last of `seen`.
pub(super) fn for_few(position: &Position, seen: &[Standing]) -> Option<Drawn> {
    if position.few_for? < both(position, TURNS) {
        return None;
    }
    let now = seen.last()?;
    if seen.iter().filter(|&standing| standing == now).count() >= REPEATS {
        Some(Drawn::Repeated)
    } else if position.since_capture >= both(position, TURNS) {
        Some(Drawn::NoCapture)
    } else {
        None
    }
}

/// The turns of both seats without a lost piece, from half of the shorter limit on; `None` with more pieces, and between the seats' turns.
pub(super) fn quiet_turns(position: &Position) -> Option<u32> {
    position.few_for?;
    let (plies, each) = (position.since_capture, both(position, 1));
    let turns = plies / each;
    (plies.is_multiple_of(each) && (TURNS / 2..TURNS).contains(&turns)).then_some(turns)
}

/// The winner of a drawn board state, and the reason.
pub(super) fn winner(position: &Position) -> (Seat, Reason) {
    match leader(position) {
        Some(seat) => (seat, Reason::Rules),
        None => (position.last_lead.unwrap_or(Seat::Dmo), Reason::TieBreak),
    }
}

/// The seat with more pieces; `None` for a tie.
pub(super) fn leader(position: &Position) -> Option<Seat> {
    let census = position.board.census();
    match census.ec.cmp(&census.dmo) {
        std::cmp::Ordering::Greater => Some(Seat::Ec),
        std::cmp::Ordering::Less => Some(Seat::Dmo),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{Arrows, Character, Direction, Piece};
    use super::*;

    #[test]
    fn different_positions_have_different_numbers() {
        let arrows = (0..8_u32).flat_map(|at| [Arrows::from_bits(1 << at, 0), Arrows::from_bits(0, 1 << at)]);
        let arrows: Vec<_> = arrows.chain([Arrows::default()]).collect();
        let characters: Vec<_> = Character::ALL.map(Some).into_iter().chain([None]).collect();
        let (mut seen, mut count) = (HashSet::new(), 0);
        for square in Board::empty(6).squares() {
            for owner in [None, Some(Seat::Ec), Some(Seat::Dmo)] {
                for &character in &characters {
                    for &arrows in &arrows {
                        for marked in [false, true] {
                            let mut board = Board::empty(6);
                            board.put(square, Piece { owner, character, arrows, marked });
                            seen.insert(Standing::new(&board, None).0);
                            count += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(seen.len(), count);
        let board = Board::empty(5);
        let sides: HashSet<_> =
            [None, Some(Seat::Ec), Some(Seat::Dmo)].map(|seat| Standing::new(&board, seat).0).into();
        assert_eq!(sides.len(), 3);
        // A piece with the maximum of everything.
        let mut board = Board::empty(6);
        let last = board.squares().next_back().unwrap();
        let arrows = Arrows::of_black(Direction::ALL);
        board.put(last, Piece { owner: Some(Seat::Dmo), character: Some(Character::Monster), arrows, marked: true });
        assert_eq!(Standing::new(&board, Some(Seat::Dmo)).0, [2, 0xff | 29 << 16 | 2 << 21 | 5 << 23 | 1 << 26]);
    }
}
