//! The built-in player.
//!
//! - It has the view and nothing else: `History` is what its seat saw, `Filter` draws enemies that agree with it.
//! - An allocation is drawn from a mix found beforehand, see `allocate`; a round's order from a mix found against some of those enemies,
//!   see `round`, judged by a network trained by self-play, see [`value`].
//! - The level decides how many enemies are considered and how far orders are searched for; a weaker one misjudges what orders come to.

mod allocate;
mod allocations;
mod fast;
mod filter;
mod history;
mod orders;
pub mod response;
mod round;
mod script;
pub mod study;
mod styles;
pub mod value;

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use super::order::Order;
use super::position::{Phase, Shared};
use super::secrets::{OwnRound, Secrets};
use super::state::State;
use super::unit::Units;
use super::view::View;
use crate::game::{BySeat, Player, Seat, Strength, Thinking, Thought};
use crate::search::Budget;
use fast::{Moves, Side, Tables};
use filter::{Filter, Story};
use history::History;
use round::{Reach, Round};
use value::Values;

/// How far a strength goes.
const fn reach(strength: &Strength) -> Reach {
    match strength.depth {
        0..=1 => Reach { worlds: 1, orders: 12, oracles: 0, further: false },
        2 => Reach { worlds: 3, orders: 20, oracles: 0, further: false },
        3 => Reach { worlds: 6, orders: 30, oracles: 0, further: false },
        4..=15 => Reach { worlds: 12, orders: 30, oracles: 4, further: false },
        _ => Reach { worlds: 32, orders: 40, oracles: 10, further: true },
    }
}

/// The part of the work that goes into finding out what the enemy may have, in hundredths.
const FILTER: u64 = 30;
/// What a search for any enemy that fits may cost, where all that were drawn have died out.
const DIG: u64 = 200_000;

/// What the seat's enemy went through, as it may have been.
fn enemy_story(history: &History, tables: &Tables, random: &mut ChaCha12Rng) -> Option<Story> {
    let mut filter = Filter::new(history, tables);
    filter.gather(64, 1, random, &mut Budget::of(u64::MAX / 2));
    if filter.worlds.is_empty() {
        filter.dig(random, &mut Budget::of(DIG * 10));
    }
    let weights: f64 = filter.worlds.iter().map(|world| world.weight).sum();
    let mut left = rand::RngExt::random::<f64>(random) * weights;
    let drawn = filter.worlds.iter().find(|world| {
        left -= world.weight;
        left <= 0.0
    });
    drawn.or(filter.worlds.first()).map(|world| filter.story(world))
}

/// Enemies that the seat may have, with weights, the likeliest first; never none.
fn enemies(history: &History, tables: &Tables, wanted: usize, thinking: &mut Thinking<'_>) -> Vec<(Side, f64)> {
    let mut part = thinking.budget.part(thinking.budget.left() * FILTER / 100 + 1);
    let mut filter = Filter::new(history, tables);
    let size = (wanted * 16).max(48);
    filter.gather(size, wanted * 2, &mut thinking.random, &mut part);
    if filter.worlds.is_empty() {
        let mut dig = thinking.budget.part(DIG);
        filter.dig(&mut thinking.random, &mut dig);
        part.back(&dig);
    }
    thinking.budget.back(&part);
    let mut worlds: Vec<(Side, f64)> = filter.worlds.iter().map(|world| (world.enemy, world.weight)).collect();
    if worlds.is_empty() {
        worlds.push((filter.allocations.draw(&mut thinking.random).unwrap_or(history.own), 1.0));
    }
    spread(&mut worlds, wanted, &mut thinking.random);
    worlds
}

/// So many of some weighted worlds, drawn by weight, each then as likely as it was drawn often.
fn spread(worlds: &mut Vec<(Side, f64)>, wanted: usize, random: &mut ChaCha12Rng) {
    if worlds.len() > wanted {
        let whole: f64 = worlds.iter().map(|world| world.1).sum();
        let step = whole / f64::from(u32::try_from(wanted).unwrap_or(u32::MAX));
        let mut next = rand::RngExt::random::<f64>(random) * step;
        let mut sum = 0.0;
        let mut kept = Vec::with_capacity(wanted);
        for &(side, weight) in worlds.iter() {
            sum += weight;
            let mut times = 0.0;
            while next < sum {
                times += 1.0;
                next += step;
            }
            if times > 0.0 {
                kept.push((side, times));
            }
        }
        *worlds = kept;
    }
    worlds.sort_by(|a, b| b.1.total_cmp(&a.1));
}

/// What a seat hides that had this allocation and these recoveries.
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
    type Game = super::CastleSiege;

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
        for world in &filter.worlds {
            sum += world.weight * Values::ours().worth(history.me, &history.own, &world.enemy, left);
            weights += world.weight;
        }
        if weights > 0.0 { sum / weights } else { 0.5 }
    }

    fn think(&self, thinking: &mut Thinking<'_>) -> Option<Thought<Order>> {
        let ruleset = self.position().ruleset();
        if self.allocates() {
            let units: Units = allocate::allocation(ruleset, thinking);
            return Some(Thought { order: Order::Allocation(units), chance: Some(0.5), nodes: 0 });
        }
        self.commands()?;
        let history = History::of(self)?;
        let tables = Tables::of(ruleset);
        let reach = reach(&thinking.strength);
        let enemies = enemies(&history, &tables, reach.worlds, thinking);
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
