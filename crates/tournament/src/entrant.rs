//! Whoever takes part.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Whoever takes part, as the tournament's keeper numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntrantId(pub u64);

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whoever is to take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub id: EntrantId,
    /// The greater, the better they are seeded; lots decide between equals.
    pub strength: i64,
}
