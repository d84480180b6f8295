//! A Death Match in one file: loads a script into a [`Game`](deathmatch_rules::game::Game).
//!
//! - A match is its record: the file runs from its start with the record's answers and stops at the first question that has none. A live
//!   match holds the stopped script; its clone is a copy of the match.
//! - A game's id is its name and the beginning of its file's SHA-256, so that a record names the file that it was played by. The version of
//!   its rules is the [`EDITION`] of the language.
//! - What is shown or asked is computed from a view: the state without what its viewer may not know. Functions that get a view have
//!   nothing else: no variable of `play` but plain values, no chance, and nothing that they could change.
//! - A fault of a file is a value with its place in the text; it stops the match, never the program.
//!
//! # The file
//!
//! | part | meaning |
//! |---|---|
//! | `game(id=, name=, blurb=, …)` | what the game is: see [`Declared`] |
//! | `def play(s, opt, random)` | the game, from its start to its end |
//! | `def scene(v)` | the picture, a list of blocks |
//! | `RULES` | the rules for players, in Markdown with `{option}` |
//! | `EXAMPLES` | short matches that the check plays |
//!
//! # What `play` calls
//!
//! | function | does |
//! |---|---|
//! | `ask(seat, orders, question, seconds=, missing=, sealed=, label=, reserve=, wait=, before_start=, shown=)` | asks one seat; gives the order's text, or what `missing` says |
//! | `ask_both(orders, question, …)` | asks both in secret; gives both texts by seat. Both are known afterwards, but with `shown=False` |
//! | `rest(seconds)` | a break that ends early when both are ready |
//! | `say(text, to=)` | tells everyone, or one seat |
//! | `story(weight, text)` | a moment worth a line after the match: 30 a nicety, 60 a turn of the match, 80 a sensation |
//! | `win(seat, tie=)` | ends the match |
//! | `no_result()` | ends it without a winner |
//!
//! Without `win`, the end of `play` ends the match by the score that `game` names; a tie goes to the DMO.

mod check;
mod declare;
mod imagine;
mod learnt;
mod load;
mod orders;
mod play;
mod rules_text;
mod scene;
mod sight;
mod texts;

use std::fmt;

pub use check::{Checked, Strong, check};
pub use declare::{Declared, Visibility};
pub use load::Loaded;
pub use sight::GameView;

/// The edition of the language and of this interface: a record of another one is refused.
pub const EDITION: u32 = 1;

/// Why a file is no game, or a match of it cannot go on: for its author, with file and line where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<deathmatch_script::Error> for Error {
    fn from(error: deathmatch_script::Error) -> Self {
        Self(error.to_string())
    }
}

impl Error {
    fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}
