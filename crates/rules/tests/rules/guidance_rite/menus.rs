//! Section *Turn text* as menus: they give every legal order and nothing else.

use std::collections::BTreeSet;

use deathmatch_rules::game::{Choice, Seat, Sight};
use serde_json::json;

use super::{GAME, alternating, board, dm11, finale, lay, with, with_items};
use crate::script::Match;

fn path(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn choices(game: &Match, words: &[&str]) -> Vec<Choice> {
    game.seat(Seat::Ec).choices(&path(words))
}

fn words(game: &Match, path: &[&str]) -> Vec<String> {
    choices(game, path).into_iter().map(|choice| choice.word).collect()
}

/// Checks the label and the note of one word.
#[track_caller]
fn reads(game: &Match, path: &[&str], word: &str, label: &str, note: &str) {
    let choices = choices(game, path);
    let choice = choices.iter().find(|choice| choice.word == word);
    let choice = choice.unwrap_or_else(|| panic!("no {word} after {path:?} in {choices:?}"));
    assert_eq!((choice.label.as_str(), choice.note.as_str()), (label, note), "{word} after {path:?}");
}

/// Follows every word. Returns the canonical texts of all complete sentences.
fn walk(sight: &Sight, path: &mut Vec<String>, found: &mut BTreeSet<String>) {
    let mut seen = BTreeSet::new();
    for choice in sight.choices(path) {
        assert!(seen.insert(choice.word.clone()), "{} twice after {path:?}", choice.word);
        path.push(choice.word);
        if choice.ends {
            let text = path.join(" ");
            let order = sight.parse(&text).unwrap_or_else(|refusal| panic!("`{text}` is refused: {refusal}"));
            found.insert(order.text().to_owned());
        } else {
            assert!(!sight.choices(path).is_empty(), "nothing follows {path:?}, and it is no sentence");
        }
        walk(sight, path, found);
        path.pop();
    }
}

#[track_caller]
fn menus_give_the_legal_orders(game: &Match) {
    let sight = game.seat(Seat::Ec);
    let mut found = BTreeSet::new();
    walk(&sight, &mut Vec::new(), &mut found);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), game.legal(Seat::Ec));
}

/// Every character, Guardians to swap with and to capture, and powers of every kind.
const DM11: &str = "a1 eGb.b..b.b, a2 eRb.b....., b1 eL..b.b..., b2 eG.b......, c2 eCb..b...., d3 eM..b.b..., e4 dRb.b....., d4 dLbbb....., \
                    c3 dG........";
const FINAL: &str = "a1 eGg.b....b, a2 eRb.g.....*, b1 eL..b.g..., b2 eG.b......*, c2 eCggb.g..., d3 eMg.b....., e4 dRbg......, d4 dLggb....., \
                     c3 dM........";

#[test]
fn menus_give_exactly_the_legal_turns_of_dm11() {
    menus_give_the_legal_orders(&dm11(DM11));
}

#[test]
fn menus_give_exactly_the_legal_turns_of_the_final() {
    let mut game = with_items(&[], &[], json!({}));
    lay(&mut game, 6, FINAL);
    menus_give_the_legal_orders(&game);
}

/// Nine pieces, of which the EC's have few moves.
const NINE: &str = "a1 eRb......., b1 e-........*, a3 eG..b....., a5 e-b......., e1 dMb......., e3 dC..b....., e4 d-bbbbbbb., e5 dL.b......, \
                    e6 d-bbbbbb.b";

