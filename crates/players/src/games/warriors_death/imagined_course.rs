//! A possible true course of a bout, with the facts that the next announcement depends on.

use super::acts::bits;
use super::fast_bout::{ASTROLOGIAN, BLUE_MAGE, CHOCOBO, clash};
use super::look_ahead::Root;
use deathmatch_rules::games::warriors_death::{Order, Unit};

/// An order: a unit, and the unit that an Astrologian names or a Blue Mage is disguised as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sent {
    pub unit: u8,
    pub second: u8,
}

impl Sent {
    pub const fn plain(unit: u8) -> Self {
        Self { unit, second: CHOCOBO }
    }

    /// Converts a player's order, or a missing one.
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

/// A possible course of a bout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    pub root: Root,
    /// The true winner of the round before: 1 for the first side, -1 for the second.
    pub before: i8,
}

impl Course {
    /// Plays a round, and returns the new course and the announcement.
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

    /// The course from the other side's point of view.
    pub const fn mirrored(&self) -> Self {
        Self { root: (self.root.0.mirrored(), -self.root.1), before: -self.before }
    }
}

/// All distinct orders of a side that can send some units against another side's units, disguises included.
pub(super) fn orders(own: u32, other: u32) -> Vec<Sent> {
    let mut all = Vec::new();
    for unit in bits(own) {
        let seconds = match unit {
            ASTROLOGIAN => other & !(1 << ASTROLOGIAN),
            // The announcement of a unit that cannot be sent reveals the disguise.
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

    use super::super::possible_courses::packed;
    use super::{Course, Sent, Told};
    use deathmatch_rules::game::{BySeat, Seat, Seed};
    use deathmatch_rules::games::warriors_death::{Order, TrueBout};

    #[test]
    fn spot_matches_the_rules_and_announcements() {
        let mut random = Seed::new("spots").generator("orders");
        let all: Vec<Order> = Order::all().collect();
        for _ in 0..3_000 {
            let mut truth = TrueBout::default();
            let mut spot = Course { root: packed(&truth, Seat::Ec), before: 0 };
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
