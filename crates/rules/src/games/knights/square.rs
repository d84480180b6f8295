//! The 25 squares of the board, and sets of them.
//!
//! Columns are a–e from left to right, rows 1–5 from top to bottom. Squares are ordered by row, then column.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Seat;

/// The length of a side of the board, in squares.
pub const SIDE: u8 = 5;
/// The number of squares.
pub const SQUARES: usize = 25;

/// One square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Square(u8);

impl Square {
    /// The square in a column and a row, both from 0; `None` off the board.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < SIDE && row < SIDE { Some(Self(row * SIDE + column)) } else { None }
    }

    /// All squares, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SIDE * SIDE).map(Self)
    }

    /// The column, from 0.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % SIDE
    }

    /// The row, from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// The index in [`Square::all`].
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The squares to which a knight on this square could jump on an empty board.
    #[must_use]
    pub fn jumps(self) -> Squares {
        const STEPS: [(i8, i8); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];
        let step =
            |(right, down)| Self::at(self.column().checked_add_signed(right)?, self.row().checked_add_signed(down)?);
        STEPS.into_iter().filter_map(step).collect()
    }

    /// Parses a column letter and a row number: `c3`, `C3`.
    pub(super) fn read(column: char, row: char) -> Option<Self> {
        let column = u32::from(column.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let row = row.to_digit(10)?.checked_sub(1)?;
        Self::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
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

/// The text is not a square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a1 to e5")]
pub struct UnknownSquare;

impl TryFrom<String> for Square {
    type Error = UnknownSquare;

    fn try_from(text: String) -> Result<Self, UnknownSquare> {
        text.as_str().try_into()
    }
}

impl TryFrom<&str> for Square {
    type Error = UnknownSquare;

    fn try_from(text: &str) -> Result<Self, UnknownSquare> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(column), Some(row), None) => Self::read(column, row).ok_or(UnknownSquare),
            _ => Err(UnknownSquare),
        }
    }
}

/// A set of squares, serialised as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Square>", from = "Vec<Square>")]
pub struct Squares(u32);

impl Squares {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// A seat's home row, where its knights start and spawn: row 5 for the Elimination Candidate, row 1 for the other.
    #[must_use]
    pub const fn home(seat: Seat) -> Self {
        match seat {
            Seat::Ec => Self(0b11111 << 20),
            Seat::Dmo => Self(0b11111),
        }
    }

    /// Whether the set contains a square.
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// The set with a square added.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.0)
    }

    /// The set with a square removed.
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.0))
    }

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    pub const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of squares.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares of the set, row by row.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| self.has(square))
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<Squares> for Vec<Square> {
    fn from(squares: Squares) -> Self {
        squares.iter().collect()
    }
}

impl From<Vec<Square>> for Squares {
    fn from(squares: Vec<Square>) -> Self {
        squares.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip_as_text() {
        for square in Square::all() {
            assert_eq!(Square::try_from(square.to_string().as_str()), Ok(square));
        }
        for text in ["", "a", "a0", "a6", "f1", "a11", "1a", "à1"] {
            assert_eq!(Square::try_from(text), Err(UnknownSquare), "{text}");
        }
    }

    #[test]
    fn jumps_are_symmetric_and_change_the_shade() {
        let mut all = 0;
        for from in Square::all() {
            for to in from.jumps().iter() {
                assert!(to.jumps().has(from));
                assert_ne!((from.column() + from.row()) % 2, (to.column() + to.row()) % 2);
                all += 1;
            }
        }
        assert_eq!(all, 96);
    }

    #[test]
    fn home_rows_are_opposite() {
        let words = |seat| Squares::home(seat).iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!((words(Seat::Ec), words(Seat::Dmo)), ("a5 b5 c5 d5 e5".to_owned(), "a1 b1 c1 d1 e1".to_owned()));
    }
}
