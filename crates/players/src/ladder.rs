//! What levels came to against each other.

/// What a built-in level has come to against the one below it, each with the work it is made for and seats swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The preset's id.
    pub preset: &'static str,
    /// From 2 up.
    pub level: u8,
    /// How many matches it has won, of how many.
    pub won: u32,
    pub of: u32,
}

impl Rung {
    #[must_use]
    pub const fn new(preset: &'static str, level: u8, won: u32, of: u32) -> Self {
        Self { preset, level, won, of }
    }
}
