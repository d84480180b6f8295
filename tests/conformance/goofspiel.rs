//! The facts of the worked example, Goofspiel.

use deathmatch::game::{Outcome, Reason, Viewer};
use rand::Rng;
use rand::seq::SliceRandom;
use serde_json::Value;

use crate::Tally;
use crate::facts::Facts;

pub const FACTS: Facts = Facts {
    game: "goofspiel",
    effects: &["prize taken by EC", "prize taken by DMO", "equal bids", "won on points", "tie-break"],
    count,
    count_end,
    plots: &[&[("1", "1"), ("2", "2"), ("3", "3")]],
    alike: |_| Vec::new(),
    announced: |_| Value::Null,
    known: |state: &Value, _: Viewer| state.clone(),
    redeal,
    dress: |_, _| {},
    ignored: None,
    seldom: None,
    stage: |_, _| None,
    lacking: &[],
    matches: 400,
    watched: 50,
    checked_in: 4,
};

/// Shuffles the prizes to come.
fn redeal(state: &mut Value, _: Viewer, generator: &mut dyn Rng) {
    let prizes = state["prizes"].as_array_mut().expect("a list");
    prizes.shuffle(&mut &mut *generator);
}

fn count(data: &Value, tally: &mut Tally) {
    if data["kind"] == "round" {
        let effect = match data["winner"].as_str() {
            Some("ec") => "prize taken by EC",
            Some(_) => "prize taken by DMO",
            None => "equal bids",
        };
        *tally.entry(effect.to_owned()).or_default() += 1;
    }
}

fn count_end(state: &Value, outcome: Outcome, tally: &mut Tally) {
    let level = state["points"]["ec"] == state["points"]["dmo"];
    assert_eq!(level, outcome.reason == Reason::TieBreak);
    *tally.entry(if level { "tie-break" } else { "won on points" }.to_owned()).or_default() += 1;
}
