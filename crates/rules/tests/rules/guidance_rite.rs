//! Guidance Rite, rule by rule.

mod battle;
mod boards;
mod claiming;
mod drawn_board_rule;
mod fixtures;
mod items;
mod menus;
mod movement;
mod notation;
mod powers;
mod self_capture;
mod simultaneous;
mod simultaneous_items;
mod told;

use std::collections::BTreeMap;

use deathmatch_rules::game::{BySeat, Seat, Terms, Viewer};
use serde_json::Value;

use crate::script::Match;
use fixtures::{GAME, alternating, board, both, lay, lay_both, rows, with};

/// Opens a final with items.
fn with_items(ec: &[&str], dmo: &[&str], ruleset: Value) -> Match {
    let Value::Object(ruleset) = ruleset else { panic!("a ruleset is an object") };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let items = BySeat { ec: names(ec), dmo: names(dmo) };
    Match::on(GAME, &Terms { preset: Some("final".to_owned()), ruleset, items, ..Terms::default() })
}

fn dm11(pieces: &str) -> Match {
    alternating("dm11", pieces)
}

fn finale(pieces: &str) -> Match {
    alternating("final", pieces)
}

/// Returns the pieces on the board, by square.
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

/// Checks that exactly these pieces are on the board: `b2 eRb.b....., c3 d-........`.
#[track_caller]
fn stands(game: &Match, pieces: &str) {
    let expected: BTreeMap<_, _> = pieces
        .split(',')
        .map(|piece| piece.trim().split_once(' ').expect("a square and a code"))
        .map(|(square, code)| (square.to_owned(), code.trim().to_owned()))
        .collect();
    assert_eq!(standing(game), expected);
}

/// Returns the piece on a square; empty if there is none.
fn on(game: &Match, square: &str) -> String {
    standing(game).get(square).cloned().unwrap_or_default()
}

/// Plays one move of the EC, and checks the board after it.
#[track_caller]
fn moved(preset: &str, before: &str, order: &str, after: &str) {
    let mut game = alternating(preset, before);
    game.play(&format!("{order} |"));
    stands(&game, after);
}

/// Returns the squares that the EC's piece on a square can reach.
fn reach(game: &Match, from: &str) -> Vec<String> {
    let path = [from.to_owned()];
    let mut squares: Vec<_> = game.seat(Seat::Ec).choices(&path).into_iter().map(|choice| choice.word).collect();
    squares.sort();
    squares
}

/// Returns the names of the last step's effects.
fn effects(game: &Match) -> Vec<String> {
    let told = game.told(Viewer::Public);
    let effects = told.iter().filter_map(|data| data["effects"].as_array()).flatten();
    effects.map(|effect| effect["effect"].as_str().expect("a name").to_owned()).collect()
}
