//! Orders and their notation.
//!
//! - `samurai`, `astrologian>dragoon`, `blue-mage>chocobo` are canonical; `astrologian naming dragoon` and `blue mage as chocobo` are read, too. There are 26 orders, and all are always legal.
//! - Parsing depends on the text alone, so a refusal never discloses anything about the match.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::unit::{Named, Unit, named};
use crate::game::Refusal;

/// A seat's order for a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Order {
    unit: Unit,
    second: Option<Unit>,
}

impl Order {
    /// The order for a unit and, for an Astrologian or a Blue Mage, a second unit. `None` if the second unit is missing, unneeded or the
    /// same.
    #[must_use]
    pub fn new(unit: Unit, second: Option<Unit>) -> Option<Self> {
        (second.is_some() == unit.needs_second() && second != Some(unit)).then_some(Self { unit, second })
    }

    /// The ordered unit.
    #[must_use]
    pub const fn unit(self) -> Unit {
        self.unit
    }

    /// The unit named by an Astrologian or a Blue Mage.
    #[must_use]
    pub const fn second(self) -> Option<Unit> {
        self.second
    }

    /// The unit that is announced if the ordered unit is sent.
    #[must_use]
    pub fn shows(self) -> Unit {
        self.second.filter(|_| self.unit == Unit::BlueMage).unwrap_or(self.unit)
    }

    /// The order as shown: `Blue Mage as Samurai`.
    #[must_use]
    pub fn words(self) -> String {
        match (self.unit, self.second) {
            (Unit::BlueMage, Some(second)) => format!("Blue Mage as {}", second.name()),
            (unit, Some(second)) => format!("{} naming {}", unit.name(), second.name()),
            (unit, None) => unit.name().to_owned(),
        }
    }

    /// All 26 orders, by unit.
    pub fn all() -> impl Iterator<Item = Self> {
        Unit::ALL.into_iter().flat_map(|unit| {
            let plain = Self::new(unit, None);
            plain.into_iter().chain(Unit::ALL.into_iter().filter_map(move |second| Self::new(unit, Some(second))))
        })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.unit.id())?;
        match self.second {
            Some(second) => write!(f, ">{}", second.id()),
            None => Ok(()),
        }
    }
}

impl From<Order> for String {
    fn from(order: Order) -> Self {
        order.to_string()
    }
}

impl TryFrom<String> for Order {
    type Error = Refusal;

    fn try_from(text: String) -> Result<Self, Refusal> {
        text.parse()
    }
}

impl FromStr for Order {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Sentence::new(text).read()
    }
}

/// A word, and whether a `>` or a comma follows it, possibly after spaces.
struct Word {
    text: String,
    cut: bool,
}

/// A text split at its separators.
struct Sentence {
    words: Vec<Word>,
    /// Whether a `>` or a comma stands before the first word.
    cut_before: bool,
}

/// A possible reading of a text. The variants are in descending priority: the best of several readings counts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Reading {
    Whole(Unit, Option<Unit>),
    Itself(Unit),
    Unclear(BTreeSet<Unit>),
    Lacking(Unit),
    Overfull(Unit),
    Nothing,
}

impl Sentence {
    fn new(text: &str) -> Self {
        let mut sentence = Self { words: Vec::new(), cut_before: false };
        let mut open = false;
        for c in text.trim().chars() {
            if c.is_whitespace() {
                open = false;
            } else if matches!(c, '>' | ',') {
                open = false;
                match sentence.words.last_mut() {
                    Some(word) => word.cut = true,
                    None => sentence.cut_before = true,
                }
            } else {
                if !open {
                    sentence.words.push(Word { text: String::new(), cut: false });
                }
                open = true;
                let word = sentence.words.last_mut().expect("a word is open");
                word.text.push(c.to_ascii_lowercase());
            }
        }
        sentence
    }

    fn read(&self) -> Result<Order, Refusal> {
        let whole = if self.cut_before || self.words.is_empty() { Reading::Nothing } else { self.best() };
        match whole {
            Reading::Whole(unit, second) => {
                Ok(Order::new(unit, second).expect("a whole reading has a second unit where one belongs"))
            }
            Reading::Itself(unit) => Err(Refusal::illegal(format!(
                "{} cannot name itself; name another unit: {}.",
                unit.name(),
                ids(seconds(unit))
            ))),
            Reading::Unclear(units) => Err(Refusal::ambiguous(format!(
                "That could be more than one unit; write one of these in full: {}.",
                ids(units)
            ))),
            Reading::Lacking(unit) => Err(Refusal::ambiguous(format!(
                "{} needs a second unit, as in `{}>{}`; choose from {}.",
                unit.name(),
                unit.id(),
                Unit::Dragoon.id(),
                ids(seconds(unit))
            ))),
            Reading::Overfull(unit) => {
                Err(Refusal::unreadable(format!("{} takes no second unit; send just `{}`.", unit.name(), unit.id())))
            }
            Reading::Nothing => Err(Refusal::unknown()),
        }
    }

