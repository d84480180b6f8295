//! The facts of Guidance Rite.

use std::collections::BTreeMap;

use deathmatch::game::{BySeat, Outcome, Reason, Terms, Viewer};
use rand::Rng;
use rand::RngExt;
use serde_json::{Value, json};

use crate::Tally;
use crate::facts::{Facts, Plot};

#[path = "guidance_counts.rs"]
mod counts;

use counts::{count, count_end};

pub const FACTS: Facts = Facts {
    game: "guidance-rite",
    effects: &[
        "piece claimed",
        "piece contested",
        "rest cleared",
        "claims ended in silence",
        "piece placed",
        "piece placed by default",
        "clash in the top-up",
        "third clash in the top-up",
        "top-up of one seat alone",
        "first chosen",
        "second chosen",
        "nothing chosen",
        "passed on time",
        "passed without a move",
        "passed by order",
        "strike 1",
        "strike 2",
        "strike 3",
        "plain move",
        "move of two squares: crow",
        "move of two squares: monster",
        "move over the edge",
        "enemy captured",
        "own piece captured",
        "Rat turned",
        "Crow's arrow greyed",
        "Lizard's arrow dropped",
        "Lizard regrew",
        "Monster went one square",
        "Guardian captured over the edge",
        "grey arrow used up",
        "piece absorbed",
        "character adopted",
        "piece marked",
        "Guardian displaced",
        "Rat given up",
        "Crow given up",
        "Crow given up for nothing",
        "Crow given up for three",
        "Lizard given up",
        "Monster given up",
        "Monster bit the moved piece",
        "bite made a Lizard regrow",
        "honour used",
        "rotate used",
        "swap used",
        "item failed",
        "item without a move",
        "move failed",
        "power failed: rat",
        "power failed: crow",
        "power failed: lizard",
        "power failed: monster",
        "two arrived",
        "two arrived where one stood",
        "displaced Guardian collided",
        "both bit",
        "squares exchanged",
        "won by captures",
        "won on strikes",
        "drawn: stuck",
        "drawn: repeated",
        "drawn: no-capture",
        "drawn: nothing-left",
        "drawn: both-struck",
        "drawn and won by pieces",
        "drawn and won by the last lead",
        "draw suggested",
        "match in two bouts",
        "match in three bouts",
        "match ended by the rules",
        "match ended on strikes",
        "match ended by a tie-break",
    ],
    count,
    count_end,
    plots: &[],
    alike,
    announced: |_| Value::Null,
    known,
    redeal,
    dress,
    ignored: Some("claim"),
    seldom: Some(("top-up", &[&[("+ c3", "x c3"), ("+ c3", "+ c3"), ("x c3", "+ c3")], &[("+ b2", "+ b2")]])),
    stage,
    lacking: &[
        (
            "dm11",
            &[
                "passed by order",
                "grey arrow used up",
                "piece absorbed",
                "character adopted",
                "piece marked",
                "honour used",
                "rotate used",
                "swap used",
                "item failed",
                "item without a move",
                "move failed",
            ],
        ),
        ("final", &["Crow given up for nothing"]),
    ],
    matches: 400,
    watched: 200,
    checked_in: 8,
};

/// Gives most finals items.
fn dress(terms: &mut Terms, generator: &mut dyn Rng) {
    if terms.preset.as_deref() != Some("final") {
        return;
    }
    terms.items = BySeat::from_fn(|_| {
        let mut items = vec!["honour", "rotate", "swap"];
        items.retain(|_| generator.random_ratio(2, 3));
        items.into_iter().map(str::to_owned).collect()
    });
}

/// Deals the boards of later bouts again.
fn redeal(state: &mut Value, _: Viewer, _: &mut dyn Rng) {
    state["upcoming"].as_array_mut().expect("a list").reverse();
}

