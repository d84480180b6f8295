//! The values a host may set.

use serde::{Deserialize, Serialize};

/// The values a host may set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Time for an order, in seconds.
    pub turn_s: u64,
}

impl Default for Ruleset {
    fn default() -> Self {
        Self { turn_s: 90 }
    }
}
