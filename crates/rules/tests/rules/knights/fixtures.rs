//! Matches and positions for the test cases.

use serde_json::{Value, json};

use crate::script::Match;

/// Opens a match.
pub fn standard() -> Match {
    Match::open("knights", Some("tempo-up"), json!({}))
}

/// Returns a match after these turns.
pub fn after(script: &str) -> Match {
    let mut game = standard();
    game.play(script);
    game
}

/// Returns a position: each seat's knights, and the differences from the beginning.
pub fn position(ec: &str, dmo: &str, other: &Value) -> Match {
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

/// Returns squares separated by spaces.
pub fn squares(text: &str) -> Value {
    text.split_whitespace().collect()
}

/// Returns so many squares, row by row, without some.
pub fn first(many: usize, but: &str) -> Value {
    let all = (1..=5).flat_map(|row| "abcde".chars().map(move |column| format!("{column}{row}")));
    all.filter(|square| !but.contains(square.as_str())).take(many).map(Value::from).collect()
}

pub fn streak(pair: &str, count: u32) -> Value {
    json!({ "pair": pair, "count": count })
}
