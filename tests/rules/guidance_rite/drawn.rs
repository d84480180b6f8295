//! Section *Drawn board state*.

use deathmatch::game::{Asked, Outcome, Reason, RefusalKind, Seat, Viewer};
use serde_json::{Value, json};

use super::{GAME, alternating, both, dm11, with};
use crate::script::Match;

/// Plays so many plies back and forth with a piece of either side.
fn shuffle(game: &mut Match, plies: usize, ec: [&str; 2], dmo: [&str; 2]) {
    for ply in 0..plies {
        let step = ply / 2 % 2;
        if ply % 2 == 0 {
            game.play(&format!("{}-{} |", ec[step], ec[1 - step]));
        } else {
            game.play(&format!("| {}-{}", dmo[step], dmo[1 - step]));
        }
    }
}

/// So many plies in which no position comes a third time: an EC's piece goes round a ring of eight squares and a DMO's round one of five.
fn wander(game: &mut Match, from: usize, plies: usize) {
    const EC: [&str; 8] = ["a1", "b1", "c1", "c2", "c3", "b3", "a3", "a2"];
    const DMO: [&str; 5] = ["d5", "e5", "e4", "e3", "d4"];
    for ply in from..from + plies {
        let turn = ply / 2;
        if ply % 2 == 0 {
            game.play(&format!("{}-{} |", EC[turn % 8], EC[(turn + 1) % 8]));
        } else {
            game.play(&format!("| {}-{}", DMO[turn % 5], DMO[(turn + 1) % 5]));
        }
    }
}

const RING: &str = "a1 e-bbbbbbbb, d5 d-bbbbbbbb";

fn over(game: &Match) -> Option<Value> {
    game.at("/bout_winners").as_array().and_then(|winners| winners.first().cloned())
}

fn why(game: &Match) -> Value {
    let told = game.told(Viewer::Public);
    let bout = told.iter().find(|data| data["kind"] == "bout-over").expect("a bout is over");
    bout["drawn"].clone()
}

#[test]
fn a_repeated_position_draws_only_once_both_have_taken_ten_turns_with_few_pieces() {
    let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........");
    // The position stands for the third time before ply 9 already.
    shuffle(&mut game, 19, ["a3", "a2"], ["e3", "e2"]);
    assert_eq!((game.at("/turn"), over(&game)), (json!(20), None));
    game.play("| e2-e3");
    assert_eq!(over(&game), Some(json!("dmo")));
    assert_eq!(why(&game), "repeated");
}

#[test]
fn ten_turns_of_both_without_a_capture_draw_it_too() {
    let mut game = dm11(&format!("{RING}, b5 e-........"));
    wander(&mut game, 0, 19);
    assert_eq!(over(&game), None);
    wander(&mut game, 19, 1);
    assert_eq!((over(&game), why(&game)), (Some(json!("ec")), json!("no-capture")));
}

#[test]
fn the_turn_that_brings_few_pieces_about_is_not_counted() {
    // Four pieces of the EC and four of the DMO; the DMO loses one in ply 1.
    let mut game = dm11(
        "a1 e-bbbbbbbb, a4 e-........, a5 e-........, b5 e-b......., b4 d-........, d5 d-bbbbbbbb, c5 d-........, d1 d-........",
    );
    game.play("b5-b4 |");
    assert_eq!((game.at("/since_capture"), game.at("/turn")), (json!(0), json!(2)));
    wander(&mut game, 1, 19);
    assert_eq!((over(&game), game.at("/since_capture")), (None, json!(19)));
    wander(&mut game, 20, 1);
    assert_eq!(why(&game), "no-capture");
}

#[test]
fn few_are_three_in_dm11_and_four_in_the_final() {
    let four = "a1 e-bbbbbbbb, a5 e-........, b5 e-........, c5 e-........, d5 d-bbbbbbbb, d1 d-........, e1 d-........, d2 d-........";
    for (preset, drawn) in [("dm11", false), ("final", true)] {
        let mut game = alternating(preset, four);
        wander(&mut game, 0, 20);
        assert_eq!(over(&game).is_some(), drawn, "{preset}");
    }
}

#[test]
fn a_long_time_without_a_capture_draws_in_either_mode_however_many_pieces_there_are() {
    let four = "a1 e-bbbbbbbb, a5 e-........, b5 e-........, c5 e-........, d5 d-bbbbbbbb, d1 d-........, e1 d-........, d2 d-........";
    for mode in ["automatic", "host"] {
        let mut game = with("dm11", json!({"drawn_state": mode}));
        super::lay(&mut game, 5, four);
        wander(&mut game, 0, 99);
        assert_eq!(over(&game), None);
        wander(&mut game, 99, 1);
        assert_eq!((over(&game), why(&game)), (Some(json!("dmo")), json!("long-no-capture")));
    }
}

