//! What its built-in levels came to against each other, which places their ratings; docs/measured.md has the same figures.
//!
//! `deathmatch arena --game castle-siege --preset PRESET --a level2 --b level1 --games 100 --seed ladder --ladder` gives such a line.

use crate::Rung;

pub const LADDER: &[Rung] = &[
    Rung::new("gauntlet", 2, 167, 200),
    Rung::new("gauntlet", 3, 160, 200),
    Rung::new("gauntlet", 4, 68, 100),
    Rung::new("gauntlet", 5, 39, 60),
];
