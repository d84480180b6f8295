//! The built-in player: a search by decoupled UCT over a fast position, and a draw from the equilibrium of the best orders. At level 5 it
//! is the equilibrium against an opponent who may play the best-looking order.
//!
//! - `fast_position` is the game's position for a search. `evaluate` judges positions statically with the numbers in
//!   `static_judgement_weights`; for the best players, `value_network` values positions.
//! - `joint_deed_tree` looks ahead; `choose_deed` spends the budget and decides. `restricted_nash_response` is the
//!   answer to an opponent who plays the best-looking order; `exact_last_turn` solves the last turn.
//! - [`self_play`] is self-play for the program that trains the network.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "squares, turns and deeds are few, and judgements need no more than single precision"
)]

mod choose_deed;
mod evaluate;
mod exact_last_turn;
mod fast_position;
mod joint_deed_tree;
mod ladder;
mod restricted_nash_response;
pub mod self_play;
mod static_judgement_weights;
#[cfg(test)]
mod tests;
mod value_network;

use std::sync::LazyLock;

use rand_chacha::ChaCha12Rng;

use choose_deed::{Plan, Sees, find};
use evaluate::Judgement;
use fast_position::{Deed, Fast, Run};
use joint_deed_tree::Settings;
use value_network::Net;

use crate::{Player, Rung, Strength, Thinking, Thought};
use deathmatch_rules::game::{BySeat, Seat};
use deathmatch_rules::games::knights::{Knights, Order, Position, SIDE, STILL, Square, Squares, View};

static JUDGEMENT: LazyLock<Judgement> =
    LazyLock::new(|| Judgement::of(&static_judgement_weights::VALUE, &static_judgement_weights::DEED));
static LEARNED: LazyLock<Judgement> =
    LazyLock::new(|| Judgement::of(&static_judgement_weights::VALUE, &static_judgement_weights::DEED).by(Net::ours()));

/// The least depth of a player that uses the network.
const LEARNS: u32 = 64;

impl Player for View {
    type Game = Knights;

    const LADDER: &'static [Rung] = ladder::LADDER;

    fn seat(&self) -> Option<Seat> {
        Self::seat(self)
    }

    fn imagine(&self, _: &mut ChaCha12Rng) -> Option<Position> {
        Self::seat(self).map(|_| self.position().clone())
    }

    fn worth(&self) -> f64 {
        let worth = f64::from(JUDGEMENT.worth(&fast(self.position())));
        if Self::seat(self) == Some(Seat::Dmo) { 1.0 - worth } else { worth }
    }

    fn think(&self, thinking: &mut Thinking<'_>) -> Option<Thought<Order>> {
        self.options()?;
        let side = Self::seat(self)? as usize;
        let judgement = if thinking.strength.depth >= LEARNS { &LEARNED } else { &JUDGEMENT };
        let found = find(&fast(self.position()), side, judgement, plan(thinking.strength), thinking)?;
        Some(Thought { order: order(found.deed), chance: Some(found.chance), nodes: found.nodes })
    }
}

/// The settings of a strength's search.
fn plan(strength: Strength) -> Plan {
    Plan {
        settings: Settings { explore: 1.4, doubt: 0.1, depth: strength.depth, width: [20, 64] },
        best: 8,
        // Many orders have nearly equal values, and the draw from an equilibrium forgives small errors.
        blur: match strength.depth {
            0..=1 => 2.0,
            2 => 1.1,
            3 => 1.5,
            _ => 2.5,
        },
        // A beginner overlooks captures by the other side; a deeper search does not. The best levels judge without these rules.
        sees: match strength.depth {
            0..=1 => Sees::VainClaims,
            2 => Sees::Threats,
            _ => Sees::Nothing,
        },
        hasty: (strength.depth >= LEARNS).then(|| &*JUDGEMENT),
    }
}

/// Converts a position to a search's representation.
fn fast(position: &Position) -> Fast {
    let set = |squares: Squares| squares.iter().fold(0, |set, square| set | 1 << square.index());
    let sets = |seats: &BySeat<Squares>| Seat::ALL.map(|seat| set(seats[seat]));
    let points = position.points();
    let still = position.still().min(STILL);
    Fast {
        knights: sets(position.knights()),
        coloured: sets(position.coloured()).into_iter().fold(0, |all, one| all | one),
        lead: i16::try_from(i64::from(points.ec) - i64::from(points.dmo)).expect("there are 100 turns at most"),
        turn: u8::try_from(position.turn()).expect("there are 100 turns at most"),
        still: still as u8,
        over: position.ending().is_some(),
        runs: Seat::ALL.map(|seat| Run::of(&position.streak()[seat])),
        before: if still + 1 >= STILL { sets(&position.stood[0]) } else { [0; 2] },
    }
}

/// Converts a deed to an order.
fn order(deed: Deed) -> Order {
    let square = |set: u32| {
        let at = u8::try_from(set.trailing_zeros()).ok()?;
        Square::at(at % SIDE, at / SIDE)
    };
    let jump = square(deed.from()).zip(square(deed.to()));
    Order { spawn: square(deed.spawn()), jump, claim: square(deed.claim()) }
}
