//! Memorable moments of a finished match, and its players' habits.

use super::{BySeat, Text};

/// Something of an event that is worth a line once the match is over; it may say what was hidden until then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Its kind; a story has one of each at most.
    pub kind: &'static str,
    /// Its weight beside other lines, from 0 to 100: 30 a nicety, 60 a turn of the match, 80 a sensation.
    pub weight: u8,
    /// A short sentence, which stands behind where the match stood; one player's name fits into it, two only where it is very short.
    pub text: Text,
}

impl Moment {
    #[must_use]
    pub fn new(kind: &'static str, weight: u8, words: impl Into<String>) -> Self {
        Self { kind, weight, text: Text::new(words) }
    }
}

/// Each seat's progress, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub scores: BySeat<i64>,
    /// The counted things, behind both numbers: `points`, `in total`.
    pub unit: String,
}

/// An order as evidence of its player's habits, in the game's own terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habit {
    /// The match's opening, if this order is one: a noun or two, the same for both seats where the game is the same
    /// for both.
    pub opening: Option<String>,
    /// The units, pieces or actions that it uses, by their names; one that is used twice stands there twice.
    pub uses: Vec<String>,
}

impl Habit {
    /// An order that opens nothing.
    #[must_use]
    pub fn using(uses: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { opening: None, uses: uses.into_iter().map(Into::into).collect() }
    }

    /// The same, and what it opens the match with.
    #[must_use]
    pub fn opening(self, words: impl Into<String>) -> Self {
        Self { opening: Some(words.into()), ..self }
    }
}
