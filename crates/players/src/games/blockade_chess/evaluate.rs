//! The static value of a position: territory, by each piece's own moves.
//!
//! A square belongs to the side that reaches it in fewer moves, with each kind of piece on its own lines and no other piece moving. The
//! measure comes from the Game of the Amazons: Lieberum, *An evaluation function for the game of Amazons* (2005).

use super::bitboards::Bitboards;
use super::square_sets::Lines;
use crate::search::WON;

/// The value of a square of territory.
pub const SQUARE: i32 = 100;

/// The most moves counted to decide which side reaches a square first.
const FAR: usize = 4;

/// The value for the side to move, in hundredths of a square; minus [`WON`] if it has no move.
#[inline]
pub fn evaluate(position: &Bitboards) -> i32 {
    measured::<true>(position)
}

/// The territory without a test for moves, for boards with pieces in hand.
pub fn territory(position: &Bitboards) -> i32 {
    measured::<false>(position)
}

#[inline]
fn measured<const PLAY: bool>(position: &Bitboards) -> i32 {
    let empty = !position.taken;
    let lines = Lines::over(empty);
    let [mut q, mut r, mut b] = position.sets(position.side);
    let [mut tq, mut tr, mut tb] = position.sets(position.side ^ 1);
    let (mut mine, mut theirs) = (0, 0);
    let mut nearer = 0;
    for far in 0..FAR {
        let straight = lines.straight([q, r, tq, tr]);
        let diagonal = lines.diagonal([q, b, tq, tb]);
        (q, r, b) = (straight[0] | diagonal[0], straight[1], diagonal[1]);
        (tq, tr, tb) = (straight[2] | diagonal[2], straight[3], diagonal[3]);
        let (reached, they_reached) = ((q | r | b) & empty, (tq | tr | tb) & empty);
        if PLAY && far == 0 && reached == 0 {
            return -WON;
        }
        let open = !mine & !theirs;
        nearer += count(reached & !they_reached & open) - count(they_reached & !reached & open);
        // The rest of the board is out of reach.
        if reached | they_reached == empty || (reached, they_reached) == (mine, theirs) {
            break;
        }
        (mine, theirs) = (reached, they_reached);
    }
    nearer * SQUARE
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}
