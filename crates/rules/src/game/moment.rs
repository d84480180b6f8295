//! Noteworthy moments of a match, as data with phrases, and the habits of its players.

use serde_json::Value;

use super::{BySeat, Seat, Text};

/// A noteworthy part of an event. A step's heaviest moment is its headline; a match's heaviest moments are its story.
///
/// A moment is a kind and facts. Its phrases take every number and name from the facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The kind. A story has at most one moment of each kind, except [`Moment::REPEATED`].
    pub kind: &'static str,
    /// The weight, from 0 to 100: 30 is a detail, 60 a turn of the match, 80 a sensation. A moment below [`Moment::WORTH_A_STORY`] can only
    /// be a headline.
    pub weight: u8,
    /// Whether the headline replaces the first line of its event, because the phrases say the same.
    pub whole: bool,
    /// Lines of its event that its phrases say in other words.
    pub lines: Vec<Text>,
    /// Its stage; `None` if that is the stage in which its step was asked.
    pub stage: Option<String>,
    facts: Vec<(&'static str, Fact)>,
    phrases: &'static [&'static str],
}

/// A value in a moment's phrases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A player, shown by name.
    Seat(Seat),
    /// A number, shown in digits.
    Number(i64),
    /// A word of the game, such as a square or a unit.
    Word(String),
}

impl From<Seat> for Fact {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl From<i64> for Fact {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Fact {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u16> for Fact {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<u8> for Fact {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Fact {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<String> for Fact {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<&str> for Fact {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl Moment {
    /// The least weight of a moment in a story.
    pub const WORTH_A_STORY: u8 = 30;

    /// The kind of moments that have nothing in common, such as those of a game in a file.
    pub const REPEATED: &str = "story";

    /// A moment without facts. Each phrase is a short sentence or two that names facts in braces, such as `{winner}`.
    #[must_use]
    pub const fn new(kind: &'static str, weight: u8, phrases: &'static [&'static str]) -> Self {
        Self { kind, weight, whole: false, lines: Vec::new(), stage: None, facts: Vec::new(), phrases }
    }

    /// Adds a fact.
    #[must_use]
    pub fn with(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.push((name, fact.into()));
        self
    }

    /// Sets [`whole`](Self::whole).
    #[must_use]
    pub const fn instead_of_the_first_line(mut self) -> Self {
        self.whole = true;
        self
    }

    /// The same, to stand as a headline instead of a line of its event.
    #[must_use]
    pub fn instead_of(mut self, line: impl Into<String>) -> Self {
        self.lines.push(Text::new(line));
        self
    }

    /// Sets [`stage`](Self::stage).
    #[must_use]
    pub fn at_stage(self, stage: Option<String>) -> Self {
        Self { stage, ..self }
    }

    /// The player of the moment: its fact `winner` or `seat`. A moment that belongs to both players has neither.
    #[must_use]
    pub fn about(&self) -> Option<Seat> {
        self.facts.iter().find_map(|(name, fact)| match fact {
            Fact::Seat(seat) if matches!(*name, "winner" | "seat") => Some(*seat),
            _ => None,
        })
    }

    /// The number of phrases.
    #[must_use]
    pub const fn phrases(&self) -> usize {
        self.phrases.len()
    }

    /// Returns a phrase with the facts filled in. Numbers beyond the last phrase wrap around.
    #[must_use]
    pub fn says(&self, number: usize) -> Text {
        let mut words = String::new();
        let mut rest = self.phrases[number % self.phrases.len()];
        while let Some((before, behind)) = rest.split_once('{') {
            let (name, behind) = behind.split_once('}').expect("a phrase closes its braces");
            words.push_str(before);
            match self.facts.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact) {
                Some(Fact::Seat(seat)) => words.push_str(Text::seat(*seat)),
                Some(Fact::Number(number)) => words.push_str(&number.to_string().replace('-', "−")),
                Some(Fact::Word(word)) => words.push_str(word),
                None => unreachable!("a phrase of `{}` names `{name}`, which is none of its facts", self.kind),
            }
            rest = behind;
        }
        Text::new(words + rest)
    }

    /// The kind and facts for programs: seats by id, numbers, and words.
    #[must_use]
    pub fn json(&self) -> Value {
        let facts = self.facts.iter().map(|(name, fact)| {
            let value = match fact {
                Fact::Seat(seat) => Value::from(seat.id()),
                Fact::Number(number) => Value::from(*number),
                Fact::Word(word) => Value::from(word.as_str()),
            };
            ((*name).to_owned(), value)
        });
        Value::Object([("kind".to_owned(), Value::from(self.kind))].into_iter().chain(facts).collect())
    }
}

/// Each seat's score, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub scores: BySeat<i64>,
    /// The unit, written after both numbers: `points`, `in total`.
    pub unit: String,
}

/// An order's contribution to its player's habits, in the game's own terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habit {
    /// The opening, if this order is one, in a noun or two. Symmetric games use the same words for both seats.
    pub opening: Option<String>,
    /// The names of the units, pieces or actions used. A name used twice appears twice.
    pub uses: Vec<String>,
}

impl Habit {
    /// A habit without an opening.
    #[must_use]
    pub fn using(uses: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { opening: None, uses: uses.into_iter().map(Into::into).collect() }
    }

    /// Adds an opening.
    #[must_use]
    pub fn opening(self, words: impl Into<String>) -> Self {
        Self { opening: Some(words.into()), ..self }
    }
}
