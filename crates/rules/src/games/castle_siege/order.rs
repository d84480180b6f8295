//! Orders and their notation.
//!
//! - An allocation: `A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1`, the ATK/DEF/HP of each unit. Units may have any sequence; after the letter a
//!   space, a `:` or nothing; between units commas or spaces. Also the numbers alone, from A to E: `4 2 1, 2 2 2, 0 2 4, 4 0 2, 0 4 1`.
//! - Actions: five letters for A to E, `ADRNA`, or pairs such as `A atk, B def, C rec`; units that are not named do nothing.
//! - Parsing depends on the text alone. The view decides whether the order is legal.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::allocation::{GIVEN, unit_faults};
use super::unit_stats::{ByUnit, SPENT, Stat, Stats, UnitLetter, Units};
use crate::game::Refusal;

/// A unit's action in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Fights in the battle, or attacks the enemy's castle.
    #[serde(rename = "A")]
    Attack,
    /// Defends its own castle.
    #[serde(rename = "D")]
    Defend,
    /// Loses exhaustion.
    #[serde(rename = "R")]
    Recover,
    /// Does nothing.
    #[default]
    #[serde(rename = "N")]
    None,
}

impl Action {
    /// All actions, in byte order of their letters.
    pub const ALL: [Self; 4] = [Self::Attack, Self::Defend, Self::None, Self::Recover];

    /// `A`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Attack => 'A',
            Self::Defend => 'D',
            Self::Recover => 'R',
            Self::None => 'N',
        }
    }

    /// `attack`; for [`Action::None`], `no action`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Defend => "defend",
            Self::Recover => "recover",
            Self::None => "no action",
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.letter().eq_ignore_ascii_case(&letter))
    }

    fn read(word: &str) -> Option<Self> {
        const WORDS: [(Action, &[&str]); 4] = [
            (Action::Attack, &["a", "atk", "attack"]),
            (Action::Defend, &["d", "def", "defend"]),
            (Action::Recover, &["r", "rec", "recover"]),
            (Action::None, &["n", "none"]),
        ];
        let found = WORDS.into_iter().find(|(_, words)| words.iter().any(|each| each.eq_ignore_ascii_case(word)));
        found.map(|(action, _)| action)
    }

    /// The reason why a unit cannot do this action: `no ATK`; `None` if it can.
    #[must_use]
    pub fn hindrance(self, unit: Stats) -> Option<String> {
        let spent = || (unit[Stat::Exh] >= SPENT).then(|| format!("exhaustion {}", unit[Stat::Exh]));
        let lacks = |stat: Stat| (unit[stat] < 1).then(|| format!("{} 0", stat.words()));
        let reasons: Vec<_> = match self {
            Self::Attack => [lacks(Stat::Atk), spent()].into_iter().flatten().collect(),
            Self::Defend => [lacks(Stat::Def), spent()].into_iter().flatten().collect(),
            Self::Recover => [lacks(Stat::Hp), lacks(Stat::Exh)].into_iter().flatten().collect(),
            Self::None => Vec::new(),
        };
        (!reasons.is_empty()).then(|| reasons.join(", "))
    }
}

/// The actions of a seat's five units in a round.
pub type Actions = ByUnit<Action>;

/// The five letters of a seat's actions: `ADRNA`.
#[must_use]
pub fn actions_text(actions: &Actions) -> String {
    actions.0.iter().map(|action| action.letter()).collect()
}

/// A seat's answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Statistics for all units.
    Allocation(Units),
    /// An action for each unit.
    Actions(Actions),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allocation(units) => f.write_str(&units_text(units)),
            Self::Actions(actions) => f.write_str(&actions_text(actions)),
        }
    }
}

impl Order {
    /// The order for people: `A 4/2/1, B 2/2/2, … (ATK/DEF/HP)`, or `A, B attack · C does nothing · D, E defend`.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Allocation(units) => {
                let units = units.iter().map(|(letter, unit)| format!("{letter} {}", unit.short()));
                format!("{} (ATK/DEF/HP)", units.collect::<Vec<_>>().join(", "))
            }
            Self::Actions(actions) => {
                let mut parts: Vec<_> = actions.iter().map(|(_, action)| units_doing(actions, *action)).collect();
                // Those of the first unit come first; each part comes once.
                let mut seen = BTreeSet::new();
                parts.retain(|part| seen.insert(part.clone()));
                parts.join(" · ")
            }
        }
    }
}

