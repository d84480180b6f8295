//! The pieces and blockers on the squares, with their text: the placement field of a FEN.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::piece::{BySide, Piece, Side};
use super::square::{Square, Squares};

/// The pieces and blockers on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Board {
    pieces: BySide<[Squares; 3]>,
    blockers: Squares,
}

impl Board {
    /// The squares of a side's pieces of one kind.
    #[must_use]
    pub fn pieces(&self, side: Side, piece: Piece) -> Squares {
        self.pieces[side][piece as usize]
    }

    /// A side's pieces: queen, rooks, bishops, each by square.
    pub fn all_pieces(&self, side: Side) -> impl Iterator<Item = (Piece, Square)> {
        let pieces = self.pieces[side];
        Piece::ALL
            .into_iter()
            .flat_map(move |piece| pieces[piece as usize].into_iter().map(move |square| (piece, square)))
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub fn side(&self, side: Side) -> Squares {
        let [queen, rooks, bishops] = self.pieces[side];
        queen | rooks | bishops
    }

    /// The squares of the pawns or statues.
    #[must_use]
    pub const fn blockers(&self) -> Squares {
        self.blockers
    }

    /// Every square with something on it.
    #[must_use]
    pub fn occupied(&self) -> Squares {
        self.side(Side::White) | self.side(Side::Black) | self.blockers
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        let on = |&(side, piece): &(Side, Piece)| self.pieces(side, piece).has(square);
        Side::ALL.into_iter().flat_map(|side| Piece::ALL.map(|piece| (side, piece))).find(on)
    }

    /// The number of pieces of a kind that a side has yet to place.
    #[must_use]
    pub fn in_hand(&self, side: Side, piece: Piece) -> u32 {
        piece.count().saturating_sub(self.pieces(side, piece).len())
    }

    /// Puts a side's piece on an empty square.
    pub(super) fn put(&mut self, side: Side, piece: Piece, square: Square) {
        let squares = &mut self.pieces[side][piece as usize];
        *squares = squares.with(square);
    }

    /// Removes a side's piece from a square.
    pub(super) fn take(&mut self, side: Side, piece: Piece, square: Square) {
        let squares = &mut self.pieces[side][piece as usize];
        *squares = squares.without(square);
    }

    /// The board with the pawn or statue on a square removed.
    pub(super) const fn without_blocker(mut self, square: Square) -> Self {
        self.blockers = self.blockers.without(square);
        self
    }

    /// Puts a pawn or statue on an empty square.
    pub(super) fn block(&mut self, square: Square) {
        self.blockers = self.blockers.with(square);
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        match self.piece_at(square) {
            Some((Side::White, piece)) => Some(piece.letter()),
            Some((Side::Black, piece)) => Some(piece.letter().to_ascii_lowercase()),
            None => self.blockers.has(square).then_some('*'),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in (0..8).filter_map(|file| Square::new(file, rank)) {
                let Some(letter) = self.letter_at(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                write!(f, "{letter}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// The text is not a board in this form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board is eight ranks from 8 to 1 with `/` between, of Q R B q r b * and the counts of empty squares")]
pub struct UnreadableBoard;

impl FromStr for Board {
    type Err = UnreadableBoard;

    /// Accepts only what [`Display`](fmt::Display) writes: `44` for `8` is refused.
    fn from_str(text: &str) -> Result<Self, UnreadableBoard> {
        let mut board = Self::default();
        for (row, line) in text.split('/').enumerate() {
            let rank = u8::try_from(row).ok().and_then(|row| 7_u8.checked_sub(row)).ok_or(UnreadableBoard)?;
            let mut file = 0;
            for letter in line.chars() {
                if let Some(empty @ 1..=8) = letter.to_digit(10).and_then(|digit| u8::try_from(digit).ok()) {
                    file = u8::saturating_add(file, empty);
                    continue;
                }
                let square = Square::new(file, rank).ok_or(UnreadableBoard)?;
                match (letter, Piece::read(letter)) {
                    ('*', _) => board.block(square),
                    (_, Some(piece)) if letter.is_ascii_uppercase() => board.put(Side::White, piece, square),
                    (_, Some(piece)) => board.put(Side::Black, piece, square),
                    _ => return Err(UnreadableBoard),
                }
                file += 1;
            }
        }
        if board.to_string() == text { Ok(board) } else { Err(UnreadableBoard) }
    }
}

impl From<Board> for String {
    fn from(board: Board) -> Self {
        board.to_string()
    }
}

impl TryFrom<String> for Board {
    type Error = UnreadableBoard;

    fn try_from(text: String) -> Result<Self, UnreadableBoard> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_round_trip_as_text() {
        for text in [
            "8/8/8/8/8/8/8/8",
            "r1bq1b1r/3Q4/8/5*2/8/8/8/R1B2B1R",
            "q1*1r2b/1**2*2/3R1*2/*1b1*1*r/1*B2*1*/2*1Q3/*2*1R*1/B1*3*1",
            "********/8/8/8/8/8/8/QQQQQQQQ",
        ] {
            assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "8",
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8/",
            "8/8/8/8/8/8/8/8/8",
            "44/8/8/8/8/8/8/8",
            "9/8/8/8/8/8/8/8",
            "08/8/8/8/8/8/8/8",
            "7/8/8/8/8/8/8/8",
            "8Q/8/8/8/8/8/8/8",
            "Q8/8/8/8/8/8/8/8",
            "p7/8/8/8/8/8/8/8",
            " 8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 w",
            "٨/8/8/8/8/8/8/8",
            "88888888888888888888888888888888888888888/8/8/8/8/8/8/8",
        ] {
            assert_eq!(text.parse::<Board>(), Err(UnreadableBoard), "{text}");
        }
    }
}
