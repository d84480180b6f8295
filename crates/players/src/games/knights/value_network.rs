//! The value of a position for the best players: a small network over the squares of the board, trained by self-play.
//!
//! Each square has a vector by its knight, its colour, and the sides whose knights can jump there. The lead by the number of squares left,
//! the streaks and the quiet turns have vectors, too. Their sum is cut at 0 and weighted.
//!
//! The training data are 1.7 million positions from 15,000 matches of an earlier network against itself and from their searches, each also
//! mirrored and with seats exchanged. The target is three quarters of the search's value and one quarter of the result. The example
//! `train_knights_network` makes such a file.
//!
//! **Format.** The weights are whole numbers of two bytes, the lower one first, in 512ths: each vector with its direct contribution, in the
//! sequence of [`active`]; then the constant vector; then the weight of each place of a vector.
//!
//! Source: Nasu, *Efficiently updatable neural-network-based evaluation functions for computer shogi* (2018).

use std::sync::LazyLock;

use super::fast_position::{Fast, Pair, Run, reach};
use deathmatch_rules::games::knights::{SQUARES, STILL};

/// The length of a vector.
pub(super) const WIDE: usize = 32;
/// The number of kinds of a square: three occupations, coloured or not, in each side's reach or not.
pub(super) const KINDS: usize = 24;
/// The greatest lead that is distinguished, and the number of distinguished leads.
const MOST_LEAD: i16 = 12;
const LEADS: usize = 2 * MOST_LEAD as usize;
/// The number of possible streaks of a side.
const RUNS: usize = 10;
/// The indices at which the vectors of leads and of streaks begin.
pub(super) const BY_LEAD: usize = SQUARES * KINDS;
const BY_RUN: usize = BY_LEAD + (SQUARES + 1) * LEADS;
const BY_STILL: usize = BY_RUN + 2 * RUNS;
pub(super) const VECTORS: usize = BY_STILL + STILL as usize + 1;
/// The number of active vectors of a position.
pub(super) const ACTIVE: usize = SQUARES + 4;
/// The number that represents 1.
pub(super) const WHOLE: f32 = 512.0;

static FILE: &[u8] = include_bytes!("../../../assets/knights.weights");
static OURS: LazyLock<Net> = LazyLock::new(|| Net::read(FILE).expect("the file that comes with the program is whole"));

/// The network, ready for use.
pub(super) struct Net {
    vectors: Vec<[i16; WIDE]>,
    direct: Vec<i16>,
    constant: [i16; WIDE],
    out: [f32; WIDE],
}

impl Net {
    /// The network of the built-in player.
    pub fn ours() -> &'static Self {
        &OURS
    }

    /// Reads a network from a file; `None` if the size is wrong.
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut rest = file.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        if file.len() != 2 * (VECTORS * (WIDE + 1) + 2 * WIDE) {
            return None;
        }
        let mut next = || rest.next().unwrap_or_default();
        let mut net = Self { vectors: Vec::new(), direct: Vec::new(), constant: [0; WIDE], out: [0.0; WIDE] };
        for _ in 0..VECTORS {
            net.vectors.push(std::array::from_fn(|_| next()));
            net.direct.push(next());
        }
        net.constant = std::array::from_fn(|_| next());
        net.out = std::array::from_fn(|_| f32::from(next()) / WHOLE);
        Some(net)
    }

    /// The logarithm of side 0's odds.
    pub fn odds(&self, at: &Fast) -> f32 {
        let mut sums = self.constant;
        let mut direct = 0;
        for vector in active(at) {
            direct += i32::from(self.direct[vector]);
            for (sum, part) in sums.iter_mut().zip(&self.vectors[vector]) {
                *sum += part;
            }
        }
        let mut odds = direct as f32;
        for (&sum, weight) in sums.iter().zip(&self.out) {
            odds += f32::from(sum.max(0)) * weight;
        }
        odds / WHOLE
    }
}

