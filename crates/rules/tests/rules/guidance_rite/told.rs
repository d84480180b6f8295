//! The effects of a turn are told one by one, in plain words.

use deathmatch_rules::game::{Contest, Viewer};
use deathmatch_rules::games;
use serde_json::{Map, json};

use super::{GAME, alternating, board, both, dm11, effects, finale, lay, lay_both, with, with_items};
use crate::script::Match;

/// Checks the words about a turn, without its order; `…` ends a line of which only the beginning is checked.
#[track_caller]
fn told(game: &Match, expected: &[&str]) {
    let words = game.words(Viewer::Public);
    let orders = |line: &&str| line.starts_with("Turn ");
    let lines: Vec<_> = words.lines().skip_while(orders).collect();
    let alike = |(line, expected): (&&str, &&str)| match expected.strip_suffix('…') {
        Some(beginning) => line.starts_with(beginning),
        None => line == expected,
    };
    assert!(lines.len() == expected.len() && lines.iter().zip(expected).all(alike), "{lines:#?}\n{expected:#?}");
}

#[test]
fn move_and_its_after_effects_are_told() {
    for (preset, pieces, order, expected) in [
        ("dm11", "c3 e-b.......", "c3-c2", &["Ann's plain piece goes from c3 to c2."][..]),
        (
            "dm11",
            "c3 eRb......., c2 dC.b......",
            "c3-c2",
            &["Ann's Rat on c3 takes Bob's Crow on c2; the Rat's arrows turn.", "Pieces: Ann 1, Bob 1."],
        ),
        (
            "dm11",
            "c3 eCb.......",
            "c3-c1",
            &["Ann's Crow goes from c3 to c1, two squares; its north arrow turns grey."],
        ),
        ("dm11", "c3 eLb.b.....", "c3-c2", &["Ann's Lizard goes from c3 to c2; it loses its north arrow."]),
        (
            "dm11",
            "c3 eLb.......",
            "c3-c2",
            &["Ann's Lizard goes from c3 to c2; it loses its north arrow and grows new arrows."],
        ),
        (
            "final",
            "c3 eLgggggggg",
            "c3-c2",
            &["Ann's Lizard goes from c3 to c2; it grows new arrows.", "The piece on c2 used up its grey north arrow."],
        ),
        ("dm11", "c1 eGb.......", "c1-c5", &["Ann's Guardian goes from c1 to c5 over the edge."]),
        (
            "dm11",
            "c1 eGb......., c5 dRb.......",
            "c1-c5",
            &[
                "Ann's Guardian on c1 takes Bob's Rat on c5 over the edge; the Guardian becomes plain.",
                "Pieces: Ann 1, Bob 1.",
            ],
        ),
        ("dm11", "c3 eMb.......", "c3-c2", &["Ann's Monster goes from c3 to c2; it becomes plain."]),
        ("dm11", "c3 eMb.......", "c3-c1", &["Ann's Monster goes from c3 to c1, two squares."]),
        (
            "dm11",
            "c3 eRb......., c2 eG.b......",
            "c3-c2 swap",
            &["Ann's Rat on c3 swaps places with the Guardian on c2, which becomes plain; the Rat's arrows turn."],
        ),
        (
            "final",
            "c3 eLb......., c2 eR..b.....",
            "c3-c2 adopt",
            &[
                "Ann's Lizard on c3 takes Ann's own Rat on c2; the Lizard loses its north arrow, grows new arrows, gets the captured black arrows in grey \
                 and becomes a Rat.",
                "The piece on c2 is marked: it and the player's other pieces cannot capture each other.",
                "Pieces: Ann 1, Bob 1.",
            ],
        ),
    ] {
        let mut game = alternating(preset, &format!("{pieces}, e5 d-b......."));
        game.play(&format!("{order} |"));
        told(&game, expected);
    }
}

