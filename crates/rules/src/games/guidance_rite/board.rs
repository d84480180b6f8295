//! The board: its squares and the pieces on them.

use std::ops::Index;

use serde::{Deserialize, Serialize};

use super::piece::Piece;
use super::square::{COLUMNS, MOST_ROWS, MOST_SQUARES, Square};
use crate::game::{BySeat, Seat};

/// A board of five columns. As data: rows of piece codes from row 1 down, `""` for an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Vec<String>>", try_from = "Vec<Vec<String>>")]
pub struct Board {
    rows: u8,
    squares: [Option<Piece>; MOST_SQUARES],
}

impl Board {
    /// A board without pieces.
    #[must_use]
    pub const fn empty(rows: u8) -> Self {
        Self { rows, squares: [None; MOST_SQUARES] }
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// The squares in reading order.
    #[must_use]
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        Square::all(self.rows)
    }

    /// The piece on a square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<&Piece> {
        self.squares[square.index()].as_ref()
    }

    /// All pieces with their squares, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, &Piece)> {
        self.squares().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// A seat's pieces with their squares, in reading order.
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = (Square, &Piece)> {
        self.pieces().filter(move |(_, piece)| piece.is_of(seat))
    }

    /// The squares of the unclaimed pieces.
    pub fn unclaimed(&self) -> impl Iterator<Item = Square> {
        self.pieces().filter(|(_, piece)| piece.owner.is_none()).map(|(square, _)| square)
    }

    /// Whether a seat's piece stands on a square.
    #[must_use]
    pub fn is_of(&self, square: Square, seat: Seat) -> bool {
        self.at(square).is_some_and(|piece| piece.is_of(seat))
    }

    /// The number of pieces of each seat.
    #[must_use]
    pub fn census(&self) -> BySeat<u8> {
        let mut census = BySeat { ec: 0, dmo: 0 };
        for piece in self.squares.iter().flatten() {
            if let Some(seat) = piece.owner {
                census[seat] += 1;
            }
        }
        census
    }

    pub const fn at_mut(&mut self, square: Square) -> Option<&mut Piece> {
        self.squares[square.index()].as_mut()
    }

    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = Some(piece);
    }

    pub(super) const fn take(&mut self, square: Square) -> Option<Piece> {
        self.squares[square.index()].take()
    }

    /// Regrows the arrows of every Lizard without black ones.
    pub fn regrow_all(&mut self) {
        for piece in self.squares.iter_mut().flatten() {
            piece.regrow();
        }
    }
}

impl Index<Square> for Board {
    type Output = Option<Piece>;

    fn index(&self, square: Square) -> &Option<Piece> {
        &self.squares[square.index()]
    }
}

impl From<Board> for Vec<Vec<String>> {
    fn from(board: Board) -> Self {
        let code = |square: &Option<Piece>| square.map_or_else(String::new, |piece| piece.to_string());
        let used = &board.squares[..usize::from(board.rows * COLUMNS)];
        used.chunks(usize::from(COLUMNS)).map(|row| row.iter().map(code).collect()).collect()
    }
}

/// The data is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board is a list of at most six rows of five codes")]
pub struct UnknownBoard;

impl TryFrom<Vec<Vec<String>>> for Board {
    type Error = UnknownBoard;

    fn try_from(data: Vec<Vec<String>>) -> Result<Self, UnknownBoard> {
        let rows = u8::try_from(data.len()).ok().filter(|&rows| rows <= MOST_ROWS).ok_or(UnknownBoard)?;
        let mut board = Self::empty(rows);
        if data.iter().any(|row| row.len() != usize::from(COLUMNS)) {
            return Err(UnknownBoard);
        }
        for (square, code) in Square::all(rows).zip(data.iter().flatten()) {
            if !code.is_empty() {
                board.put(square, code.parse().map_err(|_| UnknownBoard)?);
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: usize, columns: usize) -> Vec<Vec<String>> {
        vec![vec!["uRb.b.....".to_owned(); columns]; rows]
    }

    #[test]
    fn board_has_at_most_six_rows_of_five_codes() {
        for count in [0, 1, 5, 6] {
            let board = Board::try_from(rows(count, 5)).unwrap();
            assert_eq!((usize::from(board.rows()), board.pieces().count()), (count, 5 * count));
            assert_eq!(Vec::from(board), rows(count, 5));
        }
        for (count, columns) in [(7, 5), (300, 5), (5, 4), (5, 6), (1, 0)] {
            assert_eq!(Board::try_from(rows(count, columns)), Err(UnknownBoard), "{count} rows of {columns}");
        }
        let mut uneven = rows(5, 5);
        uneven[4].push(String::new());
        assert_eq!(Board::try_from(uneven), Err(UnknownBoard));
        let mut odd = rows(5, 5);
        odd[4][4] = "R".to_owned();
        assert_eq!(Board::try_from(odd), Err(UnknownBoard));
        let mut holed = rows(5, 5);
        holed[0][1] = String::new();
        let board = Board::try_from(holed).unwrap();
        assert_eq!((board.pieces().count(), board.at(Square::new(1, 0).unwrap())), (24, None));
    }
}
