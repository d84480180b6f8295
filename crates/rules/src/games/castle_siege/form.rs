//! The orders as forms: three fields for each unit's statistics, or one for each unit's action.

use super::allocation::{BUDGET, GIVEN, MOST_STAT, MOST_UNIT, faults};
use super::notation::figures;
use super::order::{Action, Actions, Order, actions_text, hindrances, possible, units_text};
use super::unit_stats::{ByUnit, Stat, Stats, UnitLetter, Units};
use super::view::View;
use crate::game::{Choice, Field, Filled, Form, Group, Sets, Start};

/// Allocations to start from: a name, a purpose, and the units.
const STARTS: [(&str, &str, [[i64; 3]; 5]); 6] = [
    (
        "Spearhead",
        "two strong attackers and a third, two defenders",
        [[4, 1, 2], [4, 1, 2], [2, 1, 2], [0, 4, 2], [0, 3, 2]],
    ),
    (
        "Wall",
        "two units that hold the castle, three that go out",
        [[0, 4, 3], [0, 4, 3], [3, 1, 1], [3, 1, 1], [4, 0, 2]],
    ),
    ("Raiders", "three attackers of one strength, two walls", [[4, 0, 2], [3, 1, 2], [3, 1, 2], [0, 4, 2], [0, 4, 2]]),
    (
        "Champions",
        "two that win their battles but never recover, two that outlast",
        [[4, 3, 0], [4, 3, 0], [2, 2, 2], [0, 1, 4], [0, 1, 4]],
    ),
    ("Long war", "health where exhaustion will come", [[2, 1, 4], [2, 1, 4], [4, 3, 0], [2, 3, 0], [0, 2, 2]]),
    ("Even", "every unit alike, for every task", [[2, 2, 2], [2, 2, 2], [2, 2, 2], [2, 2, 2], [2, 2, 2]]),
];

/// The form of the order that the view's seat is asked for.
pub(super) fn form(view: &View, filled: &Filled) -> Option<Form> {
    if view.allocates() {
        return Some(allocation(filled));
    }
    Some(actions(view, view.commands()?, filled))
}

/// The input of the form that spells an order.
pub(super) fn input(order: &Order) -> Filled {
    match order {
        Order::Allocation(units) => stats_input(units),
        Order::Actions(actions) => actions_input(actions),
    }
}

fn stats_input(units: &Units) -> Filled {
    let keys = UnitLetter::ALL.into_iter().flat_map(|letter| GIVEN.map(|stat| (letter, stat)));
    keys.map(|(letter, stat)| (key(letter, stat), units[letter][stat].to_string())).collect()
}

fn actions_input(actions: &Actions) -> Filled {
    actions.iter().map(|(letter, action)| (letter.name().to_lowercase(), action.letter().to_string())).collect()
}

fn allocation(filled: &Filled) -> Form {
    let units = ByUnit::from_fn(|letter| {
        let mut unit = Stats::default();
        for stat in GIVEN {
            let word = filled.get(&key(letter, stat));
            unit[stat] =
                word.and_then(|word| stat_words().find(|(each, _)| each == word)).map_or(0, |(_, value)| value);
        }
        unit
    });
    let groups = UnitLetter::ALL.map(|letter| {
        let fields = GIVEN.map(|stat| field(&units, letter, stat));
        Group { label: letter.name().to_owned(), note: units[letter].short(), fields: fields.to_vec(), sets: None }
    });
    let wrong = faults(&units);
    let amounts = |sign: i64| {
        let amounts = GIVEN.into_iter().map(|stat| (sign * left(&units, stat), stat.name()));
        amounts.filter(|(amount, _)| *amount > 0).map(|(amount, name)| format!("{amount} {name}")).collect::<Vec<_>>()
    };
    let given = |left: Vec<String>| if left.is_empty() { "nothing".to_owned() } else { left.join(", ") };
    let (few, many) = (amounts(1), amounts(-1));
    let mut notes = Vec::new();
    if !few.is_empty() || many.is_empty() {
        notes.push(format!("Left to give: {}.", given(few)));
    }
    notes.extend((!many.is_empty()).then(|| format!("Too much: {}.", many.join(", "))));
    let over = units.iter().filter(|(_, unit)| unit.worth() > MOST_UNIT);
    notes.extend(over.map(|(letter, unit)| format!("{letter} has {}; {MOST_UNIT} is the most.", unit.worth())));
    let starts = STARTS.map(|(name, note, units)| {
        let units = ByUnit(units.map(|[atk, def, hp]| Stats([atk, def, hp, 0])));
        Start { label: name.to_owned(), note: format!("{}: {note}", units_text(&units)), filled: stats_input(&units) }
    });
    let order = wrong.is_empty().then(|| Order::Allocation(units).to_string());
    Form { groups: groups.to_vec(), notes, starts: starts.to_vec(), again: None, order }
}

fn key(letter: UnitLetter, stat: Stat) -> String {
    format!("{letter}-{}", stat.name()).to_lowercase()
}

fn stat_words() -> impl Iterator<Item = (String, i64)> {
    (0..=MOST_STAT).map(|value| (value.to_string(), value))
}

fn left(units: &Units, stat: Stat) -> i64 {
    BUDGET - units.0.iter().map(|unit| unit[stat]).sum::<i64>()
}

