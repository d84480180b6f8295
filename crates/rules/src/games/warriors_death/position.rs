//! What everyone knows about a match, and what each seat keeps to itself.
//!
//! - A [`Position`] holds announcements only: nothing in it depends on what a Blue Mage hides, on predictions or on strengths.
//! - A seat's secret is the list of its orders. The true events are known to neither seat and are kept elsewhere.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::unit::Unit;
use crate::game::{BySeat, Outcome, Reason, Seat};

/// Rounds in a bout.
pub const ROUNDS: usize = 10;
/// Bouts that are always on the plan; a sixth one decides a level match.
pub const BOUTS: usize = 5;

/// The values a host may set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Time for an order, in seconds.
    pub unit_s: u64,
    /// Longest break between bouts, in seconds.
    pub break_s: u64,
    /// Whether the match ends as soon as the bouts left of the five cannot change who wins.
    pub stop_when_decided: bool,
}

impl Default for Ruleset {
    fn default() -> Self {
        Self { unit_s: 60, break_s: 120, stop_when_decided: true }
    }
}

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Both seats' units.
    Round,
    /// The next bout.
    Break,
    /// Nothing.
    Over(Outcome),
}

/// A round as it was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The units as shown.
    pub units: BySeat<Unit>,
    /// The winner as shown; nobody for a tie.
    pub winner: Option<Seat>,
}

/// A bout as it was announced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// Its rounds so far.
    pub rounds: Vec<Shown>,
    /// Both totals, once it is over.
    pub points: Option<BySeat<u16>>,
}

impl Bout {
    /// Who won it; `None` for nobody, or while it lasts.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.points.and_then(higher)
    }

    /// The rounds, from 1, in which a seat showed a unit.
    #[must_use]
    pub fn shown_in(&self, seat: Seat, unit: Unit) -> Vec<usize> {
        (1..).zip(&self.rounds).filter(|(_, shown)| shown.units[seat] == unit).map(|(round, _)| round).collect()
    }
}

/// The seat with the higher value, if there is one.
pub(super) fn higher<T: Ord + Copy>(values: BySeat<T>) -> Option<Seat> {
    match values.ec.cmp(&values.dmo) {
        std::cmp::Ordering::Greater => Some(Seat::Ec),
        std::cmp::Ordering::Less => Some(Seat::Dmo),
        std::cmp::Ordering::Equal => None,
    }
}

/// What everyone knows about a match.
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

    /// The values in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// What the match waits for.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// All bouts so far; the last one is the current one, in a break and at the end the last played.
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

    /// The number of the round awaited, from 1; in a break and at the end that of the last one played.
    #[must_use]
    pub fn round_number(&self) -> usize {
        (self.bout().rounds.len() + 1).min(ROUNDS)
    }

    /// Bouts won by each seat.
    #[must_use]
    pub fn bouts_won(&self) -> BySeat<usize> {
        BySeat::from_fn(|seat| self.bouts.iter().filter(|bout| bout.winner() == Some(seat)).count())
    }

    /// Bouts that ended level.
    #[must_use]
    pub fn bouts_tied(&self) -> usize {
        self.bouts.iter().filter(|bout| bout.points.is_some() && bout.winner().is_none()).count()
    }

    /// Adds an announcement to the current bout; tells whether that was its last round.
    pub(super) fn announce(&mut self, shown: Shown) -> bool {
        let bout = self.bouts.last_mut().expect("a match has a bout from its start");
        bout.rounds.push(shown);
        bout.rounds.len() == ROUNDS
    }

    /// Ends the current bout, and with it perhaps the match.
    pub(super) fn close_bout(&mut self, points: BySeat<u16>) {
        self.bouts.last_mut().expect("a match has a bout from its start").points = Some(points);
        self.stage = self.outcome().map_or(Stage::Break, Stage::Over);
    }

    /// Ends the break.
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

/// One seat's orders, bout by bout and round by round; `None` where it sent nothing.
pub(super) type Sendings = Vec<Vec<Option<Order>>>;
