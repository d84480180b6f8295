//! Section *Drawn board state*.

use deathmatch_rules::game::{Asked, Outcome, Reason, RefusalKind, Seat, Viewer};
use serde_json::{Value, json};

use super::{GAME, alternating, both, dm11, with};
use crate::script::Match;

/// Plays so many plies, in which one piece of each player moves back and forth.
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

/// Plays so many plies without a third repetition: the EC's piece circles on eight squares and the DMO's on five.
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
fn repetition_draws_after_ten_turns_of_both_with_few_pieces() {
    let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........");
    // The position occurs for the third time before ply 9 already.
    shuffle(&mut game, 19, ["a3", "a2"], ["e3", "e2"]);
    assert_eq!((game.at("/turn"), over(&game)), (json!(20), None));
    game.play("| e2-e3");
    assert_eq!(over(&game), Some(json!("dmo")));
    assert_eq!(why(&game), "repeated");
}

#[test]
fn ten_turns_of_both_without_a_capture_draw() {
    let mut game = dm11(&format!("{RING}, b5 e-........"));
    wander(&mut game, 0, 19);
    assert_eq!(over(&game), None);
    wander(&mut game, 19, 1);
    assert_eq!((over(&game), why(&game)), (Some(json!("ec")), json!("no-capture")));
}

#[test]
fn quiet_turns_are_counted_down_from_half_of_the_limit() {
    let automatic = ("automatic", "the bout ends and more pieces win.");
    for (mode, then) in [automatic, ("host", "the host may end the bout, and more pieces win.")] {
        let mut game = with("dm11", json!({ "drawn_state": mode }));
        super::lay(&mut game, 5, &format!("{RING}, b5 e-........"));
        let mut told = Vec::new();
        for ply in 0..20 {
            wander(&mut game, ply, 1);
            told.extend(game.words(Viewer::Public).lines().filter(|line| line.contains("lost for")).map(str::to_owned));
        }
        let expected = |turns| format!("No piece lost for {turns} turns of each player. After 10, {then}");
        assert_eq!(told, (5..10).map(expected).collect::<Vec<_>>(), "{mode}");
    }
}

#[test]
fn turn_that_leaves_few_pieces_is_not_counted() {
    // Three pieces of the EC and four of the DMO; the DMO loses one in ply 1.
    let mut game =
        dm11("b1 e-bbbbbbbb, a4 e-........, b5 e-b......., b4 d-........, d5 d-bbbbbbbb, c5 d-........, d1 d-........");
    game.play("b5-b4 |");
    assert_eq!((game.at("/since_capture"), game.at("/turn")), (json!(0), json!(2)));
    wander(&mut game, 1, 19);
    assert_eq!((over(&game), game.at("/since_capture")), (None, json!(19)));
    wander(&mut game, 20, 1);
    assert_eq!(why(&game), "no-capture");
}

#[test]
fn turn_that_leaves_few_pieces_does_not_count_for_repetition() {
    let mut game =
        dm11("a3 e-bbbbbbbb, a5 e-........, c5 e-b......., c4 d-........, e3 d-bbbbbbbb, e5 d-........, d1 d-........");
    game.play("c5-c4 |\n| e3-e2");
    shuffle(&mut game, 18, ["a3", "a2"], ["e2", "e3"]);
    assert_eq!((over(&game), game.at("/turn")), (None, json!(21)));
    game.play("a2-a3 |");
    assert_eq!(why(&game), "repeated");
}

#[test]
fn few_pieces_of_one_seat_do_not_draw() {
    let pieces = format!("{RING}, b5 e-........, d1 d-........, e1 d-........, d2 d-........");
    let mut game = dm11(&pieces);
    wander(&mut game, 0, 21);
    assert_eq!(over(&game), None);
    // A repeated position does not draw the board state then either.
    let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........, d5 d-........, d1 d-........");
    shuffle(&mut game, 30, ["a3", "a2"], ["e3", "e2"]);
    assert_eq!(over(&game), None);
}

