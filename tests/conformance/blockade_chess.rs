//! The facts of Blockade Chess.

use deathmatch::game::{Outcome, Reason, Viewer};
use serde_json::Value;

use crate::Tally;
use crate::facts::Facts;

pub const FACTS: Facts = Facts {
    game: "blockade-chess",
    effects: &[
        "chooser takes White",
        "chooser takes Black",
        "colour falls to White",
        "ec is White",
        "dmo is White",
        "queen placed",
        "rook placed",
        "bishop placed",
        "two kinds placed at once",
        "two of a kind placed at once",
        "queen moves",
        "rook moves",
        "bishop moves",
        "one square",
        "across the board",
        "blocker behind the piece",
        "blocker on the square left",
        "blocker beyond the square left",
        "blocker in front of the piece",
        "blocker on another line",
        "blocker off the piece's lines",
        "White loses",
        "Black loses",
        "loser leaves the winner moves",
        "neither side can move",
        "lost on the clock",
    ],
    count,
    count_end,
    plots: &[],
    alike: |_| Vec::new(),
    announced: |_| Value::Null,
    known: |state: &Value, _: Viewer| state.clone(),
    redeal: |_, _, _| {},
    dress: |_, _| {},
    ignored: None,
    seldom: None,
    stage: |_, _| None,
    lacking: &[],
    matches: 400,
    watched: 200,
    checked_in: 16,
};

fn see(tally: &mut Tally, effect: &str, seen: bool) {
    if seen {
        *tally.entry(effect.to_owned()).or_default() += 1;
    }
}

/// Returns the file and rank of a square.
fn place(square: &Value) -> (i32, i32) {
    let bytes = square.as_str().expect("a square").as_bytes();
    (i32::from(bytes[0]), i32::from(bytes[1]))
}

/// Returns the step of a line from one square to another, and its length; `None` off every line.
fn line(from: (i32, i32), to: (i32, i32)) -> Option<((i32, i32), i32)> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let on = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (on && (files, ranks) != (0, 0)).then(|| ((files.signum(), ranks.signum()), files.abs().max(ranks.abs())))
}

/// Counts the referee's events of a step.
fn count(data: &Value, tally: &mut Tally) {
    match data["kind"].as_str() {
        Some("colours") => {
            see(tally, "colour falls to White", data["chosen"] == false);
            see(tally, "ec is White", data["white"] == "ec");
            see(tally, "dmo is White", data["white"] == "dmo");
            see(tally, "chooser takes White", data["chosen"] == true && data["white"] == data["chooser"]);
            see(tally, "chooser takes Black", data["white"] != data["chooser"]);
        }
        Some("placed") => {
            let letters: Vec<_> =
                data["order"].as_str().expect("a text").chars().filter(char::is_ascii_uppercase).collect();
            for (letter, effect) in [('Q', "queen placed"), ('R', "rook placed"), ('B', "bishop placed")] {
                see(tally, effect, letters.contains(&letter));
            }
            see(tally, "two kinds placed at once", letters.len() == 2 && letters[0] != letters[1]);
            see(tally, "two of a kind placed at once", letters.len() == 2 && letters[0] == letters[1]);
        }
        Some("moved") => count_move(data, tally),
        Some("match-over") => {
            let stuck = data["reason"] == "rules";
            see(tally, "White loses", stuck && data["loser"] == "white");
            see(tally, "Black loses", stuck && data["loser"] == "black");
            see(tally, "loser leaves the winner moves", stuck && data["winner_could_move"] == true);
            see(tally, "neither side can move", stuck && data["winner_could_move"] == false);
        }
        _ => {}
    }
}

fn count_move(data: &Value, tally: &mut Tally) {
    for (piece, effect) in [("queen", "queen moves"), ("rook", "rook moves"), ("bishop", "bishop moves")] {
        see(tally, effect, data["piece"] == piece);
    }
    let [from, to, blocker] = ["from", "to", "blocker"].map(|key| place(&data[key]));
    let (onwards, length) = line(from, to).expect("a move goes along a line");
    see(tally, "one square", length == 1);
    see(tally, "across the board", length == 7);
    let Some((step, sent)) = line(to, blocker) else {
        see(tally, "blocker off the piece's lines", true);
        return;
    };
    let back = step == (-onwards.0, -onwards.1);
    see(tally, "blocker on the square left", blocker == from);
    see(tally, "blocker behind the piece", back && sent < length);
    see(tally, "blocker beyond the square left", back && sent > length);
    see(tally, "blocker in front of the piece", step == onwards);
    see(tally, "blocker on another line", !back && step != onwards);
}

/// Counts the effects of a whole match.
fn count_end(_: &Value, outcome: Outcome, tally: &mut Tally) {
    see(tally, "lost on the clock", outcome.reason == Reason::Clock);
}