#[test]
fn menus_give_every_item() {
    let mut game = with_items(&["rotate", "swap"], &[], json!({}));
    lay(&mut game, 6, NINE);
    menus_give_the_legal_orders(&game);
    // A seat without a move ends with its item, or passes.
    let stuck = "a1 eRb.b....., b1 e-........*, c1 eG........, d1 e-b......., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, \
                 e6 d-....b...";
    let mut game = with_items(&["rotate", "swap"], &[], json!({}));
    lay(&mut game, 6, stuck);
    menus_give_the_legal_orders(&game);
    assert!(words(&game, &[]).contains(&"pass".to_owned()) && words(&game, &["pass"]).is_empty());
    let mut game = with_items(&["honour"], &[], json!({}));
    let marked = "a1 e-bbbbbbb.*, b1 e-bbbbbbbb*, a2 e-bbbbbbbb*, b2 e-bbbbbb.b*";
    let enemies = "e4 d-bbbbbbb., e5 d-bbbbbb.b, e6 d-bbbbbbbb, e1 d-bbbbbbbb, e3 d-bbbbbbbb";
    lay(&mut game, 6, &format!("{marked}, {enemies}"));
    menus_give_the_legal_orders(&game);
}

#[test]
fn move_with_a_power_takes_at_most_six_presses() {
    let game = dm11("b2 e-bbbbbbbb, b1 eG..b....., c4 eMb......., d4 dRbbb....., e1 eRb......., a5 d-b.......");
    let sight = game.seat(Seat::Ec);
    let words = ["b2", "b3", "monster", "c4", "d4:ne"];
    for end in 0..words.len() {
        let choices = choices(&game, &words[..end]);
        let choice = choices.iter().find(|choice| choice.word == words[end]);
        let choice = choice.unwrap_or_else(|| panic!("{} after {:?} in {choices:?}", words[end], &words[..end]));
        assert_eq!(choice.ends, end == 1 || end == 4, "{}", choice.word);
    }
    assert!(choices(&game, &words).is_empty());
    assert_eq!(sight.parse(&words.join(" ")).unwrap().text(), "b2-b3; monster c4 d4:ne");
    assert!(!self::words(&game, &[]).contains(&"d4".to_owned()), "an enemy piece is not offered");
}

#[test]
fn note_marks_a_power_without_effect() {
    // A Crow without a grey arrow, a Rat with symmetric arrows, and one with other arrows.
    let game = dm11("b2 e-bbbbbbbb, a1 eCb......., d1 eRb...b..., a3 eRb......., d5 d-b.......");
    let made = ["b2", "b3"];
    reads(&game, &made, "crow", "and another piece gives up its Crow", "for nothing: no arrow would change");
    reads(
        &game,
        &made,
        "rat",
        "and another piece gives up its Rat",
        "its arrows turn by half a circle once, and it becomes plain",
    );
    reads(&game, &["b2", "b3", "crow"], "a1", "the Crow on a1", "for nothing: no arrow would change; arrows n");
    reads(&game, &["b2", "b3", "rat"], "d1", "the Rat on d1", "for nothing: no arrow would change; arrows n and s");
    reads(&game, &["b2", "b3", "rat"], "a3", "the Rat on a3", "arrows n");
    // A typed order with it is legal by the rules, and its player is warned.
    let warned = |text: &str| game.seat(Seat::Ec).parse(text).unwrap().caution().map(str::to_owned);
    let caution = "This gives up the Crow on a1 for nothing: no arrow would change.";
    assert_eq!(warned("b2-b3; crow a1").as_deref(), Some(caution));
    assert_eq!([warned("b2-b3; rat a3"), warned("b2-b3")], [None, None]);
}

