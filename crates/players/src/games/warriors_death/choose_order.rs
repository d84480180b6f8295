//! The choice of an order.

use super::LEARNED;
use super::acts::{Act, Acts};
use super::bout_stakes::Stakes;
use super::evaluate::seems;
use super::fast_bout::{ASTROLOGIAN, BLUE_MAGE, CHOCOBO, Side};
use super::hidden_information::hidden;
use super::imagined_course::{Sent, Told};
use super::look_ahead::{Ahead, Root, from_shipped};
use super::possible_courses::{packed, worlds};
use super::precomputed_values::shipped;
use super::public_ranges::as_told;
use crate::search::{Case, Quick, solve_cases};
use crate::{Thinking, Thought};
use deathmatch_rules::game::Seat;
use deathmatch_rules::games::warriors_death::{Order, ROUNDS, Shown, Stage, Unit, View};

/// The most possible courses of a bout that are considered.
const COURSES: usize = 6;
/// The greatest depth at which a player takes announcements at face value.
const TRUSTING: u32 = 1;
/// The factor on a player's error by depth: many orders of this game have nearly equal values, so small errors cost little.
const fn misjudges(depth: u32) -> f64 {
    match depth {
        0..=1 => 4.5,
        2 => 2.2,
        3 => 3.4,
        _ => 4.0,
    }
}
/// The number of iterations for the mix against hidden information.
const TURNS: u32 = 1_500;

/// A possible course of the bout.
struct Course {
    root: Root,
    weight: f64,
    /// The true winner of the round before: 1 for the seat, -1 for the other.
    before: i8,
}

/// The matrix of a course, and the acts of both sides.
struct Matrix {
    entries: Vec<f32>,
    acts: [Acts; 2],
}

/// The distribution from which a seat's order is drawn.
pub(super) struct Plan {
    acts: Vec<Act>,
    weights: Vec<f64>,
    /// The weight of each unit as a Blue Mage's disguise.
    shown: Vec<f64>,
    /// The seat's estimated chance to win the match.
    chance: f64,
    nodes: u64,
}

pub(super) fn choose(view: &View, thinking: &mut Thinking<'_>) -> Option<Thought<Order>> {
    let plan = plan(view, thinking)?;
    let act = plan.acts[thinking.draw(&plan.weights)];
    let order = match act.unit {
        BLUE_MAGE => Order::new(Unit::BlueMage, Some(Unit::ALL[thinking.pick(&plan.shown)])),
        _ => ordered(act),
    };
    Some(Thought { order: order?, chance: Some(plan.chance), nodes: plan.nodes })
}

/// Converts an act to an order; `None` for a Blue Mage.
fn ordered(act: Act) -> Option<Order> {
    let named = (act.unit == ASTROLOGIAN).then_some(Unit::ALL[usize::from(act.names)]);
    Order::new(Unit::ALL[usize::from(act.unit)], named)
}

impl Plan {
    /// The orders that can be drawn, with their probabilities.
    pub fn mix(&self) -> Vec<(Order, f64)> {
        let mut mix = Vec::new();
        let whole: f64 = self.weights.iter().sum();
        for (&act, weight) in self.acts.iter().zip(self.weights.iter().map(|weight| weight / whole)) {
            if act.unit == BLUE_MAGE {
                let shown = Unit::ALL.into_iter().zip(picked(&self.shown));
                let orders = shown.filter_map(|(unit, share)| Some((Order::new(Unit::BlueMage, Some(unit))?, share)));
                mix.extend(orders.map(|(order, share)| (order, weight * share)));
            } else {
                mix.extend(ordered(act).map(|order| (order, weight)));
            }
        }
        mix.retain(|&(_, weight)| weight > 0.0);
        mix
    }
}

/// The probability of each weight in [`Thinking::pick`].
pub(super) fn picked(weights: &[f64]) -> Vec<f64> {
    let least = weights.iter().copied().fold(0.0, f64::max) / 100.0;
    let kept = |&weight: &f64| if weight >= least { weight } else { 0.0 };
    let sum: f64 = weights.iter().map(kept).sum();
    weights.iter().map(|weight| kept(weight) / sum).collect()
}

