//! Matches and positions for the test cases.

use serde_json::{Value, json};

use crate::script::Match;

pub const GAME: &str = "guidance-rite";

/// Opens a match with some values of the ruleset replaced.
pub fn with(preset: &str, ruleset: Value) -> Match {
    Match::open(GAME, Some(preset), ruleset)
}

/// Returns a board of so many rows with pieces such as `b2 eRb.b....., c3 d-........`.
pub fn board(rows: usize, pieces: &str) -> Value {
    let mut board = vec![vec![String::new(); 5]; rows];
    for piece in pieces.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let (square, code) = piece.split_once(' ').unwrap_or_else(|| panic!("`{piece}` is a square and a code"));
        let [column, row] = square.as_bytes() else { panic!("`{square}` is a square") };
        code.trim().clone_into(&mut board[usize::from(row - b'1')][usize::from(column - b'a')]);
    }
    json!(board)
}

pub const fn rows(preset: &str) -> usize {
    if preset.len() == 4 { 5 } else { 6 }
}

/// Sets the pieces, and has the EC begin the battle of bout 1.
pub fn lay(game: &mut Match, rows: usize, pieces: &str) {
    let values = [
        ("/position/phase", json!("choose")),
        ("/position/chooser", json!("ec")),
        ("/position/board", board(rows, pieces)),
    ];
    game.set(GAME, &values);
    game.play("first |");
}

/// Returns a match in bout 1 in which the EC is to move.
pub fn alternating(preset: &str, pieces: &str) -> Match {
    let mut game = with(preset, json!({}));
    lay(&mut game, rows(preset), pieces);
    game
}

/// Sets the pieces for a turn of bout 3.
pub fn lay_both(game: &mut Match, rows: usize, pieces: &str) {
    let values = [
        ("/position/phase", json!("battle")),
        ("/position/bout", json!(3)),
        ("/position/won", json!([{"winner": "ec", "reason": "rules"}, {"winner": "dmo", "reason": "rules"}])),
        ("/position/active", json!({"ec": true, "dmo": true})),
        ("/position/board", board(rows, pieces)),
        ("/upcoming", json!([])),
    ];
    game.set(GAME, &values);
}

/// Returns a match in bout 3.
pub fn both(preset: &str, pieces: &str) -> Match {
    let mut game = with(preset, json!({}));
    lay_both(&mut game, rows(preset), pieces);
    game
}
