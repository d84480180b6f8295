//! Orders at random, drawn word by word.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{Accepted, Notation, Observation};

/// How often a sentence is drawn: some are no orders.
const MOST_TRIES: usize = 1_000;

/// Any order that counts; `None` where none is found.
pub fn any_order(sight: &dyn Observation, generator: &mut impl Rng) -> Option<Accepted> {
    (0..MOST_TRIES).find_map(|_| random_order(sight, generator))
}

/// Picks an order word by word, each choice equally likely; `None` where the sight offers no choices.
pub fn random_order(sight: &dyn Observation, generator: &mut impl Rng) -> Option<Accepted> {
    sight.draw_order(generator)
}

/// An order of a view's seat, drawn word by word, each choice equally likely. Where a sentence may end or continue, it ends half the time.
pub fn drawn<V: Notation>(view: &V, mut random: &mut dyn Rng) -> Option<V::Order> {
    let mut path: Vec<String> = Vec::new();
    loop {
        let choices = view.choices(&path);
        let choice = choices.choose(&mut random)?;
        path.push(choice.word.clone());
        let continues = !choice.ends || (random.next_u32() & 1 == 1 && !view.choices(&path).is_empty());
        if !continues {
            return view.parse(&path.join(" ")).ok();
        }
    }
}