/// Computes the distribution of a seat's order.
pub(super) fn plan(view: &View, thinking: &mut Thinking<'_>) -> Option<Plan> {
    let seat = view.seat()?;
    if !view.awaits_unit() {
        return None;
    }
    if thinking.strength.depth >= LEARNED
        && let Some(plan) = by_ranges(view, seat, thinking)
    {
        return Some(plan);
    }
    let courses = courses(view, seat, thinking.strength.depth)?;
    let position = view.position();
    let played = position.bout().rounds.len() as u32;
    let left = ROUNDS as u32 - played;
    let stakes = Stakes::new(position, seat);
    let (matrices, nodes) = matrices(&courses, left, stakes.tie(), thinking);

    let mut rows = rows(&courses);
    if thinking.strength.depth <= TRUSTING {
        spare_none(&mut rows, courses[0].root.0.0[0], left);
    }
    // The error belongs to the order, whatever the true course is.
    let slips: Vec<f64> = rows.iter().map(|_| thinking.judged(0.0) * misjudges(thinking.strength.depth)).collect();
    let games: Vec<(Vec<f32>, usize)> = matrices
        .iter()
        .map(|matrix| {
            let width = matrix.acts[1].len();
            let entries = rows.iter().zip(&slips).flat_map(|(&row, &slip)| {
                let at = row_of(row, &matrix.acts[0]) * width;
                matrix.entries[at..at + width].iter().map(move |&entry| entry + slip as f32)
            });
            (entries.collect(), width)
        })
        .collect();
    let mut quick = Quick::default();
    let (weights, worth) = if let [(entries, width)] = &games[..] {
        let worth = quick.solve(entries, *width);
        (quick.rows[..rows.len()].to_vec(), worth)
    } else {
        let cells: usize = games.iter().map(|(entries, _)| entries.len()).sum();
        thinking.budget.spend(u64::from(TURNS) * cells as u64 / 500);
        let case = |(course, (entries, width)): (&Course, &(Vec<f32>, usize))| Case {
            weight: course.weight,
            width: *width,
            entries: entries.iter().map(|&entry| f64::from(entry)).collect(),
            least: None,
        };
        let cases: Vec<Case> = courses.iter().zip(&games).map(case).collect();
        let mixed = solve_cases(&cases, rows.len(), TURNS);
        // A learned mix keeps traces of every act that it tried.
        (picked(&mixed.rows), mixed.value)
    };
    // A misjudgement affects the choice, but not the reported chance.
    let worth = worth - weights.iter().zip(&slips).map(|(weight, slip)| weight * slip).sum::<f64>();
    let mut shown = Vec::new();
    if rows.iter().any(|row| row.unit == BLUE_MAGE) {
        let (entries, width) = &games[0];
        quick.solve(entries, *width);
        shown = disguises(&courses[0], &matrices[0].acts[1], &quick.columns, &rows, &weights);
    }
    Some(Plan { acts: rows, weights, shown, chance: stakes.of(worth.clamp(0.0, 1.0)), nodes })
}

/// Computes the distribution from the public ranges of both sides, if they contain the seat's own orders.
fn by_ranges(view: &View, seat: Seat, thinking: &mut Thinking<'_>) -> Option<Plan> {
    let bout = view.position().bout();
    let told = |shown: &Shown| {
        let winner = shown.winner.map_or(0, |winner| if winner == seat { 1 } else { -1 });
        Told { units: [shown.units[seat].number(), shown.units[!seat].number()], winner }
    };
    let told: Vec<Told> = bout.rounds.iter().map(told).collect();
    let own: Vec<Sent> = view.sent_now()?.iter().copied().map(Sent::of).collect();
    let stakes = Stakes::new(view.position(), seat);
    let ranges = hidden(&told, stakes.tie(), &mut thinking.budget)?;
    let own = as_told(&own, &told);
    let of = ranges.types[0].iter().find(|of| of.sent == own)?;
    let mut plan = Plan {
        acts: Vec::new(),
        weights: Vec::new(),
        shown: vec![0.0; 10],
        chance: stakes.of(of.worth.clamp(0.0, 1.0)),
        nodes: ranges.meets.len() as u64,
    };
    for &(sent, share) in &of.mix {
        let names = if sent.unit == ASTROLOGIAN { sent.second } else { CHOCOBO };
        let act = Act { unit: sent.unit, names };
        if sent.unit == BLUE_MAGE {
            plan.shown[usize::from(sent.second)] += share;
        }
        if let Some(at) = plan.acts.iter().position(|&known| known == act) {
            plan.weights[at] += share;
        } else {
            plan.acts.push(act);
            plan.weights.push(share);
        }
    }
    Some(plan)
}

/// The seat's estimated chance to win the match.
pub(super) fn worth(view: &View) -> Option<f64> {
    let seat = view.seat()?;
    let stakes = Stakes::new(view.position(), seat);
    if view.position().stage() == Stage::Break {
        return None;
    }
    let left = (ROUNDS - view.position().bout().rounds.len()) as u32;
    let courses = courses(view, seat, u32::MAX)?;
    let total: f64 = courses.iter().map(|course| course.weight).sum();
    let seems = |course: &Course| course.weight * f64::from(seems(course.root.0, course.root.1, left));
    Some(stakes.of(courses.iter().map(seems).sum::<f64>() / total))
}

