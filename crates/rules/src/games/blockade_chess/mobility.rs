//! The pieces that a move shuts in or frees, and the room of each side. A piece without a target square is shut in.

use super::board::Board;
use super::order::Move;
use super::piece::{Piece, Side};
use super::position::Position;
use super::square::{Square, Squares};
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
    /// The pieces that have a single target square now, and had more before.
    pub cornered: Vec<Man>,
    /// The numbers of free pieces before and after, White's first.
    pub free: [[usize; 2]; 2],
    /// The numbers of different squares in reach before and after, White's first.
    pub room: [[usize; 2]; 2],
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
        let one_way = |man: &Man| ways(after, (man.1, man.2)) == 1 && ways(before, (man.1, man.2)) > 1;
        let all = Side::ALL.map(|side| men(after, side)).concat();
        Self {
            shut_in: only([&shut[1], &shut[0]]),
            freed: only([&shut[0], &shut[1]]),
            cornered: all.into_iter().filter(|man| men(before, man.0).contains(man) && one_way(man)).collect(),
            free: [before, after].map(|board| Side::ALL.map(|side| free(board, side).len())),
            room: [before, after].map(|board| Side::ALL.map(|side| room(board, side))),
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

/// The number of a piece's target squares.
fn ways(board: &Board, (piece, from): (Piece, Square)) -> usize {
    piece.reach(from, board.occupied()).len() as usize
}

fn men(board: &Board, side: Side) -> Vec<Man> {
    board.all_pieces(side).map(|(piece, square)| (side, piece, square)).collect()
}

fn shut_in(board: &Board, side: Side) -> Vec<Man> {
    men(board, side).into_iter().filter(|&(_, piece, square)| ways(board, (piece, square)) == 0).collect()
}

/// The number of different squares that the pieces of a side can reach.
pub(super) fn room(board: &Board, side: Side) -> usize {
    let reach = |(piece, from): (Piece, Square)| piece.reach(from, board.occupied());
    board.all_pieces(side).map(reach).fold(Squares::default(), |all, reach| all | reach).len() as usize
}

/// A side's free pieces.
pub(super) fn free(board: &Board, side: Side) -> Vec<Piece> {
    board.all_pieces(side).filter(|&man| ways(board, man) > 0).map(|(piece, _)| piece).collect()
}

/// `{ec}'s bishop on e7`.
fn named(seat: Seat, (_, piece, square): Man) -> String {
    format!("{}'s {} on {square}", Text::seat(seat), piece.name())
}

/// The line about a piece that a side's move shut in.
pub(super) fn shut_in_line(position: &Position, mover: Option<Side>, man: Man) -> String {
    let seat = position.seat_of(man.0).unwrap_or(Seat::Ec);
    if mover == Some(man.0) {
        return format!("{} shuts in a {} of their own, on {}.", Text::seat(seat), man.1.name(), man.2);
    }
    format!("{} is shut in.", named(seat, man))
}

/// The line about a piece that a move freed.
pub(super) fn freed_line(position: &Position, man: Man) -> String {
    let seat = position.seat_of(man.0).unwrap_or(Seat::Ec);
    format!("{} is free.", named(seat, man))
}

/// A number for each player: `Pieces that can move: {ec} 5, {dmo} 4.`
fn count_line(position: &Position, what: &str, counts: [usize; 2]) -> String {
    let of = |seat| format!("{} {}", Text::seat(seat), position.side_of(seat).map_or(0, |side| counts[side as usize]));
    format!("{what}: {}.", Seat::ALL.map(of).join(", "))
}

/// The score at the end: the squares that each side could move to.
pub(super) fn score_line(position: &Position) -> String {
    room_line(position, Side::ALL.map(|side| room(position.board(), side)))
}

/// The number of squares that each side can move to.
fn room_line(position: &Position, room: [usize; 2]) -> String {
    count_line(position, "Squares in reach", room)
}

/// All lines about a change: each piece, then the numbers of free pieces if they changed, and of target squares.
pub(super) fn lines(position: &Position, mover: Option<Side>, change: &Change) -> Vec<String> {
    let mut lines: Vec<_> = change.shut_in.iter().map(|&man| shut_in_line(position, mover, man)).collect();
    lines.extend(change.freed.iter().map(|&man| freed_line(position, man)));
    if change.counts_changed() {
        lines.push(count_line(position, "Pieces that can move", change.free[1]));
    }
    lines.push(room_line(position, change.room[1]));
    lines
}
