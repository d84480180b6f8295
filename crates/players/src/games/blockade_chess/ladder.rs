//! The measured results of the built-in levels against each other, which set their ratings; docs/measured.md has the same numbers.
//!
//! `deathmatch arena --game blockade-chess --preset PRESET --a level2 --b level1 --games 100 --seed ladder --ladder` prints such a line.

use crate::Rung;

pub const LADDER: &[Rung] = &[
    Rung::new("blockade", 2, 97, 100),
    Rung::new("blockade", 3, 59, 60),
    Rung::new("blockade", 4, 25, 30),
    Rung::new("blockade", 5, 16, 16),
    Rung::new("garden-of-statues", 2, 97, 100),
    Rung::new("garden-of-statues", 3, 59, 60),
    Rung::new("garden-of-statues", 4, 25, 30),
    Rung::new("garden-of-statues", 5, 16, 16),
];
