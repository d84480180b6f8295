//! The allocation: drawn from a mix found by double oracle, or by a quick search under other rules.
//!
//! The letters of the units are drawn at random: they hardly matter, and this way they disclose nothing.

use std::sync::LazyLock;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use super::self_play::Study;
use super::value_network::Values;
use crate::Thinking;
use crate::search::solve;
use deathmatch_rules::games::castle_siege::{Ruleset, Units, read_units};

/// An allocation, its weight in the mix, and its value against the mix.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub weight: f64,
    pub worth: f64,
    pub units: Units,
}

/// The allocations of the mix: each line has the weight and the value in thousandths, and the allocation. The example
/// `train_castle_siege_allocations` finds them.
static MIX: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let read = |line: &str| {
        let (weight, rest) = line.split_once(' ')?;
        let (worth, units) = rest.split_once(' ')?;
        let thousandths = |text: &str| text.parse::<f64>().ok().map(|value| value / 1_000.0);
        Some(Entry { weight: thousandths(weight)?, worth: thousandths(worth)?, units: read_units(units).ok()? })
    };
    include_str!("allocations.txt").lines().map(|line| read(line).expect("a line is a whole entry")).collect()
});

/// The known allocations, the most played first.
pub fn known() -> &'static [Entry] {
    &MIX
}

/// The factor on the error for allocations: a match is long, and a beginner cannot foresee the use of units.
const MISJUDGED: f64 = 2.0;
/// The average work of one trial match.
const A_MATCH: u64 = 4_000;
/// The number of allocations tried under other rules.
const TRIED: usize = 10;

/// Chooses an allocation.
pub fn allocation(ruleset: &Ruleset, thinking: &mut Thinking<'_>) -> Units {
    let ours = ruleset.battle_table.is_ours() && ruleset.siege_table.is_ours();
    let weights: Vec<f64> = known().iter().map(|entry| entry.weight).collect();
    let units = if !ours && thinking.budget.left() >= A_MATCH * 100 {
        tried(ruleset, thinking)
    } else if thinking.strength.blur > 0.0 {
        let judge = |entry: &Entry| (entry.worth + (thinking.judged(0.0)) * MISJUDGED, entry.units);
        let judged: Vec<_> = known().iter().map(judge).collect();
        judged.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are allocations").1
    } else {
        known()[thinking.pick(&weights)].units
    };
    shuffled(units, &mut thinking.random)
}

fn shuffled(mut units: Units, random: &mut ChaCha12Rng) -> Units {
    units.0.shuffle(random);
    units
}

/// Plays some allocations against each other under the given rules, and returns the best one.
fn tried(ruleset: &Ruleset, thinking: &mut Thinking<'_>) -> Units {
    let mut study = Study::new(ruleset);
    study.orders = 10;
    let random = &mut thinking.random;
    let few = known().iter().map(|entry| entry.units).take(TRIED / 2);
    let mut all: Vec<Units> = few.collect();
    while all.len() < TRIED {
        all.push(Study::any(random));
    }
    let (mut won, mut played) = (vec![0.0; TRIED * TRIED], vec![0.0; TRIED * TRIED]);
    'trying: loop {
        for row in 0..TRIED {
            for column in 0..row {
                let turned = random.random_bool(0.5);
                let pair = if turned { [all[column], all[row]] } else { [all[row], all[column]] };
                let (steps, end) = study.play_match([Some(Values::ours()); 2], pair, random);
                let end = if turned { 1.0 - end } else { end };
                for (at, end) in [(row * TRIED + column, end), (column * TRIED + row, 1.0 - end)] {
                    won[at] += end;
                    played[at] += 1.0;
                }
                if !thinking.budget.spend(60 + steps.len() as u64 * A_MATCH / 40) {
                    break 'trying;
                }
            }
        }
    }
    let entries: Vec<f64> = won.iter().zip(&played).map(|(won, played)| (won + 1.0) / (played + 2.0)).collect();
    let mix = solve(&entries, TRIED).rows;
    all[thinking.pick(&mix)]
}
