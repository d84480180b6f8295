//! Section *Order*: orders that the board forbids.

use deathmatch_rules::game::{Asked, RefusalKind, Seat, Viewer};
use serde_json::json;

use super::{position, standard};
use crate::script::Match;

fn legal(game: &Match, seat: Seat, cases: &[&str]) {
    for text in cases {
        assert_eq!(game.read(seat, text).as_deref(), Ok(*text), "`{text}`");
    }
}

fn illegal(game: &Match, seat: Seat, cases: &[&str]) {
    for text in cases {
        assert_eq!(game.read(seat, text), Err(RefusalKind::Illegal), "`{text}`");
    }
}

#[test]
fn each_seat_begins_with_its_home_row_full() {
    let game = standard();
    assert_eq!(
        game.state(),
        json!({
            "turn": 1,
            "knights": { "ec": ["a5", "b5", "c5", "d5", "e5"], "dmo": ["a1", "b1", "c1", "d1", "e1"] },
            "colours": {},
            "points": { "ec": 0, "dmo": 0 },
            "streak": { "ec": ["", 0], "dmo": ["", 0] },
            "still": 0,
        })
    );
    let Asked::Seats(asks) = game.asked() else { panic!("a match begins with a turn") };
    assert!(asks.iter().all(|(_, ask)| ask.is_some_and(|ask| ask.prompt == "turn")));
}

#[test]
fn spawn_goes_to_an_own_home_square() {
    let game = position("c3", "c2", &json!({}));
    legal(&game, Seat::Ec, &["spawn a5, claim c3", "spawn e5, claim c3"]);
    illegal(&game, Seat::Ec, &["spawn a1, claim c3", "spawn a4, claim c3", "spawn c3, claim c3"]);
    legal(&game, Seat::Dmo, &["spawn a1, claim c2"]);
    illegal(&game, Seat::Dmo, &["spawn a5, claim c2"]);
}

#[test]
fn spawn_square_is_empty_as_the_turn_begins() {
    let game = position("c3 b5", "d5 a1", &json!({}));
    illegal(&game, Seat::Ec, &["spawn b5, claim c3", "spawn d5, claim c3"]);
    // A square that is left in the same turn is not empty.
    illegal(&game, Seat::Ec, &["spawn b5, move b5-a3"]);
    legal(&game, Seat::Ec, &["spawn a5, claim c3"]);
}

#[test]
fn knight_moves_as_in_chess() {
    let game = position("c3", "", &json!({}));
    for to in ["b1", "d1", "a2", "e2", "a4", "e4", "b5", "d5"] {
        legal(&game, Seat::Ec, &[&format!("move c3-{to}, claim {to}")]);
    }
    illegal(&game, Seat::Ec, &["move c3-c4, claim c4", "move c3-c3, claim c3", "move c3-e1, claim e1"]);
    let edge = position("a1", "", &json!({}));
    assert_eq!(edge.legal(Seat::Ec).iter().filter(|order| order.starts_with("move")).count(), 2);
}

#[test]
fn move_needs_an_own_knight_of_the_turns_beginning() {
    let game = position("c3 b5", "d1", &json!({}));
    illegal(&game, Seat::Ec, &["move d1-b2, claim c3", "move a1-b3, claim c3", "spawn a5, move a5-b3"]);
    legal(&game, Seat::Ec, &["move c3-d1, claim d1"]);
}

#[test]
fn move_does_not_end_on_an_own_knight_or_the_spawn_square() {
    let game = position("c3 b5", "", &json!({}));
    illegal(&game, Seat::Ec, &["move c3-b5, claim b5", "spawn d5, move c3-d5"]);
    legal(&game, Seat::Ec, &["spawn d5, move b5-d4", "spawn a5, move c3-d5"]);
}

#[test]
fn claim_names_an_own_knight_where_it_stands_after_movement() {
    let game = position("c3 b5", "c2", &json!({}));
    legal(&game, Seat::Ec, &["move b5-a3, claim a3", "move b5-a3, claim c3", "spawn a5, claim b5"]);
    illegal(&game, Seat::Ec, &["move b5-a3, claim b5", "spawn a5, claim c2", "spawn a5, claim e4"]);
}

