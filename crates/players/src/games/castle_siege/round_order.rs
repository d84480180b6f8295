//! A round's order: possible enemies, a matrix of orders for each, and the best mix against an enemy who knows their own units.
//!
//! - The highest level assumes that the enemy plays by habit as often as that is likely; see [`opponent_model`](super::opponent_model).
//! - Every level plays orders that a person would consider. Higher levels add orders that do better against the mix so far, for both sides,
//!   until there are none (double oracle).
//! - The highest level looks one round ahead for the important entries: orders with some weight get the value of the next round's matrix.
//!
//! Source: Bošanský et al., *Double-oracle algorithm for computing an exact Nash equilibrium in zero-sum extensive-form games* (2013).

use super::considered_orders::{all, some};
use super::fast_round::{Moves, Side, Tables, decided};
use super::opponent_model::Habit;
use super::value_network::Values;
use crate::Thinking;
use crate::search::{Budget, Case, Mixed, solve, solve_cases};

/// The data for judging a round.
pub struct Round<'a> {
    pub tables: &'a Tables,
    pub values: &'a Values,
    pub me: usize,
    pub own: Side,
    /// The number of rounds after this one.
    pub left: u32,
}

/// A possible enemy.
pub struct Foe {
    pub side: Side,
    /// The weight of its probability; weights need not have any sum.
    pub weight: f64,
    pub habit: Habit,
}

/// A possible enemy, with the orders that it considers.
struct Enemy {
    side: Side,
    weight: f64,
    /// The probability of play by habit, and that of each order then.
    share: f64,
    by_habit: Vec<f64>,
    orders: Vec<Moves>,
    /// The values by own order, then by the enemy's order.
    entries: Vec<Vec<f64>>,
}

/// The result of the search.
pub struct Found {
    pub orders: Vec<Moves>,
    pub mix: Vec<f64>,
    pub value: f64,
    pub nodes: u64,
}

/// The extent of a level's search.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The number of particles considered.
    pub particles: usize,
    /// The number of each side's initial orders.
    pub orders: usize,
    /// The number of searches for better orders.
    pub oracles: usize,
    /// Whether to look one round ahead.
    pub further: bool,
    /// Whether to model the enemy's habits.
    pub habits: bool,
}

/// The number of entries in a unit of work; each plays and judges a round.
const A_UNIT: u64 = 2;
/// The least improvement for which an order is added.
const BETTER: f64 = 0.002;
/// The least probability for which an order is searched further.
const OFTEN: f64 = 0.02;
/// The least probability of a habit that is used.
const LEAST_HABIT: f64 = 0.02;
/// The number of each side's orders that are searched further.
const FURTHER: usize = 8;
/// The number of each side's orders in the next round's matrix.
const NEXT: usize = 16;

