//! Texts for people: accounts, questions and refusals.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::typed::quoted;
use super::{BySeat, Seat};

/// A view in words.
pub trait Words {
    /// The match's stage and score.
    fn heading(&self) -> Heading;

    /// The question to the view's seat, in one or two sentences; `None` if it is not asked for an order. Only the seat
    /// reads it, except in a public view that is [seated](super::Seen::seated).
    fn question(&self) -> Option<Text>;

    /// The picture in words, for alt text: at most 1,024 characters with names of 32.
    fn describe_board(&self) -> Text;

    /// Answers a `/board` query; the empty query says everything.
    ///
    /// # Errors
    /// A query the game does not know.
    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        if query.trim().is_empty() {
            Ok(self.describe_board())
        } else {
            Err(Refusal::unreadable("Ask for nothing to see it all."))
        }
    }
}

/// Words for people in which a player is named by `{ec}` or `{dmo}` until the names are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text(String);

impl Text {
    /// Takes words that name players only through [`Text::seat`].
    #[must_use]
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// The placeholder of a player's name in a text.
    #[must_use]
    pub const fn seat(seat: Seat) -> &'static str {
        match seat {
            Seat::Ec => "{ec}",
            Seat::Dmo => "{dmo}",
        }
    }

    /// Both texts as one, with a space between.
    #[must_use]
    pub fn then(&self, rest: &Self) -> Self {
        Self(format!("{} {}", self.0, rest.0))
    }

    /// A line above the text.
    #[must_use]
    pub(crate) fn above(&self, text: &Self) -> Self {
        if text.0.is_empty() { self.clone() } else { Self(format!("{}\n{}", self.0, text.0)) }
    }

    /// The text from its second line on.
    #[must_use]
    pub(crate) fn without_first_line(&self) -> Self {
        Self(self.0.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned()))
    }

    /// The text without some lines.
    #[must_use]
    pub(crate) fn without_lines(&self, lines: &[Self]) -> Self {
        let kept = self.0.lines().filter(|each| lines.iter().all(|line| line.0 != *each));
        Self(kept.collect::<Vec<_>>().join("\n"))
    }

    /// The words with the players' names put in; a name is never read again, whatever it contains.
    #[must_use]
    pub fn with_names<N: AsRef<str>>(&self, names: &BySeat<N>) -> String {
        let mut words = String::with_capacity(self.0.len() + 16);
        let mut rest = self.0.as_str();
        while let Some(at) = rest.find('{') {
            words.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(seat) = Seat::ALL.into_iter().find(|&seat| rest.starts_with(Self::seat(seat))) {
                words.push_str(names[seat].as_ref());
                rest = &rest[Self::seat(seat).len()..];
            } else {
                words.push('{');
                rest = &rest[1..];
            }
        }
        words + rest
    }
}

/// A viewer's account of one event: words, and the same as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// One line, or a few separated by line feeds.
    pub text: Text,
    /// A JSON object with a `kind`; shape documented by the game.
    pub data: Value,
}

impl Told {
    /// The kind of a text that a game's file tells: its place among the others is the file's choice.
    pub const SAID: &str = "said";

    /// Words, and data without `kind`, which is a separate argument.
    ///
    /// # Panics
    /// Data that is no object.
    #[must_use]
    pub fn new(kind: &str, words: impl Into<String>, mut data: Value) -> Self {
        data.as_object_mut().expect("the data of an event is an object").insert("kind".to_owned(), kind.into());
        Self { text: Text::new(words), data }
    }
}

/// One word that may come next in an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The word for the sentence; words are joined by single spaces.
    pub word: String,
    /// The menu's label, at most 80 characters.
    pub label: String,
    /// More about it, at most 100 characters; may be empty.
    pub note: String,
    /// Whether the sentence is whole with this word.
    pub ends: bool,
}

impl Choice {
    /// A word that is its own label and ends the sentence.
    #[must_use]
    pub fn plain(word: &str) -> Self {
        Self { word: word.to_owned(), label: word.to_owned(), note: String::new(), ends: true }
    }
}

/// A match's stage and score, in a few words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// `Bout 2 · Round 3`.
    pub stage: String,
    /// Each seat's score in the unit that decides the match: `2`.
    pub scores: BySeat<String>,
    /// The counted things of the scores: `bouts won`.
    pub unit: String,
}

/// Why an order is refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RefusalKind {
    /// The text does not fit the game's notation.
    Unreadable,
    /// The text fits and the rules forbid it.
    Illegal,
    /// The text fits more than one order.
    Ambiguous,
}

/// Why an order is refused; shown to its sender as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// For programs.
    pub kind: RefusalKind,
    /// One sentence that says what to do.
    pub message: String,
    /// The part of the text that the sentence begins with, in bytes.
    pub(super) part: Option<Range<usize>>,
}

impl Refusal {
    const fn new(kind: RefusalKind, message: String) -> Self {
        Self { kind, message, part: None }
    }

    /// A part of the text does not fit the notation: a sentence that begins with it and continues with these words. It is quoted as it was typed.
    #[must_use]
    pub fn about(text: &str, part: &str, says: &str) -> Self {
        let at = part.as_ptr().addr().checked_sub(text.as_ptr().addr());
        let at = at.filter(|at| at + part.len() <= text.len()).map(|at| at..at + part.len());
        Self { part: at, ..Self::unreadable(format!("{} {says}", quoted(part))) }
    }

    /// The text does not fit the notation.
    #[must_use]
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Unreadable, message.into())
    }

    /// The rules forbid the order.
    #[must_use]
    pub fn illegal(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Illegal, message.into())
    }

    /// The text could mean several orders.
    #[must_use]
    pub fn ambiguous(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Ambiguous, message.into())
    }
}

/// A game's rules for players, in our own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The game's name.
    pub title: String,
    /// In reading order.
    pub sections: Vec<Section>,
}

/// A part of a rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// An emoji by which it is found again.
    pub icon: String,
    /// A few words.
    pub title: String,
    /// In reading order.
    pub lines: Vec<Line>,
}

/// A sentence or two of a rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The words, Markdown.
    pub text: String,
    /// Whether this is a house ruling: the original is silent or lost there.
    pub house: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_put_in_once() {
        let names = BySeat { ec: "{dmo}".to_owned(), dmo: "B{o}b".to_owned() };
        assert_eq!(Text::new("{ec} beats {dmo} {x} {").with_names(&names), "{dmo} beats B{o}b {x} {");
    }
}
