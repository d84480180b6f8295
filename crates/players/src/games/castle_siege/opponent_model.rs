//! A model of the enemy's habits: scripted policies, weighted by how well they predicted the enemy's visible actions.
//!
//! The enemy plays either by one of the scripts or by none; Bayes' rule gives the probabilities. The round's mix is the best against an
//! enemy who plays the likely scripts that often and otherwise the most harmful order. So a wrong guess costs little.
//!
//! Sources: Albrecht and Stone, *Autonomous agents modelling other agents* (2018); Johanson, Zinkevich and Bowling, *Computing robust
//! counter-strategies* (2007).

use std::sync::LazyLock;

use super::fast_round::{Moves, Side, Tables};
use super::past_rounds::History;
use super::possible_units::Story;
use super::scripted_policy::{Count, ScriptedPolicy};
use super::styles::STYLES;

/// The enemy's orders by habit.
#[derive(Clone, Debug, Default)]
pub struct Habit {
    /// The orders and their probabilities, if the enemy plays by habit.
    pub moves: Vec<(Moves, f64)>,
    /// The probability that the enemy plays by habit.
    pub share: f64,
}

/// The probability of play by habit before any observation.
const PRIOR: f64 = 0.3;
/// The greatest reliance on a habit.
const MOST: f64 = 0.8;
/// The number of last rounds used.
const ROUNDS: usize = 12;
/// The likelihood of a round under a script that predicted everything, only the attackers, or only their number; under a script that
/// predicted nothing; and under no script.
const EXACT: f64 = 0.75;
const ATTACK: f64 = 0.08;
const NUMBER: f64 = 0.03;
const NOTHING: f64 = 0.01;
const FREE: f64 = 0.06;
/// The number of a habit's orders that are used.
const ORDERS: usize = 4;
/// The number of rounds of one script in a unit of work.
const A_UNIT: u64 = 8;

static SCRIPTS: LazyLock<Vec<ScriptedPolicy>> = LazyLock::new(|| {
    let counts = (0..=5).map(Count::Fixed).chain((-1..=1).map(Count::Copied));
    let mut scripts = Vec::new();
    for count in counts {
        for key in [[2, 0, -1], [4, -1, 0], [1, 0, -8]] {
            for fresh in 0..3 {
                for rest in 0..3 {
                    scripts.push(ScriptedPolicy { count, key, fresh, rest, hold: 15 });
                }
            }
        }
    }
    scripts
});

/// The habit of a particle's enemy, the likelihood of the observations relative to play without habits, and the work.
pub fn habit(history: &History, tables: &Tables, (start, rested): &Story) -> (Habit, f64, u64) {
    let mut side = *start;
    let mut sides: Vec<Side> = Vec::with_capacity(rested.len());
    for (round, &recover) in rested.iter().enumerate() {
        sides.push(side);
        history.follow(tables, round, &mut side, recover);
    }
    let seen: Vec<Moves> = history.rounds.iter().map(|past| past.own_moves).collect();
    let first = sides.len().saturating_sub(ROUNDS);
    let likely = |moves: &dyn Fn(&Side, &[Moves]) -> Moves| -> f64 {
        (first..sides.len())
            .map(|round| {
                let (told, did) = (moves(&sides[round], &seen[..round]), history.rounds[round].enemy);
                let chance = if told.attack == did.attack {
                    if told.defend == did.defend { EXACT } else { ATTACK }
                } else if told.attack.count_ones() == did.attack.count_ones() {
                    NUMBER
                } else {
                    NOTHING
                };
                chance / FREE
            })
            .product()
    };
    let mut moves: Vec<(Moves, f64)> = Vec::new();
    let mut add = |order: Moves, weight: f64| match moves.iter_mut().find(|(known, _)| *known == order) {
        Some((_, sum)) => *sum += weight,
        None => moves.push((order, weight)),
    };
    let count = f64::from(u32::try_from(SCRIPTS.len() + STYLES.len()).unwrap_or(u32::MAX));
    for style in STYLES {
        add(style(&side, &seen), likely(&style) * PRIOR / count);
    }
    for script in SCRIPTS.iter() {
        let moves = |side: &Side, seen: &[Moves]| script.moves(side, seen);
        add(moves(&side, &seen), likely(&moves) * PRIOR / count);
    }
    let all: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let evidence = all + 1.0 - PRIOR;
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves.truncate(ORDERS);
    let kept: f64 = moves.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut moves {
        *weight /= kept;
    }
    let work = ((sides.len() - first + 1) * (SCRIPTS.len() + STYLES.len())) as u64 / A_UNIT;
    (Habit { moves, share: (kept / evidence).min(MOST) }, evidence, work)
}
