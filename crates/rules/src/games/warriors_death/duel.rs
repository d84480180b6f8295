//! The duel of a round: two armies, the effects of their abilities, the winner, and the announcement.
//!
//! The steps follow the rules page in sequence. An ability is identified by the unit that is born with it.

use serde::{Deserialize, Serialize};

use super::army::{Army, Entering};
use super::order::Order;
use super::position::{Shown, higher};
use super::unit::Unit;
use crate::game::{BySeat, Seat};

/// An effect of an ability, a bonus or a dead unit in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The ordered unit was dead, so a Chocobo was sent.
    FellBack,
    /// A dead unit returned.
    Revived,
    /// A bonus was added.
    Bonus(u8),
    /// An Astrologian's guess was right and added this much.
    Foresaw(u8),
    /// An Astrologian's guess was wrong.
    Misread,
    /// The next two units get a bonus of one each.
    Inspired,
    /// A Sage copied this unit's ability.
    Copied(Unit),
    /// The winning unit lived on.
    Survived,
    /// The losing unit's strength became 8.
    Hardened,
    /// The dead unit may return in the next round.
    MayReturn,
    /// The winning unit gained 3 for a wide margin.
    Rose,
    /// The winning unit took the loser's strength.
    Matched(u8),
}

/// A round with its true facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// The units that were sent.
    pub units: BySeat<Unit>,
    /// The strengths that were compared.
    pub strength: BySeat<u8>,
    /// The true winner.
    pub winner: Option<Seat>,
    /// The effects on each side, in order.
    pub effects: BySeat<Vec<Effect>>,
}

struct Fighter {
    unit: Unit,
    strength: u8,
    ability: Option<Unit>,
    revived: bool,
}

impl Fighter {
    fn new(entering: Entering, bonus: u8) -> Self {
        let Entering { unit, strength, revived } = entering;
        let ability = match unit {
            Unit::Chocobo => None,
            unit => Some(unit),
        };
        Self { unit, strength: strength + bonus, ability, revived }
    }

    /// The ability that a Sage copies from this unit.
    fn lends(&self) -> Option<Unit> {
        self.ability.filter(|ability| !matches!(ability, Unit::Astrologian | Unit::BlueMage | Unit::Sage))
    }
}

/// Resolves a round; `orders` are the seats' orders, `None` if missed.
pub(super) fn clash(armies: &mut BySeat<Army>, orders: BySeat<Option<Order>>) -> Fought {
    let mut effects: BySeat<Vec<Effect>> = BySeat::default();
    let mut fighters = BySeat::from_fn(|seat| enter(&mut armies[seat], orders[seat], &mut effects[seat]));

    let (units, entered) = (fighters.as_ref().map(|f| f.unit), fighters.as_ref().map(|f| f.strength));
    for seat in Seat::ALL {
        if units[seat] == Unit::Astrologian {
            let right = orders[seat].and_then(Order::second) == Some(units[!seat]);
            if right {
                fighters[seat].strength += entered[!seat];
            }
            effects[seat].push(if right { Effect::Foresaw(entered[!seat]) } else { Effect::Misread });
        }
    }

    let lent = BySeat::from_fn(|seat| fighters[!seat].lends());
    for seat in Seat::ALL {
        if units[seat] == Unit::Sage {
            fighters[seat].ability = lent[seat];
            effects[seat].extend(lent[seat].map(Effect::Copied));
        }
        if fighters[seat].ability == Some(Unit::Bard) {
            armies[seat].inspire();
            effects[seat].push(Effect::Inspired);
        }
    }

    let strength = fighters.as_ref().map(|f| f.strength);
    let winner = higher(strength);
    die(armies, &fighters, winner, &mut effects);
    Fought { units, strength, winner, effects }
}

fn enter(army: &mut Army, order: Option<Order>, effects: &mut Vec<Effect>) -> Fighter {
    let unit = army.sends(order);
    if order.is_some_and(|order| order.unit() != unit) {
        effects.push(Effect::FellBack);
    }
    let entering = army.enter(unit);
    if entering.revived {
        effects.push(Effect::Revived);
    }
    let bonus = army.take_bonus();
    if bonus > 0 {
        effects.push(Effect::Bonus(bonus));
    }
    Fighter::new(entering, bonus)
}

fn die(armies: &mut BySeat<Army>, fighters: &BySeat<Fighter>, winner: Option<Seat>, effects: &mut BySeat<Vec<Effect>>) {
    let compared = fighters.as_ref().map(|f| f.strength);
    let mut strength = compared;
    for seat in Seat::ALL {
        if fighters[seat].ability == Some(Unit::Reaper) && winner == Some(!seat) {
            strength[seat] = 8;
            effects[seat].push(Effect::Hardened);
        }
    }
    let after_reaping = strength;
    for (seat, fighter) in fighters.iter() {
        match fighter.ability {
            Some(Unit::Samurai) if winner == Some(seat) => {
                armies[seat].keep(fighter.unit, strength[seat]);
                effects[seat].push(Effect::Survived);
                continue;
            }
            Some(Unit::DarkKnight) if !fighter.revived => {
                armies[seat].allow_replay(fighter.unit);
                effects[seat].push(Effect::MayReturn);
            }
            Some(Unit::Dragoon) if compared[seat] >= compared[!seat] + 6 => {
                strength[seat] += 3;
                effects[seat].push(Effect::Rose);
            }
            Some(Unit::BlackMage) if winner == Some(seat) => {
                strength[seat] = after_reaping[!seat];
                effects[seat].push(Effect::Matched(strength[seat]));
            }
            _ => {}
        }
        armies[seat].bury(fighter.unit, strength[seat]);
    }
}

/// The announcement of a round. `previous` is the true winner of the round before in the same bout, if any.
pub(super) fn announce(fought: &Fought, orders: BySeat<Option<Order>>, previous: Option<Seat>) -> Shown {
    let units = BySeat::from_fn(|seat| match fought.units[seat] {
        Unit::BlueMage => orders[seat].and_then(Order::second).expect("a Blue Mage is sent with its disguise"),
        unit => unit,
    });
    let hidden = fought.units.iter().any(|(_, &unit)| unit == Unit::BlueMage);
    Shown { units, winner: if hidden { previous } else { fought.winner } }
}
