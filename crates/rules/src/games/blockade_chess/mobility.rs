//! The pieces that a move shuts in or frees, and the number of free pieces. A piece without a target square is shut in.

use super::board::Board;
use super::order::Move;
use super::piece::{Piece, Side};
use super::position::Position;
use super::square::Square;
use crate::game::{Seat, Text};

/// A side's piece on a square.
pub(super) type Man = (Side, Piece, Square);

/// The effect of a move on both sides' pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// The pieces that are shut in now, and were free before.
    pub shut_in: Vec<Man>,
    /// The pieces that are free now, and were shut in before.
    pub freed: Vec<Man>,
    /// The numbers of free pieces before and after, White's first.
    pub free: [[usize; 2]; 2],
}

impl Change {
    /// The effect of the last move, with the position after it.
    pub fn of_move(position: &Position, side: Side, played: Move) -> Self {
        Self::between(&before(position.board(), side, played), position.board())
    }

    /// The pieces that are shut in as play begins.
    pub fn of_placement(position: &Position) -> Self {
        Self { freed: Vec::new(), ..Self::between(&Board::default(), position.board()) }
    }

    fn between(before: &Board, after: &Board) -> Self {
        let shut = [before, after].map(|board| Side::ALL.map(|side| shut_in(board, side)).concat());
        let only = |[one, other]: [&Vec<Man>; 2]| one.iter().copied().filter(|man| !other.contains(man)).collect();
        Self {
            shut_in: only([&shut[1], &shut[0]]),
            freed: only([&shut[0], &shut[1]]),
            free: [before, after].map(|board| Side::ALL.map(|side| free(board, side).len())),
        }
    }

    /// Whether a side's number of free pieces changed.
    pub fn counts_changed(&self) -> bool {
        self.free[0] != self.free[1]
    }
}

/// The board before a move.
fn before(board: &Board, side: Side, Move { piece, from, to, pawn }: Move) -> Board {
    let mut before = board.without_blocker(pawn);
    before.take(side, piece, to);
    before.put(side, piece, from);
    before
}

fn can_move(board: &Board, (piece, from): (Piece, Square)) -> bool {
    !piece.reach(from, board.occupied()).is_empty()
}

fn shut_in(board: &Board, side: Side) -> Vec<Man> {
    let stuck = board.all_pieces(side).filter(|&man| !can_move(board, man));
    stuck.map(|(piece, square)| (side, piece, square)).collect()
}

/// A side's free pieces.
pub(super) fn free(board: &Board, side: Side) -> Vec<Piece> {
    board.all_pieces(side).filter(|&man| can_move(board, man)).map(|(piece, _)| piece).collect()
}

/// `{ec}'s bishop on e7`; `own` marks the piece of the player who moved.
fn named(seat: Seat, own: bool, (_, piece, square): Man) -> String {
    let own = if own { "own " } else { "" };
    format!("{}'s {own}{} on {square}", Text::seat(seat), piece.name())
}

/// The line about a piece that a side's move shut in.
pub(super) fn shut_in_line(position: &Position, mover: Option<Side>, man: Man) -> String {
    let seat = position.seat_of(man.0).unwrap_or(Seat::Ec);
    format!("{} is shut in.", named(seat, mover == Some(man.0), man))
}

/// The line about a piece that a move freed.
pub(super) fn freed_line(position: &Position, man: Man) -> String {
    let seat = position.seat_of(man.0).unwrap_or(Seat::Ec);
    format!("{} is free.", named(seat, false, man))
}

/// All lines about a change: each piece, then the numbers of free pieces.
pub(super) fn lines(position: &Position, mover: Option<Side>, change: &Change) -> Vec<String> {
    let mut lines: Vec<_> = change.shut_in.iter().map(|&man| shut_in_line(position, mover, man)).collect();
    lines.extend(change.freed.iter().map(|&man| freed_line(position, man)));
    if change.counts_changed() {
        let free = Seat::ALL.map(|seat| {
            let free = position.side_of(seat).map_or(0, |side| change.free[1][side as usize]);
            format!("{} {free}", Text::seat(seat))
        });
        lines.push(format!("Free pieces: {}.", free.join(", ")));
    }
    lines
}
