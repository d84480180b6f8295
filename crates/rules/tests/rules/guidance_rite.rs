//! Guidance Rite, case by case.

mod battle;
mod boards;
mod claiming;
mod drawn;
mod items;
mod menus;
mod movement;
mod notation;
mod player;
mod powers;
mod self_capture;
mod simultaneous;
mod simultaneous_items;
mod told;

use std::collections::BTreeMap;

use deathmatch_rules::game::{BySeat, Seat, Terms, Viewer};
use serde_json::{Value, json};

use crate::script::Match;

const GAME: &str = "guidance-rite";

/// A match with some values replaced.
fn with(preset: &str, ruleset: Value) -> Match {
    Match::open(GAME, Some(preset), ruleset)
}

/// A final with items.
fn with_items(ec: &[&str], dmo: &[&str], ruleset: Value) -> Match {
    let Value::Object(ruleset) = ruleset else { panic!("a ruleset is an object") };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let items = BySeat { ec: names(ec), dmo: names(dmo) };
    Match::on(GAME, &Terms { preset: Some("final".to_owned()), ruleset, items, ..Terms::default() })
}

/// A board of so many rows with `b2 eRb.b....., c3 d-........` on it.
fn board(rows: usize, pieces: &str) -> Value {
    let mut board = vec![vec![String::new(); 5]; rows];
    for piece in pieces.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let (square, code) = piece.split_once(' ').unwrap_or_else(|| panic!("`{piece}` is a square and a code"));
        let [column, row] = square.as_bytes() else { panic!("`{square}` is a square") };
        code.trim().clone_into(&mut board[usize::from(row - b'1')][usize::from(column - b'a')]);
    }
    json!(board)
}

const fn rows(preset: &str) -> usize {
    if preset.len() == 4 { 5 } else { 6 }
}

/// Lays pieces and lets the EC begin the battle of bout 1.
fn lay(game: &mut Match, rows: usize, pieces: &str) {
    let values = [
        ("/position/phase", json!("choose")),
        ("/position/chooser", json!("ec")),
        ("/position/board", board(rows, pieces)),
    ];
    game.set(GAME, &values);
    game.play("first |");
}

/// Bout 1 of a match, in which the EC is to move.
fn alternating(preset: &str, pieces: &str) -> Match {
    let mut game = with(preset, json!({}));
    lay(&mut game, rows(preset), pieces);
    game
}

fn dm11(pieces: &str) -> Match {
    alternating("dm11", pieces)
}

fn finale(pieces: &str) -> Match {
    alternating("final", pieces)
}

/// Lays pieces for a turn of bout 3.
fn lay_both(game: &mut Match, rows: usize, pieces: &str) {
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

/// Bout 3 of a match.
fn both(preset: &str, pieces: &str) -> Match {
    let mut game = with(preset, json!({}));
    lay_both(&mut game, rows(preset), pieces);
    game
}

/// What stands on the board, by square.
fn standing(game: &Match) -> BTreeMap<String, String> {
    let board = game.at("/board");
    let mut found = BTreeMap::new();
    for (row, pieces) in board.as_array().expect("rows").iter().enumerate() {
        for (column, piece) in pieces.as_array().expect("squares").iter().enumerate() {
            let piece = piece.as_str().expect("a code");
            if !piece.is_empty() {
                let letter = char::from(b'a' + u8::try_from(column).expect("a column"));
                found.insert(format!("{letter}{}", row + 1), piece.to_owned());
            }
        }
    }
    found
}

/// Checks what stands on the board: `b2 eRb.b....., c3 d-........`, and nothing else.
#[track_caller]
fn stands(game: &Match, pieces: &str) {
    let expected: BTreeMap<_, _> = pieces
        .split(',')
        .map(|piece| piece.trim().split_once(' ').expect("a square and a code"))
        .map(|(square, code)| (square.to_owned(), code.trim().to_owned()))
        .collect();
    assert_eq!(standing(game), expected);
}

/// The piece on a square; empty where nothing stands.
fn on(game: &Match, square: &str) -> String {
    standing(game).get(square).cloned().unwrap_or_default()
}

/// The EC's one move on a board, and what stands after it.
#[track_caller]
fn moved(preset: &str, before: &str, order: &str, after: &str) {
    let mut game = alternating(preset, before);
    game.play(&format!("{order} |"));
    stands(&game, after);
}

/// The squares that the EC's piece on one can go to.
fn reach(game: &Match, from: &str) -> Vec<String> {
    let path = [from.to_owned()];
    let mut squares: Vec<_> = game.seat(Seat::Ec).choices(&path).into_iter().map(|choice| choice.word).collect();
    squares.sort();
    squares
}

/// The names of the effects of the last step.
fn effects(game: &Match) -> Vec<String> {
    let told = game.told(Viewer::Public);
    let effects = told.iter().filter_map(|data| data["effects"].as_array()).flatten();
    effects.map(|effect| effect["effect"].as_str().expect("a name").to_owned()).collect()
}
