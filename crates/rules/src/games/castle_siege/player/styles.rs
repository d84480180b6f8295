//! Five ways to play by fixed rules, for players to be measured against.
//!
//! - `rush`: everything that can attacks, from round 1; the spent recover.
//! - `turtle`: everything that can defends; what is tired recovers in turn while others hold the wall.
//! - `split`: two strong attackers, three on the walls.
//! - `mirror`: sends as many units to attack as the enemy did in the last round.
//! - `patient`: defends and recovers until the enemy's units are worn down, then attacks with everything but one.

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use super::super::order::{Order, read_units};
use super::super::view::View;
use super::fast::{ATK, DEF, EXH, Moves, Side, bits};
use super::history::History;

pub const NAMES: &[&str] = &["rush", "turtle", "split", "mirror", "patient"];

/// What each allocates.
const ALLOCATIONS: [&str; 5] = [
    "A 4/1/2 B 3/2/2 C 1/3/2 D 1/2/2 E 1/2/2",
    "A 3/2/2 B 3/2/2 C 2/2/2 D 1/2/2 E 1/2/2",
    "A 4/0/2 B 4/1/2 C 1/3/2 D 1/3/2 E 0/3/2",
    "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2",
    "A 4/1/2 B 3/1/3 C 3/1/3 D 0/4/1 E 0/3/1",
];

/// The order that a style gives.
pub fn order(view: &View, style: &str, random: &mut ChaCha12Rng) -> Option<Order> {
    let number = NAMES.iter().position(|name| *name == style)?;
    if view.allocates() {
        let mut units = read_units(ALLOCATIONS[number]).ok()?;
        // Which letter is which tells nobody anything.
        for at in (1..5).rev() {
            units.0.swap(at, random.random_range(0..=at));
        }
        return Some(Order::Allocation(units));
    }
    let side = Side::of(view.commands()?);
    let history = History::of(view)?;
    let moves = match number {
        0 => rush(&side),
        1 => turtle(&side),
        2 => split(&side),
        3 => mirror(&side, &history),
        _ => patient(&side, &history),
    };
    Some(Order::Actions(moves.actions()))
}

/// The first so many units of a set, highest key first.
fn best(side: &Side, set: u8, count: usize, key: impl Fn([i32; 4]) -> i32) -> u8 {
    let mut units: Vec<usize> = bits(set).collect();
    units.sort_by_key(|&unit| -key(side.0[unit]));
    units.into_iter().take(count).fold(0, |set, unit| set | 1 << unit)
}

/// The tired of those who are left recover, the rest of them defend.
fn rest(side: &Side, attack: u8, tired: impl Fn([i32; 4]) -> bool) -> Moves {
    let left = !attack & 31;
    let recover = bits(side.tired() & left).filter(|&unit| tired(side.0[unit])).fold(0, |set, unit| set | 1 << unit);
    let defend = side.defenders() & left;
    if defend & !recover != 0 {
        return Moves { attack, defend: defend & !recover, recover };
    }
    // Somebody must hold the wall.
    let holds = best(side, defend, 1, |unit| unit[DEF]);
    Moves { attack, defend: holds, recover: recover & !holds }
}

fn rush(side: &Side) -> Moves {
    let attack = side.attackers();
    Moves { attack, defend: side.defenders() & !attack, recover: side.tired() & !attack & !side.defenders() }
}

fn turtle(side: &Side) -> Moves {
    rest(side, 0, |unit| unit[EXH] > 1)
}

fn split(side: &Side) -> Moves {
    let strong = best(side, 31, 2, |unit| unit[ATK] * 4 - unit[DEF]);
    let attack = bits(strong & side.attackers()).filter(|&unit| side.0[unit][EXH] < 2);
    let attack = attack.fold(0, |set, unit| set | 1 << unit);
    let walls = rest(side, strong, |unit| unit[EXH] > 1);
    Moves { attack, recover: walls.recover | strong & !attack & side.tired(), ..walls }
}

fn mirror(side: &Side, history: &History) -> Moves {
    let count = history.last().map_or(1, |past| past.enemy.attack.count_ones() as usize);
    let attack = best(side, side.attackers(), count.min(4), |unit| unit[ATK] * 2 - unit[EXH]);
    rest(side, attack, |unit| unit[EXH] > 1)
}

fn patient(side: &Side, history: &History) -> Moves {
    // Whoever acts is worn by it: how much the enemy has done in the last rounds, and that hardly anybody is on his walls.
    let recent = history.rounds.iter().rev().take(3);
    let done: u32 = recent.map(|past| past.enemy.attack.count_ones()).sum();
    let bare = history.last().is_some_and(|past| past.enemy.defend.count_ones() <= 1);
    let fresh = side.sum(31, EXH) <= 2;
    if fresh && (bare || done >= 4) {
        let holds = best(side, side.defenders(), 1, |unit| unit[DEF] - unit[ATK]);
        return rest(side, side.attackers() & !holds, |unit| unit[EXH] > 1);
    }
    rest(side, 0, |unit| unit[EXH] > 0)
}
