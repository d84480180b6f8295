//! Orders as short sentences: their parsing and their possible next words.

use std::fmt;

use super::{Choice, Filled, Form, Refusal, Seat};

/// A view whose seat can give orders.
pub trait Notation {
    type Order: fmt::Display;

    /// Parses an order of the view's seat. `text` has typographic characters folded and no white space at its ends.
    ///
    /// # Errors
    /// A refusal that says which orders would be legal.
    fn parse(&self, text: &str) -> Result<Self::Order, Refusal>;

    /// The legal orders of the view's seat, in any sequence.
    fn legal(&self) -> Legal<Self::Order>;

    /// The possible next words after the chosen ones. Empty after a complete sentence that cannot continue. By default: the next word of
    /// every legal order with this beginning.
    fn choices(&self, path: &[String]) -> Vec<Choice> {
        match self.legal() {
            Legal::Listed(orders) => next_words(orders.iter().map(ToString::to_string), path),
            Legal::Counted(_) | Legal::Unknown => Vec::new(),
        }
    }

    /// The hint of the menu after the chosen words, at most 100 characters: `Which unit do you expect?`
    fn hint(&self, path: &[String]) -> String {
        if path.is_empty() { "What is your order?" } else { "What comes next?" }.to_owned()
    }

    /// The group of a choice if one menu cannot hold all choices, at most 80 characters: `File c`. Choices of a group are adjacent.
    fn group(&self, _choice: &Choice) -> Option<String> {
        None
    }

    /// The notation for a word in the lines of the menus, in lower case; empty if the notation leaves it out. `None` for any other word.
    fn spelling(&self, _word: &str) -> Option<&'static str> {
        None
    }

    /// The order as a form, after the input so far. `None` if the seat is not asked for an order, or if the order has [`Notation::choices`]
    /// only.
    fn form(&self, _filled: &Filled) -> Option<Form> {
        None
    }

    /// The input of the form that spells an order; empty if the order has no form.
    fn filled(&self, _order: &Self::Order) -> Filled {
        Filled::new()
    }

    /// The order in words for people: `Blue Mage as Samurai`. By default the canonical text.
    fn in_words(&self, order: &Self::Order) -> String {
        order.to_string()
    }

    /// What became of a seat's order in this position, if the referee knows more than its sender: `already dead, so a Chocobo goes out`.
    fn fate(&self, _seat: Seat, _order: &Self::Order) -> Option<String> {
        None
    }

    /// A warning for the sender of an accepted order.
    fn caution(&self, _order: &Self::Order) -> Option<String> {
        None
    }

    /// Whether an order harms its own side at once, so that it is no good example. By default: whether it has a warning.
    fn harms(&self, order: &Self::Order) -> bool {
        self.caution(order).is_some()
    }
}

/// The legal orders of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legal<O = String> {
    Listed(Vec<O>),
    /// The number of orders, without a list.
    Counted(u64),
    /// An unknown number of orders, because counting would be costly.
    Unknown,
}

impl<O: fmt::Display> Legal<O> {
    /// Converts the orders to canonical text, in byte order.
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

/// The reason why order sequences are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// A position on the way asks both seats.
    Simultaneous,
    /// The count would list more orders than this.
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
    fn next_words_come_from_orders_with_the_same_beginning() {
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
