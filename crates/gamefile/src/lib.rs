//! A Death Match in one file: loads a script into a [`Game`](deathmatch_rules::game::Game).
//!
//! - A match is its record: the script runs from its start with the record's answers, up to the first question without an answer. A live
//!   match holds the suspended script; a clone of it is a copy of the match.
//! - A game's id is its name and the beginning of its file's SHA-256, so a record names the exact file. The version of its rules is the
//!   [`EDITION`] of the language.
//! - Pictures, texts and questions are computed from a view: the state without the values hidden from its viewer. Functions that get a view
//!   have access to nothing else: no variable of `play` except plain values, no randomness, and nothing that they could change.
//! - A fault of a file is a value with its position in the text. It stops the match, never the program.
//!
//! # The file
//!
//! | part | meaning |
//! |---|---|
//! | `game(id=, name=, blurb=, …)` | the game's declaration: see [`Declared`] |
//! | `def play(s, opt, random)` | the game, from its start to its end |
//! | `def scene(v)` | the picture, a list of blocks |
//! | `def worth(v)` | optional, for the built-in player: the value of the position for `v.seat`, a whole number from -100 to 100 |
//! | `def imagine(v, random)` | optional, for the built-in player: deals the values hidden from `v.seat` again, as a dict with every hidden entry of the state |
//! | `RULES` | the rules for players, in Markdown with `{option}` |
//! | `EXAMPLES` | short matches that the check plays: a list of lists of texts |
//!
//! An example begins with settings: `"top=4"`, `"seed=7"`, `"preset=short"`. Then each text is an order (`"ec a5 c5"`; `-` misses the
//! deadline), an order and words of a text that it causes (`"dmo 3: {dmo} wins"`; `"dmo 3: win dmo"` for the end), an impossible order
//! (`"ec a9: refused"`), results of chance in the step that begins or follows (`"draw 3 7"`), or a remark (`"# the tie"`).
//!
//! A secret text of the host (`brings={name: note}` in `game`) is `opt.name`, a list of lines, or `None` without one. In an example it is a
//! setting; the line `"refused"` alone says that the file refuses the text.
//!
//! # What `play` calls
//!
//! | function | does |
//! |---|---|
//! | `ask(seat, orders, question, seconds=, missing=, sealed=, label=, group=, hint=, ideas=, reserve=, wait=, before_start=, shown=)` | asks one seat; returns the order's text, or the value of `missing` |
//! | `ask_both(orders, question, …)` | asks both seats, or those of `seats=`, in secret; returns both texts by seat. Everyone sees both afterwards, except with `shown=False` |
//! | `race(orders, question, seconds=, right=, seats=, label=, group=, hint=, ideas=)` | asks both seats, or those of `seats`, in secret. The first order that is `right` ends the race; a wrong one locks its seat out. Returns the winner or `None`, and both texts by seat |
//! | `rest(seconds)` | a break that ends early when both are ready |
//! | `say(text, to=)` | tells everyone, or one seat |
//! | `story(weight, text)` | records a moment for the story of the match, with a weight: 30 for a detail, 60 for a turning point, 80 for a sensation |
//! | `win(seat, tie=)` | ends the match; `tie` is True or the reason in words if a tie rule decided |
//! | `no_result()` | ends the match without a winner |
//! | `refuse(text)` | before the first question: refuses the set-up; the host reads the text |
//!
//! | argument | meaning |
//! |---|---|
//! | `orders` | the possible orders: a list of alternatives, a tuple of consecutive parts, `between(word, least, most)`, `up_to(word, most)`, `choose(n, items)` for n of the items in any order, `choose((least, most), items)` for some, `spelt(words, also)` for words with another spelling; or a function of the view |
//! | `question` | a text, or a function of the view |
//! | `missing` | the answer after a missed deadline: an order's text, `FIRST` for the first order, `None`, or a function of the view. With `reserve=True` it applies only in matches without a reserve: a player whose reserve runs out loses |
//! | `label` | `lambda v, words: …`: the menu's label for the words so far: a text, a text and a note, or `None` for the words themselves. Or a dict of labels, by all words or by the last |
//! | `group` | `lambda v, word: …`: the group of a word in a menu of more than 25 words. By default, cells are grouped by column and numbers by twenties |
//! | `hint` | the menu's prompt: a text, or `lambda v, order: …` for the text of the order so far |
//! | `ideas` | promising orders, which the built-in player tries first: a list, or a function of the view |
//! | `sealed` | the order is secret until the file reveals it |
//! | `shown` | whether everyone sees sealed orders after the step; the default is True for `ask_both`, False for `ask` |
//! | `wait` | the step ends at the deadline, never earlier |
//! | `before_start` | asks before the match starts; the deadline is this many seconds before the start |
//!
//! A menu joins a word that has only one continuation to the words that follow.
//!
//! # Functions for files
//!
//! `library.py` defines these functions; `docs/own-games.md` lists them with examples. Files of running matches call them, so their
//! behaviour and texts must not change.
//!
//! | function | does |
//! |---|---|
//! | `hand_over(s, seat, count)` | moves up to `count` chips to the rival; returns their number |
//! | `plural(n, "die", "dice")` | returns `1 die`, `3 dice`; without the second word with an `s` |
//! | `who_begins(opt, question=, seconds=, label=)` | asks the player with the Advantage; returns the seat that goes first |
//! | `wager(s, first, seconds, question, worth, ante=, do=, …)` | plays a whole round of chips: ante, betting and pot; returns the winner, the seat that folded and the chips won |
//! | `pot_result(winner, won)` | returns the result of `wager` in words |
//! | `betting(s, first, seconds, question, reserve=, extra=, check=, label=)` | lets the seats bet until both have staked the same; returns the seat that folded, or `None`. `extra=lambda v: ["rewind"]` adds orders. Such an order ends the betting with `(seat, order)`, and the file may call `betting` again. With `check=False` the first player must raise or fold |
//!
//! If the score is `chips`, chips in `s.stake` count for their owner.
//!
//! # Shapes
//!
//! `shapes(height, items, alt=)` draws in an area 936 wide; `alt` has at most 850 characters.
//!
//! | shape | draws |
//! |---|---|
//! | `("rect", x, y, width, height, colour)` | a filled rectangle |
//! | `("circle", x, y, radius, colour)` | a filled circle |
//! | `("ring", x, y, radius, width, colour)` | the outline of a circle |
//! | `("line", x, y, x2, y2, colour)`, then optionally a width | a line, by default 4 wide |
//! | `("text", x, y, size, colour, words)`, then optionally `"bold"`, `"left"` or `"bold left"` | words, by default centred at x |
//! | `("polygon", [x, y, …], colour)` | a filled polygon |
//! | `("token", x, y, radius, seat)`, then optionally a short text | a player's token |
//!
//! A `square` draws the same shapes, in hundredths of its side from its upper left corner.
//!
//! A colour is `ec`, `dmo`, `ec-dim`, `dmo-dim`, `neutral`, `good`, `bad`, `accent`, `light`, `dark`, `panel`, `raised`, `sunk`, `edge`,
//! `words`, `muted`, `red`, `blue`, `green`, `yellow` or `purple`; the theme defines each.
//!
//! Without `win`, the end of `play` ends the match by the score that `game` names; a tie goes to the DMO.

