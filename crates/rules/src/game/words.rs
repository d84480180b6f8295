//! Texts for people: accounts, questions and refusals.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::typed_text::quoted;
use super::{BySeat, Ink, Seat};

/// The beginning of a line about a ruling. No text of a game in a file begins with this sign, or with that of a warning.
pub const RULING: &str = "⚖️ ";
/// The beginning of a warning.
pub const WARNING: &str = "⚠️ ";

/// A view's texts.
pub trait Words {
    /// The match's stage and score.
    fn heading(&self) -> Heading;

    /// The question to the view's seat, in one or two sentences. `None` if the seat is not asked for an order. Only the seat reads it,
    /// except in a public view that is [seated](super::Seen::seated).
    fn question(&self) -> Option<Text>;

    /// The standing at an end that play did not decide. By default the scores of the heading.
    fn standing(&self) -> Option<Text> {
        let Heading { scores, unit, .. } = self.heading();
        let words = || {
            format!("Score: {} {}, {} {} {unit}", Text::seat(Seat::Ec), scores.ec, Text::seat(Seat::Dmo), scores.dmo)
        };
        scores.iter().all(|(_, score)| !score.is_empty()).then(|| Text::new(format!("{}.", words().trim_end())))
    }

    /// The description of the picture for its alt text: at most 1,024 characters with names of 32.
    fn describe_board(&self) -> Text;

    /// Answers a `/board` query. The empty query describes everything.
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

/// A text that names players as `{ec}` or `{dmo}` until the names are filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text(String);

impl Text {
    /// Creates a text. `words` must name players through [`Text::seat`] only.
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

    /// Joins both texts with a space.
    #[must_use]
    pub fn then(&self, rest: &Self) -> Self {
        Self(format!("{} {}", self.0, rest.0))
    }

    /// Puts this line above a text.
    #[must_use]
    pub(crate) fn above(&self, text: &Self) -> Self {
        if text.0.is_empty() { self.clone() } else { Self(format!("{}\n{}", self.0, text.0)) }
    }

    /// The text from its second line on.
    #[must_use]
    pub(crate) fn without_first_line(&self) -> Self {
        Self(self.0.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned()))
    }

    /// The text without the given lines. A line that continues one of them after a semicolon keeps its continuation.
    #[must_use]
    pub(crate) fn without_lines(&self, lines: &[Self]) -> Self {
        let beyond = |line: &str| {
            let beyond = |said: &Self| match line.strip_prefix(said.0.trim_end_matches('.'))? {
                "" | "." => Some(String::new()),
                rest => rest.strip_prefix("; ").map(capitalised),
            };
            lines.iter().find_map(beyond)
        };
        let kept = self.0.lines().map(|line| beyond(line).unwrap_or_else(|| line.to_owned()));
        Self(kept.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
    }

    /// Fills in the players' names. A name is never interpreted, whatever it contains.
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

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A viewer's account of one event: a text, and the same facts as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// One or more lines, separated by line feeds.
    pub text: Text,
    /// A JSON object with a `kind`; each game documents the shape.
    pub data: Value,
}

impl Told {
    /// The kind of a text that a game's file says. The file decides its place among the others.
    pub const SAID: &str = "said";

    /// Creates an account. `data` has no `kind`, which is a separate argument.
    ///
    /// # Panics
    /// `data` is not an object.
    #[must_use]
    pub fn new(kind: &str, words: impl Into<String>, mut data: Value) -> Self {
        data.as_object_mut().expect("the data of an event is an object").insert("kind".to_owned(), kind.into());
        Self { text: Text::new(words), data }
    }
}

/// A possible next word of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The word itself; words of a sentence are joined by single spaces.
    pub word: String,
    /// The menu's label, at most 80 characters.
    pub label: String,
    /// A further explanation, at most 100 characters; may be empty.
    pub note: String,
    /// Whether the sentence may end with this word.
    pub ends: bool,
}

impl Choice {
    /// A word that is its own label and may end the sentence.
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
    /// Each seat's score, in the unit that decides the match: `2`.
    pub scores: BySeat<String>,
    /// The unit of the scores: `bouts won`.
    pub unit: String,
    /// Each player's colours on the picture in place of the seats': the main tone, the second tone and the background.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inks: Option<BySeat<[Ink; 3]>>,
}

/// The kind of refusal of an order, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RefusalKind {
    /// The text does not match the game's notation.
    Unreadable,
    /// The text matches the notation, but the rules forbid the order.
    Illegal,
    /// The text matches more than one order.
    Ambiguous,
}

/// The refusal of an order; shown to its sender unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The kind of refusal, for programs.
    pub kind: RefusalKind,
    /// One sentence that says what to do.
    pub message: String,
    pub(super) part: Part,
}

/// The part of the text that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Unnamed,
    /// The message begins with this part, as a byte range.
    Quoted(Range<usize>),
    /// The [`Sight`](super::Sight) writes the message.
    Whole,
}

impl Refusal {
    const fn new(kind: RefusalKind, message: String) -> Self {
        Self { kind, message, part: Part::Unnamed }
    }

    /// The refusal of a part of the text. The message begins with that part, quoted as typed, and continues with `says`.
    #[must_use]
    pub fn about(text: &str, part: &str, says: &str) -> Self {
        let at = part.as_ptr().addr().checked_sub(text.as_ptr().addr());
        let at = at.filter(|at| at + part.len() <= text.len());
        let at = at.map_or(Part::Unnamed, |at| Part::Quoted(at..at + part.len()));
        Self { part: at, ..Self::unreadable(format!("{} {says}", quoted(part))) }
    }

    /// The refusal of a text that does not match the notation.
    #[must_use]
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Unreadable, message.into())
    }

    /// The refusal of a text of which nothing is understood. Its sender reads the text and one or two legal orders.
    #[must_use]
    pub fn unknown() -> Self {
        Self { part: Part::Whole, ..Self::unreadable("This is no order here.") }
    }

    /// The refusal of an order that the rules forbid.
    #[must_use]
    pub fn illegal(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Illegal, message.into())
    }

    /// The refusal of a text with several meanings.
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
    /// The sections in reading order.
    pub sections: Vec<Section>,
}

/// A part of a rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// An emoji by which readers recognise the section.
    pub icon: String,
    /// The title, a few words.
    pub title: String,
    /// The lines in reading order.
    pub lines: Vec<Line>,
}

/// A sentence or two of a rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The words, in Markdown.
    pub text: String,
    /// Whether this is a house ruling, because the original is silent or lost.
    pub house: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_what_it_says_beyond_a_headline() {
        let text = Text::new("{ec} jumps.\n{ec} moves; its arrows turn.\n{dmo} waits.");
        let said = ["{ec} jumps.", "{ec} moves."].map(Text::new);
        assert_eq!(text.without_lines(&said), Text::new("Its arrows turn.\n{dmo} waits."));
    }

    #[test]
    fn filled_in_names_are_not_interpreted_again() {
        let names = BySeat { ec: "{dmo}".to_owned(), dmo: "B{o}b".to_owned() };
        assert_eq!(Text::new("{ec} beats {dmo} {x} {").with_names(&names), "{dmo} beats B{o}b {x} {");
    }
}