#[test]
fn powers_are_told() {
    let moved = "Ann's plain piece goes from a5 to a4.";
    for (preset, pieces, power, expected) in [
        (
            "dm11",
            "c3 eRbb......",
            "rat c3",
            &["Ann gave up the Rat on c3: it turned by half a circle, and its arrows now point south and south-west."]
                [..],
        ),
        ("dm11", "c3 eCb.......", "crow c3", &["Ann gave up the Crow on c3: it had no grey arrow to restore."]),
        (
            "final",
            "c3 eCgg......",
            "crow c3 c3:n,ne",
            &["Ann gave up the Crow on c3: the arrows north on c3 and north-east on c3 are black again."],
        ),
        ("dm11", "c3 eLb.......", "lizard c3 e", &["Ann gave up the Lizard on c3: it got a black east arrow."]),
        (
            "dm11",
            "c3 eMb......., c2 dLb.......",
            "monster c3 c2:n",
            &[
                "Ann gave up the Monster on c3: it bit the north arrow off the Lizard on c2.",
                "The Lizard on c2 had no black arrow left and grew new ones.",
            ],
        ),
        (
            "final",
            "c3 eMb......., c2 dLbg......",
            "monster c3 c2:ne",
            &["Ann gave up the Monster on c3: it bit the north-east arrow off the Lizard on c2."],
        ),
    ] {
        let mut game = alternating(preset, &format!("{pieces}, a5 e-b......., e5 d-b......."));
        game.play(&format!("a5-a4; {power} |"));
        told(&game, &[&[moved], expected].concat());
        let effects = game.told(Viewer::Public)[0]["effects"].clone();
        match power {
            "crow c3" => assert_eq!(effects[1]["arrows"], 0),
            "crow c3 c3:n,ne" => assert_eq!(effects[1]["arrows"], 2),
            "monster c3 c2:n" => assert_eq!(effects[1]["grey"], false),
            "monster c3 c2:ne" => assert_eq!(effects[1]["grey"], true),
            _ => {}
        }
    }
}

#[test]
fn items_are_told() {
    const NINE: &str = "a1 eRb......., a3 eG..b....., a5 e-b......., a6 eL.b......, e1 dMb......., e3 dC..b....., e4 d-g......., \
                        e5 dL.b......, e6 d-....b...";
    let moved = "Ann's plain piece goes from a5 to a4.";
    for (item, expected) in [
        (
            "honour a1:ne e1:s",
            &[
                "Ann used a Point of Honour: the piece on a1 got a black north-east arrow, the one on e1 a black south arrow.",
            ][..],
        ),
        ("rotate a1 90", &["Ann used Rotate: the Rat on a1 turned by 90°; its arrows now point east."]),
        (
            "swap e4 e5",
            &[
                "Ann used Swap: e4 now has the Lizard, e5 no character.",
                "The Lizard on e4 had no black arrow left and grew new ones.",
            ],
        ),
    ] {
        let mut game = with_items(&["honour", "rotate", "swap"], &[], json!({}));
        lay(&mut game, 6, NINE);
        game.play(&format!("item {item}; a5-a4 |"));
        told(&game, &[expected, &[moved]].concat());
    }
}

#[test]
fn failures_in_a_simultaneous_turn_are_told() {
    // A power whose giver is captured, a bite without its arrow, and a gift that is no longer legal.
    for (preset, pieces, orders, expected) in [
        (
            "dm11",
            "a5 e-b......., c3 eR........, d3 d-......b., e5 d-b.......",
            "a5-a4; rat c3 | d3-c3",
            &["moved", "moved", "captured", "power-failed"][..],
        ),
        (
            "dm11",
            "a5 e-b......., b3 eMb......., c3 d-b......., e5 d-b.......",
            "a5-a4; monster b3 c3:n | c3-c2",
            &["moved", "moved", "power-failed"],
        ),
        (
            "final",
            "a5 e-b......., b3 eLb.g....., c3 dMb......., e5 d-b.......",
            "a5-a4; lizard b3 e | e5-e4; monster c3 b3:n",
            &["moved", "moved", "bit", "regrew", "power-failed"],
        ),
    ] {
        let mut game = both(preset, pieces);
        game.play(orders);
        assert_eq!(effects(&game), expected, "{orders}");
    }
    // An ordered pass is told as one; an item alone is no pass.
    let stuck = "a1 eRb......., b1 e-b......., c1 e-b......., d1 e-b......., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, \
                 e6 d-....b...";
    for (order, expected) in [("pass", &["passed", "moved"][..]), ("item rotate a1 90", &["rotated", "moved"])] {
        let mut game = with_items(&["rotate"], &[], json!({}));
        lay_both(&mut game, 6, &stuck.replace("e3 dC..b.....", "d3 dC..b....."));
        game.play(&format!("{order} | e4-e3"));
        assert_eq!(effects(&game), expected, "{order}");
    }
}

