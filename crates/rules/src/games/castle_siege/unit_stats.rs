//! Units: their letters, their statistics, and the rankings of each phase.

use std::cmp::Reverse;
use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// The highest exhaustion of a unit. At this value it can neither attack nor defend.
pub const SPENT: i64 = 3;

/// The letter of one of a seat's five units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnitLetter {
    /// The first.
    A,
    /// The second.
    B,
    /// The third.
    C,
    /// The fourth.
    D,
    /// The fifth.
    E,
}

impl UnitLetter {
    /// All letters, in order.
    pub const ALL: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    /// `A`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
            Self::E => "E",
        }
    }

    /// The letter that a word names, in either case.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|letter| letter.name().eq_ignore_ascii_case(word))
    }
}

impl fmt::Display for UnitLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each of a seat's units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByUnit<T>(pub [T; 5]);

impl<T> ByUnit<T> {
    /// Computes the values from their units.
    pub fn from_fn(mut make: impl FnMut(UnitLetter) -> T) -> Self {
        Self(UnitLetter::ALL.map(&mut make))
    }

    /// The values with their units, in order.
    pub fn iter(&self) -> impl Iterator<Item = (UnitLetter, &T)> {
        UnitLetter::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<UnitLetter> for ByUnit<T> {
    type Output = T;

    fn index(&self, letter: UnitLetter) -> &T {
        &self.0[letter as usize]
    }
}

impl<T> IndexMut<UnitLetter> for ByUnit<T> {
    fn index_mut(&mut self, letter: UnitLetter) -> &mut T {
        &mut self.0[letter as usize]
    }
}

/// A statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stat {
    /// Attack.
    Atk,
    /// Defence.
    Def,
    /// Health.
    Hp,
    /// Exhaustion.
    Exh,
}

impl Stat {
    /// All statistics.
    pub const ALL: [Self; 4] = [Self::Atk, Self::Def, Self::Hp, Self::Exh];

    /// `ATK`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Atk => "ATK",
            Self::Def => "DEF",
            Self::Hp => "HP",
            Self::Exh => "EXH",
        }
    }

    /// `ATK`; `exhaustion`, whose abbreviation fewer people know.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Exh => "exhaustion",
            stat => stat.name(),
        }
    }
}

/// Four statistics, or changes to them: ATK, DEF, HP, EXH.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stats(pub [i64; 4]);

impl Stats {
    /// Adds other values to these.
    pub fn add(&mut self, other: Self) {
        for (value, more) in self.0.iter_mut().zip(other.0) {
            *value += more;
        }
    }

    /// ATK + DEF + HP − EXH.
    #[must_use]
    pub const fn worth(self) -> i64 {
        let [atk, def, hp, exh] = self.0;
        atk + def + hp - exh
    }

    /// Limits the values: none below 0, and EXH at most 3.
    #[must_use]
    pub fn limited(self) -> Self {
        let [atk, def, hp, exh] = self.0;
        Self([atk.max(0), def.max(0), hp.max(0), exh.clamp(0, SPENT)])
    }

    /// `4/2/1`: ATK, DEF and HP.
    #[must_use]
    pub fn short(self) -> String {
        let [atk, def, hp, _] = self.0;
        format!("{atk}/{def}/{hp}")
    }
}

impl Index<Stat> for Stats {
    type Output = i64;

    fn index(&self, stat: Stat) -> &i64 {
        &self.0[stat as usize]
    }
}

impl IndexMut<Stat> for Stats {
    fn index_mut(&mut self, stat: Stat) -> &mut i64 {
        &mut self.0[stat as usize]
    }
}

/// A seat's units.
pub type Units = ByUnit<Stats>;

/// The sum of all units' worths.
#[must_use]
pub fn total(units: &Units) -> i64 {
    units.0.iter().map(|unit| unit.worth()).sum()
}

/// The sum of one statistic over all units.
#[must_use]
pub fn sum(units: &Units, stat: Stat) -> i64 {
    units.0.iter().map(|unit| unit[stat]).sum()
}

/// The ranking of units in a phase; the most important criterion is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// ATK high, DEF high, EXH low, HP high, letter.
    Battle,
    /// DEF high, EXH low, HP high, ATK high, letter.
    Siege,
    /// HP high, ATK high, EXH high, DEF high, letter.
    Rest,
}

impl Ranking {
    /// Sorts units by the ranking, the highest first.
    #[must_use]
    pub fn sort(self, units: &Units, mut letters: Vec<UnitLetter>) -> Vec<UnitLetter> {
        letters.sort_by_key(|&letter| {
            let Stats([atk, def, hp, exh]) = units[letter];
            let keys = match self {
                Self::Battle => [Reverse(atk), Reverse(def), Reverse(-exh), Reverse(hp)],
                Self::Siege => [Reverse(def), Reverse(-exh), Reverse(hp), Reverse(atk)],
                Self::Rest => [Reverse(hp), Reverse(atk), Reverse(exh), Reverse(def)],
            };
            (keys, letter)
        });
        letters
    }
}

/// The letters in one word: `ACE`.
#[must_use]
pub fn letters(letters: &[UnitLetter]) -> String {
    letters.iter().map(|letter| letter.name()).collect()
}
