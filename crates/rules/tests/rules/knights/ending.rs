//! Section *End*, and `still` of the referee state.

use deathmatch_rules::game::{Asked, Outcome, Reason, Seat, Viewer};
use serde_json::{Value, json};

use super::{first, position, streak};
use crate::script::Match;

/// Returns a position with so many coloured squares (d5 and e5 the last of them) and points.
fn late(coloured: usize, points: (u32, u32), other: &Value) -> Match {
    let mut all = json!({
        "turn": 30,
        "coloured": { "ec": first(coloured, "d5 e5"), "dmo": [] },
        "points": { "ec": points.0, "dmo": points.1 },
    });
    for (key, value) in other.as_object().into_iter().flatten() {
        all[key.as_str()] = value.clone();
    }
    position("c3 e5", "c2 d5", &all)
}

const fn won(seat: Seat, reason: Reason) -> Outcome {
    Outcome { winner: Some(seat), reason }
}

#[test]
fn match_ends_when_all_squares_are_coloured() {
    let mut game = late(23, (1, 9), &json!({}));
    game.play("spawn a5, claim e5 | spawn a1, claim c2");
    assert!(matches!(game.asked(), Asked::Seats(_)));
    game.play("spawn b5, claim c3 | spawn b1, claim d5");
    assert_eq!(game.outcome(), won(Seat::Dmo, Reason::Rules));
    assert_eq!((super::points(&game), game.at("/turn")), ((5, 14), json!(31)), "the last turn played");
    let words = game.words(Viewer::Public);
    assert!(words.contains("All 25 squares are claimed: 14 points to 5."), "{words}");
    assert!(game.legal(Seat::Ec).is_empty());
}

#[test]
fn two_claims_may_colour_the_last_two_squares() {
    let mut game = late(23, (9, 1), &json!({}));
    game.play("spawn a5, claim e5 | spawn a1, claim d5");
    assert_eq!(game.outcome(), won(Seat::Ec, Reason::Rules));
    assert_eq!(super::points(&game), (13, 5));
}

#[test]
fn level_points_go_to_the_dmo() {
    let mut game = late(23, (7, 7), &json!({}));
    game.play("spawn a5, claim e5 | spawn a1, claim d5");
    assert_eq!(game.outcome(), won(Seat::Dmo, Reason::TieBreak));
    assert!(game.words(Viewer::Public).contains(": the points are level at 11, and a tie goes to the DMO."));
}

#[test]
fn turn_100_is_the_last() {
    let mut game = position("c3 e5", "c2 d1", &json!({ "turn": 99, "points": { "ec": 3, "dmo": 1 } }));
    game.play("- | -");
    assert!(matches!(game.asked(), Asked::Seats(_)));
    assert_eq!(game.at("/turn"), 100);
    game.play("- | spawn a1, claim d1");
    assert_eq!((game.outcome(), game.at("/turn")), (won(Seat::Ec, Reason::Rules), json!(100)));
    assert!(game.words(Viewer::Public).contains("Turn 100 was the last: 3 points to 2."));
}

#[test]
fn tie_at_turn_100_goes_to_the_dmo() {
    let mut game = position("c3", "c2", &json!({ "turn": 100 }));
    game.play("- | -");
    assert_eq!(game.outcome(), won(Seat::Dmo, Reason::TieBreak));
}

#[test]
fn three_quiet_turns_end_the_match_on_a_repeated_position() {
    let mut game = late(20, (5, 4), &json!({}));
    game.play("move c3-d1, claim d1 | move c2-e3, claim e3");
    assert_eq!(game.at("/still"), 1);
    game.play("move d1-c3, claim c3 | move e3-c2, claim c2");
    assert_eq!(game.at("/still"), 2);
    let words = game.words(Viewer::Public);
    assert!(
        words.contains(
            "Quiet turn 2 (they count from 20 claimed squares on). After 3 in a row, the match ends if all knights stand where they stood two turns ago."
        ),
        "{words}"
    );
    game.play("move c3-d1, claim d1 | move c2-e3, claim e3");
    assert_eq!((game.at("/still"), game.at("/turn")), (json!(3), json!(32)));
    assert_eq!(game.outcome(), won(Seat::Ec, Reason::Rules));
    let words = game.words(Viewer::Public);
    assert!(
        words.contains(
            "In 3 turns nothing was claimed or taken, and the knights stand as they stood two turns before: 5 points to 4."
        ),
        "{words}"
    );
}

#[test]
fn same_actions_on_other_squares_are_no_repetition() {
    let mut game = late(20, (5, 4), &json!({}));
    game.play("move c3-b1, claim b1 | spawn a1, move c2-e3\nmove b1-d2, claim d2 | spawn c1, move e3-c2");
    game.play("move d2-b3, claim b3 | spawn e1, move c2-b4");
    assert_eq!(game.at("/still"), 3);
    assert!(matches!(game.asked(), Asked::Seats(_)));
}

#[test]
fn other_actions_that_restore_the_position_are_a_repetition() {
    // The limit of three makes the Elimination Candidate wait in between.
    let mut game = late(20, (5, 4), &json!({}));
    game.play("move c3-d1, claim d1 | -\n- | -\n- | -");
    assert_eq!((game.at("/still"), game.outcome()), (json!(3), won(Seat::Ec, Reason::Rules)));
}

