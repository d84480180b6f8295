//! Parsing of orders against a view, and the menus for choosing one: five words, one for each unit.
//!
//! In an allocation each word gives all three statistics of a unit. Only words that can be completed to a legal allocation are offered.

use super::allocation::{BUDGET, GIVEN, allocations, completions, faults, single_units};
use super::form::{form, input};
use super::order::{self, Action, Actions, Order, possible};
use super::text::listed;
use super::unit_stats::{Stat, Stats, UnitLetter, Units};
use super::view::View;
use crate::game::{Choice, Filled, Form, Legal, Notation, Refusal};

impl Notation for View {
    type Order = Order;

    fn parse(&self, text: &str) -> Result<Order, Refusal> {
        if self.allocates() {
            let units = order::read_units(text)?;
            return wrong(&faults(&units), order::ALLOCATION).map_or(Ok(Order::Allocation(units)), Err);
        }
        let Some(units) = self.commands() else {
            return Err(Refusal::illegal("No order is asked for here; wait until one is."));
        };
        let example = order::actions_text(&order::example(units));
        let actions = order::read_actions(text, &example)?;
        wrong(&order::hindrances(units, &actions), &example).map_or(Ok(Order::Actions(actions)), Err)
    }

    fn legal(&self) -> Legal<Order> {
        if self.allocates() {
            return Legal::Counted(allocations());
        }
        let orders = self.commands().map(order::all_actions).unwrap_or_default();
        Legal::Listed(orders.into_iter().map(Order::Actions).collect())
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        let words: Vec<_> = path.iter().flat_map(|word| word.split_whitespace()).collect();
        let Some(&letter) = UnitLetter::ALL.get(words.len()) else { return Vec::new() };
        if self.allocates() {
            allocation(letter, &words)
        } else if let Some(units) = self.commands() {
            let fits = words.iter().zip(units.0).all(|(word, unit)| possible(unit).any(|action| is(action, word)));
            let actions = possible(units[letter]).filter(|_| fits);
            actions.map(|action| act(letter, units[letter], action)).collect()
        } else {
            Vec::new()
        }
    }

    fn form(&self, filled: &Filled) -> Option<Form> {
        form(self, filled)
    }

    fn filled(&self, order: &Order) -> Filled {
        input(order)
    }

    fn in_words(&self, order: &Order) -> String {
        order.words()
    }

    fn caution(&self, order: &Order) -> Option<String> {
        let Order::Actions(actions) = order else { return None };
        caution(self.commands()?, actions)
    }
}

/// A warning for idle units and an open castle.
fn caution(units: &Units, actions: &Actions) -> Option<String> {
    let could = |letter: UnitLetter| possible(units[letter]).any(|action| action != Action::None);
    let idle: Vec<_> = actions
        .iter()
        .filter(|&(letter, action)| *action == Action::None && could(letter))
        .map(|each| each.0)
        .collect();
    // The order says that they do nothing.
    let idle = (!idle.is_empty()).then(|| format!("{} could act.", listed(&idle)));
    let defended = actions.iter().any(|(_, action)| *action == Action::Defend);
    let open = (!defended).then(|| "Nobody defends your castle.".to_owned());
    let warnings: Vec<_> = idle.into_iter().chain(open).collect();
    (!warnings.is_empty()).then(|| warnings.join(" "))
}

/// A refusal that lists every fault and shows a legal order.
fn wrong(faults: &[String], example: &str) -> Option<Refusal> {
    let says = || format!("Change this: {}. A legal order is, for example, `{example}`.", faults.join("; "));
    (!faults.is_empty()).then(|| Refusal::illegal(says()))
}

fn is(action: Action, word: &str) -> bool {
    word.len() == 1 && word.starts_with(action.letter())
}

fn act(letter: UnitLetter, unit: Stats, action: Action) -> Choice {
    let label = match action {
        Action::Attack => format!("{letter} attacks"),
        Action::Defend => format!("{letter} defends"),
        Action::Recover => format!("{letter} recovers"),
        Action::None => format!("{letter} does nothing"),
    };
    Choice { word: action.letter().to_string(), label, note: figures(unit), ends: letter == UnitLetter::E }
}

/// `ATK 4 · DEF 2 · HP 1 · exhaustion 0`.
pub(super) fn figures(unit: Stats) -> String {
    Stat::ALL.map(|stat| format!("{} {}", stat.words(), unit[stat])).join(" · ")
}

fn allocation(letter: UnitLetter, words: &[&str]) -> Vec<Choice> {
    let begun: Option<Vec<_>> =
        UnitLetter::ALL.into_iter().zip(words).map(|(letter, word)| read(letter, word)).collect();
    let Some(mut begun) = begun else { return Vec::new() };
    let mut choices = Vec::new();
    for unit in single_units() {
        begun.push(unit);
        if completions(&begun) > 0 {
            let left = GIVEN.map(|stat| {
                let given: i64 = begun.iter().map(|unit| unit[stat]).sum();
                format!("{} {}", BUDGET - given, stat.name())
            });
            choices.push(Choice {
                word: format!("{letter}{}", unit.short()),
                label: format!("{letter} {}", unit.short()),
                note: format!("leaves {}", left.join(", ")),
                ends: letter == UnitLetter::E,
            });
        }
        begun.pop();
    }
    choices
}

fn read(letter: UnitLetter, word: &str) -> Option<Stats> {
    let word = word.strip_prefix(letter.name())?;
    single_units().find(|unit| unit.short() == word)
}
