//! Sections *Battle* and *Referee state*.

use deathmatch_rules::game::{Asked, Outcome, Reason, RefusalKind, Seat, Secrecy, Terms, Until, Viewer};
use serde_json::{Value, json};

use super::{GAME, board, both, dm11, effects, finale, lay, lay_both, standing, stands, with, with_items};
use crate::script::Match;

const PAIR: &str = "a3 e-bbbbbbbb, e3 d-bbbbbbbb";

fn chooser(game: &mut Match) -> Value {
    let rows = game.at("/board").as_array().expect("rows").len();
    let pieces = "a1 e-b......., a2 e-b......., a3 e-b......., e1 d-b......., e2 d-b......., e3 d-b......., c3 u-b......., c4 u-b.......";
    game.play("ready | ready");
    game.set(GAME, &[("/position/board", board(rows, &format!("{pieces}, c5 u-b.......")))]);
    game.play("c5 | -");
    assert_eq!((game.at("/phase"), game.at("/turn"), game.at("/first")), (json!("choose"), json!(1), Value::Null));
    game.at("/to_move")
}

#[test]
fn chooser_of_bout_1_is_the_dmo_or_has_fewer_items() {
    assert_eq!(chooser(&mut with("dm11", json!({}))), "dmo");
    assert_eq!(chooser(&mut with("dm11", json!({"chooser": "ec"}))), "ec");
    assert_eq!(chooser(&mut with("final", json!({}))), "dmo");
    assert_eq!(chooser(&mut with_items(&["swap"], &["rotate", "honour"], json!({}))), "ec");
    assert_eq!(chooser(&mut with_items(&["swap"], &["rotate"], json!({}))), "dmo");
    assert_eq!(chooser(&mut with_items(&["swap"], &[], json!({}))), "dmo");
    assert_eq!(chooser(&mut with_items(&[], &["swap"], json!({"chooser": "dmo"}))), "dmo");
}

#[test]
fn first_is_the_default() {
    for (order, first) in [("first", "dmo"), ("SECOND", "ec"), ("-", "dmo")] {
        let mut game = with("dm11", json!({}));
        chooser(&mut game);
        assert_eq!(game.legal(Seat::Dmo), ["first", "second"]);
        assert_eq!(game.read(Seat::Dmo, "third"), Err(RefusalKind::Unreadable));
        game.play(&format!("| {order}"));
        assert_eq!(
            (game.at("/phase"), game.at("/first"), game.at("/to_move")),
            (json!("battle"), json!(first), json!(first))
        );
    }
}

#[test]
fn second_of_bout_1_begins_bout_2_and_bout_3_is_simultaneous() {
    let mut game = dm11("a3 e-bbbbbbbb, b3 d-........");
    game.play("a3-b3 |");
    assert_eq!((game.at("/bout"), game.at("/phase"), game.at("/first")), (json!(2), json!("review"), json!("dmo")));
    assert_eq!((game.at("/bouts"), game.at("/bout_winners")), (json!({"ec": 1, "dmo": 0}), json!(["ec"])));
    assert_eq!(
        (game.at("/turn"), game.at("/strikes"), game.at("/to_move")),
        (json!(1), json!({"ec": 0, "dmo": 0}), Value::Null)
    );
    game.play("ready | ready");
    let pieces =
        "a1 e-b......., a2 e-b......., a3 e-b......., e1 d-bbbbbbbb, e2 d-b......., e3 d-b......., c5 u-b.......";
    game.set(GAME, &[("/position/board", board(5, &format!("{pieces}, c4 u-b......., c3 u-b.......")))]);
    game.play("c5 | -");
    assert_eq!((game.at("/phase"), game.at("/to_move")), (json!("battle"), json!("dmo")), "nobody is asked to choose");
    game.set(GAME, &[("/position/board", board(5, "d1 e-........, e1 d-bbbbbbbb"))]);
    game.play("| e1-d1");
    assert_eq!(
        (game.at("/bout"), game.at("/first"), game.at("/bout_winners")),
        (json!(3), Value::Null, json!(["ec", "dmo"]))
    );
}

#[test]
fn turns_are_public_in_bouts_1_and_2_and_private_in_bout_3() {
    let ask = |game: &Match, seat: Seat| match game.asked() {
        Asked::Seats(asks) => asks[seat].map(|ask| (ask.prompt, ask.secrecy, ask.until)),
        Asked::Over(_) => None,
    };
    let game = dm11(PAIR);
    assert_eq!(ask(&game, Seat::Ec), Some(("turn", Secrecy::Public, Until::After(90_000))));
    assert_eq!(ask(&game, Seat::Dmo), None);
    let game = both("dm11", PAIR);
    for seat in Seat::ALL {
        assert_eq!(ask(&game, seat), Some(("turn", Secrecy::Private, Until::After(120_000))));
    }
}

