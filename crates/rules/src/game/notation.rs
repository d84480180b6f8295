//! Orders as short sentences: how they are read and what may come next in one.

use std::fmt;

use super::{Choice, Filled, Form, Refusal};

/// A view in whose position its seat gives orders.
pub trait Notation {
    type Order: fmt::Display;

    /// Reads an order of the view's seat. Typographic characters have been made plain ones, and white space at the ends is gone.
    ///
    /// # Errors
    /// A refusal that says what would be legal.
    fn parse(&self, text: &str) -> Result<Self::Order, Refusal>;

    /// The orders of the view's seat, in any order.
    fn legal(&self) -> Legal<Self::Order>;

    /// The possible next words after the chosen ones; empty after a whole sentence that cannot continue. The default
    /// is the next word of every legal order with this beginning.
    fn choices(&self, path: &[String]) -> Vec<Choice> {
        match self.legal() {
            Legal::Listed(orders) => next_words(orders.iter().map(ToString::to_string), path),
            Legal::Counted(_) | Legal::Unknown => Vec::new(),
        }
    }

    /// The hint of the menu after the chosen words, at most 100 characters: `Which unit do you expect?`
    fn hint(&self, path: &[String]) -> String {
        if path.is_empty() { "Choose your order" } else { "Choose what comes next" }.to_owned()
    }

    /// The group of a choice if they are too many for one menu, at most 80 characters: `File c`. The choices of a
    /// group are adjacent.
    fn group(&self, _choice: &Choice) -> Option<String> {
        None
    }

    /// The order as fields side by side, after what has been filled in so far; `None` where the seat is not asked for an order, or where
    /// [`Notation::choices`] alone lead to it.
    fn form(&self, _filled: &Filled) -> Option<Form> {
        None
    }

    /// A warning for the sender of an accepted order.
    fn caution(&self, _order: &Self::Order) -> Option<String> {
        None
    }
}

/// The orders a seat may give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legal<O = String> {
    Listed(Vec<O>),
    /// Only how many.
    Counted(u64),
    /// Counting them would be costly.
    Unknown,
}

impl<O: fmt::Display> Legal<O> {
    /// The orders in canonical text, in byte order.
    pub(super) fn written(self) -> Legal {
        match self {
            Self::Listed(orders) => {
                let mut texts: Vec<_> = orders.iter().map(ToString::to_string).collect();
                texts.sort_unstable();
                Legal::Listed(texts)
            }
            Self::Counted(count) => Legal::Counted(count),
            Self::Unknown => Legal::Unknown,
        }
    }
}

/// Why sequences of orders are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// Both seats are asked on the way.
    Simultaneous,
    /// More than so many orders would have to be listed.
    TooMany(u64),
}

fn next_words(orders: impl Iterator<Item = String>, path: &[String]) -> Vec<Choice> {
    let begun = path.iter().fold(String::new(), |begun, word| begun + word + " ");
    let mut choices: Vec<Choice> = Vec::new();
    for order in orders {
        let Some(rest) = order.strip_prefix(&begun) else { continue };
        let (word, ends) = rest.split_once(' ').map_or((rest, true), |(word, _)| (word, false));
        match choices.iter_mut().find(|choice| choice.word == word) {
            Some(choice) => choice.ends |= ends,
            None => choices.push(Choice { ends, ..Choice::plain(word) }),
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_words_are_those_of_the_orders_that_begin_alike() {
        let next = |path: &[&str]| {
            let path: Vec<_> = path.iter().map(|&word| word.to_owned()).collect();
            let orders = ["go", "go a", "go b c", "going"].map(str::to_owned);
            let choices = next_words(orders.into_iter(), &path);
            choices.into_iter().map(|choice| (choice.word, choice.ends)).collect::<Vec<_>>()
        };
        assert_eq!(next(&[]), [("go".to_owned(), true), ("going".to_owned(), true)]);
        assert_eq!(next(&["go"]), [("a".to_owned(), true), ("b".to_owned(), false)]);
        assert_eq!(next(&["go", "b"]), [("c".to_owned(), true)]);
        assert_eq!(next(&["going"]), []);
    }
}
