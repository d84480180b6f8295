//! What is worth remembering of a match: pieces that are shut in, and how much room the end left.

use super::board::{Board, Piece, Side};
use super::order::Move;
use super::position::Position;
use super::tell::What;
use crate::game::{Moment, Reason, Text};

/// Of something that happened, with the position after it.
pub(super) fn of(what: What, position: &Position) -> Vec<Moment> {
    match what {
        What::Moved { side, played } => of_move(position, side, played),
        What::MatchOver => of_end(position).into_iter().collect(),
        What::Opens | What::Colours { .. } | What::Placed { .. } => Vec::new(),
    }
}

/// The pieces of a side that cannot go anywhere.
fn stuck(board: &Board, side: Side) -> Vec<(Piece, super::Square)> {
    board.all_pieces(side).filter(|&(piece, from)| piece.reach(from, board.occupied()).is_empty()).collect()
}

fn of_move(position: &Position, side: Side, played: Move) -> Vec<Moment> {
    let Some(seat) = position.seat_of(side) else { return Vec::new() };
    let (name, board) = (Text::seat(seat), position.board());
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
    let mut found = Vec::new();
    match newly(!side)[..] {
        [] => {}
        [(piece, square)] => {
            let weight = match piece {
                Piece::Queen => 70,
                Piece::Rook => 50,
                Piece::Bishop => 45,
            };
            let words = format!("{name} shuts the enemy {} in on {square}.", piece.name());
            found.push(Moment::new("shut-in", weight, words));
        }
        [..] => {
            let many = newly(!side).len();
            found.push(Moment::new("shut-in", 78, format!("{name} shuts {many} enemy pieces in at once.")));
        }
    }
    // The piece that moved stands where it could go; what it shuts in are others.
    if let Some((piece, square)) = newly(side).into_iter().find(|&(_, square)| square != played.to) {
        let words = format!("{name}'s own {} on {square} is shut in by this move.", piece.name());
        found.push(Moment::new("own-shut-in", 42, words));
    }
    if let Some((piece, square)) = stuck(&before, side).into_iter().find(|piece| !stuck(board, side).contains(piece)) {
        let words = format!("{name} sets the shut-in {} on {square} free again.", piece.name());
        found.push(Moment::new("freed", 44, words));
    }
    found
}

/// How much room the winner had left.
fn of_end(position: &Position) -> Option<Moment> {
    if position.outcome()?.reason != Reason::Rules {
        return None;
    }
    let winner = !position.to_move();
    let name = Text::seat(position.seat_of(winner)?);
    let occupied = position.board().occupied();
    let ways: u32 = position.board().all_pieces(winner).map(|(piece, from)| piece.reach(from, occupied).len()).sum();
    Some(match ways {
        0 => Moment::new("room", 88, format!("{name} could not have moved either: a single move decides.")),
        1 => Moment::new("room", 72, format!("{name} is left with a single square to go to.")),
        ways => {
            let free =
                position.board().all_pieces(winner).filter(|&(piece, from)| !piece.reach(from, occupied).is_empty());
            let pieces: Vec<_> = free.map(|(piece, _)| piece).collect();
            let who = match pieces[..] {
                [piece] => format!("the {} alone", piece.name()),
                _ => format!("{} pieces", pieces.len()),
            };
            Moment::new("room", 34, format!("{name} is left with {ways} squares to go to, with {who}."))
        }
    })
}
