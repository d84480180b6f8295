//! One course of a bout as it may truly stand, with what the next announcement depends on.

use super::acts::bits;
use super::deepen::Root;
use super::fast::{ASTROLOGIAN, BLUE_MAGE, CHOCOBO, clash};
use deathmatch_rules::games::warriors_death::{Order, Unit};

/// An order as a side gives it: a unit, and what an Astrologian names or a Blue Mage is shown as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sent {
    pub unit: u8,
    pub second: u8,
}

impl Sent {
    pub const fn plain(unit: u8) -> Self {
        Self { unit, second: CHOCOBO }
    }

    /// As a player gave it, or gave none.
    pub fn of(order: Option<Order>) -> Self {
        let second = order.and_then(Order::second).map_or(CHOCOBO, Unit::number);
        Self { unit: order.map_or(CHOCOBO, |order| order.unit().number()), second }
    }
}

/// The public account of a round: both units, the first side's first, and the announced winner (1 the first side).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub units: [u8; 2],
    pub winner: i8,
}

/// A course of a bout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub root: Root,
    /// Who truly won the round before: 1 the first side, -1 the second.
    pub before: i8,
}

impl Spot {
    /// Plays a round.
    pub fn fight(&self, orders: [Sent; 2]) -> (Self, Told) {
        let (pair, ahead) = self.root;
        let units = [0, 1].map(|side: usize| {
            let unit = orders[side].unit;
            if pair.0[side].sends() >> unit & 1 == 1 { unit } else { CHOCOBO }
        });
        let right = [0, 1].map(|side| units[side] == ASTROLOGIAN && orders[side].second == units[1 - side]);
        let entered = [0, 1].map(|side: usize| pair.0[side].strength(units[side]) + pair.0[side].bonus());
        let compared = [0, 1].map(|side| entered[side] + if right[side] { entered[1 - side] } else { 0 });
        let before = compared[0].cmp(&compared[1]) as i8;
        let hides = units.contains(&BLUE_MAGE);
        let shown = [0, 1].map(|side| if units[side] == BLUE_MAGE { orders[side].second } else { units[side] });
        let (after, gained) = clash(pair, units, right);
        let told = Told { units: shown, winner: if hides { self.before } else { before } };
        (Self { root: (after, ahead + gained), before }, told)
    }

    /// Seen from the other side.
    pub const fn mirrored(&self) -> Self {
        Self { root: (self.root.0.mirrored(), -self.root.1), before: -self.before }
    }
}

/// Everything that makes a difference for a side that can send some units against one that can send others, disguises and all.
pub(super) fn orders(own: u32, other: u32) -> Vec<Sent> {
    let mut all = Vec::new();
    for unit in bits(own) {
        let seconds = match unit {
            ASTROLOGIAN => other & !(1 << ASTROLOGIAN),
            // What is shown can be told from what it does where it cannot be sent.
            BLUE_MAGE => own & !(1 << BLUE_MAGE),
            _ => 1 << CHOCOBO,
        };
        all.extend(bits(seconds).map(|second| Sent { unit, second }));
    }
    all
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::super::worlds::packed;
    use super::{Sent, Spot, Told};
    use deathmatch_rules::game::{BySeat, Seat, Seed};
    use deathmatch_rules::games::warriors_death::{Order, TrueBout};

    #[test]
    fn it_goes_and_tells_as_the_rules_do() {
        let mut random = Seed::new("spots").generator("orders");
        let all: Vec<Order> = Order::all().collect();
        for _ in 0..3_000 {
            let mut truth = TrueBout::default();
            let mut spot = Spot { root: packed(&truth, Seat::Ec), before: 0 };
            for _ in 0..10 {
                let orders = [0, 1].map(|_| all[random.random_range(0..all.len())]);
                let sent = orders.map(|order| Sent::of(Some(order)));
                let shown = truth.fight(BySeat { ec: Some(orders[0]), dmo: Some(orders[1]) });
                let (mirrored, _) = spot.mirrored().fight([sent[1], sent[0]]);
                let (after, told) = spot.fight(sent);
                assert_eq!(after.root, packed(&truth, Seat::Ec));
                assert_eq!(after, mirrored.mirrored());
                let winner = shown.winner.map_or(0, |winner| if winner == Seat::Ec { 1 } else { -1 });
                let units = [shown.units.ec.number(), shown.units.dmo.number()];
                assert_eq!(told, Told { units, winner }, "{} | {}", orders[0], orders[1]);
                spot = after;
            }
        }
    }
}
