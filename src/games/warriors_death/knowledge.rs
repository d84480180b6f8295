//! What a seat can know of its own units in the current bout.
//!
//! A seat knows its own orders and the announcements. It does not know whether and when the other side sent its one Blue Mage, nor
//! whether the other side's Astrologian was right. So there are at most 22 ways the bout can have gone; each is played out by the
//! engine itself, and those that would have been announced differently are struck out. A unit is alive or dead for certain if it is
//! so in all that are left. Nothing here ever sees the truth.

use serde::Serialize;

use super::order::Order;
use super::position::{Bout, Shown};
use super::truth::TrueBout;
use super::unit::Unit;
use crate::game::{BySeat, Seat};

/// What a seat knows of one of its own units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Never runs out: the Chocobo.
    Endless,
    /// Not sent in this bout.
    Fresh,
    /// Sent, and certainly alive.
    Survived,
    /// Certainly dead, and certainly able to come back in this round.
    Back,
    /// Perhaps alive or able to come back, perhaps dead.
    Unsure,
    /// Certainly dead.
    Dead,
}

impl Mark {
    /// The words on a menu.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Endless => "always ready",
            Self::Fresh => "ready",
            Self::Survived => "still alive",
            Self::Back => "back for this round only",
            Self::Unsure => "already sent, may be dead",
            Self::Dead => "already sent, dead",
        }
    }
}

/// What a seat knows of all its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks([Mark; 10]);

impl Marks {
    /// What it knows of one.
    #[must_use]
    pub const fn of(&self, unit: Unit) -> Mark {
        self.0[unit.number() as usize]
    }

    /// All of it, by unit.
    pub fn iter(&self) -> impl Iterator<Item = (Unit, Mark)> {
        Unit::ALL.into_iter().zip(self.0)
    }

    /// Marks the units of a seat that sent `sent` in a bout that was announced as `bout`.
    pub(super) fn read(bout: &Bout, seat: Seat, sent: &[Option<Order>]) -> Self {
        let worlds = worlds(&bout.rounds, seat, sent);
        let mark = |unit: Unit| {
            if unit == Unit::Chocobo {
                return Mark::Endless;
            }
            if !sent.iter().flatten().any(|order| order.unit() == unit) {
                return Mark::Fresh;
            }
            let armies = || worlds.iter().map(|world| &world.armies()[seat]);
            if armies().all(|army| army.living().contains_key(&unit)) {
                Mark::Survived
            } else if armies().all(|army| army.replay() == Some(unit)) {
                Mark::Back
            } else if armies().any(|army| army.can_send(unit)) {
                Mark::Unsure
            } else {
                Mark::Dead
            }
        };
        Self(Unit::ALL.map(mark))
    }
}

/// Every way a bout can have gone as far as one seat can tell.
pub(super) fn worlds(shown: &[Shown], seat: Seat, sent: &[Option<Order>]) -> Vec<TrueBout> {
    let disguised = (0..shown.len()).map(Some).chain([None]);
    let foresaw =
        if shown.iter().any(|round| round.units[!seat] == Unit::Astrologian) { &[false, true][..] } else { &[false] };
    disguised
        .flat_map(|disguised| foresaw.iter().filter_map(move |&foresaw| replay(shown, seat, sent, disguised, foresaw)))
        .collect()
}

/// Plays a bout in which the other side's Blue Mage was in round `disguised`, counted from 0, and its Astrologian was right or not;
/// `None` if that would have been announced differently.
fn replay(
    shown: &[Shown],
    seat: Seat,
    sent: &[Option<Order>],
    disguised: Option<usize>,
    foresaw: bool,
) -> Option<TrueBout> {
    let mut world = TrueBout::new();
    for (round, announced) in shown.iter().enumerate() {
        let theirs = announced.units[!seat];
        let named = match theirs {
            _ if disguised == Some(round) => Order::new(Unit::BlueMage, Some(theirs)),
            Unit::Astrologian => {
                let mine = world.sends(seat, sent[round]);
                let wrong = if mine == Unit::Chocobo { Unit::Bard } else { Unit::Chocobo };
                Order::new(Unit::Astrologian, Some(if foresaw { mine } else { wrong }))
            }
            unit => Order::new(unit, None),
        };
        let mut orders = BySeat { ec: named, dmo: named };
        orders[seat] = sent[round];
        named?;
        if world.fight(orders) != *announced {
            return None;
        }
    }
    Some(world)
}
