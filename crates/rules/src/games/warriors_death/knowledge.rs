//! What a seat can know of its own units in the current bout.
//!
//! A seat knows its own orders and the announcements. It does not know whether and when the other side sent its one Blue Mage, nor
//! whether the other side's Astrologian was right. So there are at most 22 ways the bout can have gone; each is played out by the
//! engine itself, and those that would have been announced differently are struck out. A unit is alive or dead for certain if it is
//! so in all that are left. Nothing here ever sees the truth.

use serde::Serialize;

use super::order::Order;
use super::position::{Bout, ROUNDS, Shown};
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

    /// Marks the units of a seat that sent these orders in a bout that was announced as `bout`.
    pub(super) fn read(bout: &Bout, seat: Seat, orders: &[Option<Order>]) -> Self {
        let mut worlds = worlds(&bout.rounds, seat, orders);
        if bout.rounds.len() == ROUNDS {
            for world in &mut worlds {
                world.bout.close();
            }
        }
        let mark = |unit: Unit| {
            if unit == Unit::Chocobo {
                return Mark::Endless;
            }
            if !orders.iter().flatten().any(|order| order.unit() == unit) {
                return Mark::Fresh;
            }
            let armies = || worlds.iter().map(|world| &world.bout.armies()[seat]);
            if armies().all(|army| army.lives(unit)) {
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

/// One way a bout can have gone as far as one seat can tell.
#[derive(Clone)]
struct World {
    bout: TrueBout,
    /// Whether the other side's Blue Mage has gone out.
    blue: bool,
}

/// Every way a bout can have gone as far as one seat can tell.
fn worlds(shown: &[Shown], seat: Seat, own: &[Option<Order>]) -> Vec<World> {
    let mut worlds = vec![World { bout: TrueBout::new(), blue: false }];
    for (announced, &mine) in shown.iter().zip(own) {
        let ways = worlds.iter().flat_map(|world| {
            behind(world, announced.units[!seat], seat, mine).into_iter().flatten().filter_map(move |theirs| {
                let mut orders = BySeat { ec: Some(theirs), dmo: Some(theirs) };
                orders[seat] = mine;
                let mut world = world.clone();
                world.blue |= theirs.unit() == Unit::BlueMage;
                (world.bout.fight(orders) == *announced).then_some(world)
            })
        });
        worlds = ways.collect();
    }
    worlds
}

/// The orders of the other side that can be behind a unit it shows; those that differ only in what does not matter are one.
fn behind(world: &World, theirs: Unit, seat: Seat, mine: Option<Order>) -> [Option<Order>; 3] {
    let disguised = if world.blue { None } else { Order::new(Unit::BlueMage, Some(theirs)) };
    if theirs != Unit::Astrologian {
        return [Order::new(theirs, None), disguised, None];
    }
    let mine = world.bout.sends(seat, mine);
    let wrong = if mine == Unit::Chocobo { Unit::Bard } else { Unit::Chocobo };
    [Order::new(theirs, Some(mine)), Order::new(theirs, Some(wrong)), disguised]
}
