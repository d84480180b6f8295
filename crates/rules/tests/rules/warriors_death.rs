//! A Warrior's Death, case by case.

mod announcement;
mod notation;
mod notes;
mod resolution;
mod winning;

use deathmatch_rules::game::Seat;
use serde_json::{Value, json};

use crate::script::Match;

/// A match with the standard rules.
fn standard() -> Match {
    with(json!({}))
}

/// A match with some values replaced.
fn with(ruleset: Value) -> Match {
    Match::open("warriors-death", Some("standard"), ruleset)
}

/// A standard match after these rounds.
fn after(script: &str) -> Match {
    let mut game = standard();
    game.play(script);
    game
}

/// Plays a whole bout: its Samurai wins every round for a seat by 30 to 0, or nobody sends anything.
fn bout(game: &mut Match, winner: Option<Seat>) {
    let round = match winner {
        Some(Seat::Ec) => "samurai | -",
        Some(Seat::Dmo) => "- | samurai",
        None => "- | -",
    };
    for _ in 0..10 {
        game.play(round);
    }
}
