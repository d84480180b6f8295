//! Known counts of order sequences.

use deathmatch_rules::game::{Play, Terms};
use deathmatch_rules::games;
use serde_json::json;

const OPEN: &str = "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R";
const CLOSED: &str = "q1*1r2b/1**2*2/3R1*2/*1b1*1*r/1*B2*1*/2*1Q3/*2*1R*1/B1*3*1";

fn open(preset: &str, terms: Terms) -> Box<dyn Play> {
    games::find("blockade-chess").unwrap().open(&Terms { preset: Some(preset.to_owned()), ..terms }).unwrap().0
}

fn play(fen: &str, pawn_placement: &str) -> Box<dyn Play> {
    let setup = json!({ "fen": fen, "to_move": "white", "white": "ec" }).as_object().unwrap().clone();
    let ruleset = json!({ "pawn_placement": pawn_placement }).as_object().unwrap().clone();
    open("blockade", Terms { setup, ruleset, ..Terms::default() })
}

fn counts(play: &dyn Play, expected: &[u64]) {
    for (depth, &nodes) in (1..).zip(expected) {
        assert_eq!(play.perft(depth), Ok(nodes), "depth {depth}");
    }
}

#[test]
fn play_with_pawns_of_the_same_piece() {
    counts(&*play(OPEN, "same-piece"), &[549, 268_564, 127_259_865]);
    counts(&*play(CLOSED, "same-piece"), &[184, 9_299, 1_296_781]);
}

#[test]
fn play_with_pawns_anywhere() {
    counts(&*play(OPEN, "anywhere"), &[2_592, 6_170_313]);
}

#[test]
fn colours_and_placement_steps_count_as_orders() {
    for preset in ["blockade", "garden-of-statues"] {
        counts(&*open(preset, Terms::default()), &[2, 2 * 192, 2 * 192 * 15_624]);
    }
}

#[test]
fn lost_position_has_no_sequences() {
    let stuck = play("RQ*rqr2/RB*1bb2/B**5/**6/8/8/8/8", "same-piece");
    assert_eq!((stuck.perft(0), stuck.perft(1), stuck.perft(2)), (Ok(1), Ok(0), Ok(0)));
}
