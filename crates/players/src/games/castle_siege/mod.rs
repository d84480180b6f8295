//! The built-in player.
//!
//! - Its only information is the view. `History` is the seat's knowledge of past rounds; `Filter` draws enemies that agree with it.
//! - An allocation is drawn from a precomputed mix; see `choose_allocation`. A round's order is drawn from a mix against some of those
//!   enemies; see `round_order`. Positions are judged by a network trained by self-play; see [`value_network`].
//! - Level 5 models the enemy's habits from visible actions; see `opponent_model`.
//! - The level sets the number of enemies considered and the extent of the search. A weaker level misjudges the values of orders.

mod choose_allocation;
mod considered_orders;
mod fast_round;
pub mod known_response;
mod ladder;
mod opponent_model;
mod past_rounds;
mod possible_allocations;
mod possible_units;
mod round_order;
mod scripted_policy;
pub mod self_play;
mod styles;
pub mod value_network;

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::search::Budget;
use crate::{Player, Rung, Strength, Thinking, Thought};
use deathmatch_rules::game::{BySeat, Seat};
use deathmatch_rules::games::castle_siege::{CastleSiege, Order, OwnRound, Phase, Secrets, Shared, State, Units, View};
use fast_round::{Moves, Tables};
use opponent_model::Habit;
use past_rounds::History;
use possible_units::{Filter, Particle, Story};
use round_order::{Foe, Reach, Round};
use value_network::Values;

/// The extent of a strength's search.
const fn reach(strength: &Strength) -> Reach {
    match strength.depth {
        0..=1 => Reach { particles: 1, orders: 12, oracles: 0, further: false, habits: false },
        2 => Reach { particles: 3, orders: 20, oracles: 0, further: false, habits: false },
        3 => Reach { particles: 6, orders: 30, oracles: 0, further: false, habits: false },
        4..=15 => Reach { particles: 12, orders: 30, oracles: 4, further: false, habits: false },
        _ => Reach { particles: 32, orders: 40, oracles: 10, further: true, habits: true },
    }
}

/// The share of the work for drawing enemies, in percent.
const FILTER: u64 = 30;
/// The number of enemies whose habits are examined, as a multiple of those considered.
const MORE: usize = 2;
/// The work of a search for any matching enemy, if all drawn ones contradicted the reports.
const DIG: u64 = 200_000;

/// A possible history of the seat's enemy.
fn enemy_story(history: &History, tables: &Tables, random: &mut ChaCha12Rng) -> Option<Story> {
    let mut filter = Filter::new(history, tables);
    filter.gather(64, 1, random, &mut Budget::of(u64::MAX / 2));
    if filter.particles.is_empty() {
        filter.dig(random, &mut Budget::of(DIG * 10));
    }
    let weights: f64 = filter.particles.iter().map(|particle| particle.weight).sum();
    let mut left = rand::RngExt::random::<f64>(random) * weights;
    let drawn = filter.particles.iter().find(|particle| {
        left -= particle.weight;
        left <= 0.0
    });
    drawn.or(filter.particles.first()).map(|particle| filter.story(particle))
}

/// The possible enemies, the likeliest first; never empty.
fn enemies(history: &History, tables: &Tables, reach: Reach, thinking: &mut Thinking<'_>) -> Vec<Foe> {
    let wanted = reach.particles;
    let mut part = thinking.budget.part(thinking.budget.left() * FILTER / 100 + 1);
    let mut filter = Filter::new(history, tables);
    let size = (wanted * 16).max(48);
    filter.gather(size, wanted * 2, &mut thinking.random, &mut part);
    if filter.particles.is_empty() {
        let mut dig = thinking.budget.part(DIG);
        filter.dig(&mut thinking.random, &mut dig);
        part.back(&dig);
    }
    thinking.budget.back(&part);
    let particles: Vec<(&Particle, f64)> =
        filter.particles.iter().map(|particle| (particle, particle.weight)).collect();
    if particles.is_empty() {
        let side = filter.allocations.draw(&mut thinking.random).unwrap_or(history.own);
        return vec![Foe { side, weight: 1.0, habit: Habit::default() }];
    }
    let more = if reach.habits { wanted * MORE } else { wanted };
    let mut foes = Vec::new();
    for (particle, weight) in spread(particles, more, &mut thinking.random) {
        let (mut weight, mut habit) = (weight, Habit::default());
        if reach.habits && thinking.budget.continues() {
            let (found, evidence, work) = opponent_model::habit(history, tables, &filter.story(particle));
            thinking.budget.spend(work);
            weight *= evidence;
            habit = found;
        }
        foes.push((Foe { side: particle.enemy, weight, habit }, weight));
    }
    let spread = spread(foes, wanted, &mut thinking.random);
    spread.into_iter().map(|(foe, weight)| Foe { weight, ..foe }).collect()
}

