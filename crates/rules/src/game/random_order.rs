//! Random orders, drawn word by word.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{Accepted, Notation, Observation, Seed};

/// The number of attempts: some drawn sentences are not legal orders.
const MOST_TRIES: usize = 1_000;
/// The number of drawn orders among which an example is chosen, and of those drawn to find them.
const EXAMPLES: usize = 4;
const MOST_DRAWN: usize = 32;

/// Returns a random legal order; `None` if every attempt failed.
pub fn random_legal_order(sight: &dyn Observation, generator: &mut impl Rng) -> Option<Accepted> {
    (0..MOST_TRIES).find_map(|_| try_random_order(sight, generator))
}

/// Returns the same legal order of a view's seat every time, in canonical text: the shortest of a few, which is easy to read. It harms its
/// own side only if every drawn one does.
pub fn example_order<V: Notation>(view: &V) -> Option<String> {
    let mut generator = Seed::default().generator("example");
    let mut harmful = None;
    let harmless = |order: &V::Order| {
        let harms = view.harms(order);
        if harms {
            harmful.get_or_insert_with(|| order.to_string());
        }
        !harms
    };
    let drawn = (0..MOST_TRIES).filter_map(|_| drawn(view, &mut generator)).take(MOST_DRAWN);
    let shown = drawn.filter(harmless).take(EXAMPLES).map(|order| order.to_string());
    let shortest = shown.min_by_key(|order| order.chars().count());
    shortest.or(harmful)
}

/// Draws an order word by word, each choice equally likely. `None` if there are no choices or the sentence is not legal.
pub fn try_random_order(sight: &dyn Observation, generator: &mut impl Rng) -> Option<Accepted> {
    sight.draw_order(generator)
}

/// Draws an order of a view's seat word by word, each choice equally likely. A sentence that may end or continue ends half the time.
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
