//! The public position: the round, and the report of every round.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::round::Report;
use super::ruleset::Ruleset;
use super::unit_stats::{Stat, Units, sum, total};
use crate::game::{BySeat, Outcome, Reason, Seat};

/// A value shared by copies of a match, because the position before every step is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Wraps a value.
    #[must_use]
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::new)
    }
}

/// The match's current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Both seats allocate.
    Allocation,
    /// Both seats order the actions of a round.
    Battle,
    /// The match is over.
    Over(Ending),
}

/// The end of a match by play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// This seat stormed a castle without defenders.
    Stormed(Seat),
    /// The last round was played, and this seat has the higher total.
    Total(Seat),
    /// The totals are tied, and this seat has less exhaustion.
    Fresher(Seat),
    /// Exhaustion is tied too, and this seat has more health.
    Healthier(Seat),
    /// Everything is tied; the Death Match Opponent wins.
    Level,
}

impl Ending {
    /// The winner and the reason.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        let (winner, reason) = match self {
            Self::Stormed(seat) | Self::Total(seat) => (seat, Reason::Rules),
            Self::Fresher(seat) | Self::Healthier(seat) => (seat, Reason::TieBreak),
            Self::Level => (Seat::Dmo, Reason::TieBreak),
        };
        Outcome { winner: Some(winner), reason }
    }
}

/// The public position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(super) ruleset: Shared<Ruleset>,
    pub(super) phase: Phase,
    /// One report for each round played.
    pub(super) reports: Vec<Shared<Report>>,
}

impl Position {
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        Self { ruleset: Shared::new(ruleset), phase: Phase::Allocation, reports: Vec::new() }
    }

    /// The ruleset in force.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The current phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The end by play; `None` while the match is in play.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        match self.phase {
            Phase::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The reports of all rounds.
    #[must_use]
    pub fn reports(&self) -> &[Shared<Report>] {
        &self.reports
    }

    /// The report of the last round.
    #[must_use]
    pub fn last(&self) -> Option<&Report> {
        self.reports.last().map(|report| &**report)
    }

    /// The awaited round; after the end the last round played, or 0 if there was none.
    #[must_use]
    pub fn round(&self) -> u32 {
        let played = self.played();
        match self.phase {
            Phase::Allocation => 0,
            Phase::Battle => played + 1,
            Phase::Over(_) => played,
        }
    }

    /// The number of rounds played.
    #[must_use]
    pub fn played(&self) -> u32 {
        u32::try_from(self.reports.len()).expect("a match has at most 1,000 rounds")
    }
}

/// The end of a match after the last round.
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
