//! Squares and directions.
//!
//! - Columns a–e run from left to right, rows from 1 down. Squares are in reading order: a1 b1 … e1 a2 ….
//! - Directions are absolute, the same for both seats, and clockwise from north.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of columns of every board.
pub const COLUMNS: u8 = 5;
/// The most rows of a board.
pub const MOST_ROWS: u8 = 6;
/// The most squares of a board.
pub const MOST_SQUARES: usize = 30;

/// A square, ordered in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Square(u8);

impl Square {
    /// The square in a column and a row, both from 0; `None` off the largest board.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < COLUMNS && row < MOST_ROWS { Some(Self(row * COLUMNS + column)) } else { None }
    }

    /// All squares of a board with this many rows.
    pub fn all(rows: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..rows.min(MOST_ROWS) * COLUMNS).map(Self)
    }

    /// The index in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// The row, from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS
    }

    /// The next square in a direction; `None` off the board.
    #[must_use]
    pub fn step(self, direction: Direction, rows: u8) -> Option<Self> {
        let (right, down) = direction.offset();
        let column = self.column().checked_add_signed(right)?;
        let row = self.row().checked_add_signed(down)?;
        if row < rows { Self::new(column, row) } else { None }
    }

    /// The next square in a direction, on a board whose opposite edges meet.
    #[must_use]
    pub fn wrapped(self, direction: Direction, rows: u8) -> Self {
        let (right, down) = direction.offset();
        let around = |at: u8, by: i8, size: u8| (at + size).saturating_add_signed(by) % size;
        Self(around(self.row(), down, rows) * COLUMNS + around(self.column(), right, COLUMNS))
    }

    /// The orthogonal neighbours, clockwise from north.
    pub fn neighbours(self, rows: u8) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().step_by(2).filter_map(move |direction| self.step(direction, rows))
    }

    /// Whether another square is orthogonally next to this one.
    #[must_use]
    pub const fn is_next_to(self, other: Self) -> bool {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row()) == 1
    }

    /// Parses a column letter and a row digit, on a board with this many rows.
    #[must_use]
    pub fn read(letter: char, digit: char, rows: u8) -> Option<Self> {
        let column = u8::try_from(u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?).ok()?;
        let row = u8::try_from(digit.to_digit(10)?.checked_sub(1)?).ok()?;
        if row < rows { Self::new(column, row) } else { None }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter from a to e and a row")]
pub struct UnknownSquare;

impl TryFrom<String> for Square {
    type Error = UnknownSquare;

    fn try_from(text: String) -> Result<Self, UnknownSquare> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(letter), Some(digit), None) => Self::read(letter, digit, MOST_ROWS).ok_or(UnknownSquare),
            _ => Err(UnknownSquare),
        }
    }
}

/// One of the eight directions of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Up, towards row 1.
    N,
    /// Up and right.
    Ne,
    /// Right.
    E,
    /// Down and right.
    Se,
    /// Down.
    S,
    /// Down and left.
    Sw,
    /// Left.
    W,
    /// Up and left.
    Nw,
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [Self::N, Self::Ne, Self::E, Self::Se, Self::S, Self::Sw, Self::W, Self::Nw];

    /// The offset in columns to the right and rows down.
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::N => (0, -1),
            Self::Ne => (1, -1),
            Self::E => (1, 0),
            Self::Se => (1, 1),
            Self::S => (0, 1),
            Self::Sw => (-1, 1),
            Self::W => (-1, 0),
            Self::Nw => (-1, -1),
        }
    }

    /// The direction turned clockwise by eighths of a circle.
    #[must_use]
    pub const fn turned(self, eighths: u8) -> Self {
        Self::ALL[(self as usize + eighths as usize) % 8]
    }

    /// The name in a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::N => "north",
            Self::Ne => "north-east",
            Self::E => "east",
            Self::Se => "south-east",
            Self::S => "south",
            Self::Sw => "south-west",
            Self::W => "west",
            Self::Nw => "north-west",
        }
    }

    /// The word in orders: `ne`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::N => "n",
            Self::Ne => "ne",
            Self::E => "e",
            Self::Se => "se",
            Self::S => "s",
            Self::Sw => "sw",
            Self::W => "w",
            Self::Nw => "nw",
        }
    }

    /// The direction for a word in lower case.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.id() == word)
    }
}

/// Writes the notation's letters; `{:#}` writes the word.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { self.name() } else { self.id() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_limited_to_the_largest_board() {
        for (column, row) in [(0, 0), (4, 0), (0, 5), (4, 5)] {
            let square = Square::new(column, row).unwrap();
            assert_eq!((square.column(), square.row()), (column, row));
            assert_eq!(Square::try_from(square.to_string()), Ok(square));
        }
        for (column, row) in [(5, 0), (0, 6), (5, 6), (255, 255)] {
            assert_eq!(Square::new(column, row), None);
        }
        for text in ["", "a", "f1", "a0", "a7", "a10", "1a", "aa", "é1"] {
            assert_eq!(Square::try_from(text.to_owned()), Err(UnknownSquare), "{text}");
        }
        assert_eq!((Square::read('E', '5', 5), Square::read('e', '6', 5)), (Square::new(4, 4), None));
        assert_eq!((Square::all(5).len(), Square::all(6).len(), Square::all(7).len()), (25, 30, 30));
    }

    #[test]
    fn neighbours_are_orthogonal_and_on_the_board() {
        let names = |text: &str, rows| {
            let square = Square::try_from(text.to_owned()).unwrap();
            square.neighbours(rows).map(|next| next.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            [names("c3", 5), names("a1", 5), names("e5", 5), names("e5", 6), names("a3", 6)],
            ["c2 d3 c4 b3", "b1 a2", "e4 d5", "e4 e6 d5", "a2 b3 a4"]
        );
        for one in Square::all(6) {
            for other in Square::all(6) {
                assert_eq!(one.is_next_to(other), one.neighbours(6).any(|next| next == other), "{one} {other}");
            }
        }
    }

    #[test]
    fn wrapped_steps_cross_opposite_edges() {
        let square = |text: &str| Square::try_from(text.to_owned()).unwrap();
        assert_eq!(square("c1").wrapped(Direction::Ne, 5), square("d5"));
        assert_eq!(square("a1").wrapped(Direction::Nw, 5), square("e5"));
        assert_eq!(square("e6").wrapped(Direction::Se, 6), square("a1"));
        for from in Square::all(6) {
            for direction in Direction::ALL {
                assert_eq!(from.wrapped(direction, 6).wrapped(direction.turned(4), 6), from);
                assert!(from.step(direction, 6).is_none_or(|to| to == from.wrapped(direction, 6)));
            }
        }
    }
}
