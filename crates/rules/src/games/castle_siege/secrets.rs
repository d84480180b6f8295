//! What one seat hides until the match ends: its allocation, its orders, and its units' statistics after each round.

use serde::{Deserialize, Serialize};

use super::order::Actions;
use super::position::{Ending, Shared};
use super::unit::{Stat, Units, sum, total};
use crate::game::{BySeat, Seat};

/// A round as its seat knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRound {
    /// What was ordered; `None` where no order came.
    pub order: Option<Actions>,
    /// The units after it.
    pub units: Units,
}

/// What one seat hides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// The units as they were allocated, once that is settled.
    pub allocated: Option<Units>,
    /// Whether they are the default for want of an order.
    pub defaulted: bool,
    /// The rounds played.
    pub rounds: Vec<Shared<OwnRound>>,
}

impl Secrets {
    /// The units as they stand.
    #[must_use]
    pub fn units(&self) -> Option<&Units> {
        self.rounds.last().map(|round| &round.units).or(self.allocated.as_ref())
    }

    /// The order of the last round in which one was given.
    #[must_use]
    pub fn last_order(&self) -> Option<&Actions> {
        self.rounds.iter().rev().find_map(|round| round.order.as_ref())
    }
}

/// How a match ends after the last round.
pub(super) fn final_ending(units: &BySeat<Units>) -> Ending {
    let totals = units.as_ref().map(total);
    let exhaustion = units.as_ref().map(|units| sum(units, Stat::Exh));
    let health = units.as_ref().map(|units| sum(units, Stat::Hp));
    let higher = |values: BySeat<i64>| match values.ec.cmp(&values.dmo) {
        std::cmp::Ordering::Greater => Some(Seat::Ec),
        std::cmp::Ordering::Less => Some(Seat::Dmo),
        std::cmp::Ordering::Equal => None,
    };
    higher(totals)
        .map(Ending::Total)
        .or_else(|| higher(exhaustion).map(|seat| Ending::Fresher(!seat)))
        .or_else(|| higher(health).map(Ending::Healthier))
        .unwrap_or(Ending::Level)
}