    fn best(&self) -> Reading {
        let end = self.words.len();
        let cut_after = self.words[end - 1].cut;
        match self.name(0, end) {
            Named::One(unit) if unit.needs_second() => return Reading::Lacking(unit),
            Named::One(unit) if cut_after => return Reading::Overfull(unit),
            Named::One(unit) => return Reading::Whole(unit, None),
            Named::Several(units) if !cut_after || units.iter().any(|unit| unit.needs_second()) => {
                return Reading::Unclear(units.into_iter().collect());
            }
            Named::Several(_) | Named::Nothing => {}
        }
        (1..end).map(|cut| self.split(cut)).min().unwrap_or(Reading::Nothing)
    }

    /// Parses the first `cut` words as one unit and the rest as another.
    fn split(&self, cut: usize) -> Reading {
        match self.name(0, cut) {
            Named::One(unit) if unit.needs_second() => self.behind(unit, cut),
            // Other words may be a misspelt part of the name.
            Named::One(unit) if self.names_more(cut) => Reading::Overfull(unit),
            Named::Several(units) => {
                let fits = |unit: &Unit| unit.needs_second() && self.behind(*unit, cut) != Reading::Nothing;
                let unclear = units.iter().any(fits);
                if unclear { Reading::Unclear(units.into_iter().collect()) } else { Reading::Nothing }
            }
            Named::One(_) | Named::Nothing => Reading::Nothing,
        }
    }

    /// Whether a name stands at `start`, possibly after a joining word.
    fn names_more(&self, start: usize) -> bool {
        let end = self.words.len();
        let mut starts = [start, start + self.joins(start)].into_iter().filter(|&start| start < end);
        starts.any(|start| self.name(start, end) != Named::Nothing)
    }

    /// Parses the words after a first unit of `cut` words.
    fn behind(&self, unit: Unit, cut: usize) -> Reading {
        let end = self.words.len();
        if unit != Unit::BlueMage {
            // Only a Blue Mage is disguised: `as` is not how another unit names its second one.
            let start = cut + usize::from(self.words[cut].text == "naming");
            if start == end {
                return Reading::Lacking(unit);
            }
            let read = self.second(unit, start);
            return if read == Reading::Nothing && self.joins(cut) > 0 { Reading::Lacking(unit) } else { read };
        }
        // `as` can join two names or begin one. So the second unit is tried here and after each joining word. A single `as` after a space
        // joins, and the second unit is missing.
        let mut best = Reading::Nothing;
        let mut start = cut;
        loop {
            let joins = self.joins(start);
            let lone = start + joins == end && joins > 0;
            if lone && start == cut && !self.words[cut - 1].cut {
                return Reading::Lacking(unit);
            }
            best = best.min(self.second(unit, start));
            if joins == 0 {
                return best;
            }
            start += joins;
            if start == end {
                return best.min(Reading::Lacking(unit));
            }
        }
    }

    /// Parses the words from `start` on as the second unit.
    fn second(&self, unit: Unit, start: usize) -> Reading {
        let end = self.words.len();
        if self.words[end - 1].cut {
            return Reading::Nothing;
        }
        match self.name(start, end) {
            Named::One(second) if second == unit => Reading::Itself(unit),
            Named::One(second) => Reading::Whole(unit, Some(second)),
            Named::Several(units) => Reading::Unclear(units.into_iter().filter(|&second| second != unit).collect()),
            Named::Nothing => Reading::Nothing,
        }
    }

    /// The number of words at `start` that join two units.
    fn joins(&self, start: usize) -> usize {
        match &self.words[start..] {
            [word, ..] if word.text == "as" => 1,
            [first, second, ..] if first.text == "disguised" && !first.cut && second.text == "as" => 2,
            _ => 0,
        }
    }

    /// Parses the words from `start` up to `end` as one name.
    fn name(&self, start: usize, end: usize) -> Named {
        let words = &self.words[start..end];
        if words[..words.len() - 1].iter().any(|word| word.cut) {
            return Named::Nothing;
        }
        named(&words.iter().map(|word| word.text.as_str()).collect::<String>())
    }
}

fn seconds(unit: Unit) -> impl Iterator<Item = Unit> {
    Unit::ALL.into_iter().filter(move |&second| second != unit)
}

fn ids(units: impl IntoIterator<Item = Unit>) -> String {
    units.into_iter().map(Unit::id).collect::<Vec<_>>().join(", ")
}
