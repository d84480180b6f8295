//! Castle Siege, rule by rule.

mod allocation;
mod battle;
mod ending;
mod fields;
mod fixtures;
mod notation;
mod rest;
mod secrecy;
mod siege;
mod start;
mod tables;
mod words;

use deathmatch_rules::game::{Seat, Viewer};
use serde_json::Value;

use crate::script::Match;
use fixtures::{BLANK, armed, armed_with, standard, with};

const EVEN: &str = "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2";

/// Returns a seat's units in the form of [`armed`], without blank ones at the end.
fn stands(game: &Match, seat: Seat) -> String {
    let units = game.at(&format!("/units/{seat}"));
    let mut words: Vec<_> = ["A", "B", "C", "D", "E"]
        .into_iter()
        .map(|letter| units[letter].as_array().expect("a list").iter().map(ToString::to_string).collect::<String>())
        .collect();
    while words.last().is_some_and(|word| word == BLANK) {
        words.pop();
    }
    words.join(" ")
}

/// Returns both seats' units.
fn both(game: &Match) -> [String; 2] {
    Seat::ALL.map(|seat| stands(game, seat))
}

/// Returns the public data of the round's event.
fn event(game: &Match) -> Value {
    let mut event = game.told(Viewer::Public).remove(0);
    assert_eq!(event["kind"], "round");
    event.as_object_mut().expect("an object").remove("kind");
    event
}

/// Returns the pairs of the battle: `A4-C3 B2-E1`.
fn pairs(game: &Match) -> String {
    let side = |fighter: &Value| format!("{}{}", fighter[0].as_str().expect("a letter"), fighter[1]);
    let battle = event(game)["battle"].clone();
    let pairs =
        battle.as_array().expect("a list").iter().map(|pair| format!("{}-{}", side(&pair["ec"]), side(&pair["dmo"])));
    pairs.collect::<Vec<_>>().join(" ")
}

/// Returns names for texts that need some.
fn names() -> deathmatch_rules::game::BySeat<&'static str> {
    deathmatch_rules::game::BySeat { ec: "Ann", dmo: "Bob" }
}
