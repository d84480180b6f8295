//! The measured results of the built-in levels against each other, which set their ratings; docs/measured.md has the same numbers.
//!
//! `deathmatch arena --game guidance-rite --preset PRESET --a level2 --b level1 --games 100 --seed ladder --ladder` prints such a line.

use crate::Rung;

pub const LADDER: &[Rung] = &[
    Rung::new("dm11", 2, 100, 100),
    Rung::new("dm11", 3, 99, 100),
    Rung::new("dm11", 4, 22, 30),
    Rung::new("dm11", 5, 24, 28),
    Rung::new("final", 2, 19, 20),
    Rung::new("final", 3, 40, 40),
    Rung::new("final", 4, 18, 20),
    Rung::new("final", 5, 17, 20),
];