#[test]
fn ten_turns_begin_when_both_seats_have_few_pieces() {
    // The EC has few pieces from the start; the DMO loses its fourth piece in ply 13.
    let mut game = dm11("c3 e-bbbbbbbb, a5 e-b......., a4 d-........, e3 d-bbbbbbbb, e5 d-........, d1 d-........");
    shuffle(&mut game, 12, ["c3", "c2"], ["e3", "e2"]);
    game.play("a5-a4 |\n| e3-e2");
    shuffle(&mut game, 18, ["c3", "c2"], ["e2", "e3"]);
    assert_eq!((over(&game), game.at("/turn")), (None, json!(33)));
    game.play("c2-c3 |");
    assert_eq!(over(&game), Some(json!("dmo")));
}

#[test]
fn seat_can_fall_below_the_limit_in_one_turn() {
    // Both movers and the piece between them are gone: the EC has two left of four, the DMO three of four.
    let mut game = both(
        "dm11",
        "b3 e-bbbbbbbb, c3 e-........, a1 e-bbbbbbbb, a2 e-........, d3 d-bbbbbbbb, e1 d-........, d5 d-bbbbbbbb, e3 d-........",
    );
    game.play("b3-c3 | d3-c3");
    for turn in 0..10 {
        assert!(matches!(game.asked(), Asked::Seats(_)), "{turn}");
        game.play(if turn % 2 == 0 { "a1-b1 | d5-d4" } else { "b1-a1 | d4-d5" });
    }
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::Rules });
}

#[test]
fn repetitions_are_counted_within_one_bout() {
    let pieces = "a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........";
    let mut game = dm11(pieces);
    shuffle(&mut game, 4, ["a3", "a2"], ["e3", "e2"]);
    game.draw_state().expect("a battle is running");
    super::lay(&mut game, 5, pieces);
    game.set(GAME, &[("/position/few_for", json!(20))]);
    shuffle(&mut game, 4, ["a3", "a2"], ["e3", "e2"]);
    assert_eq!(game.at("/bout_winners"), json!(["dmo"]));
}

#[test]
fn few_pieces_are_three_in_dm11_and_four_in_the_final() {
    let four = "a1 e-bbbbbbbb, a5 e-........, b5 e-........, c5 e-........, d5 d-bbbbbbbb, d1 d-........, e1 d-........, d2 d-........";
    for (preset, drawn) in [("dm11", false), ("final", true)] {
        let mut game = alternating(preset, four);
        wander(&mut game, 0, 20);
        assert_eq!(over(&game).is_some(), drawn, "{preset}");
    }
    let mut game = alternating("final", &format!("{four}, a6 e-........, e6 d-........"));
    wander(&mut game, 0, 20);
    assert_eq!(over(&game), None, "five are not few");
}

#[test]
fn hundred_plies_without_a_capture_draw_in_either_mode() {
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
fn turns_of_bout_3_count_once_for_both() {
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
fn board_without_moves_draws_at_once() {
    for mode in ["automatic", "host"] {
        let mut game = with("dm11", json!({"drawn_state": mode}));
        super::lay(&mut game, 5, "a1 e-b......., b1 e-........, e1 d-b.......");
        assert_eq!((over(&game), why(&game)), (Some(json!("ec")), json!("stuck")));
    }
}

#[test]
fn item_keeps_a_board_state_from_being_drawn() {
    let stuck = "a1 e-b......., b1 e-b......., c1 e-b......., d1 e-b......., e1 d-b......., a6 d-....b..., b6 d-....b..., c6 d-....b..., d6 d-....b...";
    let mut game = super::with_items(&["rotate"], &[], json!({}));
    super::lay(&mut game, 6, stuck);
    assert_eq!((game.at("/to_move"), over(&game)), (json!("ec"), None));
    let mut game = super::with_items(&[], &[], json!({}));
    super::lay(&mut game, 6, stuck);
    assert_eq!(why(&game), "stuck");
}

#[test]
fn host_mode_only_suggests_a_draw_to_the_host() {
    let mut game = with("dm11", json!({"drawn_state": "host"}));
    super::lay(&mut game, 5, "a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........");
    shuffle(&mut game, 19, ["a3", "a2"], ["e3", "e2"]);
    game.play("| e2-e3");
    assert_eq!(over(&game), None);
    assert!(game.told(Viewer::Public).iter().any(|data| data["kind"] == "draw-suggested"));
    game.play("a3-a2 |");
    assert!(!game.told(Viewer::Public).iter().any(|data| data["kind"] == "draw-suggested"), "said once");
    game.draw_state().expect("a battle is running");
    assert_eq!((over(&game), why(&game)), (Some(json!("dmo")), json!("declared")));
}

#[test]
fn host_can_declare_a_draw_only_in_a_battle() {
    let mut game = with("dm11", json!({}));
    assert_eq!(game.draw_state(), Err(RefusalKind::Illegal));
    game.play("ready | ready");
    assert_eq!(game.draw_state(), Err(RefusalKind::Illegal));
    let mut game = both("dm11", "a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........");
    game.draw_state().expect("a battle is running");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::Rules });
    assert_eq!((game.at("/turn"), game.at("/phase")), (json!(0), json!("battle")));
    assert_eq!(game.draw_state(), Err(RefusalKind::Illegal));
}

