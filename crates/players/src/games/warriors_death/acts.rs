//! A side's acts in a round without hidden information.

use super::fast_bout::{ASTROLOGIAN, Pair};

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
