//! Section *Order*: a pair of actions is allowed three turns in a row at most.

use deathmatch_rules::game::{RefusalKind, Seat};
use serde_json::json;

use super::{after, position, streak};

/// Returns a position after three turns of one pair by the Elimination Candidate.
fn three(pair: &str) -> crate::script::Match {
    position("c3 b5", "a1", &json!({ "turn": 9, "streak": { "ec": streak(pair, 3), "dmo": streak("", 0) } }))
}

#[test]
fn fourth_turn_of_a_pair_is_refused() {
    let mut game = after("move c5-b3, claim b3 | -\nmove d5-c3, claim c3 | -\nmove e5-d3, claim d3 | -");
    assert_eq!(game.at("/streak/ec"), json!(["mc", 3]));
    assert_eq!(game.read(Seat::Ec, "move a5-c4, claim c4"), Err(RefusalKind::Illegal));
    assert!(game.legal(Seat::Ec).iter().all(|order| order.starts_with("spawn")));
    game.play("spawn c5, claim b3 | -");
    assert_eq!(game.at("/streak/ec"), json!(["sc", 1]));
    game.play("move a5-c4, claim c4 | -");
    assert_eq!(game.at("/streak/ec"), json!(["mc", 1]));
}

#[test]
fn each_of_the_three_pairs_is_limited() {
    for (pair, order) in [("sm", "spawn a5, move b5-a3"), ("sc", "spawn a5, claim c3"), ("mc", "move b5-a3, claim a3")]
    {
        assert_eq!(three(pair).read(Seat::Ec, order), Err(RefusalKind::Illegal), "{pair}");
        for other in ["sm", "sc", "mc"].into_iter().filter(|other| *other != pair) {
            assert!(three(other).read(Seat::Ec, order).is_ok(), "{pair} after {other}");
        }
    }
}

#[test]
fn pairs_are_made_of_types_and_not_squares() {
    let game = three("sc");
    assert!(game.legal(Seat::Ec).iter().all(|order| !(order.starts_with("spawn") && order.contains("claim"))));
}

#[test]
fn limit_is_counted_for_each_seat() {
    let game = position("c3", "c2", &json!({ "streak": { "ec": streak("mc", 3), "dmo": streak("mc", 2) } }));
    assert_eq!(game.read(Seat::Ec, "move c3-b1, claim b1"), Err(RefusalKind::Illegal));
    assert!(game.read(Seat::Dmo, "move c2-a1, claim a1").is_ok());
}

#[test]
fn turn_without_an_order_resets_the_count() {
    let mut game = three("mc");
    game.play("- | -");
    assert_eq!(game.at("/streak/ec"), json!(["", 0]));
    game.play("move b5-a3, claim a3 | -");
    assert_eq!(game.at("/streak/ec"), json!(["mc", 1]));
}

#[test]
fn limit_is_lifted_if_it_leaves_no_pair() {
    // With a full home row only moving and claiming is possible.
    let mut game =
        position("a5 b5 c5 d5 e5", "a1", &json!({ "streak": { "ec": streak("mc", 3), "dmo": streak("", 0) } }));
    assert!(game.seat(Seat::Ec).question().is_some_and(|words| !words.with_names(&names()).contains("Not ")));
    game.play("move c5-b3, claim b3 | -");
    assert_eq!(game.at("/streak/ec"), json!(["mc", 4]), "the streak counts on");
    // A spawn is possible again, and the limit holds.
    assert_eq!(game.read(Seat::Ec, "move b3-c5, claim c5"), Err(RefusalKind::Illegal));
    assert!(game.read(Seat::Ec, "spawn c5, claim b3").is_ok());
}

fn names() -> deathmatch_rules::game::BySeat<&'static str> {
    deathmatch_rules::game::BySeat { ec: "Ann", dmo: "Bob" }
}

#[test]
fn question_names_a_pair_at_its_limit() {
    let words = |pair: &str| three(pair).seat(Seat::Ec).question().unwrap().with_names(&names());
    assert!(
        words("sm").contains("You have used spawn and move 3 times in a row, so use another pair this turn."),
        "{}",
        words("sm")
    );
    assert!(words("mc").contains("You have used move and claim 3 times in a row, so use another pair this turn."));
}

#[test]
fn single_actions_have_no_limit() {
    let mut game = position("", "a1 c3", &json!({ "streak": { "ec": streak("s", 7), "dmo": streak("", 0) } }));
    game.play("spawn a5 | -");
    assert_eq!(game.at("/streak/ec"), json!(["s", 8]));
    assert!(game.read(Seat::Ec, "spawn b5, claim a5").is_ok());
}

#[test]
fn single_action_does_not_continue_a_pair() {
    let mut game = position("", "a1 c3", &json!({ "streak": { "ec": streak("sc", 3), "dmo": streak("", 0) } }));
    game.play("spawn a5 | -");
    assert_eq!(game.at("/streak/ec"), json!(["s", 1]));
    game.play("spawn b5, claim a5 | -");
    assert_eq!(game.at("/streak/ec"), json!(["sc", 1]));
}