#[test]
fn equal_counts_go_to_the_last_leader_and_then_to_the_dmo() {
    // The EC begins with one more, and the DMO evens it out.
    let mut game = dm11("a3 e-bbbbbbbb, d3 e-........, e3 d-bbbbbbbb");
    game.play("a3-a2 |\n| e3-d3");
    game.draw_state().expect("a battle is running");
    let told = game.told(Viewer::Public);
    assert_eq!((over(&game), told[0]["reason"].clone()), (Some(json!("ec")), json!("tie-break")));
    let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb");
    game.draw_state().expect("a battle is running");
    assert_eq!(over(&game), Some(json!("dmo")));
    // Finally the count at the start decides: the first turn evens it out.
    let mut game = dm11("a3 e-bbbbbbbb, a4 e-........, e3 d-bbbbbbbb");
    game.play("a3-a4 |");
    game.draw_state().expect("a battle is running");
    assert_eq!(over(&game), Some(json!("ec")));
}

#[test]
fn positions_differ_by_arrows_and_characters() {
    // The EC's Rat turns with every move, so the same squares are a different position. A Monster loses its character with a move
    // of one square: the pieces return to their squares, but the position differs.
    for (piece, drawn) in [("e-bbbbbbbb", true), ("eRbbbbbbb.", false), ("eMbbbbbbbb", false)] {
        let mut game = dm11(&format!("a3 {piece}, e3 d-bbbbbbbb, e5 d-........"));
        game.set(GAME, &[("/position/few_for", json!(20))]);
        shuffle(&mut game, 8, ["a3", "a2"], ["e3", "e2"]);
        assert_eq!(over(&game).is_some(), drawn, "{piece}");
        if piece.starts_with("eM") {
            // The repeated position need not be the first one.
            game.play("a3-a2 |");
            assert_eq!(why(&game), "repeated");
        }
    }
}

#[test]
fn positions_differ_by_the_player_to_move_but_not_by_strikes() {
    let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb, e5 d-........");
    game.set(GAME, &[("/position/few_for", json!(18))]);
    game.play("- |\n| -");
    assert_eq!(over(&game), None, "it stood three times, but not with the same side to move");
    game.play("- |");
    assert_eq!(over(&game), None);
    game.play("| -");
    assert_eq!((over(&game), why(&game)), (Some(json!("dmo")), json!("repeated")));
}

#[test]
fn passes_count_as_turns_and_repetitions() {
    // The EC cannot move: its plies are passed unasked, so the DMO's ten turns count for both.
    let mut game = dm11("a1 e-b......., e3 d-bbbbbbbb, e5 d-b.......");
    for turn in 0..10 {
        assert_eq!(over(&game), None, "{turn}");
        game.play(if turn % 2 == 0 { "| e3-e2" } else { "| e2-e3" });
    }
    assert_eq!((over(&game), why(&game)), (Some(json!("dmo")), json!("repeated")));
    let mut game = dm11("a1 e-b......., d5 d-bbbbbbbb, e1 d-b.......");
    for turn in 0..10 {
        assert_eq!(over(&game), None, "{turn}");
        let way = ["d5", "e5", "e4", "e3", "d3", "c3", "b3", "b4", "b5", "c5", "c4"];
        game.play(&format!("| {}-{}", way[turn], way[turn + 1]));
    }
    assert_eq!((over(&game), why(&game)), (Some(json!("dmo")), json!("no-capture")));
}