#[test]
fn course_of_a_bout_is_told() {
    let mut game = with("dm11", json!({}));
    game.play("ready | ready\na1 b1 | b1 c1");
    told(
        &game,
        &[
            "Ann gets the plain piece on a1; Bob gets the Monster on c1.",
            "Both named b1, so that piece is removed.",
            "22 pieces are left to claim. Pieces: Ann 1, Bob 1.",
        ],
    );
    assert_eq!(effects(&game), ["claimed", "contested", "claimed"]);
    game.play("- | -\n- | -");
    assert_eq!(
        (effects(&game).len(), effects(&game).iter().all(|effect| effect == "cleared")),
        (22, true),
        "each of the rest"
    );
    game.set(GAME, &[("/position/board", board(5, ""))]);
    game.play("+ a1 | x a1\n+ a1 | x a1");
    assert_eq!(game.words(Viewer::Public), "Both chose a1 for their new piece.");
    game.play("x a1 | x a1");
    let placed = [
        "Both chose a1 for their new piece.",
        "Ann gets a `+` piece on b1 by default.",
        "Bob places a `x` piece on a1.",
    ];
    told(&game, &placed);
    game.play("- | -\n- | -\n| -");
    assert_eq!(
        game.words(Viewer::Public),
        "Bob chose nothing in time and goes first.\n\
         The battle begins: Bob moves first."
    );
    game.play("| -");
    assert_eq!(game.words(Viewer::Public), "Bob ran out of time and passes.\nStrike 1 of 3 for Bob.");
    game.draw_state().expect("a battle is running");
    let words = game.words(Viewer::Public);
    assert!(
        words.starts_with(
            "Bob wins bout 1, 3 pieces to 3.\nThe counts never differed, so the last tie rule decides. Bouts won: Ann 0, Bob 1."
        ),
        "{words}"
    );
    assert!(!words.contains("drawn"), "the host's own line says that: {words}");
    assert!(words.ends_with("\nBout 2 begins with a look at its board.\nAnn moves first in bout 2."), "{words}");
    // Only the seat whose turn it is passes.
    let mut game = dm11("a1 e-b......., e3 d-bbbbbbbb, e5 d-b.......");
    game.play("| e3-d3");
    told(&game, &["Bob's plain piece goes from e3 to d3.", "Ann still cannot move: pass 2 in a row."]);
    assert_eq!(effects(&game), ["moved", "passed"]);
}

#[test]
fn simultaneous_turn_and_the_end_of_the_match_are_told() {
    let mut game = both("dm11", "b3 e-bbbbbbbb, d3 d-bbbbbbbb");
    game.play("b3-c3 | d3-c3");
    let words = game.words(Viewer::Public);
    let [ann, bob] = ["Ann's plain piece goes from b3 to c3.\n", "Bob's plain piece goes from d3 to c3.\n"];
    assert!(words.contains(ann) && words.contains(bob), "{words}");
    assert!(words.ends_with("\nBouts won: Ann 1, Bob 2."), "{words}");
    assert_eq!(words.matches("Bouts won").count(), 1, "{words}");
    assert_eq!(game.told(Viewer::Public)[0]["simultaneous"], true);
    let mut game = dm11("b3 e-bbbbbbbb, d3 d-bbbbbbbb");
    game.play("b3-c3 |");
    assert!(game.words(Viewer::Public).starts_with("Ann's plain piece goes from b3 to c3."));
    assert_eq!(game.told(Viewer::Public)[0]["simultaneous"], false);
}

