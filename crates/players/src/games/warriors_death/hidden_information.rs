//! The best level's play with hidden information: round by round, each side's types against the other's.
//!
//! - As many rounds as possible are solved as one tree ([`Subgame`]), which ends in values without disguises: two rounds at first, and more
//!   from the sixth round on. A round that must be solved alone is a matrix game of types. The mix of each type then gives its probability
//!   in the next round ([`Ranges`]).
//! - In a single round, the other side is assumed to send its Blue Mage now and then, where this costs little and a disguise would pass. A
//!   side that keeps its Blue Mage gets a bonus for the use of disguises in later rounds.
//! - The result depends on the announcements alone, not on a seat's own orders. It is cached for later requests.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use super::acts::{Act, Acts};
use super::choose_order::{picked, row_of, winner};
use super::evaluate::seems;
use super::fast_bout::{BLUE_MAGE, CHOCOBO, Pair};
use super::imagined_course::{Sent, Told};
use super::look_ahead::{Ahead, Root, from_shipped};
use super::precomputed_values::shipped;
use super::public_ranges::{Ranges, Type};
use super::subgame::Subgame;
use crate::search::{Budget, Meeting, Typed, gains, meet};

/// The number of rounds solved together if the later values are precomputed.
const SOON: u32 = 2;
/// The number of rounds left from which several rounds are solved together, the most of them, the most cells, and the cells for each unit
/// of work.
const WHOLE: u32 = 5;
const DEEP: u32 = 4;
const CELLS: usize = 3_000_000;
const CELLS_FOR_A_UNIT: u64 = 10;
/// The most iterations of the early and the late trees, the fewest iterations, and the number of cells in a unit of work.
const TURNS: [u32; 2] = [200, 80];
const FEWEST: u32 = 20;
const CELLS_A_UNIT: u64 = 1_000;
/// The iterations of a single round before and after the cost of a disguise is known.
const FIRST: u32 = 130;
const THEN: u32 = 270;
/// The assumed probability of a Blue Mage without a cost in a single round, and the cost at which it is never sent.
const OFTEN: f64 = 0.1;
const DEAR: f64 = 0.04;
/// The bonus for an unused Blue Mage in a single round.
const KEEPS: f64 = 0.01;
/// The most meetings considered, with precomputed and with computed later values.
const MEETINGS: [usize; 2] = [24, 12];
/// The most cached results, some kilobytes each.
const KEPT: usize = 1_000;

/// The cached results by announcements.
struct Known {
    all: HashMap<Vec<u8>, Found>,
    most: usize,
}