/// Draws `wanted` weighted items by weight; each gets a weight by how often it was drawn. The likeliest is first.
fn spread<T>(mut all: Vec<(T, f64)>, wanted: usize, random: &mut ChaCha12Rng) -> Vec<(T, f64)> {
    if all.len() > wanted {
        let whole: f64 = all.iter().map(|each| each.1).sum();
        let step = whole / f64::from(u32::try_from(wanted).unwrap_or(u32::MAX));
        let mut next = rand::RngExt::random::<f64>(random) * step;
        let mut sum = 0.0;
        for (_, weight) in &mut all {
            sum += *weight;
            let mut times = 0.0;
            while next < sum {
                times += 1.0;
                next += step;
            }
            *weight = times;
        }
        all.retain(|(_, weight)| *weight > 0.0);
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all
}

/// A seat's secrets, given its allocation and recoveries.
fn secrets(history: &History, tables: &Tables, (start, rested): Story) -> Secrets {
    let mut side = start;
    let rounds = rested.into_iter().enumerate().map(|(round, recover)| {
        history.follow(tables, round, &mut side, recover);
        let order = Moves { recover, ..history.rounds[round].enemy }.actions();
        Shared::new(OwnRound { order: Some(order), units: side.units() })
    });
    Secrets { allocated: Some(start.units()), defaulted: false, rounds: rounds.collect() }
}

impl Player for View {
    type Game = CastleSiege;

    const LADDER: &'static [Rung] = ladder::LADDER;

    const STYLES: &'static [&'static str] = styles::NAMES;

    fn seat(&self) -> Option<Seat> {
        Self::seat(self)
    }

    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<State> {
        let seat = Self::seat(self)?;
        let mut hidden = BySeat::default();
        if let Some(all) = self.all() {
            hidden = all.clone();
        } else if self.position().phase() != Phase::Allocation {
            let history = History::of(self)?;
            let tables = Tables::of(self.position().ruleset());
            let story = enemy_story(&history, &tables, random)?;
            hidden[!seat] = secrets(&history, &tables, story);
        }
        hidden[seat] = self.own()?.clone();
        Some(State { position: self.position().clone(), secrets: hidden })
    }

    fn worth(&self) -> f64 {
        let (Some(own), Some(history)) = (Self::seat(self), History::of(self)) else { return 0.5 };
        if let Some(winner) = self.outcome().and_then(|outcome| outcome.winner) {
            return f64::from(u8::from(winner == own));
        }
        let tables = Tables::of(self.position().ruleset());
        let mut filter = Filter::new(&history, &tables);
        filter.gather(32, 1, &mut ChaCha12Rng::seed_from_u64(0), &mut Budget::of(2_000));
        let left = tables.rounds.saturating_sub(self.position().played());
        let (mut sum, mut weights) = (0.0, 0.0);
        for particle in &filter.particles {
            sum += particle.weight * Values::ours().worth(history.me, &history.own, &particle.enemy, left);
            weights += particle.weight;
        }
        if weights > 0.0 { sum / weights } else { 0.5 }
    }

    fn think(&self, thinking: &mut Thinking<'_>) -> Option<Thought<Order>> {
        let ruleset = self.position().ruleset();
        if self.allocates() {
            let units: Units = choose_allocation::allocation(ruleset, thinking);
            return Some(Thought { order: Order::Allocation(units), chance: Some(0.5), nodes: 0 });
        }
        self.commands()?;
        let history = History::of(self)?;
        let tables = Tables::of(ruleset);
        let reach = reach(&thinking.strength);
        let enemies = enemies(&history, &tables, reach, thinking);
        let round = Round {
            tables: &tables,
            values: Values::ours(),
            me: history.me,
            own: history.own,
            left: tables.rounds.saturating_sub(self.position().played() + 1),
        };
        let found = round.find(&enemies, reach, thinking);
        let order = found.orders[thinking.pick(&found.mix)];
        Some(Thought { order: Order::Actions(order.actions()), chance: Some(found.value), nodes: found.nodes })
    }

    fn styled(&self, style: &str, setup: &str, random: &mut ChaCha12Rng) -> Option<Order> {
        styles::order(self, style, setup, random)
    }
}
