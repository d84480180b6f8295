//! The facts of Knights.

use deathmatch::game::{Outcome, Reason, Viewer};
use serde_json::{Value, json};

use crate::Tally;
use crate::facts::Facts;

pub const FACTS: Facts = Facts {
    game: "knights",
    effects: &[
        "spawn and move",
        "spawn and claim",
        "move and claim",
        "no order",
        "knight captured",
        "new knight captured",
        "captor claims",
        "knights trade places",
        "knights meet",
        "claim scores 1",
        "claim scores 2",
        "claim scores 3",
        "claim scores 4",
        "claim scores 5",
        "both claims score",
        "coloured square claimed",
        "captured knight claims",
        "met knight claims",
        "third turn of a pair",
        "limit lifted",
        "quiet turn",
        "second quiet turn",
        "ended coloured",
        "ended by repetition",
        "ended after turn 100",
        "won on points",
        "tie-break",
    ],
    count,
    count_end,
    plots: &[
        &[("move b5-c3, claim c3", "move b1-c3, claim c3")],
        &[("move d5-c3, claim d5", "move d1-c3, claim c3")],
        &[("move b5-c3, claim c3", "-"), ("move c3-b1, claim b1", "move b1-c3, claim c3")],
        &[("spawn b5, claim c3", "move c3-b5, claim b5"), ("spawn d5, claim c3", "move c3-d5, claim d5")],
    ],
    alike,
    announced: |_| Value::Null,
    known,
    redeal: |_, _, _| {},
    dress: |_, _| {},
    ignored: None,
    seldom: None,
    stage: |_, _| None,
    lacking: &[],
    matches: 400,
    watched: 100,
    checked_in: 16,
};

/// Returns nothing: every order is public once its turn is over.
fn alike(_order: &str) -> Vec<Option<String>> {
    Vec::new()
}

/// Returns the whole state between turns.
fn known(state: &Value, _viewer: Viewer) -> Value {
    state.clone()
}

/// Counts the events of a turn.
fn count(data: &Value, tally: &mut Tally) {
    let mut see = |effect: &str, seen: bool| {
        if seen {
            *tally.entry(effect.to_owned()).or_default() += 1;
        }
    };
    if data["kind"] == "match-over" {
        see("ended coloured", data["ending"] == "coloured");
        see("ended by repetition", data["ending"] == "repetition");
        see("ended after turn 100", data["ending"] == "turns");
    }
    if data["kind"] != "turn" {
        return;
    }
    let effects = data["effects"].as_array().expect("a list");
    let of = |kind: &str| effects.iter().filter(|effect| effect["effect"] == kind).collect::<Vec<_>>();
    for seat in ["ec", "dmo"] {
        let streak = &data["streak"][seat];
        see("spawn and move", streak[0] == "sm");
        see("spawn and claim", streak[0] == "sc");
        see("move and claim", streak[0] == "mc");
        see("no order", data["orders"][seat].is_null());
        see("third turn of a pair", streak[1] == 3);
        see("limit lifted", streak[1].as_u64() > Some(3));
    }
    let (captures, claims, moves) = (of("captured"), of("claimed"), of("moved"));
    for capture in &captures {
        see("knight captured", capture["fresh"] == false);
        see("new knight captured", capture["fresh"] == true);
        let same = |claim: &&Value| claim["seat"] == capture["seat"] && claim["at"] == capture["at"];
        see("captor claims", claims.iter().any(same));
    }
    for worth in 1..=5 {
        see(&format!("claim scores {worth}"), claims.iter().any(|claim| claim["points"] == worth));
    }
    see("both claims score", claims.len() == 2);
    see("coloured square claimed", !of("already-coloured").is_empty());
    let met = !of("collided").is_empty();
    see("knights meet", met);
    for lost in of("claimant-gone") {
        see("met knight claims", of("collided").iter().any(|meeting| meeting["at"] == lost["at"]));
        see("captured knight claims", captures.iter().any(|capture| capture["at"] == lost["at"]));
    }
    let trade = |one: &Value, other: &Value| one["from"] == other["to"] && one["to"] == other["from"];
    see("knights trade places", moves.len() == 2 && trade(moves[0], moves[1]));
    see("quiet turn", data["still"] == 1);
    see("second quiet turn", data["still"] == 2);
    see("third quiet turn", data["still"] == 3);
}

/// Counts the effects of a whole match.
fn count_end(state: &Value, outcome: Outcome, tally: &mut Tally) {
    let level = state["points"]["ec"] == state["points"]["dmo"];
    assert_eq!(level, outcome.reason == Reason::TieBreak);
    let all = state["colours"].as_object().map_or(0, serde_json::Map::len) == 25;
    assert!(all || state["still"] == 3 || state["turn"] == json!(100), "{state}");
    *tally.entry(if level { "tie-break" } else { "won on points" }.to_owned()).or_default() += 1;
}
