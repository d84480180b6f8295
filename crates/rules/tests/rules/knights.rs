//! Knights, rule by rule.

mod ending;
mod fixtures;
mod legality;
mod limit;
mod notation;
mod resolution;
mod secrecy;
mod words;

use deathmatch_rules::game::Seat;

use crate::script::Match;
use fixtures::{after, first, position, standard, streak};

/// Returns a seat's knights in the referee state, separated by spaces.
fn knights(game: &Match, seat: Seat) -> String {
    let knights = game.at(&format!("/knights/{seat}"));
    let words: Vec<_> =
        knights.as_array().expect("a list").iter().map(|square| square.as_str().expect("text")).collect();
    words.join(" ")
}

/// Returns both seats' points.
fn points(game: &Match) -> (u64, u64) {
    let of = |seat: &str| game.at(&format!("/points/{seat}")).as_u64().expect("a number");
    (of("ec"), of("dmo"))
}
