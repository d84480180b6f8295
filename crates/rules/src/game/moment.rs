//! What is worth remembering of a match that is over.

use super::{BySeat, Text};

/// Something of an event that is worth a line once the match is over; it may say what was hidden until then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Of what sort it is; a story has one of each at most.
    pub kind: &'static str,
    /// How much it is worth its line beside others, from 0 to 100: 30 a nicety, 60 a turn of the match, 80 what people will speak of.
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

/// How far each seat has come, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub scores: BySeat<i64>,
    /// What they count, behind both of them: `points`, `in total`.
    pub unit: String,
}
