//! A claim round: a piece claimed by one seat becomes its own; a piece claimed by both is removed.

use super::board::Board;
use super::effect::Effect;
use super::square::Square;
use crate::game::{BySeat, Seat};

/// Claim rounds continue while more pieces than this are unclaimed.
pub(super) const LEFT_OVER: usize = 2;
/// The number of rounds without a claim that ends the claims.
pub(super) const SILENT_ROUNDS: u8 = 2;

/// Resolves the claims of a round.
pub(super) fn settle(board: &mut Board, claims: &BySeat<Vec<Square>>, log: &mut impl FnMut(Effect)) {
    for seat in Seat::ALL {
        for &square in &claims[seat] {
            let Some(piece) = board.at(square).copied().filter(|piece| piece.owner.is_none()) else { continue };
            if claims[!seat].contains(&square) {
                board.take(square);
                log(Effect::Contested { square, piece });
            } else {
                board.put(square, super::Piece { owner: Some(seat), ..piece });
                log(Effect::Claimed { seat, square, piece });
            }
        }
    }
}

/// Removes all unclaimed pieces.
pub(super) fn clear(board: &mut Board, log: &mut impl FnMut(Effect)) {
    let rest: Vec<_> = board.unclaimed().collect();
    for square in rest {
        if let Some(piece) = board.take(square) {
            log(Effect::Cleared { square, piece });
        }
    }
}