/// The units with an action: `A, B attack`, `C does nothing`.
fn units_doing(actions: &Actions, action: Action) -> String {
    let units = actions.iter().filter(|(_, of)| **of == action).map(|(letter, _)| letter.to_string());
    let units: Vec<_> = units.collect();
    let [does, do_] = match action {
        Action::Attack => ["attacks", "attack"],
        Action::Defend => ["defends", "defend"],
        Action::Recover => ["recovers", "recover"],
        Action::None => ["does nothing", "do nothing"],
    };
    format!("{} {}", units.join(", "), if units.len() == 1 { does } else { do_ })
}

/// `A 4/2/1 B 2/2/2 …`: ATK/DEF/HP of each unit.
#[must_use]
pub fn units_text(units: &Units) -> String {
    units.iter().map(|(letter, unit)| format!("{letter} {}", unit.short())).collect::<Vec<_>>().join(" ")
}

fn separates(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The text without white space at its ends. Refuses a text with a comma at an end.
fn trimmed(text: &str) -> Result<&str, Refusal> {
    let text = text.trim();
    if text.starts_with(',') || text.ends_with(',') {
        return Err(Refusal::unreadable("Take out the comma at the beginning or end of your order."));
    }
    Ok(text)
}

pub(super) const ALLOCATION: &str = "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1";

/// Parses five units' statistics, legal or not.
pub fn read_units(text: &str) -> Result<Units, Refusal> {
    let text = trimmed(text)?;
    if let Some(units) = figures_alone(text) {
        return Ok(units);
    }
    let mut rest = text;
    let mut units: ByUnit<Option<Stats>> = ByUnit::default();
    loop {
        let (letter, stats, after) = first_unit(rest).ok_or_else(|| unreadable_unit(text, rest))?;
        if units[letter].replace(stats).is_some() {
            return Err(Refusal::unreadable(format!("{letter} is there twice; name each of A to E once.")));
        }
        if after.is_empty() {
            break;
        }
        rest = after.trim_start_matches(separates);
        if rest.len() == after.len() {
            return Err(unreadable_unit(text, after));
        }
    }
    let missing: Vec<_> = units.iter().filter(|(_, unit)| unit.is_none()).map(|(letter, _)| letter.name()).collect();
    if !missing.is_empty() {
        let given = units.iter().filter_map(|(letter, unit)| Some((letter, unit.as_ref()?)));
        let mut faults: Vec<_> = given.flat_map(|(letter, unit)| unit_faults(letter, unit)).collect();
        faults.push(format!("{} {} missing", missing.join(", "), if missing.len() == 1 { "is" } else { "are" }));
        let message = format!("{}; give all five units ATK/DEF/HP, such as `{ALLOCATION}`.", faults.join("; "));
        return Err(Refusal::unreadable(message));
    }
    Ok(ByUnit(units.0.map(Option::unwrap_or_default)))
}

/// Parses five units' statistics without letters, from A to E: three numbers each, with commas between all units or none.
fn figures_alone(text: &str) -> Option<Units> {
    let figures = |text: &str| -> Option<Vec<i64>> {
        text.split(|c: char| c.is_whitespace() || c == '/').filter(|word| !word.is_empty()).map(figure).collect()
    };
    let units = if text.contains(',') {
        text.split(',').map(figures).collect::<Option<Vec<_>>>()?
    } else {
        figures(text)?.chunks(GIVEN.len()).map(<[_]>::to_vec).collect()
    };
    let units = units.into_iter().map(|unit| <[i64; 3]>::try_from(unit).ok()).collect::<Option<Vec<_>>>()?;
    Some(ByUnit(<[_; 5]>::try_from(units).ok()?.map(|[atk, def, hp]| Stats([atk, def, hp, 0]))))
}

/// Parses a number of one to three digits.
fn figure(text: &str) -> Option<i64> {
    let fits = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}

/// The unit at the beginning of a text, and the rest of the text.
fn first_unit(text: &str) -> Option<(UnitLetter, Stats, &str)> {
    let letter = UnitLetter::read(text.get(..1)?)?;
    let mut rest = text[1..].trim_start_matches(|c: char| c.is_whitespace() || c == ':');
    let mut stats = Stats::default();
    for (index, stat) in GIVEN.into_iter().enumerate() {
        if index > 0 {
            rest = rest.strip_prefix('/')?;
        }
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        stats[stat] = figure(&rest[..length])?;
        rest = &rest[length..];
    }
    Some((letter, stats, rest))
}

fn unreadable_unit(text: &str, rest: &str) -> Refusal {
    if rest.len() == text.len() {
        return Refusal::unknown();
    }
    let word = rest.split(separates).next().unwrap_or_default();
    let says = format!("is no unit with its ATK/DEF/HP; write all five, such as `{ALLOCATION}`.");
    Refusal::about(text, word, &says)
}

/// The letters of the actions, for people.
pub(super) const LETTERS: &str = "A attack, D defend, R recover, N nothing";

/// Parses the actions of five units, possible or not.
pub(super) fn read_actions(text: &str, example: &str) -> Result<Actions, Refusal> {
    let text = trimmed(text)?;
    let typed: Vec<_> = text.chars().filter(|&c| !separates(c)).collect();
    if let Ok(typed) = <[char; 5]>::try_from(typed) {
        let actions = typed.map(Action::of_letter);
        if actions.iter().all(Option::is_some) {
            return Ok(ByUnit(actions.map(Option::unwrap_or_default)));
        }
    }
    let words: Vec<_> = text.split(separates).filter(|word| !word.is_empty()).collect();
    let (given, alone) = words.as_chunks::<2>();
    if !alone.is_empty() || given.first().is_none_or(|[first, _]| UnitLetter::read(first).is_none()) {
        let says = format!("is no order here; write a letter for each of A to E, such as `{example}`: {LETTERS}.");
        return Err(Refusal::about(text, text, &says));
    }
    let mut actions: ByUnit<Option<Action>> = ByUnit::default();
    for [unit, action] in given {
        let Some(letter) = UnitLetter::read(unit) else {
            return Err(Refusal::about(text, unit, "is no unit; units are A, B, C, D and E."));
        };
        let Some(action) = Action::read(action) else {
            let says = format!("is no action; write atk, def, rec or none after {letter}.");
            return Err(Refusal::about(text, action, &says));
        };
        if actions[letter].replace(action).is_some() {
            return Err(Refusal::unreadable(format!("{letter} is there twice; give each unit one action.")));
        }
    }
    Ok(ByUnit(actions.0.map(Option::unwrap_or_default)))
}

/// A legal order of the units that shows each action that is possible.
pub(super) fn example(units: &Units) -> Actions {
    const SHOWN: [Action; 5] = [Action::Attack, Action::Defend, Action::Recover, Action::Attack, Action::Defend];
    let mut shown = SHOWN.into_iter();
    ByUnit(units.0.map(|unit| {
        let wanted = shown.next().into_iter().chain([Action::Defend, Action::Attack, Action::Recover]);
        wanted.into_iter().find(|action| action.hindrance(unit).is_none()).unwrap_or_default()
    }))
}

/// The reasons why units cannot do their actions: `B cannot attack (ATK 0)`.
pub(super) fn hindrances(units: &Units, actions: &Actions) -> Vec<String> {
    let hindered = actions.iter().filter_map(|(letter, action)| {
        let why = action.hindrance(units[letter])?;
        Some(format!("{letter} cannot {} ({why})", action.words()))
    });
    hindered.collect()
}

/// The possible actions of a unit.
pub(super) fn possible(unit: Stats) -> impl Iterator<Item = Action> {
    Action::ALL.into_iter().filter(move |action| action.hindrance(unit).is_none())
}

/// Every possible order for the units, in byte order.
pub(super) fn all_actions(units: &Units) -> Vec<Actions> {
    let mut all = vec![Vec::new()];
    for unit in units.0 {
        all = all
            .into_iter()
            .flat_map(|begun: Vec<Action>| possible(unit).map(move |action| [&begun[..], &[action]].concat()))
            .collect();
    }
    all.into_iter().filter_map(|actions| actions.try_into().ok().map(ByUnit)).collect()
}
