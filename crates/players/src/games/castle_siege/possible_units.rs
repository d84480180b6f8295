//! The enemy's possible units: allocations and hidden recoveries that agree with every report and with the seat's own secrets.
//!
//! - [`Allocations`] are the ATK and DEF that the reports allow.
//! - [`Filter::gather`] draws particles from them by sequential importance resampling. Many allocations are played through the reports at
//!   once. Those that contradict a report are dropped, the others are multiplied, and hidden recoveries are drawn.
//! - If all of them contradict, [`Filter::dig`] tries allocations one by one, with every possible recovery.
//!
//! Source: Doucet, de Freitas and Gordon, *Sequential Monte Carlo methods in practice* (2001).

use std::collections::BTreeSet;

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use super::fast_round::{EXH, Side, Tables, bits, first_to_rest};
use super::past_rounds::History;
use super::possible_allocations::Allocations;
use crate::search::Budget;

/// A particle of the filter: a possible enemy.
#[derive(Clone, Debug)]
pub struct Particle {
    pub enemy: Side,
    /// The weight; weights need not have any sum.
    pub weight: f64,
    /// Its index in the last layer of its batch, and the batch.
    trace: (usize, u32),
}

/// The history of a particle: its allocation, and the recovering units of each round.
pub type Story = (Side, Vec<u8>);

/// A population, and the history of each of its members.
struct Batch {
    starts: Vec<Side>,
    /// For each round and member, the member of the round before, and the recovering units.
    layers: Vec<Vec<(u32, u8)>>,
}

/// Particles that agree with a seat's information.
pub struct Filter<'a> {
    history: &'a History,
    tables: &'a Tables,
    pub allocations: Allocations,
    batches: Vec<Batch>,
    pub particles: Vec<Particle>,
}

/// The number of rounds of one member in a unit of work.
const A_UNIT: u64 = 4;
/// The work of drawing an allocation if few agree with the reports, and the most work for a drawn one.
const DRAWN: u64 = 20;
const PATIENCE: u64 = 20_000;

impl<'a> Filter<'a> {
    pub fn new(history: &'a History, tables: &'a Tables) -> Self {
        let allocations = Allocations::of(history, tables);
        Self { history, tables, allocations, batches: Vec::new(), particles: Vec::new() }
    }

    /// Draws populations of a size until there are enough particles, the budget is spent, or it takes too long.
    pub fn gather(&mut self, size: usize, wanted: usize, random: &mut ChaCha12Rng, budget: &mut Budget<'_>) {
        for doubled in 0..8 {
            if self.particles.len() >= wanted || !budget.continues() {
                return;
            }
            self.batch(size << (doubled / 2), random, budget);
        }
    }

    fn batch(&mut self, size: usize, random: &mut ChaCha12Rng, budget: &mut Budget<'_>) {
        let mut batch = Batch { starts: Vec::new(), layers: Vec::new() };
        batch.starts.extend((0..size).map_while(|at| {
            let known = if at % 2 == 0 { self.allocations.draw_known(random) } else { None };
            known.or_else(|| self.allocations.draw(random))
        }));
        let first = || 0..u32::try_from(batch.starts.len()).unwrap_or_default();
        let mut members: Vec<(Side, u32)> = batch.starts.iter().copied().zip(first()).collect();
        for round in 0..self.history.rounds.len() {
            budget.spend(1 + size as u64 / A_UNIT);
            let mut layer = Vec::with_capacity(size);
            let mut next = Vec::with_capacity(size);
            let living = members.len();
            // The remaining members are multiplied evenly, up to a difference of one.
            for copy in 0..if living == 0 { 0 } else { size.max(living) } {
                let (mut enemy, parent) = members[copy % living];
                let recover = self.rest(round, &enemy, random);
                if self.history.follow(self.tables, round, &mut enemy, recover) {
                    next.push((enemy, u32::try_from(layer.len()).unwrap_or_default()));
                    layer.push((parent, recover));
                }
            }
            members = next;
            batch.layers.push(layer);
        }
        let number = self.batches.len();
        let mut sorted: Vec<(Side, u32)> = members;
        sorted.sort_unstable();
        let found = sorted.chunk_by(|a, b| a.0 == b.0).map(|alike| Particle {
            enemy: alike[0].0,
            weight: f64::from(u32::try_from(alike.len()).unwrap_or(u32::MAX)),
            trace: (number, alike[0].1),
        });
        self.particles.extend(found);
        self.batches.push(batch);
    }

