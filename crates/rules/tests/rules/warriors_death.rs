//! A Warrior's Death, rule by rule.

mod announcement;
mod notation;
mod notes;
mod resolution;
mod winning;

use deathmatch_rules::game::Seat;
use serde_json::{Value, json};

use crate::script::Match;

/// Opens a match with the standard rules.
fn standard() -> Match {
    with(json!({}))
}

/// Opens a match with some values of the ruleset replaced.
fn with(ruleset: Value) -> Match {
    Match::open("warriors-death", Some("standard"), ruleset)
}

/// Returns a standard match after these rounds.
fn after(script: &str) -> Match {
    let mut game = standard();
    game.play(script);
    game
}

/// Plays a whole bout: one seat's Samurai wins every round, by 30 to 0 in all, or nobody sends a unit.
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
