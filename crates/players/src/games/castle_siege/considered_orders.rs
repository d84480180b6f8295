//! The orders worth considering.
//!
//! Orders with an idle unit that could recover are left out: a single unit recovers without a cost.

use super::fast_round::{ATK, DEF, EXH, HP, Moves, Side, bits};

/// The subsets of a set, the empty one first.
fn within(set: u8) -> impl Iterator<Item = u8> {
    (0..32).filter(move |each| each & !set == 0)
}

/// Every order except those in which nobody recovers although an idle unit could.
pub fn all(side: &Side) -> Vec<Moves> {
    let mut orders = Vec::new();
    for attack in within(side.attackers()) {
        for defend in within(side.defenders() & !attack) {
            let rest = side.tired() & !attack & !defend;
            orders.extend(within(rest).filter(|&set| set != 0 || rest == 0).map(|recover| Moves {
                attack,
                defend,
                recover,
            }));
        }
    }
    orders
}

/// The `count` units of a set with the highest keys.
fn best(set: u8, count: usize, key: impl Fn(usize) -> i32) -> u8 {
    let mut units: Vec<usize> = bits(set).collect();
    units.sort_by_key(|&unit| -key(unit));
    units.into_iter().take(count).fold(0, |set, unit| set | 1 << unit)
}

/// The orders that a person would consider. Attackers are the strongest or the freshest units. Defenders are all, the fresh, one, two or
/// none of the others. Of the rest, the most exhausted recovers, or all do.
pub fn some(side: &Side) -> Vec<Moves> {
    let units = &side.0;
    let can = side.attackers();
    let mut attacks = vec![0];
    for count in 1..=can.count_ones() as usize {
        attacks.push(best(can, count, |unit| units[unit][ATK] * 4 - units[unit][EXH]));
        attacks.push(best(can, count, |unit| units[unit][ATK] - 8 * units[unit][EXH]));
        attacks.push(best(can, count, |unit| 4 * units[unit][ATK] - 5 * units[unit][DEF]));
    }
    attacks.sort_unstable();
    attacks.dedup();
    let mut orders = Vec::new();
    for attack in attacks {
        let can = side.defenders() & !attack;
        let fresh = bits(can).filter(|&unit| units[unit][EXH] == 0).fold(0, |set, unit| set | 1 << unit);
        let fairly = bits(can).filter(|&unit| units[unit][EXH] < 2).fold(0, |set, unit| set | 1 << unit);
        let strong = |count: usize| best(can, count, |unit| units[unit][DEF] * 4 - units[unit][EXH]);
        let weak = best(can, 1, |unit| -units[unit][DEF] * 4 - units[unit][EXH]);
        for defend in [can, fairly, fresh, strong(1), strong(2), weak, 0] {
            let rest = side.tired() & !attack & !defend;
            let one = best(rest, 1, |unit| units[unit][EXH] * 8 + units[unit][ATK] + units[unit][DEF]);
            let spent = bits(rest).filter(|&unit| units[unit][EXH] > 1 && units[unit][HP] > 0);
            for recover in [one, rest, one | spent.fold(0, |set, unit| set | 1 << unit)] {
                orders.push(Moves { attack, defend, recover });
            }
        }
    }
    orders.sort_unstable();
    orders.dedup();
    orders
}