#[test]
fn item_is_offered_after_the_moves_and_then_its_move() {
    let mut game = with_items(&["rotate", "swap", "honour"], &[], json!({}));
    lay(&mut game, 6, NINE);
    assert_eq!(words(&game, &[]), ["a3", "a5", "item"]);
    reads(&game, &[], "item", "Use an item first", "it is public, and used up");
    assert_eq!(words(&game, &["item"]), ["rotate", "swap", "honour"]);
    reads(&game, &["item"], "rotate", "Rotate", "turn one of yours");
    reads(&game, &["item"], "swap", "Swap", "two pieces of one owner exchange characters");
    reads(&game, &["item"], "honour", "Point of Honour", "a black arrow for one of yours and one of theirs");
    assert_eq!(words(&game, &["item", "rotate", "a1"]), ["45", "90", "135", "180", "225", "270", "315"]);
    reads(&game, &["item", "rotate"], "a1", "a1 Rat", "arrows n");
    reads(&game, &["item", "rotate", "a1"], "90", "90°", "arrows then e");
    assert_eq!(words(&game, &["item", "rotate", "a1", "90"]), ["a3", "a5"]);
    assert_eq!(words(&game, &["item", "rotate", "a3", "90"]), ["a5"], "it holds the piece");
    assert_eq!(words(&game, &["item", "swap", "e1"]), ["e3", "e4", "e5", "e6"]);
    reads(&game, &["item", "swap"], "a1", "a1 Rat, yours", "arrows n");
    assert!(choices(&game, &["item", "swap", "e1"]).iter().all(|choice| choice.label.ends_with(", theirs")));
    assert_eq!(words(&game, &["item", "honour", "a1", "n"]), Vec::<String>::new());
    assert_eq!(words(&game, &["item", "honour", "a1", "ne"]), ["e1", "e3", "e4", "e5", "e6"]);
    assert_eq!(words(&game, &["item", "honour", "a1", "ne", "e4"]), ["nw"]);
    reads(&game, &["item", "honour", "a1", "ne", "e4"], "nw", "an arrow to the nw", "");
    // An item that the seat does not have, an unknown one, and a move after a wrong word.
    for wrong in
        [&["item", "steal"][..], &["item", "rotate", "a1", "60"], &["item", "rotate", "e1"], &["item", "rotate", "?"]]
    {
        assert!(words(&game, wrong).is_empty(), "{wrong:?}");
    }
    let mut game = with_items(&["rotate"], &[], json!({}));
    lay(&mut game, 6, NINE);
    assert!(words(&game, &["item", "swap"]).is_empty());
    let game = finale(NINE);
    assert_eq!(words(&game, &[]), ["a3", "a5"]);
}

#[test]
fn pass_is_offered_to_a_seat_without_a_move() {
    let stuck = "a1 eRb......., b1 e-b......., c1 e-b......., d1 e-b......., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, \
                 e6 d-....b...";
    let mut game = with_items(&["swap"], &[], json!({}));
    lay(&mut game, 6, stuck);
    assert_eq!(words(&game, &[]), ["item", "pass"]);
    reads(&game, &[], "pass", "Pass", "you have no legal move");
}

#[test]
fn claims_placements_and_the_first_mover_have_menus() {
    let mut game = with("final", json!({}));
    assert!(choices(&game, &[]).is_empty(), "a review asks for no words");
    game.play("ready | ready");
    game.set(GAME, &[("/position/board", board(6, "a1 uRb.g.....*, c3 u-........, b2 eL..b....., e5 uCb......."))]);
    assert_eq!(words(&game, &[]), ["a1", "c3", "e5"]);
    reads(&game, &[], "a1", "a1 Rat", "arrows n and grey e, marked; turns after each move");
    reads(&game, &[], "c3", "c3 plain piece", "arrows none");
    assert_eq!(words(&game, &["c3"]), ["a1", "e5"]);
    assert!(choices(&game, &["c3", "a1"]).is_empty());
    menus_give_the_legal_orders(&game);
    game.play("a1 c3 | e5");
    assert_eq!(game.at("/phase"), "top-up");
    game.set(GAME, &[("/position/board", board(6, "b2 e-b......., d2 d-b......."))]);
    reads(&game, &[], "+", "A + piece", "black arrows n, e, s and w");
    reads(&game, &[], "x", "A x piece", "black arrows ne, se, sw and nw");
    assert_eq!(words(&game, &["+"]), ["b1", "a2", "b3"]);
    reads(&game, &["x"], "b3", "on b3", "");
    assert!(choices(&game, &["x", "b3"]).is_empty());
    menus_give_the_legal_orders(&game);
    game.set(GAME, &[("/position/phase", json!("choose")), ("/position/chooser", json!("ec"))]);
    reads(&game, &[], "first", "Go first", "your opponent goes first in bout 2");
    reads(&game, &[], "second", "Go second", "you go first in bout 2");
    assert!(choices(&game, &["first"]).is_empty());
    menus_give_the_legal_orders(&game);
    assert!(game.seat(Seat::Dmo).choices(&[]).is_empty());
}

