//! Orders, each with one canonical text.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::piece::{Piece, Side};
use super::square::Square;
use super::theme::Theme;

/// A seat's answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The chooser's own colour, under the theme's name.
    Colour(Theme, Side),
    /// The pieces of one step of the placement.
    Placement(Placement),
    /// Both parts of a move.
    Move(Move),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Colour(theme, side) => f.write_str(theme.side_id(*side)),
            Self::Placement(placement) => placement.fmt(f),
            Self::Move(played) => played.fmt(f),
        }
    }
}

/// A piece and its square, ordered by kind and square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Man {
    /// The kind of piece.
    pub piece: Piece,
    pub square: Square,
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece.letter(), self.square)
    }
}

/// One or two pieces, the lesser first: queen, rook, bishop, and two of a kind by square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    first: Man,
    second: Option<Man>,
}

impl Placement {
    /// The placement of one piece.
    #[must_use]
    pub const fn one(man: Man) -> Self {
        Self { first: man, second: None }
    }

    /// The placement of two pieces, in either sequence.
    #[must_use]
    pub fn two(one: Man, other: Man) -> Self {
        Self { first: one.min(other), second: Some(one.max(other)) }
    }

    /// The pieces in canonical sequence.
    pub fn men(self) -> impl Iterator<Item = Man> {
        [Some(self.first), self.second].into_iter().flatten()
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        self.second.map_or(Ok(()), |second| write!(f, " {second}"))
    }
}

/// Both parts of a move: `Qd4-d7/f5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The kind of the moving piece.
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
    /// The square of the new pawn or statue.
    pub pawn: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}/{}", self.piece.letter(), self.from, self.to, self.pawn)
    }
}
