//! What its built-in levels came to against each other, which places their ratings; docs/measured.md has the same figures.
//!
//! `deathmatch arena --game knights --preset PRESET --a level2 --b level1 --games 100 --seed ladder --ladder` gives such a line.

use crate::Rung;

pub const LADDER: &[Rung] = &[
    Rung::new("tempo-up", 2, 67, 100),
    Rung::new("tempo-up", 3, 71, 100),
    Rung::new("tempo-up", 4, 27, 40),
    Rung::new("tempo-up", 5, 27, 30),
];