/// A piece of the opponent, out of the way.
const FAR: &str = "e5 d-b.......";

#[test]
fn menu_notes_state_a_moves_effect_on_the_piece() {
    for (preset, pieces, from, to, label, note) in [
        ("dm11", "c3 e-b.......", "c3", "c2", "c2", "along n"),
        ("dm11", "c3 e-b......., c2 dR.b......", "c3", "c2", "c2, capture the enemy Rat", "along n"),
        ("dm11", "c3 e-b......., c2 e-.b......", "c3", "c2", "c2, takes your own plain piece", "along n"),
        ("dm11", "c3 eRb.......", "c3", "c2", "c2", "along n, then its arrows turn"),
        ("dm11", "c3 eCb.......", "c3", "c2", "c2", "along n"),
        ("dm11", "c3 eCb.......", "c3", "c1", "c1", "along n, two squares, then it is grey"),
        ("dm11", "c3 eLb.......", "c3", "c2", "c2", "along n, which is lost"),
        ("final", "c3 eLgb......", "c3", "c2", "c2", "along grey n, which is used up"),
        ("final", "c3 eRgb......", "c3", "c2", "c2", "along grey n, which is used up, then its arrows turn"),
        ("dm11", "c3 eGb.......", "c3", "c2", "c2", "along n"),
        ("dm11", "c2 eGb......., c1 d-.b......", "c2", "c1", "c1, capture the enemy plain piece", "along n"),
        ("dm11", "c1 eGb.......", "c1", "c5", "c5", "along n, over the edge"),
        (
            "dm11",
            "c1 eGb......., c5 dM.b......",
            "c1",
            "c5",
            "c5, capture the enemy Monster",
            "along n, over the edge, Guardian no more",
        ),
        ("dm11", "c3 eMb.......", "c3", "c2", "c2", "along n, one square, Monster no more"),
        ("dm11", "c3 eMb.......", "c3", "c1", "c1", "along n, two squares"),
    ] {
        reads(&alternating(preset, &format!("{pieces}, {FAR}")), &[from], to, label, note);
    }
    let game = dm11(&format!("c3 eC..b....., a5 e-b......., a1 e-b......., {FAR}"));
    assert_eq!(words(&game, &[]), ["c3", "a5"]);
    reads(&game, &[], "c3", "c3 Crow", "can jump two squares; to d3, e3");
    reads(&game, &[], "a5", "a5 plain piece", "to a4");
}

#[test]
fn move_onto_an_own_piece_offers_its_kinds() {
    let game = dm11(&format!("c3 e-b......., c2 eG.b......, {FAR}"));
    assert!(!choices(&game, &["c3"])[0].ends);
    assert_eq!(words(&game, &["c3", "c2"]), ["swap", "x"]);
    reads(&game, &["c3", "c2"], "swap", "Swap places", "your Guardian goes to c3 and becomes plain");
    reads(&game, &["c3", "c2"], "x", "Capture your own Guardian", "it leaves the board");
    assert!(choices(&game, &["c3", "c2", "swap"]).is_empty() && choices(&game, &["c3", "c2", "rat"]).is_empty());
    let game = finale(&format!("c3 e-b......., c2 eG.b......, d4 eRb......., {FAR}"));
    assert_eq!(words(&game, &["c3", "c2"]), ["swap", "x", "adopt"]);
    reads(&game, &["c3", "c2"], "adopt", "Capture and become a Guardian", "and take on its character");
    assert_eq!(words(&game, &["c3", "c2", "adopt"]), ["rat"]);
    assert!(choices(&game, &["c3", "c2", "swap"]).is_empty());
    let game = finale(&format!("c3 eRb......., c2 e-.b......, {FAR}"));
    assert!(choices(&game, &["c3"])[0].ends);
    assert_eq!(words(&game, &["c3", "c2"]), ["adopt"]);
    reads(&game, &["c3", "c2"], "adopt", "Capture and become plain", "and lose your own character");
}

