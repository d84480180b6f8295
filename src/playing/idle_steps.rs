//! Counts steps in a row without an order from a person.

use crate::game::Seat;
use crate::live::entry_meta::RETURNED;
use crate::table::Entry;

/// The number of steps in a row without an order after which a match is paused.
const STEPS: u32 = 3;

/// Steps in a row that passed without an order from a person.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdleSteps {
    /// The number of steps in a row that passed without an order.
    pub steps: u32,
    /// Whether a person has ordered in the awaited step.
    pub ordered: bool,
}

impl IdleSteps {
    /// Whether the match is paused if nobody orders in the awaited step either.
    pub const fn is_last(self) -> bool {
        self.steps + 1 == STEPS && !self.ordered
    }

    /// Whether enough steps have passed to pause the match.
    pub const fn is_over(self) -> bool {
        self.steps == STEPS
    }
}

/// Returns the seat whose player has returned with this entry.
pub fn back(entry: &Entry) -> Option<Seat> {
    entry.meta.as_ref()?[RETURNED].as_str()?.parse().ok()
}
