//! One seat's secrets until the match ends: its allocation, its orders, and its units' statistics after each round.

use serde::{Deserialize, Serialize};

use super::order::Actions;
use super::position::Shared;
use super::unit_stats::Units;

/// A round, as known to its seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRound {
    /// The seat's order; `None` if it was missed.
    pub order: Option<Actions>,
    /// The units after the round.
    pub units: Units,
}

/// One seat's secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// The units as allocated; `None` until both allocations have resolved.
    pub allocated: Option<Units>,
    /// Whether the seat missed the allocation and has the default units.
    pub defaulted: bool,
    /// The rounds played.
    pub rounds: Vec<Shared<OwnRound>>,
}

impl Secrets {
    /// The current units.
    #[must_use]
    pub fn units(&self) -> Option<&Units> {
        self.rounds.last().map(|round| &round.units).or(self.allocated.as_ref())
    }

    /// The seat's latest order.
    #[must_use]
    pub fn last_order(&self) -> Option<&Actions> {
        self.rounds.iter().rev().find_map(|round| round.order.as_ref())
    }
}