    /// Draws the recovering units as people would choose: usually the one without a cost, with preference for the more exhausted; or all,
    /// or a random set.
    fn rest(&self, round: usize, enemy: &Side, random: &mut ChaCha12Rng) -> u8 {
        let [may, must] = self.history.rested(round, enemy);
        if may == 0 {
            return 0;
        }
        let drawn = match random.random_range(0..8) {
            0..4 => {
                let weight = |unit: usize| enemy.0[unit][EXH] * enemy.0[unit][EXH];
                let mut left = random.random_range(0..bits(may).map(weight).sum::<i32>());
                let one = bits(may).find(|&unit| {
                    left -= weight(unit);
                    left < 0
                });
                one.map_or(0, |unit| 1 << unit)
            }
            4 => may,
            5 if may.is_power_of_two() => 0,
            _ => random.random::<u8>() & may,
        };
        drawn | must
    }

    /// The history of a particle.
    pub fn story(&self, particle: &Particle) -> Story {
        let (batch, mut at) = particle.trace;
        let batch = &self.batches[batch];
        let mut rested: Vec<u8> = Vec::with_capacity(batch.layers.len());
        for layer in batch.layers.iter().rev() {
            let (parent, recover) = layer[at as usize];
            rested.push(recover);
            at = parent;
        }
        rested.reverse();
        (batch.starts[at as usize], rested)
    }

    /// Tries allocations in random sequence, each with every possible recovery, while the budget lasts. Adds the particle that it finds.
    pub fn dig(&mut self, random: &mut ChaCha12Rng, budget: &mut Budget<'_>) -> bool {
        while budget.spend(DRAWN) {
            let Some(start) = self.allocations.draw(random) else { return false };
            let mut failed = BTreeSet::new();
            let mut rested = Vec::new();
            // An allocation that takes long to refute is skipped: there are others.
            let mut part = budget.part(PATIENCE);
            let found = self.deeper(start, &mut rested, &mut failed, &mut part);
            budget.back(&part);
            if let Some(enemy) = found {
                let layers = rested.into_iter().map(|recover| vec![(0, recover)]).collect();
                self.particles.push(Particle { enemy, weight: 1.0, trace: (self.batches.len(), 0) });
                self.batches.push(Batch { starts: vec![start], layers });
                return true;
            }
        }
        false
    }