fn field(units: &Units, letter: UnitLetter, stat: Stat) -> Field {
    let now = units[letter];
    let choices = stat_words().map(|(word, value)| {
        let left = left(units, stat) + now[stat] - value;
        let sum = now.worth() - now[stat] + value;
        let budget = match left {
            0.. => format!("leaves {left} {}", stat.name()),
            _ => format!("{} {} too many", left.unsigned_abs(), stat.name()),
        };
        let unit = if sum > MOST_UNIT {
            format!("; {letter} would be {} over {MOST_UNIT}", sum - MOST_UNIT)
        } else {
            String::new()
        };
        Choice { label: format!("{} {word}", stat.name()), note: format!("{budget}{unit}"), word, ends: true }
    });
    Field {
        key: key(letter, stat),
        label: format!("{letter} {}", stat.name()),
        note: format!("{} of at most {MOST_STAT}; {letter} has {} of at most {MOST_UNIT}", now[stat], now.worth()),
        choices: choices.collect(),
        closed: Vec::new(),
        value: Some(now[stat].to_string()),
    }
}

fn actions(view: &View, units: &Units, filled: &Filled) -> Form {
    let chosen = ByUnit::from_fn(|letter| {
        let word = filled.get(&letter.name().to_lowercase());
        let action =
            Action::ALL.into_iter().find(|action| word.is_some_and(|word| *word == action.letter().to_string()));
        action.unwrap_or_default()
    });
    let fields = UnitLetter::ALL.map(|letter| action_field(units[letter], letter, chosen[letter]));
    let wrong = hindrances(units, &chosen);
    let mut notes: Vec<_> = wrong.iter().map(|fault| format!("{fault}.")).collect();
    // An empty form is not an order yet, unless the units can do nothing.
    let can_act = units.iter().any(|(_, &unit)| possible(unit).any(|action| action != Action::None));
    let untouched = filled.is_empty() && can_act;
    if untouched {
        notes.push("Nothing is chosen yet.".to_owned());
    } else if chosen.iter().all(|(_, &action)| action != Action::Defend) {
        notes.push("⚠️ Nobody defends: your castle stands empty.".to_owned());
    }
    let set = |(action, hint): (Action, &str)| (action.letter().to_string(), hint.to_owned());
    let asked =
        [(Action::Attack, "Who attacks?"), (Action::Defend, "Who defends?"), (Action::Recover, "Who recovers?")];
    let sets = Some(Sets { words: asked.map(set).to_vec(), rest: Action::None.letter().to_string() });
    let group = Group { label: "Your units".to_owned(), note: actions_text(&chosen), fields: fields.to_vec(), sets };
    let order = (wrong.is_empty() && !untouched).then(|| actions_text(&chosen));
    let again = last_order(view, units).map(actions_text);
    Form { groups: vec![group], notes, starts: starts(view, units), again, order }
}

fn action_field(unit: Stats, letter: UnitLetter, chosen: Action) -> Field {
    let order = [Action::Attack, Action::Defend, Action::Recover, Action::None];
    let choices = order.map(|action| {
        let label = match action {
            Action::Attack => "attacks",
            Action::Defend => "defends",
            Action::Recover => "recovers",
            Action::None => "does nothing",
        }
        .to_owned();
        let note = action.hindrance(unit).unwrap_or_default();
        Choice { word: action.letter().to_string(), label, note, ends: true }
    });
    let closed = order.into_iter().filter(|action| action.hindrance(unit).is_some());
    Field {
        key: letter.name().to_lowercase(),
        label: letter.name().to_owned(),
        note: figures(unit),
        choices: choices.to_vec(),
        closed: closed.map(|action| action.letter().to_string()).collect(),
        value: Some(chosen.letter().to_string()),
    }
}

/// The seat's last order, if all of its actions are possible again.
fn last_order<'a>(view: &'a View, units: &Units) -> Option<&'a Actions> {
    view.own().and_then(|own| own.last_order()).filter(|last| hindrances(units, last).is_empty())
}

fn starts(view: &View, units: &Units) -> Vec<Start> {
    let start = |label: &str, note: &str, actions: &Actions| Start {
        label: label.to_owned(),
        note: format!("{}: {note}", actions_text(actions)),
        filled: actions_input(actions),
    };
    let mut starts: Vec<_> = last_order(view, units)
        .map(|last| start("Last order again", "as you ordered last", last))
        .into_iter()
        .collect();
    let all = |wanted: Action| {
        ByUnit::from_fn(|letter| if possible(units[letter]).any(|each| each == wanted) { wanted } else { Action::None })
    };
    for (label, note, action) in [
        ("All attack", "every unit that can goes out; nobody holds the castle", Action::Attack),
        ("All defend", "every unit that can holds the castle", Action::Defend),
        ("All recover", "every unit that can recovers; one keeps its HP, each other one loses 1", Action::Recover),
    ] {
        let actions = all(action);
        if actions.iter().any(|(_, &each)| each == action) {
            starts.push(start(label, note, &actions));
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocation_starts_are_complete_orders() {
        for start in allocation(&Filled::new()).starts {
            let form = allocation(&start.filled);
            assert!(form.order.is_some_and(|order| start.note.starts_with(&order)), "{}", start.label);
            assert_eq!(form.notes, ["Left to give: nothing."]);
        }
    }

    #[test]
    fn allocation_notes_name_each_excess() {
        let filled = ["a-atk", "a-def", "b-atk", "c-atk"].map(|key| (key.to_owned(), "4".to_owned()));
        let form = allocation(&filled.into());
        assert_eq!(form.notes, ["Left to give: 6 DEF, 10 HP.", "Too much: 2 ATK.", "A has 8; 7 is the most."]);
        assert_eq!(form.order, None);
        assert_eq!(form.field("d-atk").unwrap().choices[1].note, "3 ATK too many");
        assert_eq!(form.field("a-hp").unwrap().choices[1].note, "leaves 9 HP; A would be 2 over 7");
    }
}
