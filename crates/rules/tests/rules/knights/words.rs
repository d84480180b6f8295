//! Texts and menus for people.

use std::collections::BTreeSet;

use deathmatch_rules::game::{Seat, Viewer};
use serde_json::json;

use super::{after, position, standard};
use crate::script::Match;

fn words(game: &Match, path: &[&str]) -> Vec<String> {
    let path: Vec<_> = path.iter().map(|&word| word.to_owned()).collect();
    game.seat(Seat::Ec).choices(&path).into_iter().map(|choice| choice.word).collect()
}

#[test]
fn menus_offer_action_by_action() {
    let game = position("c3 b5", "d1", &json!({}));
    assert_eq!(words(&game, &[]), ["spawn a5", "spawn c5", "spawn d5", "spawn e5", "move c3", "move b5"]);
    assert_eq!(words(&game, &["spawn d5"]), ["move c3", "move b5", "claim c3", "claim b5"]);
    assert!(!words(&game, &["spawn d5", "move c3"]).contains(&"d5".to_owned()));
    assert_eq!(words(&game, &["move b5"]), ["a3", "d4"]);
    assert_eq!(
        words(&game, &["move b5", "d4"]),
        ["claim d4", "claim c3", "spawn a5", "spawn c5", "spawn d5", "spawn e5"]
    );
    for wrong in [&["spawn b5"][..], &["move b5", "b3"], &["spawn d5", "claim c3"], &["hello"], &["move"]] {
        assert!(words(&game, wrong).is_empty(), "{wrong:?}");
    }
}

#[test]
fn turn_is_told_in_two_lines() {
    let words = after("move b5-c3, claim c3 | move d1-e3, claim e3").words(Viewer::Public);
    let lines: Vec<_> = words.lines().filter(|line| !line.is_empty()).collect();
    let told = "Turn 1: Ann moves b5 to c3 and claims c3 (+1). Bob moves d1 to e3 and claims e3 (+1).";
    let score = "Ann 1, Bob 1: level; 2 of 25 squares claimed; a claim scores 1 next.";
    assert!(lines.ends_with(&[told, score]), "{words}");
}

#[test]
fn menus_keep_to_the_limit() {
    let spent = |pair: &str| {
        let streaks = json!({ "ec": super::streak(pair, 3), "dmo": super::streak("", 0) });
        position("c3 b5", "d1", &json!({ "streak": streaks }))
    };
    assert_eq!(words(&spent("sc"), &["spawn d5"]), ["move c3", "move b5"]);
    assert_eq!(words(&spent("sm"), &["spawn d5"]), ["claim c3", "claim b5"]);
    assert_eq!(words(&spent("sm"), &["move b5", "d4"]), ["claim d4", "claim c3"]);
    assert_eq!(words(&spent("mc"), &["move c3", "d5"]), ["spawn a5", "spawn c5", "spawn e5"]);
}

#[test]
fn single_action_is_one_press() {
    let game = position("", "a1 c5", &json!({}));
    assert_eq!(words(&game, &[]), ["spawn a5", "spawn b5", "spawn d5", "spawn e5"]);
    assert!(game.seat(Seat::Ec).choices(&[]).iter().all(|choice| choice.ends));
    assert!(words(&game, &["spawn a5"]).is_empty());
}

/// Returns the number of presses of a menu: a long one is split into parts first.
fn presses(options: usize) -> usize {
    if options > 25 { 2 } else { 1 }
}

#[test]
fn every_order_takes_at_most_six_presses_on_any_board() {
    let boards = [
        position("c3 b5", "d1", &json!({})),
        // The most crowded board on which every action is possible.
        position("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 a4 b4 c4 d4 a5 b5", "", &json!({})),
        position("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5", "", &json!({})),
    ];
    for game in boards {
        let sight = game.seat(Seat::Ec);
        let mut reached = BTreeSet::new();
        let mut open = vec![(Vec::new(), 0)];
        while let Some((path, pressed)) = open.pop() {
            let choices = sight.choices(&path);
            for choice in &choices {
                assert!(choice.label.chars().count() <= 40, "{} fits a phone", choice.label);
                let path = [&path[..], std::slice::from_ref(&choice.word)].concat();
                let pressed = pressed + presses(choices.len());
                assert!(pressed <= 6, "{path:?} takes {pressed} presses");
                if choice.ends {
                    reached.insert(sight.parse(&path.join(" ")).unwrap().text().to_owned());
                }
                open.push((path, pressed));
            }
        }
        assert_eq!(reached, game.legal(Seat::Ec).into_iter().collect());
    }
}

