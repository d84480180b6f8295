//! The facts of the games in files.

use std::path::Path;
use std::sync::OnceLock;

use deathmatch::game::{Game, Outcome, Viewer};
use deathmatch_gamefile::Loaded;
use serde_json::Value;

use crate::Tally;
use crate::facts::Facts;

/// The games of the library, which stay for the whole run.
pub fn games() -> &'static [Box<dyn Game>] {
    static GAMES: OnceLock<Vec<Box<dyn Game>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        ["forehead", "black_and_white", "knights"]
            .map(|name| {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("library").join(name).with_extension("py");
                let text = std::fs::read_to_string(&path).expect("the library has it");
                Loaded::read(name, &text).unwrap_or_else(|error| panic!("{error}")).boxed()
            })
            .into()
    })
}

const PLAIN: Facts = Facts {
    game: "",
    effects: &["told"],
    count: |_, tally| *tally.entry("told".to_owned()).or_default() += 1,
    count_end: |_: &Value, _: Outcome, _: &mut Tally| {},
    plots: &[],
    alike: |_| Vec::new(),
    announced: |data| if data["to"].is_null() { data["words"].clone() } else { Value::Null },
    known: |state: &Value, _: Viewer| state.clone(),
    redeal: |_, _, _| {},
    dress: |_, _| {},
    ignored: None,
    seldom: None,
    stage: |_, _| None,
    lacking: &[],
    matches: 160,
    watched: 24,
    checked_in: 4,
};

pub const FOREHEAD: Facts = Facts {
    game: "forehead",
    known: |state, viewer| {
        let mut known = hidden(state, viewer, &["card"], true);
        known["deck"] = Value::Null;
        known
    },
    ..PLAIN
};

pub const BLACK_AND_WHITE: Facts =
    Facts { game: "black-and-white", known: |state, viewer| hidden(state, viewer, &["tiles", "laid"], false), ..PLAIN };

pub const KNIGHTS: Facts = Facts { game: "knights-file", matches: 24, watched: 4, checked_in: 16, ..PLAIN };

/// A state without what is a seat's own, or the other one's to see.
fn hidden(state: &Value, viewer: Viewer, names: &[&str], others: bool) -> Value {
    let mut known = state.clone();
    for name in names {
        for seat in deathmatch::game::Seat::ALL {
            let seen = viewer == Viewer::Truth || viewer == Viewer::Seat(if others { !seat } else { seat });
            if !seen && known[*name].is_object() {
                known[*name][seat.id()] = Value::Null;
            }
        }
    }
    if viewer == Viewer::Truth { state.clone() } else { known }
}