#[test]
fn knight_just_spawned_does_not_claim() {
    let game = position("c3", "", &json!({}));
    illegal(&game, Seat::Ec, &["spawn a5, claim a5"]);
}

#[test]
fn coloured_square_may_be_claimed_to_no_effect() {
    let mut game = position("c3", "a1", &json!({ "coloured": { "ec": ["c3"], "dmo": ["a1"] } }));
    game.play("spawn a5, claim c3 | spawn b1, claim a1");
    assert_eq!(super::points(&game), (0, 0));
    assert_eq!(game.at("/colours"), json!({ "c3": "ec", "a1": "dmo" }));
    assert!(game.words(Viewer::Public).contains("claims c3 (+0)"));
    let mut game = position("c3", "", &json!({ "coloured": { "ec": [], "dmo": ["c3"] } }));
    game.play("spawn a5, claim c3 | -");
    assert_eq!(game.at("/colours/c3"), "dmo");
}

#[test]
fn one_spawn_is_the_order_without_knights() {
    let game = position("", "a1 c5", &json!({}));
    assert_eq!(game.legal(Seat::Ec), ["spawn a5", "spawn b5", "spawn d5", "spawn e5"]);
    legal(&game, Seat::Ec, &["spawn a5"]);
    illegal(&game, Seat::Ec, &["spawn c5", "claim a1", "spawn a5, claim a5", "spawn a5, spawn b5"]);
}

#[test]
fn one_claim_is_the_order_if_no_move_or_spawn_is_possible() {
    let all = super::first(25, "");
    let game = position("", "", &json!({ "knights": { "ec": all, "dmo": [] } }));
    let orders = game.legal(Seat::Ec);
    assert_eq!(orders.len(), 25);
    assert!(orders.iter().all(|order| order.starts_with("claim ")));
}

#[test]
fn one_action_is_refused_while_any_two_are_possible() {
    let game = position("c3", "", &json!({}));
    illegal(&game, Seat::Ec, &["spawn a5", "move c3-b1", "claim c3"]);
}

#[test]
fn seat_with_no_possible_action_is_not_awaited() {
    let mut game = position(
        "",
        "a5 b5 c5 d5 e5 a1",
        &json!({ "streak": { "ec": super::streak("mc", 2), "dmo": super::streak("mc", 1) } }),
    );
    let Asked::Seats(asks) = game.asked() else { panic!("the match is running") };
    assert!(asks.ec.is_none() && asks.dmo.is_some());
    assert!(game.legal(Seat::Ec).is_empty() && game.seat(Seat::Ec).question().is_none());
    assert_eq!(game.read(Seat::Ec, "spawn a5"), Err(RefusalKind::Illegal));
    game.play("- | move a5-b3, claim b3");
    assert_eq!(game.at("/streak/ec"), json!(["", 0]), "that turn counts as without an order");
    assert!(game.words(Viewer::Public).contains("Ann has nothing to order."));
    let Asked::Seats(asks) = game.asked() else { panic!("the match is running") };
    assert!(asks.ec.is_some(), "a5 is empty again");
}

#[test]
fn missing_order_is_no_action() {
    let mut game = standard();
    game.play("- | -");
    assert_eq!(game.at("/turn"), 2);
    assert_eq!(game.at("/knights"), standard().at("/knights"));
    assert!(game.words(Viewer::Public).contains("Ann misses the deadline. Bob misses the deadline."));
}

#[test]
fn setup_is_refused() {
    let terms = deathmatch_rules::game::Terms {
        setup: json!({ "knights": {} }).as_object().cloned().unwrap(),
        ..deathmatch_rules::game::Terms::default()
    };
    assert!(matches!(
        deathmatch_rules::games::find("knights").unwrap().open(&terms),
        Err(deathmatch_rules::game::SetupError::Setup(_))
    ));
}
