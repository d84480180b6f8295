//! What everyone knows: the round, and every round's report.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::resolve::Report;
use super::ruleset::Ruleset;
use crate::game::{Outcome, Reason, Seat};

/// A value that copies of a match share, for every step of a match is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Takes a value.
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

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Both allocations.
    Allocation,
    /// The actions of a round.
    Battle,
    /// Nothing: it is over.
    Over(Ending),
}

/// How a match ended by play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A castle without defenders was stormed by this seat.
    Stormed(Seat),
    /// The last round is played, and this seat has the higher total.
    Total(Seat),
    /// The totals are level, and this seat has less exhaustion.
    Fresher(Seat),
    /// Exhaustion is level too, and this seat has more health.
    Healthier(Seat),
    /// All is level, which the Death Match Opponent wins.
    Level,
}

impl Ending {
    /// Who won, and why.
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

/// What everyone knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(super) ruleset: Shared<Ruleset>,
    pub(super) phase: Phase,
    /// One for each round played.
    pub(super) reports: Vec<Shared<Report>>,
}

impl Position {
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        Self { ruleset: Shared::new(ruleset), phase: Phase::Allocation, reports: Vec::new() }
    }

    /// The values in force.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// What the match waits for.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How it ended by play.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        match self.phase {
            Phase::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// What was shown of each round.
    #[must_use]
    pub fn reports(&self) -> &[Shared<Report>] {
        &self.reports
    }

    /// What was shown of the last round.
    #[must_use]
    pub fn last(&self) -> Option<&Report> {
        self.reports.last().map(|report| &**report)
    }

    /// The round awaited; after the end the last played, and 0 before any.
    #[must_use]
    pub fn round(&self) -> u32 {
        let played = self.played();
        match self.phase {
            Phase::Allocation => 0,
            Phase::Battle => played + 1,
            Phase::Over(_) => played,
        }
    }

    /// How many rounds are played.
    #[must_use]
    pub fn played(&self) -> u32 {
        u32::try_from(self.reports.len()).expect("a match has at most 1,000 rounds")
    }
}