#[test]
fn drawn_board_state_is_told_once_after_the_winner() {
    let mut game = dm11("a1 e-b......., b1 e-........, e1 d-b.......");
    assert!(game.told(Viewer::Public).iter().any(|data| data["drawn"] == "stuck"));
    let words = game.words(Viewer::Public);
    let (_, bout) = words.split_once("Ann wins bout 1, 2 pieces to 1.\n").expect("a bout is over");
    assert!(bout.starts_with("Nobody can move. Bouts won: Ann 1, Bob 0."), "{words}");
    assert_eq!(words.matches("Nobody can move").count(), 1);
    game = dm11("a1 e-bbbbbbbb, e5 d-b.......");
    game.draw_state().expect("a battle is running");
    assert!(!game.words(Viewer::Public).contains("drawn"), "the host's own line says that");
}

#[test]
fn final_has_neither_ec_nor_dmo() {
    let game = games::find(GAME).expect("registered");
    assert_eq!(game.contest(Some("final")), Contest::FinalMatch);
    assert_eq!(game.contest(Some("dm11")), Contest::DeathMatch);
    assert_eq!(game.title(Some("final")), "Guidance Rite · Final Match");
    for chooser in [json!(null), json!("ec"), json!("dmo")] {
        let overrides = json!({"chooser": chooser}).as_object().expect("an object").clone();
        let page = game.page(Some("final"), &overrides).expect("a page");
        let lines = page.sections.iter().flat_map(|section| &section.lines);
        let named = lines.filter(|line| line.text.contains("EC") || line.text.contains("DMO")).collect::<Vec<_>>();
        assert_eq!(named.len(), 1, "only that there are none: {named:?}");
    }
    let mut game = finale("b3 e-bbbbbbbb, d3 d-bbbbbbbb");
    game.play("b3-c3 |");
    for text in [game.sight(Viewer::Public).scene().caption, game.sight(Viewer::Public).describe()] {
        let words = text.with_names(&deathmatch_rules::game::BySeat { ec: "Ann", dmo: "Bob" });
        assert!(!words.contains("EC") && !words.contains("DMO"), "{words}");
    }
}

#[test]
fn early_ends_and_single_claims_are_marked_as_house_rulings() {
    for preset in ["dm11", "final"] {
        let page = games::find(GAME).expect("registered").page(Some(preset), &Map::new()).expect("a page");
        let lines = || page.sections.iter().flat_map(|section| &section.lines);
        for words in ["ends early when both players are ready", "one piece instead of two"] {
            assert!(lines().any(|line| line.house && line.text.contains(words)), "{preset}: {words}");
        }
        assert!(!lines().any(|line| !line.house && line.text.contains("ready")), "{preset}");
    }
}

#[test]
fn query_last_shows_the_last_steps_effects() {
    let last = |game: &Match| game.answer(Viewer::Public, "last");
    let nothing = "Nothing happened on the board in the last step.";
    let mut game = with("dm11", json!({}));
    assert_eq!(last(&game), nothing);
    game.play("ready | ready\na1 b1 | b1 c1");
    assert!(last(&game).contains("Both named b1"), "{}", last(&game));
    game.play("- | -");
    assert_eq!(last(&game), nothing);
    game.play("- | -");
    assert!(!last(&game).contains("Both named b1"), "{}", last(&game));
    game.play("- | x d1");
    assert!(last(&game).contains("Bob places a `x` piece on d1."), "{}", last(&game));
    let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb");
    game.play("a3-a2 |");
    assert_eq!(last(&game), "Ann's plain piece goes from a3 to a2.");
    game.play("| e3-e2");
    assert_eq!(last(&game), "Bob's plain piece goes from e3 to e2.");
    game.draw_state().expect("a battle is running");
    assert_eq!(last(&game), nothing);
    // The effects that ended the match stay.
    let mut game = both("dm11", "a3 e-bbbbbbbb, b3 d-b.......");
    game.play("a3-b3 | -");
    assert!(last(&game).contains("Ann's plain piece on a3 takes Bob's plain piece on b3."), "{}", last(&game));
    game.play("|");
    assert!(last(&game).contains("Ann's plain piece on a3 takes Bob's plain piece on b3."), "{}", last(&game));
}
