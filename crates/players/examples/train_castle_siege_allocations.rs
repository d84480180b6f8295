//! Finds the mix of allocations that the built-in player of Castle Siege draws from, by double oracle over self-play. The known allocations
//! play each other, and their matrix is solved. Of many other allocations, those that do best against the mix are added.
//!
//! `cargo run --release -p deathmatch-players --example train_castle_siege_allocations -- ROUNDS MATCHES WEIGHTS > allocations.txt`, where
//! WEIGHTS is the network's `value.txt`.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts are small, and weights are rounded anyway"
)]

use deathmatch_players::games::castle_siege::self_play::Study;
use deathmatch_players::games::castle_siege::value_network::Values;
use deathmatch_players::search::solve;
use deathmatch_rules::game::Rules as _;
use deathmatch_rules::games::castle_siege::{CastleSiege, Order, Ruleset, Units};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// The number of new allocations tried in each round.
const LOOKED_AT: usize = 100;

struct Pool {
    values: Values,
    study: Study,
    random: ChaCha12Rng,
    all: Vec<Units>,
    /// The wins of each allocation against each, and the number of their matches.
    won: Vec<Vec<f64>>,
    played: Vec<Vec<f64>>,
}

impl Pool {
    fn fight(&mut self, own: Units, enemy: Units) -> f64 {
        let turned = self.random.random_bool(0.5);
        let pair = if turned { [enemy, own] } else { [own, enemy] };
        let (_, end) = self.study.play_match([Some(&self.values); 2], pair, &mut self.random);
        if turned { 1.0 - end } else { end }
    }

    /// Adds an allocation, with its units sorted by strength, unless it is known.
    fn join(&mut self, mut units: Units, matches: usize) {
        units.0.sort_by_key(|unit| std::cmp::Reverse(unit.0));
        if self.all.contains(&units) {
            return;
        }
        self.all.push(units);
        let count = self.all.len();
        for table in [&mut self.won, &mut self.played] {
            table.push(Vec::new());
            for row in table.iter_mut() {
                row.resize(count, 0.0);
            }
        }
        for other in 0..count - 1 {
            self.more(count - 1, other, matches);
        }
    }

    fn more(&mut self, a: usize, b: usize, matches: usize) {
        for _ in 0..matches {
            let end = self.fight(self.all[a], self.all[b]);
            self.won[a][b] += end;
            self.won[b][a] += 1.0 - end;
            self.played[a][b] += 1.0;
            self.played[b][a] += 1.0;
        }
    }

    fn entries(&self) -> Vec<f64> {
        let cells = self.won.iter().flatten().zip(self.played.iter().flatten());
        cells.map(|(won, played)| (won + 1.0) / (played + 2.0)).collect()
    }

    /// The weights, values and allocations, the most played first.
    fn written(&self) -> String {
        let (entries, count) = (self.entries(), self.all.len());
        let mix = solve(&entries, count).rows;
        let worth = |row: usize| (0..count).map(|column| entries[row * count + column] * mix[column]).sum::<f64>();
        let mut lines: Vec<usize> = (0..count).collect();
        lines.sort_by(|&a, &b| mix[b].total_cmp(&mix[a]).then(worth(b).total_cmp(&worth(a))));
        let line = |at: usize| {
            let (weight, worth) = (mix[at] * 1_000.0, worth(at) * 1_000.0);
            format!("{weight:.0} {worth:.0} {}\n", Order::Allocation(self.all[at]))
        };
        lines.into_iter().map(line).collect()
    }

    /// The result of an allocation against the mix.
    fn worth(&mut self, units: Units, mix: &[f64], matches: usize) -> f64 {
        let mut won = 0.0;
        for _ in 0..matches {
            let mut left = self.random.random::<f64>();
            let enemy = mix.iter().position(|weight| {
                left -= weight;
                left <= 0.0
            });
            won += self.fight(units, self.all[enemy.unwrap_or(0)]);
        }
        won / matches as f64
    }

    /// A new allocation: a random one, or one of the mix with some statistics moved.
    fn other(&mut self, mix: &[f64]) -> Units {
        if self.random.random_bool(0.3) {
            return Study::any(&mut self.random);
        }
        let played: Vec<usize> = (0..mix.len()).filter(|&at| mix[at] > 0.01).collect();
        let mut units = self.all[played[self.random.random_range(0..played.len())]];
        for _ in 0..self.random.random_range(1..5) {
            loop {
                let mut moved = units;
                let stat = self.random.random_range(0..3);
                moved.0[self.random.random_range(0..5)].0[stat] -= 1;
                moved.0[self.random.random_range(0..5)].0[stat] += 1;
                let kept = |unit: &deathmatch_rules::games::castle_siege::Stats| {
                    unit.0.iter().all(|value| (0..=4).contains(value)) && unit.worth() <= 7
                };
                if moved.0.iter().all(kept) {
                    units = moved;
                    break;
                }
            }
        }
        units
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, rounds, matches, weights] = &arguments[..] else { panic!("three arguments") };
    let (rounds, matches): (u32, usize) = (rounds.parse().expect("a number"), matches.parse().expect("a number"));
    let values = Values::read(&std::fs::read_to_string(weights).expect("a file of weights"));
    let ruleset: Ruleset = CastleSiege::presets().remove(0).ruleset;
    let random = ChaCha12Rng::seed_from_u64(2);
    let (won, played) = (Vec::new(), Vec::new());
    let mut pool = Pool { values, study: Study::new(&ruleset), random, all: Vec::new(), won, played };
    pool.study.astray = 0.0;
    pool.study.orders = 10;
    for _ in 0..8 {
        let units = Study::any(&mut pool.random);
        pool.join(units, matches);
    }
    for round in 0..rounds {
        let mix = solve(&pool.entries(), pool.all.len()).rows;
        let mut others: Vec<(f64, Units)> = Vec::new();
        for _ in 0..LOOKED_AT {
            let units = pool.other(&mix);
            others.push((pool.worth(units, &mix, 8), units));
        }
        for (kept, matches) in [(12, 30), (5, 60)] {
            others.sort_by(|a, b| b.0.total_cmp(&a.0));
            others.truncate(kept);
            for other in &mut others {
                other.0 = pool.worth(other.1, &mix, matches);
            }
        }
        others.sort_by(|a, b| b.0.total_cmp(&a.0));
        eprintln!("round {round}: the best of the others gets {:.3}\n{}", others[0].0, pool.written());
        for (_, units) in others.into_iter().take(3) {
            pool.join(units, matches);
        }
        // More matches make the results of the played allocations more exact.
        let mix = solve(&pool.entries(), pool.all.len()).rows;
        let played: Vec<usize> = (0..mix.len()).filter(|&at| mix[at] > 0.02).collect();
        for (at, &a) in played.iter().enumerate() {
            for &b in &played[..at] {
                pool.more(a, b, matches / 4);
            }
        }
    }
    print!("{}", pool.written());
}
