//! Noteworthy moments: pieces that are shut in or freed, and the room left at the end.

use super::board::Board;
use super::order::Move;
use super::piece::{Piece, Side};
use super::position::Position;
use super::square::Square;
use super::tell::What;
use crate::game::{Moment, Reason, Seat};

const SHUT_IN: &[&str] = &[
    "{seat} shuts {other}'s {piece} in on {square}!",
    "{other}'s {piece} on {square} is walled in!",
    "No way out for {other}'s {piece} on {square}!",
];
const SHUT_MANY_IN: &[&str] =
    &["{seat} shuts {many} enemy pieces in at once!", "One move, and {many} of {other}'s pieces are shut in!"];
const OWN_SHUT_IN: &[&str] =
    &["{seat}'s own {piece} on {square} is shut in.", "{seat} shuts in {seat}'s own {piece} on {square}."];
const FREED: &[&str] = &["{seat}'s {piece} on {square} is free again.", "{seat} sets the {piece} on {square} free."];
const LAST_FREE: &[&str] =
    &["Only {seat}'s {piece} can still move!", "{seat} is down to one piece that moves: the {piece}!"];
const NO_ROOM: &[&str] =
    &["{seat} could not have moved either: one move decides!", "Neither could move, and it was {other}'s turn!"];
const ONE_SQUARE: &[&str] = &["{seat} had a single square left to go to!", "One square decides: {seat} still had it!"];
const ROOM: &[&str] =
    &["{seat} still had {ways} squares to go to.", "{other} is walled in; {seat} had {ways} squares left."];

/// The moments of an event, with the position after it.
pub(super) fn of(what: What, position: &Position) -> Vec<Moment> {
    match what {
        What::Moved { side, played } => of_move(position, side, played),
        What::MatchOver => of_end(position).into_iter().collect(),
        What::Opens | What::Colours { .. } | What::Placed { .. } => Vec::new(),
    }
}

/// The pieces of a side that have no target square.
fn stuck(board: &Board, side: Side) -> Vec<(Piece, Square)> {
    board.all_pieces(side).filter(|&(piece, from)| piece.reach(from, board.occupied()).is_empty()).collect()
}

/// The only piece of a side that has a target square.
fn alone(board: &Board, side: Side) -> Option<Piece> {
    let mut free = board.all_pieces(side).filter(|&(piece, from)| !piece.reach(from, board.occupied()).is_empty());
    free.next().map(|(piece, _)| piece).filter(|_| free.next().is_none())
}

fn of_move(position: &Position, side: Side, played: Move) -> Vec<Moment> {
    let Some(seat) = position.seat_of(side) else { return Vec::new() };
    let board = position.board();
    let before = {
        let Move { piece, from, to, pawn } = played;
        let mut before = board.without_blocker(pawn);
        before.take(side, piece, to);
        before.put(side, piece, from);
        before
    };
    let newly = |side: Side| {
        let already = stuck(&before, side);
        stuck(board, side).into_iter().filter(|piece| !already.contains(piece)).collect::<Vec<_>>()
    };
    let of_piece = |kind, weight, phrases, seat: Seat, (piece, square): (Piece, Square)| {
        Moment::new(kind, weight, phrases)
            .with("seat", seat)
            .with("other", !seat)
            .with("piece", piece.name())
            .with("square", square.to_string())
    };
    let mut found = Vec::new();
    match newly(!side)[..] {
        [] => {}
        [(piece, square)] => {
            let weight = match piece {
                Piece::Queen => 70,
                Piece::Rook => 55,
                Piece::Bishop => 50,
            };
            found.push(of_piece("shut-in", weight, SHUT_IN, seat, (piece, square)));
        }
        [..] => {
            let moment = Moment::new("shut-in", 78, SHUT_MANY_IN).with("seat", seat).with("other", !seat);
            found.push(moment.with("many", newly(!side).len()));
        }
    }
    // The moved piece could return to its start, so any shut-in piece is another one.
    if let Some(piece) = newly(side).into_iter().find(|&(_, square)| square != played.to) {
        found.push(of_piece("own-shut-in", 42, OWN_SHUT_IN, seat, piece));
    }
    if let Some(piece) = stuck(&before, side).into_iter().find(|piece| !stuck(board, side).contains(piece)) {
        found.push(of_piece("freed", 44, FREED, seat, piece));
    }
    if let Some(piece) = alone(board, !side).filter(|_| alone(&before, !side).is_none()) {
        found.push(Moment::new("last-free", 65, LAST_FREE).with("seat", !seat).with("piece", piece.name()));
    }
    found
}

/// The moment of the end: the room that the winner had left.
fn of_end(position: &Position) -> Option<Moment> {
    if position.outcome()?.reason != Reason::Rules {
        return None;
    }
    let winner = !position.to_move();
    let seat = position.seat_of(winner)?;
    let occupied = position.board().occupied();
    let ways: u32 = position.board().all_pieces(winner).map(|(piece, from)| piece.reach(from, occupied).len()).sum();
    let (weight, phrases) = match ways {
        0 => (88, NO_ROOM),
        1 => (82, ONE_SQUARE),
        _ => (79, ROOM),
    };
    Some(Moment::new("room", weight, phrases).with("seat", seat).with("other", !seat).with("ways", ways))
}
