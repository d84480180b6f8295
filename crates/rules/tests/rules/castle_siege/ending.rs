//! *End*: the last round by total and every tie rule.

use deathmatch_rules::game::{Outcome, Reason, Seat, Viewer};
use serde_json::json;

use super::{armed, armed_with};

/// Returns the end of a one-round match with these units.
fn end(ec: &str, dmo: &str) -> (Seat, Reason) {
    let mut game = armed_with(json!({ "rounds": 1 }), ec, dmo);
    game.play("- | -");
    let Outcome { winner, reason } = game.outcome();
    (winner.expect("a winner"), reason)
}

#[test]
fn higher_total_wins_and_exhaustion_counts_against_it() {
    assert_eq!(end("2220", "2221"), (Seat::Ec, Reason::Rules));
    assert_eq!(end("2221", "2220"), (Seat::Dmo, Reason::Rules));
    assert_eq!(end("2220", "3220"), (Seat::Dmo, Reason::Rules));
}

#[test]
fn level_totals_go_to_less_exhaustion() {
    assert_eq!(end("2220", "2231"), (Seat::Ec, Reason::TieBreak));
    assert_eq!(end("2232", "2221"), (Seat::Dmo, Reason::TieBreak));
}

#[test]
fn then_to_more_health() {
    assert_eq!(end("1131", "2121"), (Seat::Ec, Reason::TieBreak));
    assert_eq!(end("1211", "1121"), (Seat::Dmo, Reason::TieBreak));
}

#[test]
fn then_to_the_dmo() {
    assert_eq!(end("1211", "2111"), (Seat::Dmo, Reason::TieBreak));
}

#[test]
fn fortieth_round_is_the_last() {
    let mut game = armed("2220", "2221");
    for round in 1..=40 {
        assert_eq!(game.at("/round"), round);
        game.play("- | -");
    }
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    assert_eq!((game.at("/round"), game.at("/phase")), (json!(40), json!("battle")));
}

#[test]
fn castle_stormed_in_the_last_round_decides() {
    let mut game = armed_with(json!({ "rounds": 1 }), "1000", "4440");
    game.play("ANNNN | -");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
}

#[test]
fn everything_is_revealed() {
    let mut game = armed_with(json!({ "rounds": 2 }), "1111", "2222");
    game.play("DNNNN | RNNNN\n- | NNNNN");
    let told = game.told(Viewer::Public).remove(1);
    assert_eq!(told["kind"], "match-over");
    assert_eq!(told["orders"], json!({ "ec": ["DNNNN", null], "dmo": ["RNNNN", "NNNNN"] }));
    assert_eq!(told["allocated"]["dmo"]["A"], json!([2, 2, 2, 2]));
    assert_eq!(told["units"]["dmo"]["A"], json!([2, 2, 2, 1]));
    assert!(!game.words(Viewer::Public).contains("Round 1\n"), "the end is no wall");
    let words = game.hidden();
    let orders = "Round 1\n- Ann: A defends · B, C, D, E do nothing\n- Bob: A recovers · B, C, D, E do nothing\n\
                  Round 2\n- Ann: no order\n- Bob: A, B, C, D, E do nothing";
    assert!(words.contains(orders), "{words}");
    assert!(game.answer(Viewer::Public, "units").contains("Units of Bob, ATK/DEF/HP: A 2/2/2 exhausted 1"));
}
