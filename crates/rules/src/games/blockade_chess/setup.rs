//! A header's `setup`: nothing, or a position from which play starts.

use serde_json::{Map, Value};

use super::board::Board;
use super::piece::{Piece, Side};
use super::position::Position;
use super::ruleset::Ruleset;
use crate::game::{Seat, SetupError};

/// The possible keys.
pub(super) const KEYS: [(&str, &str); 3] = [
    ("fen", "The pieces on the board, as in chess"),
    ("to_move", "Who moves first: white or black"),
    ("white", "Which seat plays white: ec or dmo"),
];

/// The starting position of a match.
pub(super) fn position(ruleset: Ruleset, chooser: Seat, setup: &Map<String, Value>) -> Result<Position, SetupError> {
    if setup.is_empty() {
        return Ok(Position::new(ruleset, chooser, Board::default()));
    }
    if let Some(key) = setup.keys().find(|key| !KEYS.iter().any(|(known, _)| known == key)) {
        return Err(SetupError::UnknownField(format!("setup.{key}")));
    }
    let bad = |words: String| SetupError::Setup(words);
    let text = |key: &str| {
        let words = || bad(format!("A set-up needs `fen`, `to_move` and `white`, each a text; see to `{key}`."));
        setup.get(key).and_then(Value::as_str).ok_or_else(words)
    };
    let board = text("fen").and_then(|fen| {
        let board: Board = fen.parse().map_err(|error| bad(format!("`setup.fen` cannot be used: {error}.")))?;
        let complete = |side| Piece::ALL.into_iter().all(|piece| board.pieces(side, piece).len() == piece.count());
        let needs = "In `setup.fen` each side needs a queen, two rooks and two bishops, no more and no less.";
        if Side::ALL.into_iter().all(complete) { Ok(board) } else { Err(bad(needs.into())) }
    });
    let to_move = text("to_move").and_then(|to_move| {
        let side = Side::ALL.into_iter().find(|side| side.id() == to_move);
        side.ok_or_else(|| bad("`setup.to_move` is `white` or `black`.".into()))
    });
    let white = text("white").and_then(|seat| seat.parse().map_err(|_| bad("`setup.white` is `ec` or `dmo`.".into())));
    let (board, (to_move, white)) = SetupError::both(board, SetupError::both(to_move, white))?;
    Ok(Position::in_play(ruleset, chooser, board, to_move, white))
}
