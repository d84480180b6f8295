//! The measured results of the built-in levels against each other, which set their ratings; docs/measured.md has the same numbers.
//!
//! `deathmatch arena --game knights --preset PRESET --a level2 --b level1 --games 100 --seed ladder --ladder` prints such a line.

use crate::Rung;

pub const LADDER: &[Rung] = &[
    Rung::new("tempo-up", 2, 67, 100),
    Rung::new("tempo-up", 3, 71, 100),
    Rung::new("tempo-up", 4, 27, 40),
    Rung::new("tempo-up", 5, 27, 30),
];
