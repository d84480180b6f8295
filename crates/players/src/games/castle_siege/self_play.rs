//! Self-play with full information, for the programs that produce this player's data.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use super::choose_allocation::known;
use super::considered_orders::some;
use super::fast_round::{Moves, Side, Tables, Unit, decided};
use super::known_response::{Response, any_script};
use super::possible_allocations::Allocations;
use super::styles::allocations;
use super::value_network::Values;
use crate::search::solve;
use deathmatch_rules::game::Seat;
use deathmatch_rules::games::castle_siege::{Ruleset, Units};

/// A position from self-play, from the Elimination Candidate's side.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// ATK, DEF, HP and EXH of each unit of both seats.
    pub sides: [[Unit; 5]; 2],
    /// The number of rounds still to play.
    pub left: u32,
    /// The value of the round's matrix of orders.
    pub value: f64,
    /// Whether a side played a random order instead of one from its mix.
    pub strayed: bool,
}

/// The settings of self-play.
pub struct Study {
    tables: Tables,
    /// The number of orders considered for each side.
    pub orders: usize,
    /// The probability of a random order.
    pub astray: f64,
    /// The probability that one side of a match plays a scripted policy.
    pub scripted: f64,
}

impl Study {
    #[must_use]
    pub fn new(ruleset: &Ruleset) -> Self {
        Self { tables: Tables::of(ruleset), orders: 14, astray: 0.05, scripted: 0.0 }
    }

    /// A uniformly random allocation.
    #[must_use]
    pub fn any(random: &mut ChaCha12Rng) -> Units {
        Allocations::all().draw(random).expect("a thousand tries find one").units()
    }

    /// The allocations of the styles.
    #[must_use]
    pub fn of_styles() -> Vec<Units> {
        allocations().collect()
    }

    /// A random style's allocation.
    #[must_use]
    pub fn of_style(random: &mut ChaCha12Rng) -> Units {
        let all = Self::of_styles();
        all[random.random_range(0..all.len())]
    }

    /// A random known allocation.
    #[must_use]
    pub fn known(random: &mut ChaCha12Rng) -> Units {
        let known = known();
        known[random.random_range(0..known.len())].units
    }

    /// Plays a match, each side by a network, or by totals and defenders without one. Returns the positions, and the result for the
    /// Elimination Candidate.
    pub fn play_match(
        &self,
        values: [Option<&Values>; 2],
        allocated: [Units; 2],
        random: &mut ChaCha12Rng,
    ) -> (Vec<Step>, f64) {
        let mut sides = allocated.map(|units| Side::of(&units));
        let mut steps = Vec::new();
        let scripted = random.random_bool(self.scripted).then(|| (random.random_range(0..2), any_script(random)));
        let mut seen: [Vec<Moves>; 2] = Default::default();
        for left in (0..self.tables.rounds).rev() {
            let orders = sides.map(|side| {
                let mut orders = some(&side);
                orders.shuffle(random);
                orders.truncate(self.orders);
                orders
            });
            let (value, mut mixes) = self.matrix(values[0], &sides, &orders, left);
            if !same(values) {
                let (_, [_, other]) = self.matrix(values[1], &sides, &orders, left);
                mixes[1] = other;
            }
            let mut strayed = false;
            let moves = [0, 1].map(|at: usize| {
                let orders = &orders[at];
                if let Some((_, script)) = scripted.filter(|(side, _)| *side == at) {
                    strayed = true;
                    script.moves(&sides[at], &seen[at])
                } else if random.random_bool(self.astray) {
                    strayed = true;
                    orders[random.random_range(0..orders.len())]
                } else {
                    orders[drawn(&mixes[at], random)]
                }
            });
            steps.push(Step { sides: sides.map(|side| side.0), left: left + 1, value, strayed });
            seen[0].push(moves[1]);
            seen[1].push(moves[0]);
            if let Some(winner) = self.tables.play(&mut sides, moves).stormed {
                return (steps, if winner == 0 { 1.0 } else { 0.0 });
            }
        }
        (steps, decided(&sides))
    }

    /// Plays a match of a response against a network that sees everything and allocates like level 5. Returns whether the response won from
    /// its seat.
    pub fn withstands(&self, response: &Response, seat: Seat, random: &mut ChaCha12Rng) -> bool {
        let at = seat as usize;
        let weights: Vec<f64> = known().iter().map(|entry| entry.weight).collect();
        let mut sides = [Side::of(&known()[drawn(&weights, random)].units); 2];
        sides[at] = Side::of(&response.units);
        let mut seen: Vec<Moves> = Vec::new();
        for left in (0..self.tables.rounds).rev() {
            let mut orders = sides.map(|side| some(&side));
            for orders in &mut orders {
                orders.shuffle(random);
                orders.truncate(self.orders);
            }
            let (_, mixes) = self.matrix(Some(Values::ours()), &sides, &orders, left);
            let mut moves = [0, 1].map(|side: usize| orders[side][drawn(&mixes[side], random)]);
            moves[at] = response.moves(&sides[at], &seen, random);
            seen.push(moves[1 - at]);
            if let Some(winner) = self.tables.play(&mut sides, moves).stormed {
                return winner == at;
            }
        }
        (decided(&sides) > 0.5) == (at == 0)
    }

    fn matrix(
        &self,
        values: Option<&Values>,
        sides: &[Side; 2],
        orders: &[Vec<Moves>; 2],
        left: u32,
    ) -> (f64, [Vec<f64>; 2]) {
        let entry = |&own: &Moves, &enemy: &Moves| {
            let mut after = *sides;
            match self.tables.play(&mut after, [own, enemy]).stormed {
                Some(winner) => f64::from(u8::from(winner == 0)),
                None if left == 0 => decided(&after),
                None => values.map_or_else(|| plain(&after), |values| values.worth(0, &after[0], &after[1], left)),
            }
        };
        let entries = orders[0].iter().flat_map(|own| orders[1].iter().map(move |enemy| entry(own, enemy)));
        let solved = solve(&entries.collect::<Vec<_>>(), orders[1].len());
        (solved.value, [solved.rows, solved.columns])
    }
}

/// Whether both sides play by the same network.
fn same(values: [Option<&Values>; 2]) -> bool {
    match values {
        [Some(a), Some(b)] => std::ptr::eq(a, b),
        [a, b] => a.is_none() && b.is_none(),
    }
}

/// The value by totals and the number of units that can still defend.
fn plain(sides: &[Side; 2]) -> f64 {
    let [own, enemy] = sides.map(|side| f64::from(side.total()) * 0.2 + f64::from(side.defenders().count_ones()) * 0.3);
    1.0 / (1.0 + (enemy - own).exp())
}

fn drawn(weights: &[f64], random: &mut ChaCha12Rng) -> usize {
    let mut left = random.random::<f64>();
    let at = weights.iter().position(|weight| {
        left -= weight;
        left <= 0.0
    });
    at.unwrap_or(0)
}
