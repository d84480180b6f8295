//! The outcomes of a round without hidden information: each act against each.

use super::acts::{Act, Acts};
use super::fast_bout::{ASTROLOGIAN, Pair, clash};

/// The most outcomes of a round: ten units against ten, with an Astrologian right or wrong.
pub(super) const MOST_OUTCOMES: usize = 128;

/// The outcome of each act against each; cells with equal results share an outcome.
pub(super) struct Grid {
    /// The pair after the round, and the first side's gain.
    pub outcomes: Vec<(Pair, i16)>,
    /// The outcome of each row and column, row by row.
    pub cells: Vec<u16>,
}

const UNKNOWN: u16 = u16::MAX;

impl Grid {
    /// Computes every outcome with `left` rounds left, including this one.
    pub fn new(pair: Pair, left: u32, acts: &[Acts; 2]) -> Self {
        let mut seen = [UNKNOWN; 400];
        let mut outcomes = Vec::with_capacity(MOST_OUTCOMES);
        let mut cells = Vec::with_capacity(acts[0].len() * acts[1].len());
        for own in acts[0].all() {
            for other in acts[1].all() {
                let right = [sees(*own, *other), sees(*other, *own)];
                let slot = usize::from(own.unit) * 40
                    + usize::from(other.unit) * 4
                    + usize::from(right[0]) * 2
                    + usize::from(right[1]);
                if seen[slot] == UNKNOWN {
                    seen[slot] = outcomes.len() as u16;
                    let (after, gained) = clash(pair, [own.unit, other.unit], right);
                    outcomes.push((after.with_left(left - 1), gained));
                }
                cells.push(seen[slot]);
            }
        }
        Self { outcomes, cells }
    }
}

/// Whether an Astrologian's guess is right.
const fn sees(own: Act, other: Act) -> bool {
    own.unit == ASTROLOGIAN && own.names == other.unit
}
