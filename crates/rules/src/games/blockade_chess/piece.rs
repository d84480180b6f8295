//! The two sides, and the kinds of pieces.

use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

use super::square::{Square, Squares, diagonal, straight};

/// One of the two colours. White places and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White, or Red in the garden.
    White,
    /// Black, or Blue in the garden.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The id in records: `white` or `black` in every preset.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T> {
    white: T,
    black: T,
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// Moves along files, ranks and diagonals.
    Queen,
    /// Moves along files and ranks.
    Rook,
    /// Moves along diagonals.
    Bishop,
}

impl Piece {
    /// All kinds, in the sequence in which they are written.
    pub const ALL: [Self; 3] = [Self::Queen, Self::Rook, Self::Bishop];

    /// The letter in orders.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Bishop => 'B',
        }
    }

    /// The kind for a letter, in either case.
    #[must_use]
    pub fn read(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase())
    }

    /// The name for people, in lower case: `queen`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
        }
    }

    /// The number of these pieces that each side has.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Self::Queen => 1,
            Self::Rook | Self::Bishop => 2,
        }
    }

    /// The squares that the piece can reach: at least one square along its lines, not through or onto anything.
    #[must_use]
    pub fn reach(self, from: Square, occupied: Squares) -> Squares {
        match self {
            Self::Queen => straight(from, occupied) | diagonal(from, occupied),
            Self::Rook => straight(from, occupied),
            Self::Bishop => diagonal(from, occupied),
        }
    }
}
