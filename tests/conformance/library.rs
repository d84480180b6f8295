//! The facts of games in files.

use std::sync::OnceLock;

use deathmatch::game::{Game, Outcome, Seat, Viewer};
use deathmatch_gamefile::{LIBRARY, Loaded};
use serde_json::Value;

use crate::Tally;
use crate::facts::Facts;

/// Returns the games of the library, which stay loaded for the whole run.
pub fn games() -> &'static [Box<dyn Game>] {
    static GAMES: OnceLock<Vec<Box<dyn Game>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let read =
            |(name, text): &(&str, &str)| Loaded::read(name, text).unwrap_or_else(|error| panic!("{error}")).boxed();
        LIBRARY.iter().map(read).collect()
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
    matches: 16,
    watched: 2,
    checked_in: 16,
};

/// Returns the facts of a game without hidden information.
const fn open(game: &'static str) -> Facts {
    Facts { game, ..PLAIN }
}

/// Returns the facts of a game with short matches, of which many are played.
const fn brief(game: &'static str) -> Facts {
    Facts { matches: 160, watched: 160, checked_in: 4, ..open(game) }
}

/// Returns the facts of a longer game with hidden information.
const fn hiding(game: &'static str) -> Facts {
    Facts { matches: 32, watched: 4, checked_in: 8, ..open(game) }
}

pub const LIBRARY_FACTS: [Facts; 13] = [
    Facts { known: |state, viewer| unseen(hidden(state, viewer, &[], &[]), "signs"), ..open("mystery-sign") },
    Facts { known: |state, viewer| hidden(state, viewer, &["tiles", "laid"], &[]), ..brief("black-and-white") },
    Facts { known: |state, viewer| hidden(state, viewer, &[], &["card"]), ..brief("forehead") },
    Facts { known: |state, viewer| hidden(state, viewer, &[], &["card"]), ..hiding("rewind-holdem") },
    Facts { known: |state, viewer| hidden(state, viewer, &["hand", "boost"], &[]), ..hiding("wizards-duel") },
    Facts { known: |state, viewer| hidden(state, viewer, &["pieces"], &[]), ..hiding("number-janggi") },
    open("flower-field"),
    open("gyul-hap"),
    open("knights-file"),
    open("monorail"),
    open("solitaire"),
    open("tactical-yutnori"),
    open("ultimate-ttt"),
];

/// Returns a state without the entries hidden from the viewer: those for owners, those for opponents, and the deck.
fn hidden(state: &Value, viewer: Viewer, owners: &[&str], others: &[&str]) -> Value {
    let mut known = state.clone();
    if viewer == Viewer::Truth {
        return known;
    }
    for (names, of_other) in [(owners, false), (others, true)] {
        for (name, seat) in names.iter().flat_map(|name| Seat::ALL.map(|seat| (*name, seat))) {
            let sees = viewer == Viewer::Seat(if of_other { !seat } else { seat });
            if !sees && known[name].is_object() {
                known[name][seat.id()] = Value::Null;
            }
        }
    }
    unseen(known, "deck")
}

/// Returns the state without an entry that nobody sees.
fn unseen(mut known: Value, name: &str) -> Value {
    if let Some(entry) = known.get_mut(name) {
        *entry = Value::Null;
    }
    known
}