#[test]
fn seat_without_a_move_passes_unasked_and_without_a_strike() {
    let mut game = dm11("a1 e-b......., e3 d-bbbbbbbb, e5 d-b.......");
    // The EC's first ply has been passed already.
    assert_eq!((game.at("/turn"), game.at("/to_move"), game.at("/since_capture")), (json!(2), json!("dmo"), json!(1)));
    assert_eq!(game.at("/strikes/ec"), 0);
    game.play("| e3-d3");
    assert_eq!((game.at("/turn"), game.at("/to_move"), game.at("/since_capture")), (json!(4), json!("dmo"), json!(3)));
    let passed = game.told(Viewer::Public)[1]["effects"][0].clone();
    assert_eq!((passed["effect"].clone(), passed["seat"].clone()), (json!("passed"), json!("ec")));
    // In bout 3 only the opponent is asked.
    let mut game = both("dm11", "a1 e-b......., e3 d-bbbbbbbb, e5 d-b.......");
    game.set(GAME, &[("/position/active", json!({"ec": false, "dmo": true}))]);
    game.play("| e3-d3");
    assert_eq!((game.at("/to_move"), game.at("/turn"), game.at("/strikes/ec")), (json!("dmo"), json!(2), json!(0)));
    assert!(effects(&game).contains(&"passed".to_owned()));
}

#[test]
fn third_missed_turn_in_a_bout_loses_it() {
    let mut game = dm11(PAIR);
    game.play("- |\n| e3-d3\n- |\n| d3-e3");
    assert_eq!((game.at("/strikes"), game.at("/bout")), (json!({"ec": 2, "dmo": 0}), json!(1)));
    game.play("- |");
    assert_eq!(
        (game.at("/bout"), game.at("/bout_winners"), game.at("/strikes/ec")),
        (json!(2), json!(["dmo"]), json!(0))
    );
    assert!(game.words(Viewer::Public).contains("\nAnn has 3 strikes. Bouts won: Ann 0, Bob 1."));
}

#[test]
fn third_strike_in_bout_3_ends_the_match_with_its_reason() {
    let mut game = both("dm11", PAIR);
    game.play("- | e3-d3\n- | d3-e3\n- | e3-d3");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::Strikes });
    assert_eq!((game.at("/phase"), game.at("/turn"), game.at("/to_move")), (json!("battle"), json!(3), Value::Null));
    assert_eq!((game.at("/strikes/ec"), game.at("/bout"), game.at("/bouts/dmo")), (json!(3), json!(3), json!(2)));
}

#[test]
fn simultaneous_third_strikes_draw_the_board_state() {
    let mut game = both("dm11", "a3 e-bbbbbbbb, a4 e-b......., e3 d-bbbbbbbb");
    game.play("- | -\n- | -\n- | -");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    let mut game = both("dm11", PAIR);
    game.play("- | -\n- | -\n- | -");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::TieBreak });
}

#[test]
fn turn_is_resolved_before_a_third_strike_counts() {
    // The DMO loses the last piece in the turn of the EC's third strike: rules precede strikes.
    let mut game = both("dm11", "a3 e-bbbbbbbb, c3 d-b......., c2 dG........");
    game.set(GAME, &[("/position/strikes", json!({"ec": 0, "dmo": 2}))]);
    game.play("a3-b3 | -");
    assert_eq!(game.outcome().reason, Reason::Strikes);
    let mut game = both("dm11", "b3 e-bbbbbbbb, c3 d-b.......");
    game.set(GAME, &[("/position/strikes", json!({"ec": 0, "dmo": 2}))]);
    game.play("b3-c3 | -");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    assert_eq!(game.at("/strikes/dmo"), 3);
}

#[test]
fn seat_without_pieces_loses_the_bout() {
    let mut game = dm11("a3 e-bbbbbbbb, b3 d-........");
    game.play("a3-b3 |");
    assert_eq!(game.at("/bout_winners"), json!(["ec"]));
    // Capturing one's own last piece but one of the enemy's is no win.
    let mut game = both("dm11", "b3 e-bbbbbbbb, c3 d-bbbbbbbb");
    game.play("b3-c3 | c3-d4");
    stands(&game, "c3 e-bbbbbbbb, d4 d-bbbbbbbb");
}

