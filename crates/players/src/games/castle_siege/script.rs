//! Scripted policies: ways to play by fixed rules, with parameters.
//!
//! A script sees its own units and what the other player was seen to do in earlier rounds, and nothing else.

use super::fast::{ATK, DEF, EXH, Moves, Side, bits};

/// How many units attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Fixed(usize),
    /// As many as the other player sent in the last round, and so many more or fewer; 1 before that in round 1.
    Copied(i32),
}

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Script {
    pub count: Count,
    /// Weights of ATK, DEF and EXH: those with the highest sums attack.
    pub key: [i32; 3],
    /// The most EXH with which a unit attacks.
    pub fresh: i32,
    /// Units that do not attack recover above this EXH.
    pub rest: i32,
    /// Nobody attacks while the own EXH together is higher.
    pub hold: i32,
}

/// The first so many units of a set, highest key first, earlier letters before later ones.
pub fn best(side: &Side, mut set: u8, count: usize, key: impl Fn([i32; 4]) -> i32) -> u8 {
    let mut chosen = 0;
    for _ in 0..count {
        let Some(unit) = bits(set).min_by_key(|&unit| -key(side.0[unit])) else { break };
        chosen |= 1 << unit;
        set &= !(1 << unit);
    }
    chosen
}

/// Of the units that do not attack, the tired recover and the others defend; one defends in any case.
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

impl Script {
    /// Its order, after the other player's moves so far.
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
