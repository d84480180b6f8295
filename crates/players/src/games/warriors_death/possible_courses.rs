//! The possible courses of a bout for a seat: every course that agrees with the announcements and with the seat's own orders.

use super::fast_bout::{Pair, Side};
use deathmatch_rules::game::{BySeat, Seat};
use deathmatch_rules::games::warriors_death::{Bout, Order, TrueBout, Unit};

/// A possible course of a bout.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub truth: TrueBout,
    /// The other seat's orders.
    pub sent: Vec<Option<Order>>,
    /// The relative probability, before anything is known about the other side's habits.
    pub weight: f64,
}

/// The assumed probability that an announced unit is a Blue Mage, if it may be one.
const DISGUISED: f64 = 0.12;
/// The assumed probability that an Astrologian's guess is right.
const FORESEEN: f64 = 0.2;

/// Every course of a bout that a seat cannot rule out. The one without disguises is first if it is possible.
pub(super) fn worlds(bout: &Bout, seat: Seat, own: &[Option<Order>]) -> Vec<World> {
    let mut worlds = vec![World { truth: TrueBout::default(), sent: Vec::new(), weight: 1.0 }];
    for (shown, &sent) in bout.rounds.iter().zip(own) {
        let mut next = Vec::with_capacity(worlds.len());
        for world in &worlds {
            for (order, weight) in behind(world, seat, sent, shown.units[!seat]) {
                let mut truth = world.truth.clone();
                let orders = BySeat::from_fn(|each| if each == seat { sent } else { Some(order) });
                if truth.fight(orders) == *shown {
                    let sent = world.sent.iter().copied().chain([Some(order)]).collect();
                    next.push(World { truth, sent, weight: world.weight * weight });
                }
            }
        }
        worlds = next;
    }
    worlds
}

/// The orders with which the other seat may have shown a unit.
fn behind(world: &World, seat: Seat, own: Option<Order>, shown: Unit) -> Vec<(Order, f64)> {
    let army = &world.truth.armies()[!seat];
    let met = world.truth.sends(seat, own);
    let mut orders = Vec::new();
    let mut add = |order: Option<Order>, weight: f64| orders.extend(order.map(|order| (order, weight)));
    if shown == Unit::Astrologian && army.can_send(shown) {
        let right = Order::new(shown, Some(met));
        let wrong = if met == Unit::Chocobo { Unit::Bard } else { Unit::Chocobo };
        add(Order::new(shown, Some(wrong)), if right.is_some() { 1.0 - FORESEEN } else { 1.0 });
        add(right, FORESEEN);
    } else if army.can_send(shown) {
        add(Order::new(shown, None), 1.0);
    }
    if army.can_send(Unit::BlueMage) {
        add(Order::new(Unit::BlueMage, Some(shown)), DISGUISED);
    }
    orders
}

/// A course of a finished bout that takes its announcements at face value; its true course stays secret until the end.
pub(super) fn at_face_value(bout: &Bout, seat: Seat, own: &[Option<Order>]) -> (TrueBout, Vec<Option<Order>>) {
    let mut truth = TrueBout::default();
    let mut sent = Vec::new();
    for (shown, &order) in bout.rounds.iter().zip(own) {
        let unit = shown.units[!seat];
        let other = Order::new(unit, unit.needs_second().then_some(Unit::Chocobo));
        truth.fight(BySeat::from_fn(|each| if each == seat { order } else { other }));
        sent.push(other);
    }
    truth.close();
    (truth, sent)
}

/// A bout with the seat first, and the seat's lead in points.
pub(super) fn packed(truth: &TrueBout, seat: Seat) -> (Pair, i16) {
    let pair = Pair([seat, !seat].map(|seat| {
        let army = &truth.armies()[seat];
        let replay = army.replay().and_then(|unit| {
            let fallen = army.underworld().iter().rev().find(|fallen| fallen.unit == unit)?;
            Some((unit.number(), fallen.strength))
        });
        Side::new(army.living().map(|(unit, strength)| (unit.number(), strength)), army.bonus(), replay)
    }));
    let points = truth.points();
    let difference = i32::from(points[seat]) - i32::from(points[!seat]);
    (pair, i16::try_from(difference).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::super::fast_bout::{Pair, clash, gains};
    use super::packed;
    use deathmatch_rules::game::{BySeat, Seat, Seed};
    use deathmatch_rules::games::warriors_death::{Order, TrueBout, Unit};

    /// A random order: more right guesses of an Astrologian than by chance, and few Chocobos.
    fn drawn(truth: &TrueBout, seat: Seat, met: Unit, random: &mut impl RngExt) -> Order {
        let able: Vec<_> = Order::all().filter(|order| truth.sends(seat, Some(*order)) == order.unit()).collect();
        let order = able[random.random_range(0..able.len())];
        let foresees = order.unit() == Unit::Astrologian && random.random_range(0..2) == 0;
        Order::new(order.unit(), Some(met)).filter(|_| foresees).unwrap_or(order)
    }

    #[test]
    fn packed_bouts_match_the_rules() {
        let mut random = Seed::new("packed").generator("orders");
        for _ in 0..2_000 {
            let mut truth = TrueBout::default();
            let (mut pair, mut ahead) = (Pair::FRESH, 0);
            let mut seen = Vec::new();
            for round in 0..10_u32 {
                seen.push((pair, ahead));
                let dmo = drawn(&truth, Seat::Dmo, Unit::Chocobo, &mut random);
                let ec = drawn(&truth, Seat::Ec, truth.sends(Seat::Dmo, Some(dmo)), &mut random);
                let orders = BySeat { ec: Some(ec), dmo: Some(dmo) };
                let units = Seat::ALL.map(|seat| truth.sends(seat, orders[seat]));
                let right = [0, 1].map(|side: usize| {
                    units[side] == Unit::Astrologian
                        && orders[Seat::ALL[side]].and_then(Order::second) == Some(units[1 - side])
                });
                truth.fight(orders);
                let (after, gained) = clash(pair, units.map(Unit::number), right);
                (pair, ahead) = (after, ahead + gained);
                assert_eq!(packed(&truth, Seat::Ec), (pair, ahead), "round {round} {ec} | {dmo}");
                assert_eq!(packed(&truth, Seat::Dmo), (pair.mirrored(), -ahead));
                assert_eq!(Pair::of_key(pair.key()), pair);
            }
            for (left, (pair, before)) in (1..=10).rev().zip(seen) {
                let [own, other] = gains(pair, left);
                assert!((-other..=own).contains(&(ahead - before)), "{left} rounds left: {before} to {ahead}");
            }
        }
    }
}
