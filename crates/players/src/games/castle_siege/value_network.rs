//! The value of a position: a small network over sets of units, trained by self-play.
//!
//! Each unit gives a vector by its statistics. A side is the sum of its units' vectors, so letters do not matter. One layer combines both
//! sides and some facts of the match. The weights are data, see [`Values::ours`]; the example `castle_siege_value` trains them.
//!
//! Sources: Zaheer et al., *Deep sets* (2017); Tesauro, *Temporal difference learning and TD-Gammon* (1995).

use std::sync::LazyLock;

use super::fast_round::{Side, Unit};

/// A unit's inputs: one for each value of ATK, DEF and HP up to 4, and of EXH.
pub const INPUTS: usize = 19;
/// The length of a unit's vector.
pub const WIDE: usize = 16;
/// The number of nodes in the layer.
pub const NODES: usize = 32;
/// The number of facts about the match besides the units.
pub const FACTS: usize = 8;
/// The number of weights: those of units with their constant; those of the own side, the enemy and the facts; the nodes' constants and
/// weights.
pub const WEIGHTS: usize = (INPUTS + 1) * WIDE + (2 * WIDE + FACTS + 1) * NODES + NODES + 1;

/// The inputs of a unit that are 1.
#[must_use]
pub fn inputs(unit: Unit) -> [usize; 4] {
    let [atk, def, hp, exh] = unit.map(|value| usize::try_from(value.clamp(0, 4)).unwrap_or_default());
    [atk, 5 + def, 10 + hp, 15 + exh.min(3)]
}

/// The facts about the match besides the units: the rounds left, the lead in the deciding total, and the winner of a tie, the DMO (side 1).
/// The last two count more towards the end.
#[must_use]
pub fn facts(me: usize, own: &[Unit; 5], enemy: &[Unit; 5], left: u32) -> [f32; FACTS] {
    let left = f32::from(u16::try_from(left).unwrap_or(400).min(400));
    let (soon, late) = (1.0 / (1.0 + left / 4.0), 1.0 / (1.0 + left));
    let sum = |side: &[Unit; 5], of: fn(&Unit) -> i32| side.iter().map(of).sum::<i32>();
    let ahead = |of: fn(&Unit) -> i32| sum(own, of) - sum(enemy, of);
    let total = ahead(|&[atk, def, hp, exh]| atk + def + hp - exh);
    let tie = [-ahead(|unit| unit[3]), ahead(|unit| unit[2]), if me == 0 { -1 } else { 1 }];
    let tie = tie.into_iter().find(|&by| by != 0).unwrap_or_default().signum();
    let small = |value: i32| f32::from(i16::try_from(value.clamp(-12, 12)).unwrap_or_default());
    let ahead = small(total) + 0.4 * small(tie);
    let seat = if me == 0 { -0.5 } else { 0.5 };
    [(left / 40.0).min(1.5), soon, late, ahead / 10.0, ahead * soon, ahead * late, seat, seat * soon]
}

/// The network, ready for use.
pub struct Values {
    units: Vec<[f32; WIDE]>,
    sides: [[[f32; NODES]; WIDE]; 2],
    facts: [[f32; NODES]; FACTS],
    base: [f32; NODES],
    out: [f32; NODES],
    last: f32,
}

static OURS: LazyLock<Values> = LazyLock::new(|| Values::read(include_str!("value.txt")));

impl Values {
    /// Parses weights given as whole numbers in thousandths.
    ///
    /// # Panics
    /// The text is something else, or too short.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let weights = text.split_whitespace().map(|word| {
            let weight: i16 = word.parse().expect("weights are whole numbers");
            f32::from(weight) / 1_000.0
        });
        Self::new(&weights.collect::<Vec<_>>())
    }

    /// Creates a network from its weights.
    ///
    /// # Panics
    /// There are too few weights.
    #[must_use]
    pub fn new(weights: &[f32]) -> Self {
        let mut rest = weights.iter().copied();
        let mut next = || rest.next().expect("as many weights as there are");
        let mut line = |_: usize| -> [f32; WIDE] { std::array::from_fn(|_| next()) };
        let inputs_of: [[f32; WIDE]; INPUTS] = std::array::from_fn(&mut line);
        let constant = line(0);
        let mut node = |_: usize| -> [f32; NODES] { std::array::from_fn(|_| next()) };
        let sides = [std::array::from_fn(&mut node), std::array::from_fn(&mut node)];
        let facts = std::array::from_fn(&mut node);
        let (base, out) = (node(0), node(0));
        let last = next();
        let units = (0..500).map(|at| {
            let mut sums = constant;
            for input in inputs([at / 100, at / 20 % 5, at / 4 % 5, at % 4]) {
                sums.iter_mut().zip(&inputs_of[input]).for_each(|(sum, weight)| *sum += weight);
            }
            sums.map(|sum| sum.max(0.0))
        });
        Self { units: units.collect(), sides, facts, base, out, last }
    }

    /// The network of the built-in player.
    #[must_use]
    pub fn ours() -> &'static Self {
        &OURS
    }

    /// The chance of a side to win with this many rounds left, from 0 to 1; side 0 is the EC's.
    #[must_use]
    pub fn worth(&self, me: usize, own: &Side, enemy: &Side, left: u32) -> f64 {
        let mut nodes = self.base;
        for (weights, fact) in self.facts.iter().zip(facts(me, &own.0, &enemy.0, left)) {
            nodes.iter_mut().zip(weights).for_each(|(node, weight)| *node += fact * weight);
        }
        for (side, weights) in [own, enemy].into_iter().zip(&self.sides) {
            let mut sums = [0.0; WIDE];
            for unit in side.0 {
                let [atk, def, hp, exh] = unit.map(|value| usize::try_from(value.clamp(0, 4)).unwrap_or_default());
                let vector = &self.units[atk * 100 + def * 20 + hp * 4 + exh.min(3)];
                sums.iter_mut().zip(vector).for_each(|(sum, part)| *sum += part);
            }
            for (sum, weights) in sums.iter().zip(weights) {
                nodes.iter_mut().zip(weights).for_each(|(node, weight)| *node += sum * weight);
            }
        }
        let sum: f32 = nodes.iter().zip(&self.out).map(|(node, weight)| node.max(0.0) * weight).sum();
        1.0 / (1.0 + f64::from(-(sum + self.last)).exp())
    }
}
