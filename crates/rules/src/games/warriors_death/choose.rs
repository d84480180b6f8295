//! The menus an order is put together from, and the warning that may follow it.
//!
//! Both are made from a seat's own orders and the announcements, never from the truth.

use super::knowledge::Mark;
use super::order::Order;
use super::unit::{Named, Unit, named};
use super::view::View;
use crate::game::Choice;

/// What may come next after the words chosen so far.
pub(super) fn choices(view: &View, path: &[String]) -> Vec<Choice> {
    if !view.awaits_unit() {
        return Vec::new();
    }
    match path {
        [] => firsts(view),
        [first] => match named(&first.to_ascii_lowercase()) {
            Named::One(unit) if unit.needs_second() => seconds(view, unit),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What the menu after the words chosen so far chooses.
pub(super) fn hint(_view: &View, path: &[String]) -> &'static str {
    match path {
        [] => "Choose a unit",
        [first] if named(&first.to_ascii_lowercase()) == Named::One(Unit::BlueMage) => "Which unit is it disguised as?",
        _ => "Which unit do you expect?",
    }
}

fn firsts(view: &View) -> Vec<Choice> {
    let Some(marks) = view.marks() else { return Vec::new() };
    let choice = |(unit, mark): (Unit, Mark)| Choice {
        note: match mark {
            Mark::Endless => unit.gist().to_owned(),
            mark => format!("{} · {}", mark.words(), unit.gist()),
        },
        ..word(unit, !unit.needs_second())
    };
    marks.iter().map(choice).collect()
}

fn seconds(view: &View, first: Unit) -> Vec<Choice> {
    let Some(own) = view.seat() else { return Vec::new() };
    // A disguise is compared with what the own side has shown, a guess with what the other side has.
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

/// A warning for the sender of an order that may send out a Chocobo instead.
pub(super) fn caution(view: &View, order: Order) -> Option<String> {
    let name = order.unit().name();
    match view.marks()?.of(order.unit()) {
        Mark::Dead => Some(format!("Your {name} is dead, so a Chocobo will go out in its place.")),
        Mark::Unsure => Some(format!("Your {name} may be dead; if it is, a Chocobo will go out in its place.")),
        Mark::Endless | Mark::Fresh | Mark::Survived | Mark::Back => None,
    }
}
