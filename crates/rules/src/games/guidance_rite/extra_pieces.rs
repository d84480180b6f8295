//! New pieces for seats with too few of them.

use super::board::Board;
use super::effect::Effect;
use super::order::Shape;
use super::piece::{Arrows, Piece};
use super::square::{Direction, Square};
use crate::game::{BySeat, Seat};

/// The least number of pieces of each seat at the start of the battle, if there is room.
pub const PIECES: u8 = 3;
/// The number of the clash in a row that is decided.
pub(super) const CLASHES: u8 = 3;

/// A new piece.
#[must_use]
pub fn piece(seat: Seat, shape: Shape) -> Piece {
    let odd = usize::from(shape == Shape::Cross);
    let arrows = Arrows::of_black(Direction::ALL.into_iter().skip(odd).step_by(2));
    Piece { owner: Some(seat), character: None, arrows, marked: false }
}

/// The squares on which a seat may place a piece, in reading order. Preferred are squares next to an own piece and not next to an enemy
/// one, then squares not next to an enemy one, then all empty squares.
#[must_use]
pub fn squares(board: &Board, seat: Seat) -> Vec<Square> {
    let beside = |square: Square, seat: Seat| square.neighbours(board.rows()).any(|next| board.is_of(next, seat));
    let empty = || board.squares().filter(|&square| board.at(square).is_none());
    let best: Vec<_> = empty().filter(|&square| beside(square, seat) && !beside(square, !seat)).collect();
    if !best.is_empty() {
        return best;
    }
    let good: Vec<_> = empty().filter(|&square| !beside(square, !seat)).collect();
    if good.is_empty() { empty().collect() } else { good }
}

/// The result of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wave {
    /// Pieces were placed.
    Placed,
    /// Both seats chose one square, and neither got it.
    Clash,
}

/// Places a wave of pieces. `asked` seats without an order get the default.
pub(super) fn place(
    board: &mut Board,
    asked: BySeat<bool>,
    orders: BySeat<Option<(Shape, Square)>>,
    clashes: u8,
    log: &mut impl FnMut(Effect),
) -> Wave {
    let legal = BySeat::from_fn(|seat| if asked[seat] { squares(board, seat) } else { Vec::new() });
    let mut chosen = orders.map(|order| order.map(|(shape, square)| (shape, square, false)));
    if let (Some((_, one, _)), Some((_, other, _))) = (chosen.ec, chosen.dmo)
        && one == other
    {
        log(Effect::Clashed { square: one });
        if clashes + 1 < CLASHES {
            return Wave::Clash;
        }
        chosen.ec = None;
    }
    // The DMO's default is placed first, so it wins a clash of defaults.
    for seat in [Seat::Dmo, Seat::Ec] {
        if asked[seat] && chosen[seat].is_none() {
            let taken = chosen[!seat].map(|(_, square, _)| square);
            let free = legal[seat].iter().copied().find(|&square| Some(square) != taken);
            chosen[seat] = free.map(|square| (Shape::Plus, square, true));
        }
    }
    for seat in Seat::ALL {
        if let Some((shape, square, default)) = chosen[seat] {
            board.put(square, piece(seat, shape));
            log(Effect::Placed { seat, square, shape, default });
        }
    }
    Wave::Placed
}
