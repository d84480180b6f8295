//! Built-in players: what each level may spend and how well it judges.
//!
//! - A player is given an [`Observation`] and a generator and nothing else, so it knows what its seat knows.
//! - The same sight, generator and level give the same order, as long as nobody cuts its thinking short.

mod level;

use rand::Rng;
use rand_chacha::ChaCha12Rng;

pub use level::{BEST, strength};

use crate::game::{Accepted, Observation, Strength, Thinking, Thought, Way};

/// Picks an order word by word, each choice alike likely; `None` where the sight offers no choices.
///
/// Where a sentence may end or go on, it ends half the time.
pub fn random_order(sight: &dyn Observation, generator: &mut impl Rng) -> Option<Accepted> {
    sight.draw_order(generator)
}

/// How often a sentence is drawn: some turn out to be no orders.
const MOST_TRIES: usize = 1_000;

/// Any order that counts; `None` where none is found.
pub fn any_order(sight: &dyn Observation, generator: &mut impl Rng) -> Option<Accepted> {
    (0..MOST_TRIES).find_map(|_| random_order(sight, generator))
}

/// The order of a player of some strength; any that counts where no search finds one, `None` where the seat has none to give.
pub fn order_of(
    sight: &dyn Observation,
    strength: Strength,
    generator: ChaCha12Rng,
    stop: &dyn Fn() -> bool,
) -> Option<Thought<Accepted>> {
    let mut thinking = Thinking::new(strength, generator, stop);
    sight.think(Way::Own, &mut thinking).or_else(|| {
        let order = any_order(sight, &mut thinking.random)?;
        Some(Thought { order, chance: None, nodes: 0 })
    })
}