#[test]
fn both_without_pieces_is_a_drawn_board_state() {
    let mut game = both("dm11", "b3 e-bbbbbbbb, d3 d-bbbbbbbb");
    game.play("b3-c3 | d3-c3");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Dmo), reason: Reason::TieBreak });
    assert_eq!(game.at("/turn"), 1);
    // The player who had more when the counts last differed.
    let mut game = both("dm11", "b3 e-bbbbbbbb, d3 d-bbbbbbbb");
    game.set(GAME, &[("/position/last_lead", json!("ec"))]);
    game.play("b3-c3 | d3-c3");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::TieBreak });
}

#[test]
fn two_bouts_won_win_the_match_and_the_board_stays() {
    let mut game = dm11(PAIR);
    game.set(GAME, &[("/position/won", json!([{"winner": "ec", "reason": "rules"}])), ("/position/bout", json!(2))]);
    game.set(GAME, &[("/position/board", board(5, "a3 e-bbbbbbbb, b3 d-........"))]);
    game.play("a3-b3 |");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    stands(&game, "b3 e-bbbbbbbb");
    assert_eq!(game.at("/bout_winners"), json!(["ec", "ec"]));
    assert_eq!((game.at("/bout"), game.at("/turn"), game.at("/first")), (json!(2), json!(1), json!("ec")));
}

#[test]
fn since_capture_counts_plies_and_own_captures_end_it() {
    let mut game = finale("a3 e-bbbbbbbb, a4 e-........, e3 d-bbbbbbbb, e5 d-b.......");
    game.play("a3-a2 |\n| e3-e4");
    assert_eq!((game.at("/since_capture"), game.at("/turn")), (json!(2), json!(3)));
    game.play("a2-a3 |\n| e4-e3\na3-a4 |");
    assert_eq!(game.at("/since_capture"), 0);
    let mut game = both("final", "a3 e-bbbbbbbb, e3 d-bbbbbbbb");
    game.play("a3-a2 | e3-e4\na2-a3 | e4-e3");
    assert_eq!((game.at("/since_capture"), game.at("/turn")), (json!(2), json!(3)));
}

#[test]
fn orders_of_other_prompts_are_refused() {
    let game = dm11(PAIR);
    for text in ["first", "a3 b3 c3", "+ c3", "a3", "ready"] {
        assert!(game.read(Seat::Ec, text).is_err(), "{text}");
    }
    assert_eq!(game.read(Seat::Dmo, "e3-e4"), Err(RefusalKind::Illegal));
    let mut game = with("dm11", json!({}));
    assert_eq!(game.read(Seat::Ec, "a1 b1"), Err(RefusalKind::Illegal));
    lay(&mut game, 5, PAIR);
    lay_both(&mut game, 5, PAIR);
    assert!(game.read(Seat::Dmo, "e3-e4").is_ok());
}

#[test]
fn advantage_of_the_header_has_no_effect() {
    for advantage in Seat::ALL {
        let terms = Terms { preset: Some("dm11".to_owned()), advantage, ..Terms::default() };
        assert_eq!(chooser(&mut Match::on(GAME, &terms)), "dmo", "{advantage}");
    }
}

#[test]
fn each_prompt_has_its_own_time_in_the_ruleset() {
    let ruleset =
        json!({"review_s": 1, "claim_s": 2, "top_up_s": 3, "choose_s": 4, "turn_s": 5, "simultaneous_turn_s": 6});
    let asked = |game: &Match| match game.asked() {
        Asked::Seats(asks) => asks.ec.or(asks.dmo).map(|ask| (ask.prompt, ask.secrecy, ask.until)),
        Asked::Over(_) => None,
    };
    for (overrides, times) in [(ruleset, [1, 2, 3, 4, 5, 6]), (json!({}), [120, 60, 60, 60, 90, 120])] {
        let times = times.map(|seconds: u64| Until::After(seconds * 1000));
        let mut game = with("dm11", overrides);
        assert_eq!(asked(&game), Some(("review", Secrecy::Public, times[0])));
        game.play("ready | ready");
        assert_eq!(asked(&game), Some(("claim", Secrecy::Private, times[1])));
        game.play("- | -\n- | -");
        assert_eq!(asked(&game), Some(("top-up", Secrecy::Private, times[2])));
        game.play("- | -\n- | -\n- | -");
        assert_eq!(asked(&game), Some(("choose", Secrecy::Public, times[3])));
        game.play("| -");
        assert_eq!(asked(&game), Some(("turn", Secrecy::Public, times[4])));
        lay_both(&mut game, 5, PAIR);
        assert_eq!(asked(&game), Some(("turn", Secrecy::Private, times[5])));
    }
}