impl Round<'_> {
    fn after(&self, own: &Side, enemy: &Side, moves: [Moves; 2]) -> Result<[Side; 2], f64> {
        let me = self.me;
        let mut sides = if me == 0 { [*own, *enemy] } else { [*enemy, *own] };
        let told = self.tables.play(&mut sides, if me == 0 { moves } else { [moves[1], moves[0]] });
        match told.stormed {
            Some(winner) => Err(f64::from(u8::from(winner == me))),
            None => Ok([sides[me], sides[1 - me]]),
        }
    }

    /// The value of two orders, with this many rounds to follow.
    fn entry(&self, own: &Side, enemy: &Side, moves: [Moves; 2], left: u32) -> f64 {
        match self.after(own, enemy, moves) {
            Err(end) => end,
            Ok([own, enemy]) if left == 0 => {
                if self.me == 0 {
                    decided(&[own, enemy])
                } else {
                    1.0 - decided(&[enemy, own])
                }
            }
            Ok([own, enemy]) => self.values.worth(self.me, &own, &enemy, left),
        }
    }

    /// The value of two orders, with the next round's matrix solved.
    fn further(&self, enemy: &Side, moves: [Moves; 2], budget: &mut Budget<'_>) -> f64 {
        let (own, enemy) = match self.after(&self.own, enemy, moves) {
            Err(end) => return end,
            Ok([own, enemy]) => (own, enemy),
        };
        let spread = |orders: Vec<Moves>| {
            let step = orders.len().div_ceil(NEXT).max(1);
            orders.into_iter().step_by(step).collect::<Vec<_>>()
        };
        let (rows, columns) = (spread(some(&own)), spread(some(&enemy)));
        budget.spend((rows.len() * columns.len()) as u64 / A_UNIT + 40);
        let of_row = |&row: &Moves| {
            let entry = move |&column: &Moves| self.entry(&own, &enemy, [row, column], self.left - 1);
            columns.iter().map(entry).collect::<Vec<_>>()
        };
        let entries: Vec<f64> = rows.iter().flat_map(of_row).collect();
        solve(&entries, columns.len()).value
    }

    /// Finds a mix of orders against enemies, the likeliest first.
    pub fn find(&self, enemies: &[Foe], reach: Reach, thinking: &mut Thinking<'_>) -> Found {
        let start = thinking.budget.spent();
        let mut rows = limited(some(&self.own), reach.orders, thinking);
        let blurs = |count: usize, thinking: &mut Thinking<'_>| -> Vec<f64> {
            (0..count).map(|_| thinking.judged(0.0)).collect()
        };
        let mut blur = blurs(rows.len(), thinking);
        let mut particles: Vec<Enemy> = Vec::new();
        for &Foe { side, weight, ref habit } in enemies.iter().take(reach.particles) {
            if !particles.is_empty() && !thinking.budget.continues() {
                break;
            }
            let mut orders = limited(some(&side), reach.orders, thinking);
            let foretold = if habit.share > LEAST_HABIT { &habit.moves[..] } else { &[] };
            for (order, _) in foretold {
                if !orders.contains(order) {
                    orders.push(*order);
                }
            }
            let often =
                |order: &Moves| foretold.iter().find(|(told, _)| told == order).map_or(0.0, |(_, often)| *often);
            let by_habit = orders.iter().map(often).collect();
            let share = if foretold.is_empty() { 0.0 } else { habit.share };
            let entries = rows.iter().zip(&blur).map(|(row, blur)| {
                orders.iter().map(|column| blur + self.entry(&self.own, &side, [*row, *column], self.left)).collect()
            });
            let entries = entries.collect();
            thinking.budget.spend((rows.len() * orders.len()) as u64 / A_UNIT + 1);
            particles.push(Enemy { side, weight, share, by_habit, orders, entries });
        }
        let mut mixed = solved(&particles, rows.len(), &mut thinking.budget);
        for _ in 0..reach.oracles {
            let known = rows.len();
            let mut grown = self.better_rows(&mut rows, &particles, &mixed, &mut thinking.budget);
            blur.extend(blurs(rows.len() - known, thinking));
            for (particle, mix) in particles.iter_mut().zip(&mixed.columns) {
                if !thinking.budget.continues() {
                    break;
                }
                grown |= self.better_column(particle, &rows[..known], &mixed.rows, mix, &mut thinking.budget);
            }
            // Every found order is entered, so that the matrices stay complete.
            for particle in &mut particles {
                let Enemy { side, orders, entries, by_habit, .. } = particle;
                by_habit.resize(orders.len(), 0.0);
                entries.resize(rows.len(), Vec::new());
                for ((row, blur), entries) in rows.iter().zip(&blur).zip(entries) {
                    let missing = &orders[entries.len()..];
                    thinking.budget.spend(missing.len() as u64 / A_UNIT);
                    let entry = |column: &Moves| blur + self.entry(&self.own, side, [*row, *column], self.left);
                    entries.extend(missing.iter().map(entry));
                }
            }
            if !grown || !thinking.budget.continues() {
                break;
            }
            mixed = solved(&particles, rows.len(), &mut thinking.budget);
        }
        mixed.rows.resize(rows.len(), 0.0);
        // A misjudgement affects the choice, but not the reported chance.
        mixed.value -= mixed.rows.iter().zip(&blur).map(|(often, blur)| often * blur).sum::<f64>();
        if reach.further && self.left > 0 && thinking.budget.continues() {
            (rows, mixed) = self.narrowed(rows, &particles, mixed, &mut thinking.budget);
        }
        let nodes = (thinking.budget.spent() - start) * A_UNIT;
        Found { orders: rows, mix: mixed.rows, value: mixed.value.clamp(0.0, 1.0), nodes }
    }

    /// Adds the orders that do best against the enemies' mixes.
    fn better_rows(&self, rows: &mut Vec<Moves>, particles: &[Enemy], mixed: &Mixed, budget: &mut Budget<'_>) -> bool {
        let whole: f64 = particles.iter().map(|particle| particle.weight).sum();
        let mut played = Vec::new();
        for (particle, mix) in particles.iter().zip(&mixed.columns) {
            let often = particle.orders.iter().zip(mix).filter(|(_, weight)| **weight > OFTEN / 4.0);
            played.extend(often.map(|(order, weight)| (particle.side, *order, weight * particle.weight / whole)));
        }
        let mut found = Vec::new();
        for row in all(&self.own) {
            if rows.contains(&row) {
                continue;
            }
            if !budget.spend(played.len() as u64 / A_UNIT + 1) {
                break;
            }
            let entry = |(enemy, column, weight): &(Side, Moves, f64)| {
                weight * self.entry(&self.own, enemy, [row, *column], self.left)
            };
            let worth: f64 = played.iter().map(entry).sum();
            if worth > mixed.value + BETTER {
                found.push((worth, row));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.extend(found.iter().take(3).map(|(_, row)| *row));
        !found.is_empty()
    }

    /// Adds the order of one enemy that does best against the own mix.
    fn better_column(
        &self,
        particle: &mut Enemy,
        rows: &[Moves],
        mix: &[f64],
        his: &[f64],
        budget: &mut Budget<'_>,
    ) -> bool {
        let played: Vec<_> = rows.iter().zip(mix).filter(|(_, weight)| **weight > OFTEN / 4.0).collect();
        let whole: f64 = played.iter().map(|(_, weight)| **weight).sum();
        let of = |column: Moves| {
            let entry = |(row, weight): &(&Moves, &f64)| {
                **weight * self.entry(&self.own, &particle.side, [**row, column], self.left)
            };
            played.iter().map(entry).sum::<f64>() / whole
        };
        let now: f64 =
            particle.orders.iter().zip(his).filter(|(_, weight)| **weight > 0.0).map(|(&o, w)| w * of(o)).sum();
        let mut best = (now - BETTER, None);
        for column in all(&particle.side) {
            if !budget.spend(played.len() as u64 / A_UNIT + 1) {
                break;
            }
            let worth = of(column);
            if worth < best.0 && !particle.orders.contains(&column) {
                best = (worth, Some(column));
            }
        }
        particle.orders.extend(best.1);
        best.1.is_some()
    }

    /// Reduces the matrices to orders with some weight, judged one round ahead.
    fn narrowed(
        &self,
        rows: Vec<Moves>,
        particles: &[Enemy],
        mixed: Mixed,
        budget: &mut Budget<'_>,
    ) -> (Vec<Moves>, Mixed) {
        let kept = often(&mixed.rows);
        let mut next = Vec::new();
        for (particle, mix) in particles.iter().zip(&mixed.columns) {
            let mut columns = often(mix);
            let foretold =
                (0..particle.orders.len()).filter(|&at| particle.by_habit[at] > OFTEN && !columns.contains(&at));
            columns.extend(foretold.collect::<Vec<_>>());
            let mut entries: Vec<Vec<f64>> = Vec::with_capacity(kept.len());
            for &row in &kept {
                let entry =
                    |&column: &usize| self.further(&particle.side, [rows[row], particle.orders[column]], budget);
                entries.push(columns.iter().map(entry).collect());
            }
            // Partly judged particles would not be comparable with the others.
            if !budget.continues() {
                break;
            }
            let orders = columns.iter().map(|&column| particle.orders[column]).collect();
            let by_habit = columns.iter().map(|&column| particle.by_habit[column]).collect();
            next.push(Enemy {
                side: particle.side,
                weight: particle.weight,
                share: particle.share,
                by_habit,
                orders,
                entries,
            });
        }
        if next.is_empty() {
            return (rows, mixed);
        }
        let mixed = solved(&next, kept.len(), budget);
        (kept.into_iter().map(|row| rows[row]).collect(), mixed)
    }
}

/// The indices with some weight, the greatest first.
fn often(mix: &[f64]) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..mix.len()).filter(|&at| mix[at] > OFTEN).collect();
    kept.sort_by(|&a, &b| mix[b].total_cmp(&mix[a]));
    kept.truncate(FURTHER);
    kept
}

