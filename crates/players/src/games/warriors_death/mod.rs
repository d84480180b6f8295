//! The built-in player.
//!
//! - It plays a bout as if a Blue Mage were announced as itself, exactly if possible. The first rounds use precomputed values if the
//!   program has them (`precomputed_values`), the others `bout_backward_induction` during the thinking time. Weaker levels look less far and
//!   judge statically.
//! - Hidden information is handled by beliefs. Up to level 4 it plays the best mix against an opponent who knows the true course among
//!   those it cannot distinguish (`possible_courses`). The best level tracks what either side may hide, with probabilities from both
//!   sides' play (`public_ranges`, `hidden_information`); the last rounds are one tree (`subgame`). A Blue Mage is disguised as a unit
//!   that agrees with the announcement.
//! - It plays for the match: the value of a tied bout depends on the score (`bout_stakes`).

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "units, rounds and points are small, and chances need no more than a few digits"
)]

mod acts;
mod bout_backward_induction;
mod bout_stakes;
mod choose_order;
mod evaluate;
mod exploitability;
mod fast_bout;
mod hidden_information;
mod imagined_course;
mod ladder;
mod look_ahead;
mod outcome_grid;
mod possible_courses;
mod precomputed_values;
mod public_ranges;
mod response_search;
mod subgame;

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use crate::{Estimate, Player, Policy, Rung, Solver, Strength, Thinking, Thought};
use deathmatch_rules::game::{BySeat, Seat, Seed};
use deathmatch_rules::games::warriors_death::{Order, ROUNDS, Stage, State, View, WarriorsDeath};

pub use exploitability::{Answered, exploit};

/// A whole bout: its values, and best responses to its players.
pub struct Whole;

impl Solver for Whole {
    fn solve(&self, said: &mut dyn FnMut(&str)) -> Vec<u8> {
        precomputed_values::make(said)
    }

    fn exploit(&self, policies: &[Policy], said: &mut dyn FnMut(&str)) -> Option<Vec<f64>> {
        let answered = policies.iter().map(|policy| match policy {
            Policy::Uniform => Some(Answered::Uniform),
            Policy::Player(Strength { depth: LEARNED.., blur: 0.0, .. }) => Some(Answered::Best),
            Policy::Player(_) => None,
        });
        Some(exploit(&answered.collect::<Option<Vec<_>>>()?, &[], said))
    }

    fn search(
        &self,
        policy: Policy,
        by: Option<Policy>,
        seed: &Seed,
        plays: u32,
        said: &mut dyn FnMut(&str),
    ) -> Option<Vec<Estimate>> {
        let by = match by {
            None => None,
            Some(Policy::Player(strength)) => Some(strength),
            Some(Policy::Uniform) => return None,
        };
        let Policy::Player(strength) = policy else { return None };
        Some(response_search::search(strength, by, seed, plays, said))
    }
}

/// The least depth of a player that uses the precomputed values.
const LEARNED: u32 = 64;

impl Player for View {
    type Game = WarriorsDeath;

    const SOLVER: Option<&'static dyn Solver> = Some(&Whole);

    const LADDER: &'static [Rung] = ladder::LADDER;

    fn seat(&self) -> Option<Seat> {
        Self::seat(self)
    }

    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<State> {
        let seat = Self::seat(self)?;
        let position = self.position().clone();
        let mut sent: BySeat<Vec<Vec<Option<Order>>>> = BySeat::default();
        let mut truth = Vec::new();
        for (number, bout) in position.bouts().iter().enumerate() {
            let own = self.sent(number)?;
            let (true_bout, others) = if bout.rounds.len() == ROUNDS {
                possible_courses::at_face_value(bout, seat, own)
            } else {
                let mut worlds = possible_courses::worlds(bout, seat, own);
                let mut left = random.random::<f64>() * worlds.iter().map(|world| world.weight).sum::<f64>();
                let drawn = worlds.iter().position(|world| {
                    left -= world.weight;
                    left <= 0.0
                });
                let world = worlds.swap_remove(drawn.unwrap_or(worlds.len().checked_sub(1)?));
                (world.truth, world.sent)
            };
            truth.push(true_bout);
            sent[seat].push(own.to_vec());
            sent[!seat].push(others);
        }
        let truth = self.truth().map_or(truth, <[_]>::to_vec);
        Some(State { position, sent, truth })
    }

    fn worth(&self) -> f64 {
        match self.position().stage() {
            Stage::Over(outcome) => {
                outcome.winner.map_or(0.5, |winner| f64::from(u8::from(Some(winner) == Self::seat(self))))
            }
            Stage::Round | Stage::Break => choose_order::worth(self).unwrap_or(0.5),
        }
    }

    fn think(&self, thinking: &mut Thinking<'_>) -> Option<Thought<Order>> {
        choose_order::choose(self, thinking)
    }
}