#[test]
fn fifty_turns_of_bout_3_without_a_capture_draw() {
    let four = "a1 e-........, a5 e-bbbbbbbb, b5 e-........, c5 e-........, d5 d-bbbbbbbb, d1 d-........, e1 d-........, d2 d-........";
    let mut game = both("dm11", four);
    game.set(GAME, &[("/position/since_capture", json!(48))]);
    game.play("a5-a4 | d5-d4");
    assert!(matches!(game.asked(), Asked::Seats(_)));
    game.play("a4-a3 | d4-d3");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::TieBreak });
    assert_eq!(why(&game), "long-no-capture");
}

#[test]
fn lack_of_moves_is_judged_before_every_turn() {
    // The EC's only movable piece reaches a square without a further move, and the DMO could never move.
    let mut game = dm11("a2 e-b......., b1 e-........, e1 d-b.......");
    game.play("a2-a1 |");
    assert_eq!((over(&game), why(&game)), (Some(json!("ec")), json!("stuck")));
    let mut game = both("dm11", "a2 e-b......., b1 e-........, e2 d-b.......");
    game.play("a2-a1 | e2-e1");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
}

#[test]
fn item_does_not_count_with_too_few_pieces() {
    let mut game = super::with_items(&["rotate"], &["rotate"], json!({}));
    super::lay(&mut game, 6, "a1 e-b......., b1 e-b......., e1 d-b.......");
    assert_eq!((over(&game), why(&game)), (Some(json!("ec")), json!("stuck")));
}

#[test]
fn third_strike_precedes_a_drawn_board_state() {
    for (strikes, reason) in [(1, "tie-break"), (2, "strikes")] {
        let mut game = dm11("a3 e-bbbbbbbb, e3 d-bbbbbbbb");
        let values = [
            ("/position/since_capture", json!(99)),
            ("/position/strikes", json!({"ec": 0, "dmo": strikes})),
            ("/position/last_lead", json!("dmo")),
            ("/position/to_move", json!("dmo")),
            ("/position/active", json!({"ec": false, "dmo": true})),
        ];
        game.set(GAME, &values);
        game.play("| -");
        let told = game.told(Viewer::Public);
        let bout = told.iter().find(|data| data["kind"] == "bout-over").expect("a bout is over");
        assert_eq!(bout["reason"], reason);
        assert_eq!(over(&game), Some(json!(if strikes == 2 { "ec" } else { "dmo" })));
    }
}

#[test]
fn loss_of_all_pieces_precedes_a_drawn_board_state() {
    // The EC's last move leaves nobody a move, but the DMO has no piece left.
    let mut game = dm11("a2 e-b......., a1 d-b.......");
    game.play("a2-a1 |");
    let told = game.told(Viewer::Public);
    let bout = told.iter().find(|data| data["kind"] == "bout-over").expect("a bout is over");
    assert_eq!((bout["reason"].clone(), bout["drawn"].clone()), (json!("rules"), Value::Null));
    assert_eq!(over(&game), Some(json!("ec")));
}

#[test]
fn last_difference_of_counts_decides() {
    // The DMO begins with one more, the EC takes two in a row and loses one.
    let mut game = dm11("a3 e-bbbbbbbb, d2 e-........, e3 d-bbbbbbbb, b3 d-........, c3 d-........");
    game.play("a3-b3 |\n| e3-e2\nb3-c3 |\n| e2-d2");
    game.draw_state().expect("a battle is running");
    assert_eq!((over(&game), why(&game)), (Some(json!("ec")), json!("declared")));
    // And the other way round: the EC begins with one more, the DMO takes two and loses one.
    let mut game = dm11("a3 e-bbbbbbbb, d2 e-........, d1 e-........, e3 d-bbbbbbbb, b3 d-........");
    game.play("a3-a2 |\n| e3-d2\na2-a3 |\n| d2-d1\na3-b3 |");
    game.draw_state().expect("a battle is running");
    assert_eq!((over(&game), why(&game)), (Some(json!("dmo")), json!("declared")));
}