    fn deeper(
        &self,
        enemy: Side,
        rested: &mut Vec<u8>,
        failed: &mut BTreeSet<(usize, Side)>,
        budget: &mut Budget<'_>,
    ) -> Option<Side> {
        let round = rested.len();
        if round == self.history.rounds.len() {
            return Some(enemy);
        }
        if failed.contains(&(round, enemy)) {
            return None;
        }
        let [may, must] = self.history.rested(round, &enemy);
        let least = first_to_rest(&enemy, may).map_or(0, |unit| 1 << unit);
        // The recovery without a cost comes first, then all sets.
        let sets = std::iter::once(must | least).chain((0..32).filter(|&set| set != must | least));
        for recover in sets.filter(|set| set & !may == 0 && must & !set == 0) {
            if !budget.spend(1) {
                return None;
            }
            let mut after = enemy;
            if self.history.follow(self.tables, round, &mut after, recover) {
                rested.push(recover);
                if let Some(found) = self.deeper(after, rested, failed, budget) {
                    return Some(found);
                }
                rested.pop();
            }
        }
        failed.insert((round, enemy));
        None
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha12Rng;
    use serde_json::json;

    use super::super::fast_round::{ATK, DEF};
    use super::*;
    use crate::games::castle_siege::fast_round::Moves;
    use crate::games::castle_siege::self_play::Study;
    use deathmatch_rules::game::{Asked, AtTable, BySeat, Given, Resolve, Seat, Viewer, Views};
    use deathmatch_rules::games::castle_siege::{Order, Position, Ruleset, State};

    /// A ruleset with other tables, in which all statistics change.
    fn others() -> Ruleset {
        let mut rules = serde_json::to_value(Ruleset::default()).expect("rules are data");
        rules["rounds"] = json!(12);
        rules["battle_table"] = json!([
            { "when": "EU.ATK + EU.HP > AU.DEF + AU.EXH", "AU": { "HP": -1, "ATK": -1, "DEF": 2 } },
            { "when": "EU.DEF = AU.DEF", "AU": { "EXH": 1, "ATK": 3 } },
        ]);
        rules["siege_table"] = json!([
            { "when": "NA > ND", "top_attacker": { "EXH": 2, "DEF": -1 }, "defenders": { "HP": 1, "DEF": -1 } },
            { "when": "always", "attackers": { "ATK": -1 }, "top_defender": { "EXH": 1 } },
        ]);
        serde_json::from_value(rules).expect("rules")
    }

    /// Plays random matches, half of them by careful seats so that they last, and one in eight with other tables. Compares the events with
    /// what each seat's filter considers possible.
    fn holds(matches: u64) {
        let mut random = ChaCha12Rng::seed_from_u64(4);
        let (ours, others) = (Ruleset::default(), others());
        for number in 0..matches {
            let rules = if number % 8 < 7 { &ours } else { &others };
            let mut state = State { position: Position::new(rules.clone()), secrets: BySeat::default() };
            state.resolve(BySeat::from_fn(|_| Given::Order(Order::Allocation(Study::any(&mut random)))));
            while let Asked::Seats(_) = state.asked() {
                let given = BySeat::from_fn(|seat| {
                    let side = Side::of(state.secrets[seat].units().expect("they are settled"));
                    let attack = side.attackers() & random.random::<u8>();
                    let holds = if number % 2 == 0 { 31 } else { random.random() };
                    let defend = side.defenders() & !attack & holds;
                    let attack = if number % 2 == 0 && defend == 0 { 0 } else { attack };
                    let recover = side.tired() & random.random::<u8>() & !attack & !defend;
                    Given::Order(Order::Actions(Moves { attack, defend, recover }.actions()))
                });
                state.resolve(given);
            }
            for seat in Seat::ALL {
                truth_is_possible(&state, seat);
            }
        }
    }

    fn truth_is_possible(state: &State, seat: Seat) {
        let view = state.view(Viewer::Seat(seat), &AtTable::default());
        let history = History::of(&view).expect("a seat's");
        let tables = Tables::of(view.position().ruleset());
        let filter = Filter::new(&history, &tables);
        let secrets = &state.secrets[!seat];
        let mut enemy = Side::of(secrets.allocated.as_ref().expect("they are settled"));
        assert!(filter.allocations.atk.contains(&enemy.0.map(|unit| unit[ATK])));
        assert!(filter.allocations.def.contains(&enemy.0.map(|unit| unit[DEF])));
        for (round, truth) in secrets.rounds.iter().enumerate() {
            let recover = Moves::of(&truth.order.unwrap_or_default()).recover;
            let [may, must] = history.rested(round, &enemy);
            assert!(recover & !may == 0 && must & !recover == 0);
            assert!(history.follow(&tables, round, &mut enemy, recover));
            assert_eq!(enemy, Side::of(&truth.units));
        }
    }

    #[test]
    fn filter_never_excludes_the_truth() {
        holds(300);
    }

    #[test]
    #[ignore = "long"]
    fn filter_never_excludes_the_truth_in_many_matches() {
        let matches = std::env::var("FILTER_MATCHES").ok().and_then(|count| count.parse().ok());
        holds(matches.unwrap_or(5_000));
    }
}
