//! The squares that a piece can move to along its arrows.

use super::board::Board;
use super::order::How;
use super::piece::{Character, Piece};
use super::ruleset::Variant;
use super::square::{Direction, Square};

/// One move of one piece along one arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The start.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The arrow of the move.
    pub direction: Direction,
    /// Whether that arrow is grey.
    pub grey: bool,
    /// Whether the move is two squares long.
    pub far: bool,
    /// Whether the move crosses the edge.
    pub wraps: bool,
}

/// The reason why a piece may not capture an own piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// The moving piece is marked.
    MoverMarked,
    /// The target piece is marked.
    TargetMarked,
}

/// The move of a piece along one arrow, one or two squares.
fn along(
    board: &Board,
    variant: Variant,
    from: Square,
    piece: &Piece,
    direction: Direction,
    far: bool,
) -> Option<Step> {
    let grey = piece.arrows.is_grey(direction);
    if !(piece.arrows.is_black(direction) || (grey && variant.is_final())) {
        return None;
    }
    let next = from.step(direction, board.rows());
    let (to, wraps) = if far {
        let (between, to) = (next?, next?.step(direction, board.rows())?);
        let may = match piece.character {
            Some(Character::Crow) => !grey && board.at(to).is_none(),
            Some(Character::Monster) => board.at(between).is_none(),
            _ => false,
        };
        (may.then_some(to)?, false)
    } else {
        match next {
            Some(to) => (to, false),
            None if piece.character == Some(Character::Guardian) => (from.wrapped(direction, board.rows()), true),
            None => return None,
        }
    };
    Some(Step { from, to, direction, grey, far, wraps })
}

/// All moves of the piece on a square, clockwise from north, the nearer square first.
pub(super) fn steps(board: &Board, variant: Variant, from: Square) -> impl Iterator<Item = Step> {
    board.at(from).into_iter().flat_map(move |piece| {
        let reach = if matches!(piece.character, Some(Character::Crow | Character::Monster)) { 2 } else { 1 };
        piece.arrows.all().flat_map(move |direction| {
            (0..reach).filter_map(move |reach| along(board, variant, from, piece, direction, reach == 1))
        })
    })
}

/// The move from one square to another; there is never more than one.
pub(super) fn step_to(board: &Board, variant: Variant, from: Square, to: Square) -> Option<Step> {
    steps(board, variant, from).find(|step| step.to == to)
}

/// The reason why a piece cannot capture an own piece, if there is one.
#[must_use]
pub const fn barrier(mover: &Piece, target: &Piece) -> Option<Barrier> {
    if mover.marked {
        Some(Barrier::MoverMarked)
    } else if target.marked {
        Some(Barrier::TargetMarked)
    } else {
        None
    }
}

/// The legal ways of a move, in the order in which people are offered them.
pub(super) fn ways(board: &Board, variant: Variant, step: Step) -> impl Iterator<Item = How> {
    let (mover, target) = (board.at(step.from), board.at(step.to));
    let mut ways = [None; 3];
    match (mover, target) {
        (Some(mover), Some(target)) if mover.owner == target.owner => {
            let guardian = target.character == Some(Character::Guardian);
            if guardian && mover.character != Some(Character::Guardian) {
                ways[0] = Some(How::Swap);
            }
            if barrier(mover, target).is_none() {
                ways[1] = Some(if guardian { How::Capture } else { How::Plain });
                ways[2] = variant.is_final().then_some(How::Adopt);
            }
        }
        _ => ways[0] = Some(How::Plain),
    }
    ways.into_iter().flatten()
}
