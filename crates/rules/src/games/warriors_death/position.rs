//! The public position of a match, and the type of each seat's secret orders.
//!
//! - A [`Position`] holds announcements only. It does not depend on disguises, predictions or strengths.
//! - A seat's secret is the list of its orders. Neither seat knows the true events, which are stored elsewhere.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::ruleset::Ruleset;
use super::unit::Unit;
use crate::game::{BySeat, Outcome, Reason, Seat};

/// The number of rounds in a bout.
pub const ROUNDS: usize = 10;
/// The number of planned bouts; a sixth one decides a tied match.
pub const BOUTS: usize = 5;

/// The match's current stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Both seats choose a unit.
    Round,
    /// The match waits for the next bout.
    Break,
    /// The match is over.
    Over(Outcome),
}

/// An announced round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The announced units.
    pub units: BySeat<Unit>,
    /// The announced winner; `None` for a tie.
    pub winner: Option<Seat>,
}

/// An announced bout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// Its rounds so far.
    pub rounds: Vec<Shown>,
    /// Both totals, once the bout is over.
    pub points: Option<BySeat<u16>>,
}

impl Bout {
    /// The bout's winner; `None` for a tie, or while the bout is running.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.points.and_then(higher)
    }

    /// The rounds, from 1, in which a unit of the seat was announced.
    #[must_use]
    pub fn shown_in(&self, seat: Seat, unit: Unit) -> Vec<usize> {
        (1..).zip(&self.rounds).filter(|(_, shown)| shown.units[seat] == unit).map(|(round, _)| round).collect()
    }
}

/// The seat with the higher value; `None` for a tie.
pub(super) fn higher<T: Ord + Copy>(values: BySeat<T>) -> Option<Seat> {
    match values.ec.cmp(&values.dmo) {
        std::cmp::Ordering::Greater => Some(Seat::Ec),
        std::cmp::Ordering::Less => Some(Seat::Dmo),
        std::cmp::Ordering::Equal => None,
    }
}

/// The public position of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    ruleset: Ruleset,
    stage: Stage,
    bouts: Vec<Bout>,
}

impl Position {
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        Self { ruleset, stage: Stage::Round, bouts: vec![Bout::default()] }
    }

    /// The ruleset in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The current stage.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// All bouts so far. The last one is the current bout; in a break and at the end, the last bout played.
    #[must_use]
    pub fn bouts(&self) -> &[Bout] {
        &self.bouts
    }

    /// The current bout.
    #[must_use]
    pub fn bout(&self) -> &Bout {
        self.bouts.last().expect("a match has a bout from its start")
    }

    /// The current bout's number, from 1.
    #[must_use]
    pub fn bout_number(&self) -> usize {
        self.bouts.len()
    }

    /// The number of the awaited round, from 1; in a break and at the end, of the last round played.
    #[must_use]
    pub fn round_number(&self) -> usize {
        (self.bout().rounds.len() + 1).min(ROUNDS)
    }

    /// The number of bouts won by each seat.
    #[must_use]
    pub fn bouts_won(&self) -> BySeat<usize> {
        BySeat::from_fn(|seat| self.bouts.iter().filter(|bout| bout.winner() == Some(seat)).count())
    }

    /// The number of tied bouts.
    #[must_use]
    pub fn bouts_tied(&self) -> usize {
        self.bouts.iter().filter(|bout| bout.points.is_some() && bout.winner().is_none()).count()
    }

    /// Adds an announcement to the current bout. Returns whether it was the bout's last round.
    pub(super) fn announce(&mut self, shown: Shown) -> bool {
        let bout = self.bouts.last_mut().expect("a match has a bout from its start");
        bout.rounds.push(shown);
        bout.rounds.len() == ROUNDS
    }

    /// Ends the current bout, and the match if it is decided.
    pub(super) fn close_bout(&mut self, points: BySeat<u16>) {
        self.bouts.last_mut().expect("a match has a bout from its start").points = Some(points);
        self.stage = self.outcome().map_or(Stage::Break, Stage::Over);
    }

    /// Begins the next bout.
    pub(super) fn open_bout(&mut self) {
        self.bouts.push(Bout::default());
        self.stage = Stage::Round;
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = self.bouts_won();
        let played = self.bouts.len();
        let lead = won.ec.abs_diff(won.dmo);
        let by = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        match higher(won) {
            Some(leader) if played >= BOUTS => by(leader, Reason::Rules),
            Some(leader) if self.ruleset.stop_when_decided && lead > BOUTS - played => by(leader, Reason::Rules),
            None if played > BOUTS => by(Seat::Dmo, Reason::TieBreak),
            _ => None,
        }
    }
}

/// One seat's orders by bout and round; `None` for a missed order.
pub(super) type SentOrders = Vec<Vec<Option<Order>>>;
