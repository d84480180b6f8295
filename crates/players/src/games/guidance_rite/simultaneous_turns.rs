//! Simultaneous turns: a matrix of both seats' turns, and a turn drawn from its equilibrium.
//!
//! The value of a pair of turns is the mean of two alternating searches from the board after it, with each seat going first in one. The
//! matrix begins wide and shallow. The turns that do well against the other seat's equilibrium are searched deeper.

use super::alpha_beta::Search;
use super::choose_turn::{Candidate, candidates};
use super::evaluate::{WON, chance};
use super::search_battle::SearchBattle;
use super::search_board::Deed;
use crate::Thinking;
use crate::search::{Solution, solve};
use deathmatch_rules::game::{BySeat, Seat};
use deathmatch_rules::games::guidance_rite::Position;

/// The most turns of each seat in the widest matrix, and the least work for a pair.
const WIDE: u64 = 24;
const PAIR: u64 = 24;
/// The work of playing a pair with the rules' own code.
const PLAYED: u64 = 2;
/// The number of turns in the deeper matrices.
const DEEP: usize = 10;

/// Finds a turn. Also returns the chance to win the bout, and the number of visited nodes.
pub(super) fn turn(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Deed, f64, u64) {
    let bout = SearchBattle::new(position, seat);
    let width = usize::try_from((thinking.budget.left() / PAIR).isqrt().clamp(4, WIDE)).unwrap_or(4);
    let [rows, mut columns] =
        [seat, !seat].map(|of| best(candidates(position, &bout.moved_by(of), of, &mut thinking.budget), width));
    let depth = thinking.strength.depth.min(12);
    // Each turn, and its error.
    let mut rows: Vec<(Deed, f64)> = rows.into_iter().map(|row| (row, thinking.judged(0.0))).collect();
    let mut search = Search::new(&mut thinking.budget);
    let mut found = (vec![1.0], 0.5);
    let mut known: Vec<(Deed, f64)> = rows.iter().take(1).map(|&(deed, _)| (deed, 0.0)).collect();
    for plies in 0..depth {
        let mut entries = Vec::with_capacity(rows.len() * columns.len());
        'all: for &(mine, off) in &rows {
            for &theirs in &columns {
                entries.push(pair(&bout, seat, mine, theirs, plies, &mut search) + off);
                if search.over() {
                    break 'all;
                }
            }
        }
        if search.over() {
            // If nothing is known yet, the finished rows are better than nothing.
            let whole = (entries.len() - 1) / columns.len();
            if plies == 0 && whole > 0 {
                let solved = solve(&entries[..whole * columns.len()], columns.len());
                found = (solved.rows, solved.value);
                known = rows[..whole].to_vec();
            }
            break;
        }
        let solved = solve(&entries, columns.len());
        known.clone_from(&rows);
        let (kept_rows, kept_columns) = kept(&entries, &solved);
        found = (solved.rows, solved.value);
        rows = kept_rows.into_iter().map(|at| rows[at]).collect();
        columns = kept_columns.into_iter().map(|at| columns[at]).collect();
        if rows.len() == 1 {
            break;
        }
    }
    let nodes = search.nodes;
    let (weights, value) = found;
    // A misjudgement affects the choice, but not the reported chance.
    let misjudged: f64 = known.iter().zip(&weights).map(|((_, off), weight)| off * weight).sum();
    (known[thinking.pick(&weights)].0, (value - misjudged).clamp(0.0, 1.0), nodes)
}

/// The plain turns and the others with the best immediate scores, the best first.
fn best(mut all: Vec<Candidate>, width: usize) -> Vec<Deed> {
    all.sort_by_key(|each| -each.score);
    let plain = |each: &Candidate| each.deed.item.is_none() && each.deed.power.is_none();
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    for each in all {
        if plain(&each) { moves.push(each) } else { others.push(each) }
    }
    others.truncate((width / 3).max(width.saturating_sub(moves.len())));
    moves.truncate(width - others.len().min(width));
    moves.extend(others);
    moves.sort_by_key(|each| -each.score);
    moves.into_iter().map(|each| each.deed).collect()
}

/// The value of a pair of turns for the seat.
fn pair(bout: &SearchBattle, seat: Seat, mine: Deed, theirs: Deed, plies: u32, search: &mut Search<'_, '_>) -> f64 {
    search.spend(PLAYED);
    let mut after = *bout;
    after.play_both(BySeat::from_fn(|of| if of == seat { mine } else { theirs }));
    if let Some(winner) = after.winner() {
        return f64::from(u8::from(winner == seat));
    }
    let first = search.worth(&after.moved_by(seat), plies, -WON, WON);
    let second = -search.worth(&after.moved_by(!seat), plies, -WON, WON);
    f64::midpoint(chance(first), chance(second))
}

/// The rows and columns that do best against the other side's equilibrium.
fn kept(entries: &[f64], solved: &Solution) -> (Vec<usize>, Vec<usize>) {
    let width = solved.columns.len();
    let against = |row: usize| (0..width).map(|at| entries[row * width + at] * solved.columns[at]).sum::<f64>();
    let rows = (0..solved.rows.len()).map(|row| (against(row) + solved.rows[row], row)).collect();
    let height = solved.rows.len();
    let gives = |at: usize| (0..height).map(|row| entries[row * width + at] * solved.rows[row]).sum::<f64>();
    let columns = (0..width).map(|at| (solved.columns[at] - gives(at), at)).collect();
    (first(rows), first(columns))
}

fn first(mut all: Vec<(f64, usize)>) -> Vec<usize> {
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    all.into_iter().take(DEEP).map(|(_, at)| at).collect()
}
