//! Scripted opponents for measuring players: each style can have the allocation of any style.
//!
//! - `rush`: every unit that can attacks, from round 1; the spent recover.
//! - `turtle`: every unit that can defends; tired units recover in turn while others defend.
//! - `split`: two strong attackers, three defenders.
//! - `mirror`: attacks with as many units as the enemy did in the last round.
//! - `patient`: defends and recovers until the enemy's units are worn out, then attacks with all but one.
//! - `best-response`: the best known response to level 5; see [`known_response`](super::known_response).

use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use super::fast_round::{ATK, DEF, EXH, Moves, Side, bits};
use super::known_response;
use super::past_rounds::History;
use super::scripted_policy::{Count, ScriptedPolicy, best, rest};
use deathmatch_rules::games::castle_siege::{Order, Units, View, read_units};

pub const NAMES: &[&str] = &["rush", "turtle", "split", "mirror", "patient", "best-response"];

/// The allocation of each of the first five styles.
const ALLOCATIONS: [&str; 5] = [
    "A 4/1/2 B 3/2/2 C 1/3/2 D 1/2/2 E 1/2/2",
    "A 3/2/2 B 3/2/2 C 2/2/2 D 1/2/2 E 1/2/2",
    "A 4/0/2 B 4/1/2 C 1/3/2 D 1/3/2 E 0/3/2",
    "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2",
    "A 4/1/2 B 3/1/3 C 3/1/3 D 0/4/1 E 0/3/1",
];

/// The allocations of the first five styles.
pub fn allocations() -> impl Iterator<Item = Units> {
    ALLOCATIONS.iter().map(|text| read_units(text).expect("an allocation is written as players write it"))
}

/// A style's order, with a style's allocation.
pub fn order(view: &View, style: &str, setup: &str, random: &mut ChaCha12Rng) -> Option<Order> {
    let number = |name: &str| NAMES.iter().position(|each| *each == name);
    let (style, setup) = (number(style)?, number(setup)?);
    let seat = view.seat()?;
    if view.allocates() {
        let mut units = allocations().nth(setup).unwrap_or_else(|| known_response::of(seat).units);
        // The assignment of letters discloses nothing.
        units.0.shuffle(random);
        return Some(Order::Allocation(units));
    }
    let side = Side::of(view.commands()?);
    let seen: Vec<Moves> = History::of(view)?.rounds.iter().map(|past| past.enemy).collect();
    let moves = match STYLES.get(style) {
        Some(style) => style(&side, &seen),
        None => known_response::of(seat).moves(&side, &seen, random),
    };
    Some(Order::Actions(moves.actions()))
}

/// A style's order for its units, after the other player's visible actions so far.
pub type Style = fn(&Side, &[Moves]) -> Moves;

/// The first five styles.
pub const STYLES: [Style; 5] = [rush, turtle, split, mirror, patient];

fn rush(side: &Side, _: &[Moves]) -> Moves {
    let attack = side.attackers();
    Moves { attack, defend: side.defenders() & !attack, recover: side.tired() & !attack & !side.defenders() }
}

fn turtle(side: &Side, _: &[Moves]) -> Moves {
    rest(side, 0, |unit| unit[EXH] > 1)
}

fn split(side: &Side, _: &[Moves]) -> Moves {
    let strong = best(side, 31, 2, |unit| unit[ATK] * 4 - unit[DEF]);
    let attack = bits(strong & side.attackers()).filter(|&unit| side.0[unit][EXH] < 2);
    let attack = attack.fold(0, |set, unit| set | 1 << unit);
    let walls = rest(side, strong, |unit| unit[EXH] > 1);
    Moves { attack, recover: walls.recover | strong & !attack & side.tired(), ..walls }
}

fn mirror(side: &Side, seen: &[Moves]) -> Moves {
    ScriptedPolicy { count: Count::Copied(0), key: [2, 0, -1], fresh: 2, rest: 1, hold: 15 }.moves(side, seen)
}

fn patient(side: &Side, seen: &[Moves]) -> Moves {
    // Signs of a worn-out active enemy: many actions in the last rounds, and hardly any defenders.
    let done: u32 = seen.iter().rev().take(3).map(|moves| moves.attack.count_ones()).sum();
    let bare = seen.last().is_some_and(|moves| moves.defend.count_ones() <= 1);
    let fresh = side.sum(31, EXH) <= 2;
    if fresh && (bare || done >= 4) {
        let holds = best(side, side.defenders(), 1, |unit| unit[DEF] - unit[ATK]);
        return rest(side, side.attackers() & !holds, |unit| unit[EXH] > 1);
    }
    rest(side, 0, |unit| unit[EXH] > 0)
}
