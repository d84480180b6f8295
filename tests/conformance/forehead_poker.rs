//! The facts of the second worked example, Forehead Poker, and a test that its leaks are found.

use std::panic::{AssertUnwindSafe, catch_unwind};

use deathmatch::game::{Outcome, Reason, Seat, Viewer};
use rand::Rng;
use rand::seq::SliceRandom;
use serde_json::{Value, json};

use crate::facts::Facts;
use crate::leaky::{Leak, variants};
use crate::{Tally, play_one, twins};

pub const FACTS: Facts = Facts {
    game: "forehead-poker",
    effects: &[
        "hand shown",
        "equal cards",
        "hand folded",
        "hand checked",
        "raised by 1",
        "raised by 2",
        "won on chips",
        "won all chips",
        "tie-break",
        "twins apart",
    ],
    count,
    count_end,
    plots: &[&[("raise 1", "-"), ("-", "raise 1"), ("call", "-")]],
    alike: |_| Vec::new(),
    announced: |_| Value::Null,
    known,
    redeal,
    dress: |_, _| {},
    ignored: None,
    seldom: None,
    stage: |_, _| None,
    lacking: &[],
    matches: 400,
    watched: 100,
    checked_in: 4,
};

/// Returns the state without the cards that a viewer does not see: a seat sees the opponent's.
fn known(state: &Value, viewer: Viewer) -> Value {
    let mut known = state.clone();
    if state["outcome"].is_null() {
        for hidden in Seat::ALL.into_iter().filter(|&seat| !sees(viewer, seat)) {
            known["cards"][hidden.id()] = Value::Null;
        }
    }
    known
}

fn sees(viewer: Viewer, seat: Seat) -> bool {
    viewer == Viewer::Truth || viewer == Viewer::Seat(!seat)
}

/// Deals the cards that a viewer does not see again, in this hand and in later ones.
fn redeal(state: &mut Value, viewer: Viewer, generator: &mut dyn Rng) {
    let highest = state["position"]["ruleset"]["cards"].as_u64().expect("a number");
    let mut deal = |cards: &mut Value| {
        let mut deck: Vec<u64> = (1..=highest).chain(1..=highest).collect();
        for seat in Seat::ALL.into_iter().filter(|&seat| sees(viewer, seat)) {
            let seen = deck.iter().position(|card| cards[seat.id()] == *card).expect("it is in the deck");
            deck.swap_remove(seen);
        }
        deck.shuffle(&mut &mut *generator);
        for seat in Seat::ALL.into_iter().filter(|&seat| !sees(viewer, seat)) {
            cards[seat.id()] = json!(deck.pop());
        }
    };
    deal(&mut state["cards"]);
    state["deals"].as_array_mut().expect("a list").iter_mut().for_each(deal);
}

fn count(data: &Value, tally: &mut Tally) {
    let mut see = |effect: &str, seen: bool| {
        if seen {
            *tally.entry(effect.to_owned()).or_default() += 1;
        }
    };
    if data["kind"] == "hand" {
        see("hand shown", !data["shown"].is_null());
        see("equal cards", data["winner"].is_null());
        see("hand folded", data["shown"].is_null());
        see("hand checked", data["pot"] == 2 && !data["shown"].is_null());
    }
    see("raised by 1", data["bet"] == "raise 1");
    see("raised by 2", data["bet"] == "raise 2");
}

fn count_end(state: &Value, outcome: Outcome, tally: &mut Tally) {
    let [ec, dmo] = ["ec", "dmo"].map(|seat| state["chips"][seat].as_u64().expect("a number"));
    assert_eq!(ec == dmo, outcome.reason == Reason::TieBreak);
    let effect = match (ec, dmo) {
        _ if ec == dmo => "tie-break",
        (0, _) | (_, 0) => "won all chips",
        _ => "won on chips",
    };
    *tally.entry(effect.to_owned()).or_default() += 1;
}

/// The number of matches in which a leak must be found.
const MATCHES: u64 = 40;

/// Each variant has one leak. The game without leaks passes, so the refusal is due to the leak.
#[test]
fn every_leak_is_refused() {
    for (leak, game, _) in variants() {
        let refused = catch_unwind(AssertUnwindSafe(|| {
            let mut tally = Tally::new();
            for index in 0..MATCHES {
                play_one(game, &FACTS, "short", (index, 0), true, &mut tally);
            }
            twins::check_apart("forehead-poker", &tally);
        }));
        assert_eq!(refused.is_err(), leak != Leak::None, "{leak:?}");
    }
}
