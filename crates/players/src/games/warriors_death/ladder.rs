//! The measured results of the built-in levels against each other, which set their ratings; docs/measured.md has the same numbers.
//!
//! `deathmatch arena --game warriors-death --preset PRESET --a level2 --b level1 --games 100 --seed ladder --ladder` prints such a line.

use crate::Rung;

pub const LADDER: &[Rung] = &[
    Rung::new("standard", 2, 125, 200),
    Rung::new("standard", 3, 71, 100),
    Rung::new("standard", 4, 16, 20),
    Rung::new("standard", 5, 78, 100),
];