/// The most likely courses of the current bout, the likeliest first.
fn courses(view: &View, seat: Seat, depth: u32) -> Option<Vec<Course>> {
    let mut courses: Vec<Course> = Vec::new();
    for world in worlds(view.position().bout(), seat, view.sent_now()?) {
        let root = packed(&world.truth, seat);
        let winner = world.truth.rounds().last().and_then(|fought| fought.winner);
        let before = winner.map_or(0, |winner| if winner == seat { 1 } else { -1 });
        match courses.iter_mut().find(|course| course.root == root && course.before == before) {
            Some(course) => course.weight += world.weight,
            None => courses.push(Course { root, weight: world.weight, before }),
        }
    }
    courses.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    courses.truncate(if depth <= TRUSTING { 1 } else { COURSES });
    (!courses.is_empty()).then_some(courses)
}

/// The matrix of each course, and the number of visited states.
fn matrices(courses: &[Course], left: u32, tie: f32, thinking: &mut Thinking<'_>) -> (Vec<Matrix>, u64) {
    let played = ROUNDS as u32 - left;
    let each = |matrix: &dyn Fn(Root, &mut Vec<f32>) -> [Acts; 2]| {
        let matrix = |course: &Course| {
            let mut entries = Vec::new();
            let acts = matrix(course.root, &mut entries);
            Matrix { entries, acts }
        };
        courses.iter().map(matrix).collect::<Vec<_>>()
    };
    if thinking.strength.depth >= LEARNED && shipped().reaches(played) {
        thinking.budget.spend(50 * courses.len() as u64);
        return (each(&|root, entries| from_shipped(shipped(), root, left, entries)), courses.len() as u64);
    }
    let roots: Vec<Root> = courses.iter().map(|course| course.root).collect();
    let ahead = Ahead::new(&roots, left, tie, thinking.strength.depth, &mut thinking.budget);
    (each(&|root, entries| ahead.matrix(root, entries)), ahead.nodes)
}

/// The seat's possible acts in any of the courses.
fn rows(courses: &[Course]) -> Vec<Act> {
    let mut rows: Vec<Act> = Vec::new();
    for course in courses {
        for &act in Acts::both(course.root.0)[0].all() {
            if !rows.contains(&act) {
                rows.push(act);
            }
        }
    }
    rows.truncate(24);
    rows
}

/// Drops the Chocobo if it would leave a living unit unused: even a beginner sends the living.
fn spare_none(rows: &mut Vec<Act>, side: Side, left: u32) {
    let units = (side.sends() & !(1 << CHOCOBO)).count_ones();
    if units >= left {
        rows.retain(|row| row.unit != CHOCOBO);
    }
}

/// The row of an act in a course. A dead unit counts as a Chocobo. An Astrologian that names a unit the other side cannot send is wrong,
/// like one that names a Chocobo against any unit with a strength.
pub(super) fn row_of(row: Act, acts: &Acts) -> usize {
    let place = |wanted: Act| acts.all().iter().position(|&act| act == wanted);
    place(row)
        .or_else(|| (row.unit == ASTROLOGIAN).then(|| place(Act { names: CHOCOBO, ..row })).flatten())
        .or_else(|| place(Act { unit: CHOCOBO, names: 0 }))
        .unwrap_or(0)
}

/// The weight of each unit as a Blue Mage's disguise: higher if the seat would likely have sent it, and if the announced winner would not
/// give it away.
fn disguises(course: &Course, theirs: &Acts, columns: &[f64], rows: &[Act], weights: &[f64]) -> Vec<f64> {
    let sends = course.root.0.0[0].sends();
    let passes = |unit: u8| -> f64 {
        let each = theirs.all().iter().zip(columns).map(|(act, column)| {
            let right = act.unit == ASTROLOGIAN && act.names == unit;
            let ahead = winner(course.root, [unit, act.unit], right);
            column * f64::from(u8::from(ahead == course.before))
        });
        each.sum()
    };
    let sent =
        |unit: u8| rows.iter().zip(weights).filter(|(row, _)| row.unit == unit).map(|(_, weight)| weight).sum::<f64>();
    let likely = |unit: u8| {
        let can = unit != BLUE_MAGE && sends >> unit & 1 == 1;
        if can { (0.02 + sent(unit)) * (0.02 + passes(unit)) } else { 0.0 }
    };
    (0..10).map(likely).collect()
}

/// The winner of a round: 1 for the seat, -1 for the other.
pub(super) fn winner(root: Root, units: [u8; 2], right: bool) -> i8 {
    let strength = |side: usize| root.0.0[side].strength(units[side]) + root.0.0[side].bonus();
    let (own, mut other) = (strength(0), strength(1));
    if right {
        other += own;
    }
    own.cmp(&other) as i8
}
