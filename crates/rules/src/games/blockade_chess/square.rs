//! Squares, sets of them, and the lines between them.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A square of the board, ordered a1, b1 … h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Square(u8);

impl Square {
    /// The square on a file and a rank, both from 0; `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// All 64 squares in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The file, from 0 for a.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// The rank, from 0 for 1.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// Parses a file's letter and a rank's digit, in either case.
    #[must_use]
    pub fn read(file: char, rank: char) -> Option<Self> {
        let from = |first: char, letter: char| u8::try_from(u32::from(letter).checked_sub(u32::from(first))?).ok();
        Self::new(from('a', file.to_ascii_lowercase())?, from('1', rank)?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The text is not a square from a1 to h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter a to h and a figure 1 to 8")]
pub struct UnknownSquare;

impl FromStr for Square {
    type Err = UnknownSquare;

    fn from_str(text: &str) -> Result<Self, UnknownSquare> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(rank), None) => Self::read(file, rank).ok_or(UnknownSquare),
            _ => Err(UnknownSquare),
        }
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

impl TryFrom<String> for Square {
    type Error = UnknownSquare;

    fn try_from(text: String) -> Result<Self, UnknownSquare> {
        text.parse()
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(u64);

impl Squares {
    /// The set of one square.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.0)
    }

    /// Whether a square is in the set.
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
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

    /// The squares in order, separated by spaces.
    #[must_use]
    pub fn listed(self) -> String {
        self.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Squares {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::default(), Self::with)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = InOrder;

    fn into_iter(self) -> InOrder {
        InOrder(self.0)
    }
}

/// The squares of a set, a1 first.
#[derive(Clone, Debug)]
pub struct InOrder(u64);

impl Iterator for InOrder {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let first = u8::try_from(self.0.trailing_zeros()).ok().filter(|&index| index < 64)?;
        self.0 &= self.0 - 1;
        Some(Square(first))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for InOrder {}

/// Steps by file and rank. In the first four directions the square's number grows. Every other direction is straight.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (-1, 1), (0, -1), (-1, -1), (-1, 0), (1, -1)];

/// For each direction and square, all squares beyond it on an empty board.
const RAYS: [[u64; 64]; 8] = rays();

const fn rays() -> [[u64; 64]; 8] {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (right, up) = DIRECTIONS[direction];
        let mut from: i8 = 0;
        while from < 64 {
            let (mut file, mut rank) = (from % 8 + right, from / 8 + up);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                rays[direction][from.cast_unsigned() as usize] |= 1 << (rank * 8 + file);
                file += right;
                rank += up;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
}

fn ray(direction: usize, from: Square, occupied: Squares) -> u64 {
    let rays = &RAYS[direction];
    let ray = rays[usize::from(from.0)];
    let met = ray & occupied.0;
    if met == 0 {
        return ray;
    }
    let first = if direction < 4 { met.trailing_zeros() } else { met.ilog2() };
    ray & !rays[first as usize] & !(1 << first)
}

/// The squares reachable from a square along files and ranks, not through or onto anything.
#[must_use]
pub fn straight(from: Square, occupied: Squares) -> Squares {
    Squares([0, 2, 4, 6].into_iter().fold(0, |squares, direction| squares | ray(direction, from, occupied)))
}

/// The squares reachable from a square along diagonals, not through or onto anything.
#[must_use]
pub fn diagonal(from: Square, occupied: Squares) -> Squares {
    Squares([1, 3, 5, 7].into_iter().fold(0, |squares, direction| squares | ray(direction, from, occupied)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn squares_round_trip_as_text() {
        let all: Vec<_> = Square::all().collect();
        assert_eq!((all[0], all[1], all[63]), (square("a1"), square("b1"), square("h8")));
        for square in all {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        for text in ["", "a", "a0", "a9", "i1", "`1", "a1 ", "1a", "a:"] {
            assert_eq!(text.parse::<Square>(), Err(UnknownSquare), "{text}");
        }
    }

    #[test]
    fn lines_end_before_occupied_squares() {
        let occupied: Squares = ["d4", "d6", "b4", "f2", "h8"].map(square).into_iter().collect();
        assert_eq!(straight(square("d4"), occupied).listed(), "d1 d2 d3 c4 e4 f4 g4 h4 d5");
        assert_eq!(diagonal(square("d4"), occupied).listed(), "a1 b2 c3 e3 c5 e5 b6 f6 a7 g7");
    }

    #[test]
    fn lines_cross_the_empty_board() {
        for from in Square::all() {
            assert_eq!(straight(from, Squares::default()).len(), 14);
            for to in Square::all() {
                let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
                assert_eq!(straight(from, Squares::default()).has(to), (files == 0) != (ranks == 0));
                assert_eq!(diagonal(from, Squares::default()).has(to), files == ranks && files != 0);
            }
        }
    }
}
