//! Formats of tournaments.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::standings::TieBreak;

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone once.
    RoundRobin,
    /// Players are out after one loss.
    SingleElimination,
    /// Players are out after one loss; the losers of the semifinals play for the third place.
    SingleWithThirdPlace,
    /// Players are out after two losses.
    DoubleElimination,
    /// A number of rounds against opponents with about equal points, and nobody twice.
    Swiss { rounds: u16 },
}

impl Format {
    /// The fewest entrants.
    pub const FEWEST: usize = 3;
    /// The most entrants.
    pub const MOST: usize = 64;

    /// A Swiss tournament with enough rounds for a single winner.
    #[must_use]
    pub fn swiss_for(entrants: usize) -> Self {
        let rounds = entrants.max(2).next_power_of_two().trailing_zeros();
        Self::Swiss { rounds: u16::try_from(rounds).expect("a logarithm is small") }
    }

    /// Whether losses eliminate players.
    #[must_use]
    pub const fn is_elimination(self) -> bool {
        matches!(self, Self::SingleElimination | Self::SingleWithThirdPlace | Self::DoubleElimination)
    }

    /// The number of rounds, including a second final of a double elimination.
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

    /// The tie-breaks between players with equal points, the most important first.
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
