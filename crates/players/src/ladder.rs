//! The measured results of levels against each other; `ratings` turns them into ratings.

/// The result of a built-in level against the level below it, each with its usual work and with seats exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The preset's id.
    pub preset: &'static str,
    /// The level, from 2.
    pub level: u8,
    /// The number of won matches, and of all matches.
    pub won: u32,
    pub of: u32,
}

impl Rung {
    #[must_use]
    pub const fn new(preset: &'static str, level: u8, won: u32, of: u32) -> Self {
        Self { preset, level, won, of }
    }
}
