//! The values a host may set.

use serde::{Deserialize, Serialize};

/// The values a host may set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Time for an order, in seconds.
    pub unit_s: u64,
    /// Longest break between bouts, in seconds.
    pub break_s: u64,
    /// Whether the match ends as soon as the rest of the five bouts cannot change the winner.
    pub stop_when_decided: bool,
}

impl Default for Ruleset {
    fn default() -> Self {
        Self { unit_s: 60, break_s: 120, stop_when_decided: true }
    }
}