/// A turn of bout 3 with a rare effect.
struct Encounter {
    is_final: bool,
    board: &'static str,
    items: [&'static str; 2],
    orders: &'static [(&'static str, &'static str)],
}

const ENCOUNTERS: [Encounter; 5] = [
    Encounter {
        is_final: false,
        board: "a1 e-b......., e1 d-b......., b2 eGb......., b3 e-b......., c3 d-......b.",
        items: ["", ""],
        orders: &[("b3-b2 swap", "c3-b3")],
    },
    Encounter {
        is_final: false,
        board: "b3 eLb......., c3 dMb......., a5 e-b......., e5 d-b.......",
        items: ["", ""],
        orders: &[("a5-a4; lizard b3 e", "e5-e4; monster c3 b3:n")],
    },
    Encounter {
        is_final: false,
        board: "b3 eMb......., c3 dMb......., a5 e-b......., e5 d-b.......",
        items: ["", ""],
        orders: &[("a5-a4; monster b3 c3:n", "e5-e4; monster c3 b3:n")],
    },
    Encounter {
        is_final: true,
        board: "a1 eRb......., e1 dMb......., a3 eG..b....., e3 dC..b....., e4 d-b......., a5 e-b......., e5 dL.b......, a6 eL.b......, \
                e6 d-b.......",
        items: ["honour", "honour"],
        orders: &[("item honour a1:e e1:s; a5-a4", "item honour e1:s a3:n; e6-e5")],
    },
    Encounter {
        is_final: true,
        board: "a1 eRb......., e1 dMb......., a3 eG..b....., e3 dC..b....., b4 eC..b....., e4 d-b......., a5 e-b......., e5 dL.b......, \
                e6 d-b.......",
        items: ["", "swap"],
        orders: &[("b4-d4; rat a1", "item swap a1 b4; e6-e5")],
    },
];

/// Sets up a turn of bout 3 in every other match: an encounter, a crowded board, a stuck seat with an item, or the last two pieces.
/// A crowded board has neighbouring pieces with characters, as the effects of a simultaneous turn need.
fn stage(state: &mut Value, generator: &mut dyn Rng) -> Option<Plot> {
    if generator.random_ratio(1, 2) {
        return None;
    }
    let position = &mut state["position"];
    let is_final = position["ruleset"]["variant"] == "final";
    let mut orders: Plot = &[];
    if generator.random_ratio(1, 5) {
        let encounter = &ENCOUNTERS[generator.random_range(0..if is_final { 5 } else { 3 })];
        let rows = if is_final { 6 } else { 5 };
        let codes: BTreeMap<&str, &str> =
            encounter.board.split(", ").map(|piece| piece.split_once(' ').expect("a square and a code")).collect();
        let code = |row: usize, letter: char| codes.get(&*format!("{letter}{row}")).copied().unwrap_or_default();
        let board = (1..=rows).map(|row| ('a'..='e').map(|letter| code(row, letter)).collect::<Vec<_>>());
        position["board"] = json!(board.collect::<Vec<_>>());
        if encounter.is_final {
            let items = encounter.items.map(|item| json!(item.split_terminator(' ').collect::<Vec<_>>()));
            position["items"] = json!({"ec": items[0], "dmo": items[1]});
        }
        orders = encounter.orders;
    } else {
        scatter(position, is_final, generator);
    }
    position["phase"] = json!("battle");
    position["bout"] = json!(3);
    position["won"] = json!([{"winner": "ec", "reason": "rules"}, {"winner": "dmo", "reason": "rules"}]);
    position["active"] = json!({"ec": true, "dmo": true});
    state["upcoming"] = json!([]);
    Some(orders)
}

/// Sets up a crowded board, or two pieces.
fn scatter(position: &mut Value, is_final: bool, generator: &mut dyn Rng) {
    let duel = generator.random_ratio(1, 8);
    let has_item = position["items"]["ec"].as_array().is_some_and(|items| !items.is_empty());
    let stuck = if is_final && !duel && has_item && generator.random_ratio(1, 6) { Some('e') } else { None };
    let board = position["board"].as_array_mut().expect("rows");
    for (row, squares) in board.iter_mut().enumerate() {
        for (column, square) in squares.as_array_mut().expect("squares").iter_mut().enumerate() {
            *square = json!(match (duel, row, column) {
                (true, 2, 1) => "e-bbbbbbbb".to_owned(),
                (true, 2, 3) => "d-bbbbbbbb".to_owned(),
                (true, ..) => String::new(),
                (false, ..) if generator.random_ratio(3, 10) => String::new(),
                (false, ..) => piece(is_final, stuck, generator),
            });
        }
    }
}

/// Returns the code of a random piece; those of a stuck seat have no arrows.
fn piece(is_final: bool, stuck: Option<char>, generator: &mut dyn Rng) -> String {
    let owner = if generator.random_ratio(1, 2) { 'e' } else { 'd' };
    let character = ['R', 'C', 'L', 'G', 'M', '-'][generator.random_range(0..6)];
    // In `dm11` only a Crow has grey arrows.
    let greys = is_final || character == 'C';
    let arrows: String = (0..8)
        .map(|_| match generator.random_range(0..8) {
            0..4 if stuck != Some(owner) => 'b',
            4 | 5 if greys && stuck != Some(owner) => 'g',
            _ => '.',
        })
        .collect();
    // A Lizard without black arrows would have regrown.
    let character = if character == 'L' && !arrows.contains('b') { '-' } else { character };
    let mark = if is_final && generator.random_ratio(1, 12) { "*" } else { "" };
    format!("{owner}{character}{arrows}{mark}")
}

/// Returns other claims and shapes. Orders of a simultaneous turn and default placements are published with their step, so they have
/// no alternatives.
fn alike(order: &str) -> Vec<Option<String>> {
    if order.starts_with(['+', 'x']) {
        let other = if order.starts_with('+') { "x" } else { "+" };
        return vec![Some(format!("{other}{}", &order[1..]))];
    }
    if order.contains('-') || order.starts_with("item") || order == "pass" {
        return Vec::new();
    }
    vec![Some(order.split(' ').next().expect("a square").to_owned()), None]
}

/// Returns the whole state: no resolved order is hidden.
fn known(state: &Value, _viewer: Viewer) -> Value {
    state.clone()
}
