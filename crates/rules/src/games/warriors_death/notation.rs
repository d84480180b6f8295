//! Parsing of orders against a view, the legal orders, the menus for choosing one, and the warning for an accepted order.
//!
//! Both use only the seat's own orders: players keep their own notes, without any tool.

use super::order::Order;
use super::unit::{Named, Unit, named};
use super::view::View;
use crate::game::{Choice, Legal, Notation, Refusal, Seat};

impl Notation for View {
    type Order = Order;

    fn parse(&self, text: &str) -> Result<Order, Refusal> {
        let order = text.parse()?;
        if self.awaits_unit() {
            Ok(order)
        } else {
            Err(Refusal::illegal("No unit is asked for here; wait for the next round."))
        }
    }

    fn legal(&self) -> Legal<Order> {
        Legal::Listed(if self.awaits_unit() { Order::all().collect() } else { Vec::new() })
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        if !self.awaits_unit() {
            return Vec::new();
        }
        match path {
            [] => firsts(self),
            [first] => match named(&first.to_ascii_lowercase()) {
                Named::One(unit) if unit.needs_second() => seconds(self, unit),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn hint(&self, path: &[String]) -> String {
        match path {
            [] => "Choose a unit",
            [first] if named(&first.to_ascii_lowercase()) == Named::One(Unit::BlueMage) => {
                "Which unit is it disguised as?"
            }
            _ => "Which unit do you expect?",
        }
        .to_owned()
    }

    fn in_words(&self, order: &Order) -> String {
        order.words()
    }

    fn fate(&self, seat: Seat, order: &Order) -> Option<String> {
        let falls_back = self.truth()?.last()?.sends(seat, Some(*order)) != order.unit();
        falls_back.then(|| "already dead, so a Chocobo goes out".to_owned())
    }

    fn caution(&self, order: &Order) -> Option<String> {
        caution(self, *order)
    }
}

fn firsts(view: &View) -> Vec<Choice> {
    let choice = |unit: Unit| Choice {
        note: match &view.ordered_in(unit)[..] {
            [] => unit.gist().to_owned(),
            rounds => format!("sent in {} · {}", in_rounds(rounds), unit.gist()),
        },
        ..word(unit, !unit.needs_second())
    };
    Unit::ALL.into_iter().map(choice).collect()
}

fn seconds(view: &View, first: Unit) -> Vec<Choice> {
    let Some(own) = view.seat() else { return Vec::new() };
    // The note of a disguise counts what the own side showed; the note of a guess counts what the opponent showed.
    let (seat, who) = if first == Unit::BlueMage { (own, "you") } else { (!own, "your opponent") };
    let bout = view.position().bout();
    let others = Unit::ALL.into_iter().filter(|&unit| unit != first);
    let choice = |unit| Choice {
        note: match bout.shown_in(seat, unit)[..] {
            [] => format!("not shown by {who} in this bout"),
            [round] => format!("shown by {who} in round {round}"),
            [.., round] => format!("shown by {who} more than once, last in round {round}"),
        },
        ..word(unit, true)
    };
    others.map(choice).collect()
}

fn word(unit: Unit, ends: bool) -> Choice {
    Choice {
        word: unit.id().to_owned(),
        label: format!("{} {}", unit.number(), unit.name()),
        note: String::new(),
        ends,
    }
}

/// `round 3` or `rounds 3, 5`.
pub(super) fn in_rounds(rounds: &[usize]) -> String {
    let numbers: Vec<_> = rounds.iter().map(ToString::to_string).collect();
    format!("round{} {}", if rounds.len() == 1 { "" } else { "s" }, numbers.join(", "))
}

/// A warning for an order of a unit that the seat has sent before. It names the unit's ability, which decides whether the unit can fight
/// again. The text does not depend on the unit's fate.
fn caution(view: &View, order: Order) -> Option<String> {
    let unit = order.unit();
    let rounds = view.ordered_in(unit);
    if unit == Unit::Chocobo || rounds.is_empty() {
        return None;
    }
    Some(format!(
        "You sent your {} in {} ({}). If it can no longer fight, a Chocobo goes out in its place.",
        unit.name(),
        in_rounds(&rounds),
        unit.gist()
    ))
}