#[test]
fn in_bout_3_turns_are_counted_once() {
    let mut game = both("dm11", "a3 e-bbbbbbbb, e3 d-bbbbbbbb");
    game.set(GAME, &[("/position/few_for", json!(0))]);
    for turn in 0..10 {
        assert!(matches!(game.asked(), Asked::Seats(_)), "{turn}");
        game.play(if turn % 2 == 0 { "a3-a2 | e3-e2" } else { "a2-a3 | e2-e3" });
    }
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::TieBreak });
    assert_eq!(game.at("/turn"), 10);
}

#[test]
fn neither_able_to_move_draws_at_once_before_the_first_turn_too() {
    for mode in ["automatic", "host"] {
        let mut game = with("dm11", json!({"drawn_state": mode}));
        super::lay(&mut game, 5, "a1 e-b......., b1 e-........, e1 d-b.......");
        assert_eq!((over(&game), why(&game)), (Some(json!("ec")), json!("stuck")));
    }
}

#[test]
fn an_item_keeps_a_board_state_from_being_drawn() {
    let stuck = "a1 e-b......., b1 e-b......., c1 e-b......., d1 e-b......., e1 d-b......., a6 d-....b..., b6 d-....b..., c6 d-....b..., d6 d-....b...";
    let mut game = super::with_items(&["rotate"], &[], json!({}));
    super::lay(&mut game, 6, stuck);
    assert_eq!((game.at("/to_move"), over(&game)), (json!("ec"), None));
    let mut game = super::with_items(&[], &[], json!({}));
    super::lay(&mut game, 6, stuck);
    assert_eq!(why(&game), "stuck");
}

#[test]
fn the_host_is_only_suggested_it_where_the_ruleset_says_so() {
    let mut game = with("dm11", json!({"drawn_state": "host"}));
    super::lay(&mut game, 5, "a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........");
    shuffle(&mut game, 19, ["a3", "a2"], ["e3", "e2"]);
    game.play("| e2-e3");
    assert_eq!(over(&game), None);
    assert!(game.told(Viewer::Public).iter().any(|data| data["kind"] == "draw-suggested"));
    game.play("a3-a2 |");
    assert!(!game.told(Viewer::Public).iter().any(|data| data["kind"] == "draw-suggested"), "said once");
    game.draw_state().expect("a battle goes on");
    assert_eq!((over(&game), why(&game)), (Some(json!("dmo")), json!("declared")));
}

#[test]
fn a_host_may_declare_it_in_a_battle_only() {
    let mut game = with("dm11", json!({}));
    assert_eq!(game.draw_state(), Err(RefusalKind::Illegal));
    game.play("ready | ready");
    assert_eq!(game.draw_state(), Err(RefusalKind::Illegal));
    let mut game = both("dm11", "a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........");
    game.draw_state().expect("a battle goes on");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::Rules });
    assert_eq!((game.at("/turn"), game.at("/phase")), (json!(0), json!("battle")));
    assert_eq!(game.draw_state(), Err(RefusalKind::Illegal));
}

#[test]
fn equal_counts_go_to_whoever_last_had_more_and_then_to_the_dmo() {
    // The EC begins with one more, and the DMO evens it out.
    let mut game = dm11("a3 e-bbbbbbbb, d3 e-........, e3 d-bbbbbbbb");
    game.play("a3-a2 |\n| e3-d3");
    game.draw_state().expect("a battle goes on");
    let told = game.told(Viewer::Public);
    assert_eq!((over(&game), told[0]["reason"].clone()), (Some(json!("ec")), json!("tie-break")));
    let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb");
    game.draw_state().expect("a battle goes on");
    assert_eq!(over(&game), Some(json!("dmo")));
}

#[test]
fn positions_differ_by_whose_turn_it_is_arrows_characters_and_marks() {
    // The EC's Rat turns with every move: the same squares are another position.
    for (piece, drawn) in [("e-bbbbbbbb", true), ("eRbbbbbbb.", false)] {
        let mut game = dm11(&format!("a3 {piece}, e3 d-bbbbbbbb, e5 d-........"));
        game.set(GAME, &[("/position/few_for", json!(20))]);
        shuffle(&mut game, 8, ["a3", "a2"], ["e3", "e2"]);
        assert_eq!(over(&game).is_some(), drawn, "{piece}");
    }
}
