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
//! | `def worth(v)` | optional: how good the position is for `v.seat`, a whole number from -100 to 100, for the built-in player |
//! | `def imagine(v, random)` | optional: what `v.seat` does not see, dealt again, for the built-in player: a dict with every entry of the state that is hidden from it |
//! | `RULES` | the rules for players, in Markdown with `{option}` |
//! | `EXAMPLES` | short matches that the check plays: a list of lists of texts |
//!
//! A text of an example is a setting at its beginning (`"top=4"`, `"seed=7"`, `"preset=short"`), an order (`"ec a5 c5"`; `-` misses the
//! deadline), an order and words that are then told to everyone or to one seat (`"dmo 3: {dmo} wins"`, `"dmo 3: win dmo"` for the end), an
//! order that is not possible (`"ec a9: refused"`), what chance gives in the step that begins or follows (`"draw 3 7"`), or a remark
//! (`"# the tie"`).
//!
//! What the host brings in secret (`brings={name: note}` in `game`) is `opt.name`, a list of lines; without it `None`. An example brings it
//! as a setting; the line `"refused"` alone says that the file refuses it.
//!
//! # What `play` calls
//!
//! | function | does |
//! |---|---|
//! | `ask(seat, orders, question, seconds=, missing=, sealed=, label=, group=, hint=, ideas=, reserve=, wait=, before_start=, shown=)` | asks one seat; gives the order's text, or what `missing` says |
//! | `ask_both(orders, question, …)` | asks both in secret; gives both texts by seat. Both are known afterwards, but with `shown=False` |
//! | `race(orders, question, seconds=, right=, seats=, label=, group=, hint=, ideas=)` | asks both in secret, or those of `seats`; the first order that is `right` ends it, a wrong one locks its seat out. Gives who was right, or `None`, and both texts by seat |
//! | `rest(seconds)` | a break that ends early when both are ready |
//! | `say(text, to=)` | tells everyone, or one seat |
//! | `story(weight, text)` | a moment worth a line after the match: 30 a nicety, 60 a turn of the match, 80 a sensation |
//! | `win(seat, tie=)` | ends the match |
//! | `no_result()` | ends it without a winner |
//! | `refuse(text)` | before the first question: the match is not laid out, and its host reads why |
//!
//! | argument | is |
//! |---|---|
//! | `orders` | what can be ordered: a list of alternatives, a tuple of parts in a row, `between(word, least, most)`, `up_to(word, most)`, `choose(n, items)` for n different ones in any order; or a function of the view |
//! | `question` | a text, or a function of the view |
//! | `missing` | what a missed deadline stands for: an order's text, `FIRST` for the first order, `None`, or a function of the view. With `reserve=True` it is used only where the match has no reserve: a player whose reserve runs out has lost |
//! | `label` | `lambda v, words: …`: how the menu shows the words so far; a text, a text and a note, or `None` for the words themselves. Or a dict from words, or the last of them, to these |
//! | `group` | `lambda v, word: …`: the group of a word where a menu has more than 25. Without it, cells are grouped by column and numbers by twenties |
//! | `hint` | the menu's prompt: a text, or `lambda v, words: …` of the words chosen so far |
//! | `ideas` | a list of promising orders, or a function of the view: the built-in player tries them first |
//! | `sealed` | the order is secret until the file shows it |
//! | `shown` | of sealed orders: whether everyone knows them once the step is over; so it is with `ask_both` |
//! | `wait` | the step is over at the deadline, not before |
//! | `before_start` | asked before the match: it ends so many seconds before its start |
//!
//! A word of an order that can continue in one way only stands in the menu together with what follows.
//!
//! # Functions for files
//!
//! `library.py` has them, and `docs/own-games.md` lists them with examples. Files of matches that have begun call them, too: a function
//! keeps what it does and tells.
//!
//! | function | gives |
//! |---|---|
//! | `hand_over(s, seat, count)` | moves chips to the rival, as far as there are any; how many |
//! | `plural(n, "card")` | `1 card`, `3 cards` |
//! | `who_begins(opt, question=, seconds=)` | asks the player with the Advantage; the seat that goes first |
//! | `wager(s, first, seconds, question, worth, ante=, do=, …)` | a whole round of chips: ante, betting and pot; the winner, the seat that folded and the chips won |
//! | `betting(s, first, seconds, question, reserve=, extra=, check=, label=)` | bets until both have staked the same; who folded, or `None`. `extra=lambda v: ["rewind"]` adds orders: one of them ends the betting with `(seat, order)`, and the file may call `betting` again. With `check=False` the first player has to raise or fold |
//!
//! Where the score is `chips`, what lies in `s.stake` counts as its owner's.
//!
//! # Shapes
//!
//! `shapes(height, items, alt=)` draws in an area 936 wide; `alt` has at most 850 characters.
//!
//! | shape | is |
//! |---|---|
//! | `("rect", x, y, width, height, colour)` | a field |
//! | `("circle", x, y, radius, colour)` | a disc |
//! | `("ring", x, y, radius, width, colour)` | a circle |
//! | `("line", x, y, x2, y2, colour)`, with a width behind it | a line, 4 wide |
//! | `("text", x, y, size, colour, words)`, with `"bold"`, `"left"` or `"bold left"` behind it | words, in the middle of x |
//! | `("polygon", [x, y, …], colour)` | an area |
//! | `("token", x, y, radius, seat)`, with a short text behind it | a player's token |
//!
//! A `square` draws such shapes, too, in hundredths of its side from its left upper corner.
//!
//! A colour is `ec`, `dmo`, `ec-dim`, `dmo-dim`, `neutral`, `good`, `bad`, `accent`, `light`, `dark`, `panel`, `raised`, `sunk`, `edge`,
//! `words`, `muted`, `red`, `blue`, `green`, `yellow` or `purple`; the theme says what it looks like.
//!
//! Without `win`, the end of `play` ends the match by the score that `game` names; a tie goes to the DMO.

mod check;
mod declare;
mod imagine;
mod load;
mod order_pattern;
mod play;
mod rules_text;
mod samples;
mod scene;
mod sight;
mod texts;
mod unknowns;

use std::fmt;

pub use check::{Against, CHECK, Checked, Strong, check, check_for, measure};
pub use declare::{Declared, Visibility};
pub use load::{Loaded, is_file_of};
pub use samples::{LIBRARY, TEMPLATES};
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
