//! Formats of tournaments.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::standings::TieBreak;

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody once.
    RoundRobin,
    /// One loss and a player is out.
    SingleElimination,
    /// The same, and those who lost the semifinals meet for the third place.
    SingleWithThirdPlace,
    /// Two losses and a player is out.
    DoubleElimination,
    /// A number of rounds against opponents who stand about equal, nobody twice.
    Swiss { rounds: u16 },
}

impl Format {
    /// The fewest who can take part.
    pub const FEWEST: usize = 3;
    /// The most who can take part.
    pub const MOST: usize = 64;

    /// A Swiss tournament of as many rounds as tell one winner from the others.
    #[must_use]
    pub fn swiss_for(entrants: usize) -> Self {
        let rounds = entrants.max(2).next_power_of_two().trailing_zeros();
        Self::Swiss { rounds: u16::try_from(rounds).expect("a logarithm is small") }
    }

    /// Whether losing puts people out.
    #[must_use]
    pub const fn is_elimination(self) -> bool {
        matches!(self, Self::SingleElimination | Self::SingleWithThirdPlace | Self::DoubleElimination)
    }

    /// How many rounds there are, a second final of a double elimination included.
    #[must_use]
    pub fn rounds(self, entrants: usize) -> usize {
        let halvings = entrants.max(2).next_power_of_two().trailing_zeros() as usize;
        match self {
            Self::RoundRobin => entrants.next_multiple_of(2).saturating_sub(1),
            Self::SingleElimination | Self::SingleWithThirdPlace => halvings,
            Self::DoubleElimination => 2 * halvings + 1,
            Self::Swiss { rounds } => usize::from(rounds),
        }
    }

    /// The tie-breaks between players with equal points, the first one first.
    #[must_use]
    pub const fn tie_breaks(self) -> &'static [TieBreak] {
        match self {
            Self::RoundRobin => &[TieBreak::HeadToHead, TieBreak::SonnebornBerger],
            Self::Swiss { .. } => &[TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::HeadToHead],
            Self::SingleElimination | Self::SingleWithThirdPlace | Self::DoubleElimination => &[],
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("Round robin"),
            Self::SingleElimination => f.write_str("Single elimination"),
            Self::SingleWithThirdPlace => f.write_str("Single elimination with third place"),
            Self::DoubleElimination => f.write_str("Double elimination"),
            Self::Swiss { rounds } => write!(f, "Swiss, {rounds} rounds"),
        }
    }
}
