//! The boards and items of a match, from its header or its seed.

use serde_json::{Map, Value};

use super::board::Board;
use super::generator;
use super::order::ItemKind;
use super::parse_in_position::item_kind;
use super::piece::Piece;
use super::position::BOUTS;
use super::ruleset::Variant;
use super::square::{COLUMNS, Square};
use crate::game::{BySeat, Seat, Seed, SetupError};

/// The three boards of a match, set up.
pub fn boards(variant: Variant, setup: &Map<String, Value>, seed: &Seed) -> Result<Vec<Board>, SetupError> {
    if let Some(key) = setup.keys().find(|key| *key != "boards") {
        return Err(SetupError::UnknownField(format!("setup.{key}")));
    }
    let mut boards = match setup.get("boards") {
        Some(given) => given_boards(variant, given)?,
        None => (1..=BOUTS).map(|bout| generator::board(variant, seed, bout)).collect(),
    };
    for board in &mut boards {
        board.regrow_all();
    }
    Ok(boards)
}

fn bad<T>(message: String) -> Result<T, SetupError> {
    Err(SetupError::Setup(message))
}

fn given_boards(variant: Variant, given: &Value) -> Result<Vec<Board>, SetupError> {
    match given.as_array() {
        Some(boards) if boards.len() == usize::from(BOUTS) => {
            SetupError::all((1..).zip(boards).map(|(bout, board)| given_board(variant, bout, board)))
        }
        _ => bad(format!("`setup.boards` is a list of {BOUTS} boards, one for each bout.")),
    }
}

fn given_board(variant: Variant, bout: u8, given: &Value) -> Result<Board, SetupError> {
    let rows = variant.rows();
    let Some(given) = given.as_array().filter(|given| given.len() == usize::from(rows)) else {
        return bad(format!("The board of bout {bout} needs {rows} rows of {COLUMNS} pieces."));
    };
    let mut board = Board::empty(rows);
    let squares: Vec<_> = Square::all(rows).collect();
    let row = |(number, (pieces, squares)): (u8, (&Value, &[Square]))| {
        let Some(pieces) = pieces.as_array().filter(|pieces| pieces.len() == squares.len()) else {
            return bad(format!("Row {number} of the board of bout {bout} needs {COLUMNS} pieces."));
        };
        for (square, code) in squares.iter().zip(pieces) {
            match given_piece(variant, code) {
                Ok(piece) => board.put(*square, piece),
                Err(why) => return bad(format!("On {square} of the board of bout {bout}, {why}.")),
            }
        }
        Ok(())
    };
    SetupError::all((1..).zip(given.iter().zip(squares.chunks(usize::from(COLUMNS)))).map(row))?;
    Ok(board)
}

fn given_piece(variant: Variant, code: &Value) -> Result<Piece, String> {
    let Some(code) = code.as_str() else { return Err(format!("{code} is no piece's code")) };
    if code.is_empty() {
        return Err("a piece is missing; a board is laid full".to_owned());
    }
    let piece: Piece = code.parse().map_err(|error| format!("`{code}` is no piece: {error}"))?;
    if piece.owner.is_some() {
        return Err(format!("`{code}` has an owner; write `u`, since every piece is yet to be claimed"));
    }
    if !variant.is_final() && piece.arrows.grey_bits() != 0 {
        return Err(format!("`{code}` has a grey arrow, which there is none of in this preset"));
    }
    if !variant.is_final() && piece.marked {
        return Err(format!("`{code}` is marked, which no piece is in this preset"));
    }
    Ok(piece)
}

/// The items in a header.
pub(super) fn items(variant: Variant, given: &BySeat<Vec<String>>) -> Result<BySeat<Vec<ItemKind>>, SetupError> {
    let bad = |message: String| SetupError::Header(message);
    if !variant.is_final() && given.iter().any(|(_, names)| !names.is_empty()) {
        return Err(bad("There are no items in this preset; leave `items` out.".to_owned()));
    }
    let of = |seat: Seat| {
        SetupError::all(given[seat].iter().enumerate().map(|(number, name)| match item_kind(name) {
            None => {
                let known = ItemKind::ALL.map(ItemKind::id).join(", ");
                Err(bad(format!("`{name}` in `items.{seat}` is no item; the items are {known}.")))
            }
            kind if given[seat][..number].iter().any(|earlier| item_kind(earlier) == kind) => {
                Err(bad(format!("`items.{seat}` names `{name}` twice; each seat has an item once at most.")))
            }
            Some(kind) => Ok(kind),
        }))
    };
    let (ec, dmo) = SetupError::both(of(Seat::Ec), of(Seat::Dmo))?;
    Ok(BySeat { ec, dmo })
}
