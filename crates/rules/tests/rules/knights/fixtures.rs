//! Matches and positions to begin a case from.

use serde_json::{Value, json};

use crate::script::Match;

/// A match from its beginning.
pub fn standard() -> Match {
    Match::open("knights", Some("tempo-up"), json!({}))
}

/// A match after these turns.
pub fn after(script: &str) -> Match {
    let mut game = standard();
    game.play(script);
    game
}

/// A position: each seat's knights, and what else is not as in the beginning.
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

/// Squares separated by spaces.
pub fn squares(text: &str) -> Value {
    text.split_whitespace().collect()
}

/// So many squares, row by row, without some.
pub fn first(many: usize, but: &str) -> Value {
    let all = (1..=5).flat_map(|row| "abcde".chars().map(move |column| format!("{column}{row}")));
    all.filter(|square| !but.contains(square.as_str())).take(many).map(Value::from).collect()
}

pub fn streak(pair: &str, count: u32) -> Value {
    json!({ "pair": pair, "count": count })
}