/// The result for some announcements.
#[derive(Clone)]
struct Found {
    ranges: Arc<Ranges>,
    /// Whether the computation was finished. A stopped result is good enough for later rounds, but is recomputed for its own round.
    whole: bool,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(|| Mutex::new(Known { all: HashMap::new(), most: KEPT }));

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the most cached results.
pub(super) fn keep(most: usize) {
    known().most = most;
}

/// Computes the ranges after these announcements, each with the own side first. `None` if no considered course agrees with them, or if
/// there was no time for earlier rounds.
///
/// Each round may use the whole budget, because earlier rounds are usually cached. Only the last round's work is charged.
pub(super) fn hidden(told: &[Told], tie: f32, budget: &mut Budget<'_>) -> Option<Arc<Ranges>> {
    let mut last: Option<Arc<Ranges>> = None;
    for played in 0..=told.len() {
        let key = key(&told[..played], tie, budget.left());
        let found = known().all.get(&key).filter(|found| found.whole || played < told.len()).cloned();
        if let Some(found) = found {
            last = Some(found.ranges);
            continue;
        }
        let mut part = budget.part(u64::MAX);
        let ranges = match &last {
            None => Ranges::fresh((Pair::FRESH, 0)),
            Some(last) => last.after(told[played - 1], MEETINGS[usize::from(!shipped().reaches(played as u32))])?,
        };
        let ranges = Arc::new(solved(ranges, 10 - played as u32, tie, &mut part));
        let found = Found { ranges: Arc::clone(&ranges), whole: !part.was_stopped() };
        let mut known = known();
        if known.all.len() >= known.most {
            known.all.clear();
        }
        known.all.insert(key, found);
        drop(known);
        if played == told.len() {
            budget.back(&part);
        } else if part.was_stopped() {
            return None;
        }
        last = Some(ranges);
    }
    last
}

fn key(told: &[Told], tie: f32, work: u64) -> Vec<u8> {
    let told = told.iter().flat_map(|told| [told.units[0], told.units[1], (told.winner + 1) as u8]);
    told.chain(tie.to_le_bytes()).chain(work.to_le_bytes()).collect()
}

/// Computes every type's mix with `left` rounds left.
fn solved(mut ranges: Ranges, left: u32, tie: f32, budget: &mut Budget<'_>) -> Ranges {
    let played = 10 - left;
    let ahead = (!shipped().reaches(played)).then(|| seen_through(&mut ranges, left, tie, budget));
    let tree = match &ahead {
        None if shipped().reaches(played + SOON - 1) => soon(&ranges, left, tie, budget).map(|tree| (tree, TURNS[0])),
        Some(ahead) if left <= WHOLE => late(&ranges, ahead, left, tie, budget).map(|tree| (tree, TURNS[1])),
        _ => None,
    };
    if let Some(found) = tree.and_then(|(tree, turns)| as_a_whole(&ranges, tree, turns, budget)) {
        return found;
    }
    let roots = roots(&ranges);
    let mut tables = HashMap::new();
    for &root in &roots {
        let mut entries = Vec::new();
        let acts = match &ahead {
            None => from_shipped(shipped(), root, left, &mut entries),
            Some(ahead) => ahead.matrix(root, &mut entries),
        };
        tables.insert(root, (entries, acts));
    }
    budget.spend(50 * roots.len() as u64);
    round(ranges, &tables, left, budget)
}

fn roots(ranges: &Ranges) -> Vec<Root> {
    let mut roots: Vec<Root> = ranges.meets.iter().map(|met| met.spot.root).collect();
    roots.sort_unstable();
    roots.dedup();
    roots
}

/// Computes the later values to the end. If the budget is too small, the least likely types are dropped.
fn seen_through(ranges: &mut Ranges, left: u32, tie: f32, budget: &mut Budget<'_>) -> Ahead {
    loop {
        let roots = roots(ranges);
        if roots.len() == 1 || budget.was_stopped() {
            return Ahead::within(&roots, left, tie, budget);
        }
        if let Some(ahead) = Ahead::whole(&roots, left, tie, budget) {
            return ahead;
        }
        ranges.keep(ranges.meets.len() / 2);
    }
}

/// The next rounds as one tree, which ends in precomputed values.
fn soon(ranges: &Ranges, left: u32, tie: f32, budget: &mut Budget<'_>) -> Option<Subgame> {
    let worth = |(pair, ahead_by): Root, left: u32| {
        let stored = shipped().find(pair.with_left(left), 10 - left);
        stored.map_or_else(|| seems(pair, ahead_by, left), |stored| shipped().at(stored, ahead_by))
    };
    grown(ranges, [left, left - SOON], tie, &worth, budget)
}

/// The last rounds as one tree, as many as fit.
fn late(ranges: &Ranges, ahead: &Ahead, left: u32, tie: f32, budget: &mut Budget<'_>) -> Option<Subgame> {
    let worth = |(pair, ahead_by): Root, left| {
        ahead.at((pair.with_left(left), ahead_by), left).unwrap_or_else(|| seems(pair, ahead_by, left))
    };
    let mut ends = (left.saturating_sub(DEEP)..left).filter(|&ends| ends == 0 || ends + 2 <= left);
    ends.find_map(|ends| grown(ranges, [left, ends], tie, &worth, budget))
}

/// A tree over a range of rounds, if it is not too large.
fn grown(
    ranges: &Ranges,
    rounds: [u32; 2],
    tie: f32,
    worth: &dyn Fn(Root, u32) -> f32,
    budget: &mut Budget<'_>,
) -> Option<Subgame> {
    let most = CELLS.min((budget.left().saturating_mul(CELLS_FOR_A_UNIT)) as usize);
    Subgame::new(ranges, rounds, tie, worth, most, budget)
}

/// Solves a tree and returns every type's mix; `None` if it was stopped too early.
fn as_a_whole(ranges: &Ranges, mut tree: Subgame, most: u32, budget: &mut Budget<'_>) -> Option<Ranges> {
    let mut ranges = ranges.clone();
    let reach = [0, 1].map(|side: usize| ranges.types[side].iter().map(|of| of.reach).collect::<Vec<_>>());
    let turn = 1 + 2 * tree.size() as u64 / CELLS_A_UNIT;
    let turns = (budget.left() / turn).clamp(u64::from(FEWEST), u64::from(most)) as u32;
    let before = budget.spent();
    let (mixes, worth) = tree.solve(&reach, turns, turn, budget);
    if budget.was_stopped() && (budget.spent() - before) / turn < u64::from(FEWEST) {
        return None;
    }
    for (types, mixes) in ranges.types.iter_mut().zip(mixes) {
        types.iter_mut().zip(mixes).for_each(|(of, mix)| of.mix = kept(mix));
    }
    for (at, worth) in worth.into_iter().enumerate() {
        let met = ranges.meets.iter().filter(|met| met.of[0] == at);
        ranges.types[0][at].worth = worth / met.map(|met| reach[1][met.of[1]]).sum::<f64>();
    }
    Some(ranges)
}

/// A mix without its rare orders: a learned mix keeps traces of every order that it tried.
fn kept(mix: Vec<(Sent, f64)>) -> Vec<(Sent, f64)> {
    let shares = picked(&mix.iter().map(|of| of.1).collect::<Vec<_>>());
    mix.into_iter().zip(shares).map(|((sent, _), share)| (sent, share)).filter(|of| of.1 > 0.0).collect()
}

type Tables = HashMap<Root, (Vec<f32>, [Acts; 2])>;

/// Solves a single round.
fn round(mut ranges: Ranges, tables: &Tables, left: u32, budget: &mut Budget<'_>) -> Ranges {
    let mut acts: [Vec<Vec<Act>>; 2] = [0, 1].map(|side: usize| vec![Vec::new(); ranges.types[side].len()]);
    for met in &ranges.meets {
        for side in 0..2 {
            let acts = &mut acts[side][met.of[side]];
            for &act in tables[&met.spot.root].1[side].all() {
                if !acts.contains(&act) {
                    acts.push(act);
                }
            }
        }
    }
    // A course solved to its end needs no bonus.
    let keeps = if left > WHOLE { KEEPS } else { 0.0 };
    let meetings: Vec<Meeting> = ranges
        .meets
        .iter()
        .map(|met| {
            let (entries, tabled) = &tables[&met.spot.root];
            // The row of each act in the table, and the bonus that a sent Blue Mage gives up.
            let [rows, columns] = [0, 1].map(|side: usize| {
                let spends = met.spot.root.0.0[side].sends() >> BLUE_MAGE & 1 == 1;
                let place = |&act: &Act| {
                    (row_of(act, &tabled[side]), if spends && act.unit == BLUE_MAGE { keeps } else { 0.0 })
                };
                acts[side][met.of[side]].iter().map(place).collect::<Vec<_>>()
            });
            let width = tabled[1].len();
            let cell = |&(row, spent): &(usize, f64), &(column, won): &(usize, f64)| {
                f64::from(entries[row * width + column]) - spent + won
            };
            let entries = rows.iter().flat_map(|row| columns.iter().map(move |column| cell(row, column))).collect();
            Meeting { of: met.of, weight: met.weight, entries }
        })
        .collect();
    let cells: usize = meetings.iter().map(|meeting| meeting.entries.len()).sum();
    budget.spend(u64::from(FIRST + THEN) * 2 * cells as u64 / 500);
    let mut typed = [0, 1].map(|side: usize| acts[side].iter().map(|acts| Typed::new(acts.len())).collect::<Vec<_>>());
    meet(&meetings, &mut typed, FIRST);
    let mixes = [0, 1].map(|side: usize| typed[side].iter().map(Typed::mix).collect::<Vec<_>>());
    let round = Round { ranges: &ranges, acts: &acts };
    let counts: Vec<usize> = acts[1].iter().map(Vec::len).collect();
    for (of, gains) in gains(&meetings, 1, &counts, &mixes[0]).iter().enumerate() {
        let Some(blue) = acts[1][of].iter().position(|act| act.unit == BLUE_MAGE) else { continue };
        let mean: f64 = mixes[1][of].iter().zip(gains).map(|(share, gain)| share * gain).sum();
        let costs = (mean - gains[blue]).max(0.0) / ranges.likely(1, of);
        let passes = round.shown(1, of, &mixes).1;
        typed[1][of].least = Some((blue, OFTEN * (1.0 - costs / DEAR).max(0.0) * passes));
    }
    meet(&meetings, &mut typed, THEN);
    let mixes = [0, 1].map(|side: usize| typed[side].iter().map(|of| picked(&of.mix())).collect::<Vec<_>>());
    let expanded =
        [0, 1].map(|side: usize| (0..acts[side].len()).map(|of| round.expanded(side, of, &mixes)).collect::<Vec<_>>());
    let counts: Vec<usize> = acts[0].iter().map(Vec::len).collect();
    for (of, gains) in gains(&meetings, 0, &counts, &mixes[1]).iter().enumerate() {
        let gained: f64 = gains.iter().zip(&mixes[0][of]).map(|(gain, share)| gain * share).sum();
        ranges.types[0][of].worth = gained / ranges.likely(0, of);
    }
    for (types, mixes) in ranges.types.iter_mut().zip(expanded) {
        types.iter_mut().zip(mixes).for_each(|(of, mix): (&mut Type, _)| of.mix = mix);
    }
    ranges
}

/// The types of a round, and the acts of each.
struct Round<'a> {
    ranges: &'a Ranges,
    acts: &'a [Vec<Vec<Act>>; 2],
}

