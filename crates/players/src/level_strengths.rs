//! The strength of each level: work for an order, depth of its search, and blur of its judgement.

use crate::Strength;

/// The highest level.
pub const BEST: u8 = 5;

const LEVELS: [Strength; BEST as usize] = [
    Strength { work: 3_000, depth: 1, blur: 0.25 },
    Strength { work: 20_000, depth: 2, blur: 0.12 },
    Strength { work: 100_000, depth: 3, blur: 0.05 },
    Strength { work: 400_000, depth: 6, blur: 0.02 },
    Strength { work: 1_800_000, depth: 64, blur: 0.0 },
];

/// The strength of a level; levels above the best are the best.
#[must_use]
pub fn strength(level: u8) -> Strength {
    LEVELS[usize::from(level.clamp(1, BEST)) - 1]
}
