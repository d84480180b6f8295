//! The exact solution of the last turn, which always ends the match: every pair of deeds is won or lost.

use std::collections::BTreeMap;

use super::fast_position::{Deed, Fast};
use crate::search::solve;
use deathmatch_rules::games::knights::TURNS;

/// A side's deeds in the last turn, their probabilities, and the guaranteed chance to win. `None` before the last turn, or if the side has
/// no deed.
pub(super) fn last_turn(at: &Fast, side: usize) -> Option<(Vec<Deed>, Vec<f64>, f64)> {
    if at.over || u32::from(at.turn) < TURNS {
        return None;
    }
    let [own, mut theirs] = [side, 1 - side].map(|side| {
        let mut deeds = Vec::new();
        at.deeds(side, &mut deeds);
        deeds
    });
    if own.is_empty() {
        return None;
    }
    if theirs.is_empty() {
        theirs.push(Deed::NOTHING);
    }
    let wins = |mine: Deed, other: Deed| {
        let mut end = *at;
        end.play(if side == 0 { [mine, other] } else { [other, mine] });
        end.won() == (side == 0)
    };
    // Deeds with equal results against every reply are represented by one of them.
    let mut rows: BTreeMap<Vec<bool>, Deed> = BTreeMap::new();
    for &mine in &own {
        rows.entry(theirs.iter().map(|&other| wins(mine, other)).collect()).or_insert(mine);
    }
    let mut columns: Vec<Vec<bool>> =
        (0..theirs.len()).map(|column| rows.keys().map(|row| row[column]).collect()).collect();
    columns.sort_unstable();
    columns.dedup();
    let entry = |row: usize, column: &[bool]| f64::from(u8::from(column[row]));
    let entries: Vec<f64> =
        (0..rows.len()).flat_map(|row| columns.iter().map(move |column| entry(row, column))).collect();
    let solved = solve(&entries, columns.len());
    Some((rows.into_values().collect(), solved.rows, solved.value.clamp(0.0, 1.0)))
}
