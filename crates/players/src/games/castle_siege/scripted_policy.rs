//! Scripted policies: fixed rules with parameters. They are the habits of an `opponent_model`, the fixed `styles` to measure against,
//! and the `known_response` to level 5.
//!
//! A policy sees only its own units, and the other player's visible actions in earlier rounds.

use super::fast_round::{ATK, DEF, EXH, Moves, Side, bits};

/// The number of attacking units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// A fixed number.
    Fixed(usize),
    /// The number of the other player's attackers in the last round, plus this many; in round 1, the number is taken as 1.
    Copied(i32),
}

/// A scripted policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptedPolicy {
    pub count: Count,
    /// The weights of ATK, DEF and EXH: units with the highest sums attack.
    pub key: [i32; 3],
    /// The most EXH with which a unit attacks.
    pub fresh: i32,
    /// The EXH above which a unit that does not attack recovers.
    pub rest: i32,
    /// The own total EXH above which nobody attacks.
    pub hold: i32,
}

/// The `count` units of a set with the highest keys, earlier letters first.
pub fn best(side: &Side, mut set: u8, count: usize, key: impl Fn([i32; 4]) -> i32) -> u8 {
    let mut chosen = 0;
    for _ in 0..count {
        let Some(unit) = bits(set).min_by_key(|&unit| -key(side.0[unit])) else { break };
        chosen |= 1 << unit;
        set &= !(1 << unit);
    }
    chosen
}

/// Orders for the units that do not attack: the tired recover and the others defend; at least one defends.
pub fn rest(side: &Side, attack: u8, tired: impl Fn([i32; 4]) -> bool) -> Moves {
    let left = !attack & 31;
    let recover = bits(side.tired() & left).filter(|&unit| tired(side.0[unit])).fold(0, |set, unit| set | 1 << unit);
    let defend = side.defenders() & left;
    if defend & !recover != 0 {
        return Moves { attack, defend: defend & !recover, recover };
    }
    let holds = best(side, defend, 1, |unit| unit[DEF]);
    Moves { attack, defend: holds, recover: recover & !holds }
}

impl ScriptedPolicy {
    /// The script's order, after the other player's moves so far.
    pub fn moves(&self, side: &Side, seen: &[Moves]) -> Moves {
        let count = match self.count {
            Count::Fixed(count) => count,
            Count::Copied(more) => {
                let last = seen.last().map_or(1, |moves| i32::try_from(moves.attack.count_ones()).unwrap_or_default());
                usize::try_from((last + more).clamp(0, 4)).unwrap_or_default()
            }
        };
        let can = bits(side.attackers()).filter(|&unit| side.0[unit][EXH] <= self.fresh);
        let can = can.fold(0, |set, unit| set | 1 << unit);
        let [atk, def, exh] = self.key;
        let key = |unit: [i32; 4]| unit[ATK] * atk + unit[DEF] * def + unit[EXH] * exh;
        let attack = if side.sum(31, EXH) > self.hold { 0 } else { best(side, can, count, key) };
        rest(side, attack, |unit| unit[EXH] > self.rest)
    }
}