mod built_in_files;
mod check;
mod confidence_bounds;
mod declaration;
mod game_view;
mod imagined_match;
mod load;
mod order_pattern;
mod picture_blocks;
mod play;
mod rules_markdown;
mod sanitise;
mod seat_knowledge;

use std::fmt;

pub use built_in_files::{LIBRARY, TEMPLATES};
pub use check::{Against, CHECK, Checked, Letters, Means, Strong, check, check_for, measure, play_examples};
pub use confidence_bounds::wilson;
pub use deathmatch_spelling::meant;
pub use declaration::{Declared, Visibility};
pub use game_view::GameView;
pub use load::{Loaded, is_file_of};

/// The edition of the language and of this interface. Records of another edition are refused.
pub const EDITION: u32 = 1;

/// An error in a game's file, in words for its author, with file and line if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    words: String,
    /// Whether the time of a check was over before it found a fault.
    out_of_time: bool,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for Error {}

impl From<deathmatch_script::Error> for Error {
    fn from(error: deathmatch_script::Error) -> Self {
        Self::new(error.to_string())
    }
}

impl Error {
    fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), out_of_time: false }
    }

    fn out_of_time(words: impl Into<String>) -> Self {
        Self { words: words.into(), out_of_time: true }
    }

    /// Whether the time of a check was over before it found a fault: the machine is busy, or the game slow or endless.
    #[must_use]
    pub const fn is_out_of_time(&self) -> bool {
        self.out_of_time
    }
}
