//! Pairings of a Swiss round.
//!
//! From the top, each player meets the best available opponent: among players with equal points, the upper half meets the lower half. A
//! pair is allowed only if the rest can then be paired with the fewest possible repeated pairings.

use std::collections::BTreeMap;

use crate::entrant::EntrantId;
use crate::graph_matching::{Vertices, largest, members};
use crate::pairing::Round;
use crate::standings::{Points, unplayed};

/// Pairs the present players, and chooses the one who sits out. `standing` has the best first, each with their points.
pub fn pairs(rounds: &[Round], standing: &[(EntrantId, Points)]) -> (Vec<(EntrantId, EntrantId)>, Option<EntrantId>) {
    let strangers = strangers(rounds, standing);
    let mut rest: Vertices = if standing.len() < 64 { (1 << standing.len()) - 1 } else { Vertices::MAX };
    let bye = (!standing.len().is_multiple_of(2)).then(|| sits_out(rounds, standing, &strangers, rest));
    rest &= !bye.map_or(0, |bye| 1 << bye);
    let mut again = fewest_repeats(&strangers, rest);
    let mut pairs = Vec::new();
    while rest != 0 {
        let (one, other) = next_pair(standing, &strangers, rest, again);
        rest &= !(1 << one | 1 << other);
        again -= usize::from(strangers[one] >> other & 1 == 0);
        pairs.push((standing[one].0, standing[other].0));
    }
    (pairs, bye.map(|bye| standing[bye].0))
}

/// The set of players whom each player has not met.
fn strangers(rounds: &[Round], standing: &[(EntrantId, Points)]) -> Vec<Vertices> {
    let numbers: BTreeMap<EntrantId, usize> = standing.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let mut strangers: Vec<Vertices> = (0..standing.len()).map(|number| !(1 << number)).collect();
    for pairing in rounds.iter().flat_map(|round| &round.pairings) {
        if let (Some(&one), Some(&other)) = (numbers.get(&pairing.ec), numbers.get(&pairing.dmo)) {
            strangers[one] &= !(1 << other);
            strangers[other] &= !(1 << one);
        }
    }
    strangers
}

/// The least number of repeated pairings.
fn fewest_repeats(strangers: &[Vertices], among: Vertices) -> usize {
    among.count_ones() as usize / 2 - largest(strangers, among)
}

/// The player who sits out: with the fewest byes, then the fewest wins without play, then the fewest repeated pairings among the others,
/// then the lowest standing (FIDE handbook C.04.1).
fn sits_out(rounds: &[Round], standing: &[(EntrantId, Points)], strangers: &[Vertices], all: Vertices) -> usize {
    let cost = |number: usize| (unplayed(rounds, standing[number].0), fewest_repeats(strangers, all & !(1 << number)));
    (0..standing.len()).rev().min_by_key(|&number| cost(number)).expect("an odd number is not none")
}

/// The next pair; its first player is the best one left.
fn next_pair(standing: &[(EntrantId, Points)], strangers: &[Vertices], rest: Vertices, again: usize) -> (usize, usize) {
    let left: Vec<usize> = members(rest).collect();
    let one = left[0];
    let equals = left.iter().take_while(|&&other| standing[other].1 == standing[one].1).count();
    let half = (equals / 2).max(1);
    let lower = half..left.len().min(equals.max(half + 1));
    let upper = (1..half).rev();
    let wanted = lower.clone().chain(upper).chain(lower.end..left.len());
    let fits = |other: &usize| {
        let second = usize::from(strangers[one] >> other & 1 == 0);
        second <= again && fewest_repeats(strangers, rest & !(1 << one | 1 << other)) <= again - second
    };
    let other = wanted.map(|at| left[at]).find(fits);
    (one, other.expect("the fewest second meetings that there have to be can be had"))
}
