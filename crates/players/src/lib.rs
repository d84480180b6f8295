//! Built-in players: the strength of each level, the searches shared by games, and each game's own player.
//!
//! - A player gets an [`Observation`] and a generator and nothing else, so it knows only what its seat knows.
//! - The same view, generator and level give the same order, unless the thinking is stopped early.
//! - Nothing here reads a clock, a file or a global random source.

mod built_in;
pub mod games;
mod ladder;
mod level_strengths;
mod offline_solver;
mod player;
pub mod search;

use deathmatch_rules::game::{Accepted, Observation, random_legal_order};
use rand_chacha::ChaCha12Rng;

pub use built_in::{BuiltIn, built_in};
pub use games::{find, player_of, register};
pub use ladder::Rung;
pub use level_strengths::{BEST, strength};
pub use offline_solver::{Estimate, Policy, Solver};
pub use player::{Player, StateOf, Strength, Thinking, Thought, Way};

/// The order of a player of some strength; any legal order if no search finds one. `None` if the seat has no order to give.
pub fn order_of(
    sight: &dyn Observation,
    strength: Strength,
    generator: ChaCha12Rng,
    stop: &dyn Fn() -> bool,
) -> Option<Thought<Accepted>> {
    let mut thinking = Thinking::new(strength, generator, stop);
    let thought = player_of(sight).and_then(|player| player.think(sight, Way::Own, &mut thinking));
    thought.or_else(|| {
        let order = random_legal_order(sight, &mut thinking.random)?;
        Some(Thought { order, chance: None, nodes: 0 })
    })
}
