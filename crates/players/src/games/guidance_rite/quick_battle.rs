//! Quick battles, which show the value of pieces on a board.
//!
//! Both seats look one move ahead. They prefer captures, above all of pieces without cover, and avoid squares where they can be captured.

use rand::{Rng, RngExt};

use super::evaluate::{self, chance};
use super::search_battle::SearchBattle;
use super::search_board::{Deed, bit};
use deathmatch_rules::game::Seat;

/// The number of turns after which a battle is judged by the pieces left.
const PLIES: u32 = 60;

/// Plays a battle to its end, or nearly. Returns the value for a seat, from 0 to 1, and the number of turns.
pub(super) fn battle(mut bout: SearchBattle, seat: Seat, random: &mut impl Rng) -> (f64, u64) {
    for ply in 0..PLIES {
        if let Some(winner) = bout.winner() {
            return (f64::from(u8::from(winner == seat)), u64::from(ply));
        }
        bout.play(&deed(&bout, random));
    }
    let score = evaluate::score(&bout);
    (chance(if bout.to_move == seat { score } else { -score }), u64::from(PLIES))
}

fn deed(bout: &SearchBattle, random: &mut impl Rng) -> Deed {
    let seat = bout.to_move;
    let (mine, theirs) = (evaluate::reach(&bout.field, seat), evaluate::reach(&bout.field, !seat));
    let mut best = (i32::MIN, Deed::default());
    let enemies = bout.field.of(!seat);
    for own in [false, true] {
        bout.field.moves(seat, u32::MAX, own, |step, how| {
            let (from, to) = (bit(step.from), bit(step.to));
            let mut worth = random.random_range(0..16);
            if enemies & to != 0 {
                worth += 100 + evaluate::piece(&bout.field, step.to);
            }
            if theirs.once & to != 0 {
                // The moving piece covers its target only until it moves there.
                worth -= if mine.twice & to != 0 { 60 } else { 90 };
            }
            if theirs.once & from != 0 {
                worth += if mine.once & from == 0 { 45 } else { 15 };
            }
            if worth > best.0 {
                best = (worth, Deed::moves(step, how));
            }
        });
        if best.0 > i32::MIN {
            break;
        }
    }
    best.1
}
