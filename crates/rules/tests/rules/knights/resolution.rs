//! Section *Resolution*.

use deathmatch_rules::game::{Seat, Viewer};
use serde_json::{Value, json};

use super::{after, first, knights, points, position};

#[test]
fn spawns_come_before_moves_and_claims() {
    let mut game = position("c3", "b4", &json!({}));
    game.play("spawn a5, claim c3 | spawn a1, move b4-d5");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("c3 a5".into(), "a1 d5".into()));
    assert_eq!(points(&game), (1, 0));
}

#[test]
fn first_turn_in_full() {
    let game = after("move b5-c3, claim c3 | move d1-c3, claim a1");
    assert_eq!(
        game.state(),
        json!({
            "turn": 2,
            "knights": { "ec": ["a5", "c5", "d5", "e5"], "dmo": ["a1", "b1", "c1", "e1"] },
            "colours": { "a1": "dmo" },
            "points": { "ec": 1, "dmo": 2 },
            "streak": { "ec": ["mc", 1], "dmo": ["mc", 1] },
            "still": 0,
        })
    );
}

#[test]
fn two_movers_onto_one_square_are_both_removed() {
    let mut game = position("a5", "a1", &json!({}));
    game.play("move a5-b3, claim b3 | move a1-b3, claim b3");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), (String::new(), String::new()));
    assert_eq!(points(&game), (1, 1));
    assert_eq!(game.at("/colours"), json!({}), "a claim by a removed knight does nothing");
    let words = game.words(Viewer::Public);
    assert!(words.contains("Two knights crash on b3: Ann +1, Bob +1."), "{words}");
    for name in ["Ann", "Bob"] {
        assert!(words.contains(&format!("{name}'s claim of b3 fails: the knight is gone.")), "{words}");
    }
}

#[test]
fn collision_does_not_touch_other_claims() {
    let mut game = position("a5 e5", "a1", &json!({}));
    game.play("move a5-b3, claim e5 | move a1-b3, claim b3");
    assert_eq!((points(&game), game.at("/colours")), ((2, 1), json!({ "e5": "ec" })));
}

#[test]
fn mover_captures_a_knight_that_did_not_move() {
    let mut game = position("a5", "b3 e1", &json!({}));
    game.play("move a5-b3, claim b3 | spawn a1, claim b3");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("b3".into(), "a1 e1".into()));
    assert_eq!((points(&game), game.at("/colours")), ((2, 0), json!({ "b3": "ec" })));
    assert!(game.words(Viewer::Public).contains("Ann takes Bob's knight on b3: +1."));
}

#[test]
fn knight_spawned_this_turn_can_be_captured() {
    let mut game = position("a5", "a3 d3", &json!({}));
    game.play("spawn b5, claim a5 | move a3-b5, claim b5");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("a5".into(), "d3 b5".into()));
    assert_eq!((points(&game), game.at("/colours")), ((1, 2), json!({ "a5": "ec", "b5": "dmo" })));
    assert!(game.words(Viewer::Public).contains("Bob takes Ann's new knight on b5: +1."));
}

#[test]
fn square_whose_knight_moved_away_is_simply_empty() {
    let mut game = position("a5", "b3 e1", &json!({}));
    game.play("move a5-b3, claim b3 | move b3-d2, claim d2");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("b3".into(), "e1 d2".into()));
    assert_eq!(points(&game), (1, 1));
}

#[test]
fn crossing_knights_both_live() {
    let mut game = position("a5 e5", "b3", &json!({}));
    game.play("move a5-b3, claim b3 | move b3-a5, claim a5");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("b3 e5".into(), "a5".into()));
    assert_eq!((points(&game), game.at("/colours")), ((1, 1), json!({ "b3": "ec", "a5": "dmo" })));
}

#[test]
fn both_seats_capture_in_one_turn() {
    let mut game = position("a5 e4", "b3 c3", &json!({}));
    game.play("move a5-b3, claim b3 | move c3-e4, claim e4");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("b3".into(), "e4".into()));
    assert_eq!(points(&game), (2, 2));
}

#[test]
fn enemy_may_enter_a_square_that_is_left() {
    // The Elimination Candidate's a5 leaves; Bob's knight enters the empty square.
    let mut game = position("a5", "c4", &json!({}));
    game.play("move a5-b3, claim b3 | move c4-a5, claim a5");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("b3".into(), "a5".into()));
}

