//! Blockade Chess, rule by rule.

mod clock;
mod counts;
mod notation;
mod phases;
mod setup;

use deathmatch_rules::game::{Asked, BySeat, Seat};
use serde_json::{Value, json};

use crate::script::Match;

const GAME: &str = "blockade-chess";

/// Opens a match.
fn begun() -> Match {
    Match::open(GAME, Some("blockade"), json!({}))
}

/// Opens a match in the garden.
fn garden() -> Match {
    Match::open(GAME, Some("garden-of-statues"), json!({}))
}

/// Returns a match in play in which the Elimination Candidate has White and is to move.
fn in_play(fen: &str) -> Match {
    under(fen, "white", "same-piece")
}

/// Returns a match in play under one of the rules for placing a pawn.
fn under(fen: &str, to_move: &str, pawn_placement: &str) -> Match {
    let setup = json!({ "fen": fen, "to_move": to_move, "white": "ec" });
    Match::set_up(GAME, Some("blockade"), json!({ "pawn_placement": pawn_placement }), setup)
}

/// Returns the seat that is asked.
fn asked(game: &Match) -> Seat {
    match game.asked() {
        Asked::Seats(BySeat { ec: Some(_), dmo: None }) => Seat::Ec,
        Asked::Seats(BySeat { ec: None, dmo: Some(_) }) => Seat::Dmo,
        other => panic!("one seat is asked, not {other:?}"),
    }
}

/// Gives orders of the seats that are asked, one after the other; `-` for none.
fn orders(game: &mut Match, orders: &[&str]) {
    for order in orders {
        game.give(asked(game), order);
    }
}

/// Returns the open prompt.
fn prompt(game: &Match) -> &'static str {
    match game.asked() {
        Asked::Seats(asks) => asks[asked(game)].expect("asked").prompt,
        Asked::Over(_) => "over",
    }
}

fn fen(game: &Match) -> String {
    text(&game.at("/fen"))
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
