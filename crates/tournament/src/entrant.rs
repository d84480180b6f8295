//! Entrants: the players of a tournament.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player, identified by a number from the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntrantId(pub u64);

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player at sign-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub id: EntrantId,
    /// The strength for seeding, the highest first; lots decide between equals.
    pub strength: i64,
}