impl Round<'_> {
    /// The weight of each unit as the disguise of a type's Blue Mage: higher if the type would likely have sent it, and if the announced
    /// winner would not give it away. Also returns the probability that the disguise passes.
    fn shown(&self, side: usize, of: usize, mixes: &[Vec<Vec<f64>>; 2]) -> (Vec<f64>, f64) {
        let mut passes = [0.0; 10];
        let (mut whole, mut sends) = (0.0, 1 << CHOCOBO);
        for met in self.ranges.meets.iter().filter(|met| met.of[side] == of) {
            let spot = if side == 0 { met.spot } else { met.spot.mirrored() };
            sends |= spot.root.0.0[0].sends();
            whole += met.weight;
            let other = met.of[1 - side];
            for (act, share) in self.acts[1 - side][other].iter().zip(&mixes[1 - side][other]) {
                for unit in (0..10_u8).filter(|&unit| unit != BLUE_MAGE) {
                    let right = act.unit == super::fast_bout::ASTROLOGIAN && act.names == unit;
                    if winner(spot.root, [unit, act.unit], right) == spot.before {
                        passes[usize::from(unit)] += met.weight * share;
                    }
                }
            }
        }
        let sent = |unit: u8| {
            let each = self.acts[side][of].iter().zip(&mixes[side][of]).filter(|(act, _)| act.unit == unit);
            each.map(|(_, share)| share).sum::<f64>()
        };
        let likely = |unit: u8| {
            let can = unit != BLUE_MAGE && sends >> unit & 1 == 1;
            if can { (0.02 + sent(unit)) * (0.02 + passes[usize::from(unit)] / whole) } else { 0.0 }
        };
        let shown = picked(&(0..10).map(likely).collect::<Vec<_>>());
        let pass = shown.iter().zip(passes).map(|(share, passes)| share * passes / whole).sum();
        (shown, pass)
    }

    /// A type's mix of orders.
    fn expanded(&self, side: usize, of: usize, mixes: &[Vec<Vec<f64>>; 2]) -> Vec<(Sent, f64)> {
        let mut all = Vec::new();
        for (act, &share) in self.acts[side][of].iter().zip(&mixes[side][of]).filter(|(_, share)| **share > 0.0) {
            if act.unit == BLUE_MAGE {
                let shown = (0..).zip(self.shown(side, of, mixes).0).filter(|(_, shown)| *shown > 0.0);
                all.extend(shown.map(|(second, shown)| (Sent { unit: act.unit, second }, share * shown)));
            } else {
                all.push((Sent { unit: act.unit, second: act.names }, share));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests;
