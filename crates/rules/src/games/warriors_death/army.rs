//! One side's true units in one bout.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::unit::Unit;

/// A unit in the underworld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    pub unit: Unit,
    /// Its strength there.
    pub strength: u8,
}

/// One side's units in one bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// The strength of each living unit, by number; a dead unit with a replay right is not living.
    living: [Option<u8>; 10],
    underworld: Vec<Fallen>,
    bonus: [u8; 2],
    replay: Option<Unit>,
}

/// A unit as it enters a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entering {
    pub unit: Unit,
    /// The strength carried over from an earlier life, without bonus.
    pub strength: u8,
    /// Whether it returned by a replay right.
    pub revived: bool,
}

impl Army {
    /// An army with all units alive.
    pub(super) fn new() -> Self {
        let living = Unit::ALL.map(|unit| (unit != Unit::Chocobo).then_some(unit.number()));
        Self { living, underworld: Vec::new(), bonus: [0; 2], replay: None }
    }

    /// The living units without the Chocobo, with their strengths; a dead unit with a replay right is not living.
    pub fn living(&self) -> impl Iterator<Item = (Unit, u8)> {
        Unit::ALL.into_iter().zip(self.living).filter_map(|(unit, strength)| Some((unit, strength?)))
    }

    /// Whether a unit other than the Chocobo can be sent without a replay right.
    #[must_use]
    pub const fn lives(&self, unit: Unit) -> bool {
        self.living[unit.number() as usize].is_some()
    }

    /// The dead units, in order of death.
    #[must_use]
    pub fn underworld(&self) -> &[Fallen] {
        &self.underworld
    }

    /// The sum of the strengths in the underworld.
    #[must_use]
    pub fn underworld_sum(&self) -> u16 {
        self.underworld.iter().map(|fallen| u16::from(fallen.strength)).sum()
    }

    /// The bonuses of the next unit and of the one after it.
    #[must_use]
    pub const fn bonus(&self) -> [u8; 2] {
        self.bonus
    }

    /// The dead unit that may return in the coming round.
    #[must_use]
    pub const fn replay(&self) -> Option<Unit> {
        self.replay
    }

    /// Whether an order for a unit sends it; otherwise a Chocobo is sent.
    #[must_use]
    pub fn can_send(&self, unit: Unit) -> bool {
        unit == Unit::Chocobo || self.lives(unit) || self.replay == Some(unit)
    }

    /// The unit that an order truly sends.
    pub(super) fn sends(&self, order: Option<Order>) -> Unit {
        order.map(Order::unit).filter(|&unit| self.can_send(unit)).unwrap_or(Unit::Chocobo)
    }

    /// Removes a unit that is sent. The replay right lapses, used or not.
    pub(super) fn enter(&mut self, unit: Unit) -> Entering {
        let replay = self.replay.take();
        if let Some(strength) = self.living[usize::from(unit.number())].take() {
            return Entering { unit, strength, revived: false };
        }
        if unit == Unit::Chocobo {
            return Entering { unit, strength: 0, revived: false };
        }
        assert_eq!(replay, Some(unit), "a unit that goes out lives or may be replayed");
        let place = self.underworld.iter().rposition(|fallen| fallen.unit == unit);
        let fallen = self.underworld.remove(place.expect("a unit with a replay right has died"));
        Entering { unit, strength: fallen.strength, revived: true }
    }

    /// Takes the bonus of the unit that is sent.
    pub(super) fn take_bonus(&mut self) -> u8 {
        let [first, second] = self.bonus;
        self.bonus = [second, 0];
        first
    }

    /// Adds one to the bonuses of the next two units.
    pub(super) fn inspire(&mut self) {
        self.bonus = self.bonus.map(|bonus| bonus + 1);
    }

    /// Returns a unit to the living.
    pub(super) fn keep(&mut self, unit: Unit, strength: u8) {
        self.living[usize::from(unit.number())] = Some(strength);
    }

    /// Sends a unit to the underworld.
    pub(super) fn bury(&mut self, unit: Unit, strength: u8) {
        self.underworld.push(Fallen { unit, strength });
    }

    /// Gives a dead unit a replay right for the next round.
    pub(super) fn allow_replay(&mut self, unit: Unit) {
        self.replay = Some(unit);
    }

    /// Clears bonuses and replay rights at the end of the bout.
    pub(super) fn rest(&mut self) {
        self.bonus = [0; 2];
        self.replay = None;
    }
}
