//! Matches and positions for the test cases.

use serde_json::{Value, json};

use crate::script::Match;

/// A unit without ATK, DEF, HP and EXH.
pub const BLANK: &str = "0000";

/// Opens a match.
pub fn standard() -> Match {
    with(json!({}))
}

pub fn with(ruleset: Value) -> Match {
    Match::open("castle-siege", Some("gauntlet"), ruleset)
}

/// Returns a match before round 1 with these units: ATK, DEF, HP and EXH of A to E, a digit each. Omitted units are blank.
pub fn armed(ec: &str, dmo: &str) -> Match {
    armed_with(json!({}), ec, dmo)
}

pub fn armed_with(ruleset: Value, ec: &str, dmo: &str) -> Match {
    let mut game = with(ruleset);
    game.play("- | -");
    game.set("castle-siege", &[("/secrets/ec/allocated", units(ec)), ("/secrets/dmo/allocated", units(dmo))]);
    game
}

pub fn units(text: &str) -> Value {
    let given = text.split_whitespace().chain(std::iter::repeat(BLANK));
    let unit = |digits: &str| -> Value { digits.chars().map(|digit| digit.to_digit(10).expect("a digit")).collect() };
    given.take(5).map(unit).collect()
}
