//! Built-in players.
//!
//! - A player is given an [`Observation`] and a generator and nothing else, so it knows what its seat knows.
//! - The same sight and the same generator give the same order.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::game::{Accepted, Observation};

/// Picks an order word by word, each choice alike likely; `None` where the sight offers no choices.
///
/// Where a sentence may end or go on, it ends half the time.
pub fn random_order(sight: &dyn Observation, generator: &mut impl Rng) -> Option<Accepted> {
    let mut path: Vec<String> = Vec::new();
    loop {
        let choices = sight.choices(&path);
        let choice = choices.choose(generator)?;
        path.push(choice.word.clone());
        let goes_on = !choice.ends || (coin(generator) && !sight.choices(&path).is_empty());
        if !goes_on {
            return sight.parse(&path.join(" ")).ok();
        }
    }
}

fn coin(generator: &mut impl Rng) -> bool {
    generator.next_u32() & 1 == 1
}
