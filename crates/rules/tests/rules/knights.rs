//! Knights, case by case.

mod ending;
mod limit;
mod notation;
mod orders;
mod player;
mod resolution;
mod secrecy;
mod words;

use deathmatch_rules::game::Seat;
use serde_json::{Value, json};

use crate::script::Match;

/// A match from its beginning.
fn standard() -> Match {
    Match::open("knights", Some("tempo-up"), json!({}))
}

/// A match after these turns.
fn after(script: &str) -> Match {
    let mut game = standard();
    game.play(script);
    game
}

/// A position: each seat's knights, and what else is not as in the beginning.
fn position(ec: &str, dmo: &str, other: &Value) -> Match {
    let mut state = json!({
        "ruleset": { "turn_s": 90, "private_orders": "editable" },
        "turn": 1,
        "knights": { "ec": squares(ec), "dmo": squares(dmo) },
        "coloured": { "ec": [], "dmo": [] },
        "points": { "ec": 0, "dmo": 0 },
        "streak": { "ec": streak("", 0), "dmo": streak("", 0) },
        "still": 0,
        "stood": [{ "ec": [], "dmo": [] }, { "ec": [], "dmo": [] }],
        "last": null,
        "ending": null,
    });
    for (key, value) in other.as_object().into_iter().flatten() {
        state[key.as_str()] = value.clone();
    }
    Match::restore("knights", &state)
}

/// Squares separated by spaces.
fn squares(text: &str) -> Value {
    text.split_whitespace().collect()
}

/// So many squares, row by row, without some.
fn first(many: usize, but: &str) -> Value {
    let all = (1..=5).flat_map(|row| "abcde".chars().map(move |column| format!("{column}{row}")));
    all.filter(|square| !but.contains(square.as_str())).take(many).map(Value::from).collect()
}

fn streak(pair: &str, count: u32) -> Value {
    json!({ "pair": pair, "count": count })
}

/// The referee state's knights of a seat, separated by spaces.
fn knights(game: &Match, seat: Seat) -> String {
    let knights = game.at(&format!("/knights/{seat}"));
    let words: Vec<_> =
        knights.as_array().expect("a list").iter().map(|square| square.as_str().expect("text")).collect();
    words.join(" ")
}

/// Both seats' points.
fn points(game: &Match) -> (u64, u64) {
    let of = |seat: &str| game.at(&format!("/points/{seat}")).as_u64().expect("a number");
    (of("ec"), of("dmo"))
}