/// Section *Referee state*: the counts of a bout are 0 again from the review of the next one.
#[test]
fn counts_of_a_bout_end_with_it() {
    let mut game = dm11("a3 e-bbbbbbbb, a5 e-........, e3 d-bbbbbbbb");
    game.play("- |\n| -\na3-a2 |\n| e3-e4");
    assert_eq!((game.at("/since_capture"), game.at("/strikes")), (json!(4), json!({"ec": 1, "dmo": 1})));
    game.draw_state().expect("a battle is running");
    assert_eq!((game.at("/phase"), game.at("/bout"), game.at("/turn")), (json!("review"), json!(2), json!(1)));
    assert_eq!((game.at("/since_capture"), game.at("/strikes")), (json!(0), json!({"ec": 0, "dmo": 0})));
    assert_eq!((game.at("/clashes"), game.at("/to_move"), standing(&game).len()), (json!(0), Value::Null, 25));
    // The next bout does not begin with the counts that drew the last one.
    game.play("ready | ready\n- | -\n- | -\n- | -\n- | -\n- | -");
    assert_eq!((game.at("/phase"), game.at("/turn"), game.at("/since_capture")), (json!("battle"), json!(1), json!(0)));
    game.draw_state().expect("a battle is running");
    assert_eq!(game.at("/bout_winners"), json!(["ec", "dmo"]), "nobody had more in this bout");
}

/// Ten pieces in bout 3, of which the EC's cannot move.
const STUCK: &str = "a1 eRb......., b1 e-b......., c1 e-b......., d1 e-b......., d6 e-....b..., e1 dMb......., b6 dC....b..., e4 d-b......., \
                     e5 dL.b......, c6 d-....b...";

#[test]
fn seat_with_only_an_item_is_asked_in_bout_3_of_the_final() {
    let bout_3 = || {
        let mut game = with_items(&["rotate", "swap"], &[], json!({}));
        lay_both(&mut game, 6, STUCK);
        game.play("pass | e4-e3");
        game
    };
    let mut game = bout_3();
    assert_eq!((game.at("/to_move"), game.at("/strikes/ec")), (Value::Null, json!(0)), "both are asked again");
    assert_eq!(game.legal(Seat::Ec).first().map(String::as_str), Some("item rotate a1 135"));
    game.play("item rotate a1 180 | e3-e2");
    assert_eq!((game.at("/items/ec"), game.at("/strikes/ec")), (json!(["swap"]), json!(0)));
    // An expired turn is a strike, although there was no move.
    let mut game = bout_3();
    game.play("- | e3-e2");
    assert_eq!((game.at("/strikes/ec"), game.at("/to_move")), (json!(1), Value::Null));
    // With fewer than nine pieces the seat is not asked.
    let mut game = with_items(&["rotate", "swap"], &[], json!({}));
    lay_both(&mut game, 6, STUCK.split_once(", ").expect("pieces").1.split_once(", ").expect("pieces").1);
    game.set(GAME, &[("/position/active", json!({"ec": false, "dmo": true}))]);
    game.play("| e4-e3");
    assert_eq!((game.at("/to_move"), game.at("/strikes/ec")), (json!("dmo"), json!(0)));
}

#[test]
fn finished_match_asks_nobody_and_has_no_legal_orders() {
    let mut game = both("dm11", "b3 e-bbbbbbbb, c3 d-b.......");
    game.play("b3-c3 | -");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    for seat in Seat::ALL {
        assert!(game.legal(seat).is_empty() && game.seat(seat).choices(&[]).is_empty());
        assert_eq!(game.read(seat, "c3-c4"), Err(RefusalKind::Illegal));
    }
    assert_eq!((game.at("/clashes"), game.at("/first"), game.at("/bout")), (json!(0), Value::Null, json!(3)));
}

#[test]
fn everyone_sees_the_referee_state_and_players_their_seat() {
    let game = dm11(PAIR);
    assert_eq!(game.sight(Viewer::Public).json(), game.state());
    for seat in Seat::ALL {
        let mut expected = game.state();
        expected["you"] = json!(seat);
        assert_eq!(game.seat(seat).json(), expected);
    }
}
