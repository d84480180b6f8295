//! How the best level plays while either side may hide something: round by round, each side's types against those of the other.
//!
//! - As many rounds as can be looked at together are solved as one tree ([`Subgame`]), which ends in what follows without disguises: two
//!   at first, and from the sixth on more. One that has to be looked at alone is solved as a matrix game of types. How a type would
//!   have played then tells how likely it is in the next round ([`Ranges`]).
//! - In a round alone the other side is held to send its Blue Mage now and then where that costs little and what is shown would pass, and
//!   who keeps it can expect more: what disguises are worth in rounds that are not looked at yet.
//! - What comes of it depends on the announcements alone, not on what a seat has sent: it is kept for when they are asked for again.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use super::acts::{Act, Acts};
use super::choose::{picked, row_of, winner};
use super::deepen::{Ahead, Root, from_shipped};
use super::evaluate::seems;
use super::fast::{BLUE_MAGE, CHOCOBO, Pair};
use super::ranges::{Ranges, Type};
use super::shipped::shipped;
use super::spot::{Sent, Told};
use super::subgame::Subgame;
use crate::search::{Budget, Meeting, Typed, gains, meet};

/// How many rounds are looked at together while what follows them comes with the program.
const SOON: u32 = 2;
/// From how many rounds left on more than one is looked at besides, how many at most, and of how many cells that may be: at most, and for
/// each unit of work.
const WHOLE: u32 = 5;
const DEEP: u32 = 4;
const CELLS: usize = 3_000_000;
const CELLS_FOR_A_UNIT: u64 = 10;
/// How often the first rounds' trees are gone through and those of the last, as far as the budget goes, and at least; and how many cells a
/// unit of work is.
const TURNS: [u32; 2] = [200, 80];
const FEWEST: u32 = 20;
const CELLS_A_UNIT: u64 = 1_000;
/// How often a single round is gone through before it is known what a disguise costs, and with that.
const FIRST: u32 = 130;
const THEN: u32 = 270;
/// How often the other side sends its Blue Mage in a round that is looked at alone if it has nothing to lose by that, and at what loss never.
const OFTEN: f64 = 0.1;
const DEAR: f64 = 0.04;
/// What it is worth in such a round to have one that nobody has met yet.
const KEEPS: f64 = 0.01;
/// How many meetings are thought of where what follows comes with the program, and where it has to be worked out.
const MEETINGS: [usize; 2] = [24, 12];
/// How many are kept, some kilobytes each.
const KEPT: usize = 1_000;

/// What has come of the announcements that were asked for.
struct Known {
    all: HashMap<Vec<u8>, Found>,
    most: usize,
}

/// What has come of some announcements.
#[derive(Clone)]
struct Found {
    ranges: Arc<Ranges>,
    /// Whether nobody stopped it. What was stopped does for what follows, and is worked out again for its own round.
    whole: bool,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(|| Mutex::new(Known { all: HashMap::new(), most: KEPT }));

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps so many from here on.
pub(super) fn keep(most: usize) {
    known().most = most;
}

/// After these announcements, the own side first each; nothing where no course that was thought of agrees, or there was no time for the
/// rounds before.
///
/// Each round may cost the whole budget: those before are known from when they were played. What the last one cost is taken from it.
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

/// How every type plays with so many rounds left.
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

/// What follows, seen through to the end: of what there is not enough work for, the least likely is no longer thought of.
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

/// The next rounds as one tree, which ends in what comes with the program.
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

/// A tree from so many rounds left to so many, if it is not too large.
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

/// How every type plays by a tree; nothing where it was stopped too soon to tell.
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

/// A mix without what it has hardly ever played: a mix that was learned has never quite forgotten what it tried.
fn kept(mix: Vec<(Sent, f64)>) -> Vec<(Sent, f64)> {
    let shares = picked(&mix.iter().map(|of| of.1).collect::<Vec<_>>());
    mix.into_iter().zip(shares).map(|((sent, _), share)| (sent, share)).filter(|of| of.1 > 0.0).collect()
}

type Tables = HashMap<Root, (Vec<f32>, [Acts; 2])>;

/// A single round.
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
    // A course searched to its end needs no such help.
    let keeps = if left > WHOLE { KEEPS } else { 0.0 };
    let meetings: Vec<Meeting> = ranges
        .meets
        .iter()
        .map(|met| {
            let (entries, tabled) = &tables[&met.spot.root];
            // Where each act stands in the table, and what a Blue Mage that is sent is worth to the side.
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

/// A round's types and what each can do.
struct Round<'a> {
    ranges: &'a Ranges,
    acts: &'a [Vec<Vec<Act>>; 2],
}

impl Round<'_> {
    /// How readily a type's Blue Mage is shown as each unit, the more the likelier the type would have sent it and the less the winner shown
    /// would give it away; and how likely that passes.
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
                    let right = act.unit == super::fast::ASTROLOGIAN && act.names == unit;
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
