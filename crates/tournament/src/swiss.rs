//! Pairings of a Swiss round.
//!
//! From the top each meets the best who can still be had: of those with the same points, the upper half meets the lower half. A choice
//! counts only if the rest can then be paired with as few second meetings as there have to be.

use std::collections::BTreeMap;

use crate::entrant::EntrantId;
use crate::matching::{Vertices, largest, members};
use crate::pairing::Round;
use crate::standings::{Points, unplayed};

/// A round of those who are there, the best first, each with their points: pairs, and who sits out.
pub fn pairs(rounds: &[Round], standing: &[(EntrantId, Points)]) -> (Vec<(EntrantId, EntrantId)>, Option<EntrantId>) {
    let strangers = strangers(rounds, standing);
    let mut rest: Vertices = if standing.len() < 64 { (1 << standing.len()) - 1 } else { Vertices::MAX };
    let bye = (!standing.len().is_multiple_of(2)).then(|| sits_out(rounds, standing, &strangers, rest));
    rest &= !bye.map_or(0, |bye| 1 << bye);
    let mut again = spare(&strangers, rest);
    let mut pairs = Vec::new();
    while rest != 0 {
        let (one, other) = next(standing, &strangers, rest, again);
        rest &= !(1 << one | 1 << other);
        again -= usize::from(strangers[one] >> other & 1 == 0);
        pairs.push((standing[one].0, standing[other].0));
    }
    (pairs, bye.map(|bye| standing[bye].0))
}

/// Whom each has not met.
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

/// How many pairs have to meet again.
fn spare(strangers: &[Vertices], among: Vertices) -> usize {
    among.count_ones() as usize / 2 - largest(strangers, among)
}

/// The player who sits out: with the fewest byes, then the fewest wins without playing, then the last in the standings without whom the
/// others need not meet again (FIDE handbook C.04.1).
fn sits_out(rounds: &[Round], standing: &[(EntrantId, Points)], strangers: &[Vertices], all: Vertices) -> usize {
    let cost = |number: usize| (unplayed(rounds, standing[number].0), spare(strangers, all & !(1 << number)));
    (0..standing.len()).rev().min_by_key(|&number| cost(number)).expect("an odd number is not none")
}

/// The next pair, of which the first is the best who is left.
fn next(standing: &[(EntrantId, Points)], strangers: &[Vertices], rest: Vertices, again: usize) -> (usize, usize) {
    let left: Vec<usize> = members(rest).collect();
    let one = left[0];
    let equals = left.iter().take_while(|&&other| standing[other].1 == standing[one].1).count();
    let half = (equals / 2).max(1);
    let lower = half..left.len().min(equals.max(half + 1));
    let upper = (1..half).rev();
    let wanted = lower.clone().chain(upper).chain(lower.end..left.len());
    let fits = |other: &usize| {
        let second = usize::from(strangers[one] >> other & 1 == 0);
        second <= again && spare(strangers, rest & !(1 << one | 1 << other)) <= again - second
    };
    let other = wanted.map(|at| left[at]).find(fits);
    (one, other.expect("the fewest second meetings that there have to be can be had"))
}