#[test]
fn knight_captures_in_a_turn_with_a_spawn() {
    let mut game = position("a5", "b3 a1", &json!({}));
    game.play("spawn c5, move a5-b3 | spawn b1, move a1-c2");
    assert_eq!((knights(&game, Seat::Ec), knights(&game, Seat::Dmo)), ("b3 c5".into(), "b1 c2".into()));
    assert_eq!(points(&game), (1, 0));
}

#[test]
fn claim_by_a_captured_knight_fails_and_its_captor_may_claim() {
    let mut game = position("c3 a5", "d1", &json!({}));
    game.play("spawn b5, claim c3 | move d1-c3, claim c3");
    assert_eq!((points(&game), game.at("/colours")), ((0, 2), json!({ "c3": "dmo" })));
    assert!(game.words(Viewer::Public).contains("Ann's claim of c3 fails: the knight is gone."));
}

#[test]
fn knight_that_stays_claims_its_square() {
    let mut game = position("c3 a5", "d1", &json!({}));
    game.play("move a5-b3, claim c3 | spawn a1, claim d1");
    assert_eq!(game.at("/colours"), json!({ "c3": "ec", "d1": "dmo" }));
}

/// Returns the points of one claim by each seat on a board with so many coloured squares.
fn claims(coloured: usize) -> (u64, u64) {
    let other = json!({ "coloured": { "ec": first(coloured, "d5 e5"), "dmo": [] } });
    let mut game = position("e5 a5", "d5 a1", &other);
    game.play("spawn b5, claim e5 | spawn b1, claim d5");
    points(&game)
}

#[test]
fn claim_scores_by_the_squares_coloured_before_the_turn() {
    for (coloured, worth) in [(0, 1), (7, 1), (8, 1), (9, 2), (15, 2), (16, 3), (20, 3), (21, 4), (22, 4), (23, 4)] {
        assert_eq!(claims(coloured), (worth, worth), "both seats use the same number: {coloured}");
    }
    let other = json!({ "coloured": { "ec": first(24, "e5"), "dmo": [] } });
    let mut game = position("e5 a5", "d4 a1", &other);
    game.play("spawn b5, claim e5 | -");
    assert_eq!(points(&game), (5, 0));
}

#[test]
fn all_is_public_after_the_turn() {
    let game = after("move b5-c3, claim c3 | move d1-e3, claim e3");
    let told = |viewer| game.told(viewer);
    assert_eq!(told(Viewer::Public), told(Viewer::Truth));
    assert_eq!(told(Viewer::Seat(Seat::Dmo)), told(Viewer::Truth));
    assert_eq!(
        game.told(Viewer::Public)[0]["orders"],
        json!({ "ec": "move b5-c3, claim c3", "dmo": "move d1-e3, claim e3" })
    );
    let json = |viewer| {
        let mut json = game.sight(viewer).json();
        json.as_object_mut().unwrap().remove("you");
        json
    };
    assert_eq!(json(Viewer::Public), json(Viewer::Seat(Seat::Ec)));
    let state = game.state();
    for (key, value) in state.as_object().unwrap() {
        assert_eq!(&json(Viewer::Public)[key], value, "{key}");
    }
}

#[test]
fn effects_are_told_as_data() {
    let mut game = position("a5 c3", "b3 d1", &json!({}));
    game.play("move a5-b3, claim c3 | move d1-c3, claim c3");
    let effects: Vec<Value> = vec![
        json!({ "effect": "moved", "seat": "ec", "from": "a5", "to": "b3" }),
        json!({ "effect": "moved", "seat": "dmo", "from": "d1", "to": "c3" }),
        json!({ "effect": "captured", "seat": "ec", "at": "b3", "fresh": false }),
        json!({ "effect": "captured", "seat": "dmo", "at": "c3", "fresh": false }),
        json!({ "effect": "claimant-gone", "seat": "ec", "at": "c3" }),
        json!({ "effect": "claimed", "seat": "dmo", "at": "c3", "points": 1 }),
    ];
    assert_eq!(game.told(Viewer::Truth)[0]["effects"], Value::from(effects));
}