#[test]
fn powers_are_chosen_by_character_square_and_target() {
    let pieces =
        "a5 e-b......., c3 eRb.b....., c1 eCbg......, e3 eLb......., b4 eM....b..., c4 dLb......., b3 e-.g......";
    let game = dm11(&format!("{pieces}, {FAR}").replace("e-.g", "e-.b"));
    let after = ["a5", "a4"];
    assert_eq!(words(&game, &after), ["rat", "crow", "lizard", "monster"]);
    reads(
        &game,
        &after,
        "rat",
        "and another piece gives up its Rat",
        "its arrows turn by half a circle once, and it becomes plain",
    );
    reads(
        &game,
        &after,
        "crow",
        "and another piece gives up its Crow",
        "grey arrows become black again once, and it becomes plain",
    );
    reads(
        &game,
        &after,
        "lizard",
        "and another piece gives up its Lizard",
        "it gets one more black arrow, and becomes plain",
    );
    reads(
        &game,
        &after,
        "monster",
        "and another piece gives up its Monster",
        "it bites one arrow off a piece beside it, and becomes plain",
    );
    reads(&game, &["a5", "a4", "rat"], "c3", "the Rat on c3", "arrows n and e");
    for (character, ends) in [("rat", true), ("crow", true), ("lizard", false), ("monster", false)] {
        assert_eq!(choices(&game, &["a5", "a4", character])[0].ends, ends, "{character}");
    }
    assert!(choices(&game, &["a5", "a4", "crow", "c1"]).is_empty());
    assert_eq!(words(&game, &["a5", "a4", "lizard", "e3"]), ["ne", "e", "se", "s", "sw", "w", "nw"]);
    reads(&game, &["a5", "a4", "lizard", "e3"], "ne", "an arrow to the ne", "");
    assert_eq!(words(&game, &["a5", "a4", "monster", "b4"]), ["b3:ne", "c4:n", "a4:n"]);
    reads(&game, &["a5", "a4", "monster", "b4"], "c4:n", "n off the enemy Lizard on c4", "arrows n");
    reads(&game, &["a5", "a4", "monster", "b4"], "b3:ne", "ne off your plain piece on b3", "arrows ne");
    for wrong in
        [&["a5", "a4", "lizard", "e3", "ne"][..], &["a5", "a4", "monster", "b4", "c4:n"], &["a5", "a4", "rat", "c3"]]
    {
        assert!(choices(&game, wrong).is_empty(), "{wrong:?}");
    }
    // In the final a Crow's arrows are named one by one.
    let game = finale("a5 e-b......., c1 eCgg......, b3 e-.gg....., d4 e-g......., e5 d-b.......");
    let crow = ["a5", "a4", "crow", "c1"];
    let with = |more: &[&str]| words(&game, &[&crow[..], more].concat());
    assert!(!choices(&game, &crow[..3])[0].ends);
    assert_eq!(with(&[]), ["c1:n", "c1:ne", "b3:ne", "b3:e", "d4:n"]);
    reads(&game, &crow, "c1:n", "n on c1 (Crow)", "");
    reads(&game, &crow, "b3:ne", "ne on b3 (plain piece)", "");
    assert_eq!(with(&["c1:n"]), ["c1:ne", "b3:ne", "b3:e", "d4:n"]);
    assert_eq!(with(&["c1:n", "b3:e"]), Vec::<String>::new(), "one each of two pieces");
    assert_eq!(with(&["c1:n", "c1:ne"]), Vec::<String>::new(), "this piece has no third");
    assert_eq!(with(&["c1:s"]), Vec::<String>::new(), "no such arrow");
    assert_eq!(words(&game, &["a5", "a4", "crow", "b3"]), Vec::<String>::new(), "no such Crow");
    let game = finale("a5 e-b......., c1 eCgggg...., e5 d-b.......");
    let with = |more: &[&str]| words(&game, &[&crow[..], more].concat());
    assert_eq!(with(&["c1:n", "c1:ne"]), ["c1:e", "c1:se"]);
    assert_eq!(with(&["c1:n", "c1:ne", "c1:e"]), Vec::<String>::new(), "three are the most");
}
