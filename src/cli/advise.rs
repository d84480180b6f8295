//! A legal order for a seat, by chance: the built-in player of the referee.
//!
//! - It sees the seat's view and nothing else, and the same generator gives the same order.

use rand::{Rng, RngExt};

use crate::game::{Legal, Sight};

/// How often a sentence of random words is begun anew before giving up.
const TRIES: usize = 200;

/// The most words an order may have.
const WORDS: usize = 200;

/// Picks one of the orders of the view's seat; `None` where no order is found.
pub fn order(sight: &dyn Sight, generator: &mut impl Rng) -> Option<String> {
    match sight.legal() {
        Legal::Listed(mut orders) => {
            let pick = generator.random_range(0..orders.len().max(1));
            (pick < orders.len()).then(|| orders.swap_remove(pick))
        }
        Legal::Counted(_) | Legal::Unknown => (0..TRIES).find_map(|_| sentence(sight, generator)),
    }
}

/// Strings random words together until they are an order.
fn sentence(sight: &dyn Sight, generator: &mut impl Rng) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut whole = false;
    while words.len() < WORDS {
        let mut choices = sight.choices(&words);
        if choices.is_empty() || (whole && generator.random_range(0..=choices.len()) == 0) {
            break;
        }
        let choice = choices.swap_remove(generator.random_range(0..choices.len()));
        whole = choice.ends;
        words.push(choice.word);
    }
    sight.parse(&words.join(" ")).ok()
}
