//! The measured results of the built-in levels against each other, which set their ratings; docs/measured.md has the same numbers.
//!
//! `deathmatch arena --game castle-siege --preset PRESET --a level2 --b level1 --games 100 --seed ladder --ladder` prints such a line.

use crate::Rung;

pub const LADDER: &[Rung] = &[
    Rung::new("gauntlet", 2, 167, 200),
    Rung::new("gauntlet", 3, 160, 200),
    Rung::new("gauntlet", 4, 68, 100),
    Rung::new("gauntlet", 5, 39, 60),
];