#[test]
fn notes_state_an_actions_possible_gain() {
    let game = position("c3 b5", "d4", &json!({ "coloured": { "ec": ["c3"], "dmo": ["d4"] } }));
    let note = |path: &[&str], word: &str| {
        let path: Vec<_> = path.iter().map(|&word| word.to_owned()).collect();
        let choices = game.seat(Seat::Ec).choices(&path);
        choices.into_iter().find(|choice| choice.word == word).unwrap().note
    };
    assert_eq!(note(&["move b5"], "d4"), "takes the enemy knight if it stays there; the other colour");
    assert_eq!(note(&["move b5"], "a3"), "not claimed yet");
    assert_eq!(note(&[], "move b5"), "to a3, d4");
    assert_eq!(note(&["spawn a5"], "claim b5"), "scores 1 if the knight is not taken");
    assert_eq!(note(&["spawn a5"], "claim c3"), "already your colour; nothing would happen");
}

#[test]
fn only_the_asked_seat_has_choices() {
    let game = standard();
    for viewer in [Viewer::Public, Viewer::Truth] {
        let sight = game.sight(viewer);
        assert!(sight.choices(&[]).is_empty() && sight.question().is_none() && sight.parse("mb5c3 cc3").is_err());
    }
}

#[test]
fn board_answers_queries() {
    let game = after("move b5-c3, claim c3 | move d1-e3, claim e3");
    let answer = |viewer, query: &str| game.answer(viewer, query);
    let public = |query| answer(Viewer::Public, query);
    assert_eq!(public("pieces"), "Ann (EC) has 5 knights: c3 a5 c5 d5 e5.\nBob (DMO) has 5 knights: a1 b1 c1 e1 e3.");
    assert_eq!(
        public("row 3"),
        "a3: empty, no colour. b3: empty, no colour. c3: EC knight, EC colour. d3: empty, no colour. e3: DMO knight, DMO colour."
    );
    assert_eq!(public("C3"), "c3: EC knight, EC colour.");
    assert_eq!(
        public("moves of c3"),
        "Ann's knight on c3 can jump to b1 d1 a2 e2 a4 e4 b5. An enemy knight stands on b1."
    );
    assert_eq!(public("moves of a3"), "No knight stands on a3; one there could jump to b1 c2 c4 b5.");
    assert!(public("last").starts_with("Turn 1: Ann moves b5 to c3 and claims c3 (+1). Bob moves"));
    assert!(public("points").contains("Points: Ann 1, Bob 1. 2 of 25 squares claimed; a claim scores 1 next."));
    assert!(public("points").contains("0–8: 1, 9–15: 2, 16–20: 3, 21–23: 4, 24: 5"));
    assert!(public("streaks").contains("EC: move and claim, once."));
    assert!(public("squares").contains("Bob (DMO) has claimed 1: e3."));
    assert!(answer(Viewer::Seat(Seat::Ec), "moves").contains("You can spawn on: b5."));
    assert!(public("").contains("Turn 2."));
    for unknown in ["row 6", "row", "moves of f3", "a6", "what now"] {
        assert!(game.sight(Viewer::Public).answer(unknown).is_err(), "{unknown}");
    }
}

#[test]
fn alt_text_lists_the_whole_position() {
    let game = after("move b5-c3, claim c3 | move d1-e3, claim e3");
    let names = deathmatch_rules::game::BySeat { ec: "Ann", dmo: "Bob" };
    let words = game.sight(Viewer::Public).describe().with_names(&names);
    for part in [
        "Turn 2.",
        "Points: Ann 1, Bob 1.",
        "Knights of Ann (EC): c3 a5 c5 d5 e5.",
        "EC has claimed c3.",
        "EC move b5-c3, claim c3",
    ] {
        assert!(words.contains(part), "{part} in {words}");
    }
}