/// Draws `count` of some orders.
fn limited(mut orders: Vec<Moves>, count: usize, thinking: &mut Thinking<'_>) -> Vec<Moves> {
    use rand::seq::SliceRandom;
    if orders.len() > count {
        orders.shuffle(&mut thinking.random);
        orders.truncate(count);
    }
    orders
}

/// The best mix against enemies who play by habit with their probability, and otherwise the most harmful order.
fn solved(particles: &[Enemy], height: usize, budget: &mut Budget<'_>) -> Mixed {
    let case = |particle: &Enemy| {
        let (count, whole) = (particle.orders.len(), particle.by_habit.iter().sum::<f64>());
        if particle.share <= 0.0 || whole <= 0.0 {
            return Case { weight: particle.weight, width: count, entries: particle.entries.concat(), least: None };
        }
        // An additional column is the enemy's play by habit.
        let mut entries = Vec::with_capacity(particle.entries.len() * (count + 1));
        for row in &particle.entries {
            let habit: f64 = row.iter().zip(&particle.by_habit).map(|(entry, often)| entry * often).sum();
            entries.extend_from_slice(row);
            entries.push(habit / whole);
        }
        Case { weight: particle.weight, width: count + 1, entries, least: Some((count, particle.share)) }
    };
    let cases: Vec<Case> = particles.iter().map(case).collect();
    let size: usize = cases.iter().map(|case| case.entries.len()).sum();
    let times = 200;
    budget.spend((size * times / 1_000) as u64);
    let mut mixed = solve_cases(&cases, height, u32::try_from(times).unwrap_or(u32::MAX));
    for (particle, mix) in particles.iter().zip(&mut mixed.columns) {
        if mix.len() > particle.orders.len() {
            let habit = mix.pop().unwrap_or_default() / particle.by_habit.iter().sum::<f64>();
            mix.iter_mut().zip(&particle.by_habit).for_each(|(share, often)| *share += habit * often);
        }
    }
    mixed
}
