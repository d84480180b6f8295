//! A game's built-in player behind one object type.

use std::marker::PhantomData;

use deathmatch_rules::game::{Accepted, Observation, Play, Rules, in_play};
use rand_chacha::ChaCha12Rng;

use crate::player::think;
use crate::{Player, Rung, Solver, Thinking, Thought, Way};

/// A game's built-in player, without the game's types.
pub trait BuiltIn: Sync {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// See [`Player::STYLES`].
    fn styles(&self) -> &'static [&'static str];
    /// See [`Player::LADDER`].
    fn ladder(&self) -> &'static [Rung];
    /// See [`Player::SOLVER`].
    fn solver(&self) -> Option<&'static dyn Solver>;
    /// Whether a view belongs to the player's game.
    fn knows(&self, sight: &dyn Observation) -> bool;
    /// Finds an order in the given way; `None` if no search can.
    fn think(&self, sight: &dyn Observation, way: Way, thinking: &mut Thinking<'_>) -> Option<Thought<Accepted>>;
    /// See [`Player::imagine`].
    fn imagine(&self, sight: &dyn Observation, random: &mut ChaCha12Rng) -> Option<Box<dyn Play>>;
    /// See [`Player::worth`]; `None` for another game's view.
    fn worth(&self, sight: &dyn Observation) -> Option<f64>;
    /// See [`Player::styled`].
    fn styled(&self, sight: &dyn Observation, style: &str, setup: &str, random: &mut ChaCha12Rng) -> Option<Accepted>;
}

struct Of<V>(PhantomData<fn() -> V>);

/// The player behind a type of view, for a registry.
#[must_use]
pub const fn built_in<V: Player>() -> &'static dyn BuiltIn {
    &Of::<V>(PhantomData)
}

impl<V: Player> BuiltIn for Of<V> {
    fn game(&self) -> &'static str {
        V::Game::ABOUT.id
    }

    fn styles(&self) -> &'static [&'static str] {
        V::STYLES
    }

    fn ladder(&self) -> &'static [Rung] {
        V::LADDER
    }

    fn solver(&self) -> Option<&'static dyn Solver> {
        V::SOLVER
    }

    fn knows(&self, sight: &dyn Observation) -> bool {
        sight.view::<V>().is_some()
    }

    fn think(&self, sight: &dyn Observation, way: Way, thinking: &mut Thinking<'_>) -> Option<Thought<Accepted>> {
        let Thought { order, chance, nodes } = think(sight.view::<V>()?, way, thinking)?;
        Some(Thought { order: accepted(sight, &order), chance, nodes })
    }

    fn imagine(&self, sight: &dyn Observation, random: &mut ChaCha12Rng) -> Option<Box<dyn Play>> {
        sight.view::<V>()?.imagine(random).map(in_play::<V::Game>)
    }

    fn worth(&self, sight: &dyn Observation) -> Option<f64> {
        sight.view::<V>().map(Player::worth)
    }

    fn styled(&self, sight: &dyn Observation, style: &str, setup: &str, random: &mut ChaCha12Rng) -> Option<Accepted> {
        let order = sight.view::<V>()?.styled(style, setup, random)?;
        Some(accepted(sight, &order))
    }
}

fn accepted(sight: &dyn Observation, order: &impl ToString) -> Accepted {
    sight.parse(&order.to_string()).expect("a player gives orders that count")
}
