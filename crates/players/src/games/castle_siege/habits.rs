//! How the enemy seems to play: scripted policies, weighed by how well they foretold what his units were seen to do.
//!
//! Either he plays by one of the scripts or by none; Bayes' rule says how likely each is. The round's mix then is the best against an
//! enemy who plays by the likely scripts that often and otherwise whatever hurts most, so that a wrong guess costs little.
//!
//! Sources: Albrecht and Stone, *Autonomous agents modelling other agents* (2018); Johanson, Zinkevich and Bowling, *Computing robust
//! counter-strategies* (2007).

use std::sync::LazyLock;

use super::fast::{Moves, Side, Tables};
use super::filter::Story;
use super::history::History;
use super::script::{Count, Script};
use super::styles::STYLES;

/// What an enemy is taken to do by habit.
#[derive(Clone, Debug, Default)]
pub struct Habit {
    /// Orders and how often he gives each, given that he plays by habit.
    pub moves: Vec<(Moves, f64)>,
    /// How likely he plays by habit.
    pub share: f64,
}

/// How likely he plays by habit before anything was seen of him.
const PRIOR: f64 = 0.3;
/// The most that a habit is relied on.
const MOST: f64 = 0.8;
/// How many of the last rounds are asked.
const ROUNDS: usize = 12;
/// How likely a round looks as it did: to a script that foretold all, only who attacks, only how many; to one that foretold nothing;
/// and to an enemy who plays by no script.
const EXACT: f64 = 0.75;
const ATTACK: f64 = 0.08;
const NUMBER: f64 = 0.03;
const NOTHING: f64 = 0.01;
const FREE: f64 = 0.06;
/// How many orders of a habit count.
const ORDERS: usize = 4;
/// How many rounds of one script are a unit of work.
const A_UNIT: u64 = 8;

static SCRIPTS: LazyLock<Vec<Script>> = LazyLock::new(|| {
    let counts = (0..=5).map(Count::Fixed).chain((-1..=1).map(Count::Copied));
    let mut scripts = Vec::new();
    for count in counts {
        for key in [[2, 0, -1], [4, -1, 0], [1, 0, -8]] {
            for fresh in 0..3 {
                for rest in 0..3 {
                    scripts.push(Script { count, key, fresh, rest, hold: 15 });
                }
            }
        }
    }
    scripts
});

/// What a world's enemy does by habit, how many times likelier what was seen is than it would be without habits, and the work.
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
