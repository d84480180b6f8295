//! A side's acts in a round without hidden information, and their outcomes.

use super::fast_bout::{ASTROLOGIAN, Pair, clash};

/// A unit, and for an Astrologian the named unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Act {
    pub unit: u8,
    pub names: u8,
}

/// A side's distinct acts: an Astrologian names only units that the other side may send.
#[derive(Clone, Debug)]
pub(super) struct Acts {
    acts: [Act; 20],
    count: usize,
}

impl Acts {
    fn new(own: u32, other: u32) -> Self {
        let mut acts = Self { acts: [Act { unit: 0, names: 0 }; 20], count: 0 };
        for unit in bits(own) {
            if unit == ASTROLOGIAN {
                bits(other & !(1 << ASTROLOGIAN)).for_each(|names| acts.push(Act { unit, names }));
            } else {
                acts.push(Act { unit, names: 0 });
            }
        }
        acts
    }

    pub fn both(pair: Pair) -> [Self; 2] {
        let [own, other] = pair.0.map(super::fast_bout::Side::sends);
        [Self::new(own, other), Self::new(other, own)]
    }

    fn push(&mut self, act: Act) {
        self.acts[self.count] = act;
        self.count += 1;
    }

    pub const fn len(&self) -> usize {
        self.count
    }

    pub fn all(&self) -> &[Act] {
        &self.acts[..self.count]
    }
}

/// The numbers of the set bits.
pub(super) fn bits(set: u32) -> impl Iterator<Item = u8> {
    (0..10).filter(move |unit| set >> unit & 1 == 1)
}

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