#[test]
fn longer_quiet_run_ends_with_the_first_repetition() {
    let mut game = late(20, (5, 4), &json!({}));
    game.play("move c3-d1, claim d1 | -\nmove d1-b2, claim b2 | -\nmove b2-d3, claim d3 | -");
    assert_eq!(game.at("/still"), 3);
    assert!(game.words(Viewer::Public).contains("3 or more quiet turns in a row"));
    game.play("- | move c2-e3, claim e3");
    assert_eq!(game.at("/still"), 3, "it stays at 3");
    assert!(matches!(game.asked(), Asked::Seats(_)));
    // Equal types of action two turns apart, but each with another knight.
    game.play("move d3-b2, claim b2 | move e3-c2, claim c2");
    assert!(matches!(game.asked(), Asked::Seats(_)));
    game.play("move b2-d3, claim d3 | move c2-e3, claim e3");
    assert_eq!((game.at("/still"), game.outcome()), (json!(3), won(Seat::Ec, Reason::Rules)));
}

#[test]
fn position_before_the_first_quiet_turn_does_not_count() {
    // After the second quiet turn the knights stand as before the first.
    let mut game = late(20, (5, 4), &json!({}));
    game.play("move c3-d1, claim d1 | -\nmove d1-c3, claim c3 | -");
    assert_eq!(game.at("/still"), 2);
    assert!(matches!(game.asked(), Asked::Seats(_)));
    // After the third they stand as after the second, but not as after the first.
    game.play("- | -");
    assert_eq!(game.at("/still"), 3);
    assert!(matches!(game.asked(), Asked::Seats(_)));
    game.play("- | -");
    assert_eq!(game.outcome(), won(Seat::Ec, Reason::Rules));
}

#[test]
fn tie_by_repetition_goes_to_the_dmo() {
    let mut game = late(20, (4, 4), &json!({}));
    game.play("- | -\n- | -\n- | -");
    assert_eq!((game.outcome(), game.at("/still")), (won(Seat::Dmo, Reason::TieBreak), json!(3)));
}

#[test]
fn spawned_knight_is_no_repetition() {
    let mut game = late(20, (5, 4), &json!({}));
    game.play("- | -\n- | -\nspawn a5, claim c3 | -");
    assert_eq!(game.at("/still"), 3);
    assert!(matches!(game.asked(), Asked::Seats(_)));
    game.play("- | -");
    assert!(matches!(game.asked(), Asked::Seats(_)));
    game.play("- | -");
    assert_eq!(game.outcome(), won(Seat::Ec, Reason::Rules));
}

#[test]
fn coloured_square_or_a_removed_knight_ends_the_run() {
    let quiet = json!({ "still": 2, "streak": { "ec": streak("mc", 2), "dmo": streak("", 0) } });
    let mut game = late(20, (5, 4), &quiet);
    game.play("move c3-d1, claim e5 | -");
    assert_eq!(game.at("/still"), 0);
    let mut game = position(
        "c3",
        "e4 a1",
        &json!({ "turn": 40, "coloured": { "ec": first(21, ""), "dmo": [] }, "still": 2, "streak": quiet["streak"] }),
    );
    game.play("move c3-e4, claim e4 | -");
    assert_eq!(game.at("/still"), 0, "a capture is not quiet");
    assert!(matches!(game.asked(), Asked::Seats(_)));
}

#[test]
fn collision_is_not_quiet() {
    let other = json!({
        "turn": 40,
        "coloured": { "ec": first(21, ""), "dmo": [] },
        "still": 2,
        "streak": { "ec": streak("mc", 2), "dmo": streak("mc", 2) },
    });
    let mut game = position("c3", "b2", &other);
    game.play("move c3-a4, claim a4 | move b2-a4, claim a4");
    assert_eq!((game.at("/still"), super::points(&game)), (json!(0), (1, 1)));
    assert!(matches!(game.asked(), Asked::Seats(_)));
}

#[test]
fn quiet_turns_with_fewer_than_20_coloured_squares_do_not_count() {
    let mut game = late(19, (5, 4), &json!({}));
    game.play("- | -\n- | -\n- | -\n- | -");
    assert_eq!(game.at("/still"), 0);
    assert!(matches!(game.asked(), Asked::Seats(_)));
}

#[test]
fn turn_that_colours_the_twentieth_square_is_not_quiet() {
    let mut game = late(19, (5, 4), &json!({}));
    game.play("spawn a5, claim e5 | -");
    assert_eq!(game.at("/still"), 0);
    game.play("spawn b5, claim e5 | -\nspawn c5, claim e5 | -");
    assert_eq!(game.at("/still"), 2);
    assert!(matches!(game.asked(), Asked::Seats(_)));
}

#[test]
fn pair_limit_and_quiet_turns_are_counted_separately() {
    let mut game = late(19, (5, 4), &json!({}));
    game.play("spawn a5, claim e5 | -\nspawn b5, claim e5 | -\nspawn c5, claim e5 | -");
    assert_eq!((game.at("/still"), game.at("/streak/ec")), (json!(2), json!(["sc", 3])));
    game.play("move c3-d1, claim d1 | -");
    assert_eq!(game.at("/still"), 3);
}