/// The indices of a position's active vectors.
pub(super) fn active(at: &Fast) -> [usize; ACTIVE] {
    let mut active = [0; ACTIVE];
    let reaches = at.knights.map(reach);
    let plain = at.plain();
    for (square, place) in active[..SQUARES].iter_mut().enumerate() {
        let has = |set: u32| (set >> square & 1) as usize;
        let stands = has(at.knights[0]) + 2 * has(at.knights[1]);
        *place = square * KINDS + stands * 8 + has(plain) * 4 + has(reaches[0]) * 2 + has(reaches[1]);
    }
    // For side 0, a tie is as bad as a lead of one is good.
    let lead = (at.lead.clamp(1 - MOST_LEAD, MOST_LEAD) + MOST_LEAD - 1) as usize;
    active[SQUARES] = BY_LEAD + plain.count_ones() as usize * LEADS + lead;
    active[SQUARES + 1] = BY_RUN + streak(at.runs[0]);
    active[SQUARES + 2] = BY_RUN + RUNS + streak(at.runs[1]);
    active[SQUARES + 3] = BY_STILL + usize::from(at.still);
    active
}

fn streak(run: Run) -> usize {
    if run.pair == Pair::Neither || run.count == 0 { 0 } else { run.pair as usize * 3 + usize::from(run.count) }
}

#[cfg(test)]
mod tests {
    use super::super::fast;
    use super::super::fast_position::{Deed, Fast, HOME};
    use super::{BY_LEAD, BY_RUN, BY_STILL, KINDS, Net, RUNS, SQUARES, VECTORS, WIDE, active};
    use deathmatch_rules::games::knights::{Position, Ruleset};

    #[test]
    fn network_file_of_wrong_size_is_refused() {
        assert!(Net::read(super::FILE).is_some());
        assert!(Net::read(&super::FILE[2..]).is_none());
    }

    #[test]
    fn vector_sums_fit_their_type() {
        let net = Net::ours();
        let squares = (0..SQUARES).map(|square| square * KINDS..(square + 1) * KINDS);
        let facts = [BY_LEAD..BY_RUN, BY_RUN..BY_RUN + RUNS, BY_RUN + RUNS..BY_STILL, BY_STILL..VECTORS];
        let groups: Vec<_> = squares.chain(facts).collect();
        for place in 0..WIDE {
            let most = |group: &std::ops::Range<usize>| {
                net.vectors[group.clone()].iter().map(|vector| i32::from(vector[place]).abs()).max().unwrap_or(0)
            };
            let sum: i32 = groups.iter().map(most).sum::<i32>() + i32::from(net.constant[place]).abs();
            assert!(sum <= i32::from(i16::MAX), "{place}: {sum}");
        }
    }

    #[test]
    fn each_square_and_fact_has_one_active_vector() {
        let mut at = fast(&Position::new(Ruleset::default()));
        let first = active(&at);
        assert!(first.windows(2).all(|pair| pair[0] < pair[1]));
        at.play([Deed::NOTHING.claiming(HOME[0].trailing_zeros()), Deed::NOTHING]);
        let changed = first.iter().zip(active(&at)).filter(|(before, after)| **before != *after).count();
        assert_eq!(changed, 2, "the square and the lead");
        assert!(active(&at)[25] > BY_LEAD);
    }

    #[test]
    fn lead_and_knights_raise_the_odds() {
        let mut at = fast(&Position::new(Ruleset::default()));
        at.coloured = 0b00000_01110_00000_01110_00000;
        let odds = |at: &Fast| Net::ours().odds(at);
        for lead in -5..5 {
            assert!(odds(&Fast { lead, ..at }) < odds(&Fast { lead: lead + 1, ..at }), "{lead}");
        }
        let few = [0, 1].map(|side: usize| {
            let mut knights = at.knights;
            knights[side] &= knights[side] >> 2;
            odds(&Fast { knights, ..at })
        });
        assert!(few[0] < odds(&at) - 0.1 && few[1] > odds(&at) + 0.1, "{few:?}");
    }
}
