//! The true facts of a match, which neither seat knows until the end.

use serde::{Deserialize, Serialize};

use super::army::Army;
use super::duel::{Fought, announce, clash};
use super::order::Order;
use super::position::{Shown, higher};
use super::unit::Unit;
use crate::game::{BySeat, Seat};

/// One bout with its true facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrueBout {
    armies: BySeat<Army>,
    rounds: Vec<Fought>,
}

impl Default for TrueBout {
    fn default() -> Self {
        Self { armies: BySeat::from_fn(|_| Army::new()), rounds: Vec::new() }
    }
}

impl TrueBout {
    /// Both sides' units.
    #[must_use]
    pub const fn armies(&self) -> &BySeat<Army> {
        &self.armies
    }

    /// The rounds so far.
    #[must_use]
    pub fn rounds(&self) -> &[Fought] {
        &self.rounds
    }

    /// The number of rounds won by each seat.
    #[must_use]
    pub fn round_wins(&self) -> BySeat<u16> {
        let count = |seat| self.rounds.iter().map(|fought| u16::from(fought.winner == Some(seat))).sum();
        BySeat::from_fn(count)
    }

    /// The current points: 3 for a round won, and the strengths in the underworld.
    #[must_use]
    pub fn points(&self) -> BySeat<u16> {
        let wins = self.round_wins();
        BySeat::from_fn(|seat| 3 * wins[seat] + self.armies[seat].underworld_sum())
    }

    /// The seat with more points; `None` for a tie.
    #[must_use]
    pub fn leader(&self) -> Option<Seat> {
        higher(self.points())
    }

    /// The unit that a seat's order truly sends.
    #[must_use]
    pub fn sends(&self, seat: Seat, order: Option<Order>) -> Unit {
        self.armies[seat].sends(order)
    }

    /// Resolves a round, and returns its announcement.
    pub fn fight(&mut self, orders: BySeat<Option<Order>>) -> Shown {
        let previous = self.rounds.last().and_then(|fought| fought.winner);
        let fought = clash(&mut self.armies, orders);
        let shown = announce(&fought, orders, previous);
        self.rounds.push(fought);
        shown
    }

    /// Clears bonuses and replay rights at the end of the bout.
    pub fn close(&mut self) {
        self.armies.ec.rest();
        self.armies.dmo.rest();
    }
}
