//! Section *Simultaneous turn*, step 1: items, and their effects on orders given before them.

use deathmatch_rules::game::Seat;
use serde_json::json;

use super::{effects, lay_both, on, with_items};
use crate::script::Match;

#[test]
fn point_of_honour_fails_where_the_ecs_item_put_an_arrow() {
    // The EC's Point of Honour gives the same enemy arrow, its Rotate turns one there, or its Swap lets a Lizard regrow.
    let dark = TEN.replace("a3 eG..b.....", "a3 eGg.......");
    for (pieces, item, honour) in [
        (TEN, "item honour a1:e e1:s", "item honour e3:n a1:e"),
        (TEN, "item rotate a1 90", "item honour e3:n a1:e"),
        (dark.as_str(), "item swap a3 a6", "item honour e3:n a3:e"),
    ] {
        let kind = item.split(' ').nth(1).expect("an item");
        let mut game = ten(&[kind], &["honour"], pieces);
        game.play(&format!("{item}; a5-a4 | {honour}; e6-e5"));
        assert_eq!(game.at("/items"), json!({"ec": [], "dmo": ["honour"]}), "{item}");
        assert_eq!(on(&game, "e3"), "dC..b.....", "neither piece of an item that fails gets an arrow");
        assert_eq!((on(&game, "e6"), on(&game, "a5")), (String::new(), String::new()), "both moves stand");
        assert_eq!(effects(&game).iter().filter(|effect| *effect == "item-failed").count(), 1);
    }
}

#[test]
fn enemys_item_holds_no_piece() {
    // Each item names pieces of the opponent, which move all the same.
    let mut game = ten(&["honour"], &["swap"], TEN);
    game.play("item honour a1:e e4:e; a5-a4 | item swap a3 a5; e4-e3");
    assert_eq!((on(&game, "a4"), on(&game, "a3")), ("eGb.......".to_owned(), "e-..b.....".to_owned()));
    assert_eq!(on(&game, "e3"), "d-b.g.....*");
    assert_eq!(game.at("/items"), json!({"ec": [], "dmo": []}));
}

#[test]
fn item_takes_effect_although_its_move_fails() {
    let mut game = ten(&["rotate"], &["swap"], &TEN.replace("b3 eC..b.....", "b4 eC..b....."));
    game.play("item rotate a3 90; b4-d4; lizard a6 n | item swap a1 b4; e6-e5");
    assert_eq!(game.at("/items"), json!({"ec": [], "dmo": []}));
    assert_eq!((on(&game, "a3"), on(&game, "b4")), ("eG....b...".to_owned(), "eR..b.....".to_owned()));
    // The power was cancelled with the move, and keeps its character.
    assert_eq!((on(&game, "a6"), game.at("/strikes/ec")), ("eL.b......".to_owned(), json!(0)));
    assert_eq!((game.at("/turn"), game.at("/phase")), (json!(2), json!("battle")));
}

#[test]
fn power_is_judged_separately_after_both_items() {
    // The direction of the gift has an arrow by then, so the gift fails at once; the move is made and the character stays.
    let mut game = ten(&[], &["honour"], TEN);
    game.play("a5-a4; lizard a6 n | item honour e3:n a6:n; e6-e5");
    assert_eq!((on(&game, "a6"), on(&game, "a4")), ("eLbb......".to_owned(), "e-b.......".to_owned()));
    // The arrow to bite has turned away.
    let pieces = TEN.replace("b3 eC..b.....", "d4 eM..b.....");
    let mut game = ten(&[], &["rotate"], &pieces);
    game.play("a5-a4; monster d4 e4:n | item rotate e4 45; e6-e5");
    assert_eq!((on(&game, "d4"), on(&game, "e4")), ("eM..b.....".to_owned(), "d-.b......".to_owned()));
    // The giver has become another character.
    let mut game = ten(&[], &["swap"], TEN);
    game.play("a5-a4; lizard a6 n | item swap a1 a6; e6-e5");
    assert_eq!((on(&game, "a6"), on(&game, "a1")), ("eR.b......".to_owned(), "eLb.......".to_owned()));
    for seat in Seat::ALL {
        assert_eq!(game.at(&format!("/strikes/{seat}")), 0);
    }
}

#[test]
fn swap_needs_a_non_guardian_and_a_wrap_needs_a_guardian() {
    // Two Guardians: one stays at the move's target, the other's character passes to the moved piece.
    let pieces = TEN.replace("a5 e-b.......", "a4 e-b.......").replace("b3 eC..b.....", "b3 eG..b.....");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("a4-a3 swap | item swap a4 b3; e6-e5");
    assert_eq!((on(&game, "a4"), on(&game, "a3")), ("eGb.......".to_owned(), "eG..b.....".to_owned()));
    assert!(effects(&game).contains(&"move-failed".to_owned()));
    let pieces = TEN.replace("a3 eG..b.....", "c1 eGb.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("c1-c6 | item swap a1 c1; e6-e5");
    assert_eq!((on(&game, "c1"), on(&game, "c6")), ("eRb.......".to_owned(), String::new()));
    assert!(effects(&game).contains(&"move-failed".to_owned()));
}

#[test]
fn move_of_a_crow_turned_monster_is_judged_again() {
    // A Crow ordered to jump over a piece cannot do so as a Monster.
    let pieces = TEN.replace("a1 eRb.......", "a1 eMb.......").replace("e4 d-b.......", "c3 d-b.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("b3-d3 | item swap a1 b3; e6-e5");
    assert_eq!((on(&game, "b3"), on(&game, "d3")), ("eM..b.....".to_owned(), String::new()));
    assert!(effects(&game).contains(&"move-failed".to_owned()));
}

/// Five pieces of the EC and five of the DMO.
const TEN: &str = "a1 eRb......., a3 eG..b....., a5 e-b......., a6 eL.b......, b3 eC..b....., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, e6 d-b.......";

fn ten(ec: &[&str], dmo: &[&str], pieces: &str) -> Match {
    let mut game = with_items(ec, dmo, json!({}));
    lay_both(&mut game, 6, pieces);
    game
}

#[test]
fn items_come_first_and_are_public_with_the_turn() {
    let mut game = ten(&["rotate"], &["swap"], TEN);
    game.play("item rotate a1 90; a5-a4 | item swap e1 e4; e6-e5");
    assert_eq!(
        (on(&game, "a1"), on(&game, "e1"), on(&game, "e4")),
        ("eR..b.....".to_owned(), "d-b.......".to_owned(), "dMb.......".to_owned())
    );
    assert_eq!(game.at("/items"), json!({"ec": [], "dmo": []}));
}

#[test]
fn item_made_illegal_fails_and_is_kept_and_its_move_counts() {
    let mut game = ten(&["honour"], &["honour"], TEN);
    game.play("item honour a1:e e1:s; a5-a4 | item honour e1:s a3:n; e6-e5");
    assert_eq!(on(&game, "e1"), "dMb...b...");
    assert_eq!(on(&game, "a3"), "eG..b.....");
    assert_eq!(game.at("/items"), json!({"ec": [], "dmo": ["honour"]}));
    assert!(effects(&game).contains(&"item-failed".to_owned()));
    assert!(on(&game, "e6").is_empty(), "the move stands");
}

#[test]
fn move_made_illegal_by_an_item_is_a_pass_without_a_strike() {
    // The DMO's Swap removes the Crow's character before it jumps, and the power is cancelled with the move.
    let mut game = ten(&[], &["swap"], &TEN.replace("b3 eC..b.....", "b4 eC..b....."));
    game.play("b4-d4; rat a1 | item swap a1 b4; e6-e5");
    assert_eq!((on(&game, "b4"), on(&game, "a1")), ("eR..b.....".to_owned(), "eCb.......".to_owned()));
    assert_eq!(game.at("/strikes/ec"), 0);
    assert!(effects(&game).contains(&"move-failed".to_owned()));
}

#[test]
fn power_made_illegal_by_an_item_leaves_the_move() {
    let mut game = ten(&[], &["swap"], TEN);
    game.play("a5-a4; rat a1 | item swap a1 a6; e6-e5");
    assert_eq!(
        (on(&game, "a4"), on(&game, "a1"), on(&game, "a6")),
        ("e-b.......".to_owned(), "eLb.......".to_owned(), "eR.b......".to_owned())
    );
    assert!(effects(&game).contains(&"power-failed".to_owned()));
    // The moved piece now has the same character.
    let mut game = ten(&[], &["swap"], &TEN.replace("b3 eC..b.....", "b3 eR..b....."));
    game.play("a5-a4; rat a1 | item swap a5 b3; e6-e5");
    assert_eq!((on(&game, "a4"), on(&game, "a1")), ("eR.b......".to_owned(), "eRb.......".to_owned()));
}

#[test]
fn order_keeps_its_meaning_if_its_target_changes_character() {
    // A plain capture stays one.
    let pieces = TEN.replace("a5 e-b.......", "a2 e-b.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("a2-a1 | item swap a1 a3; e6-e5");
    assert_eq!((on(&game, "a1"), on(&game, "a2")), ("e-g.......*".to_owned(), String::new()));
    // A swap onto a former Guardian is illegal.
    let pieces = TEN.replace("a5 e-b.......", "a4 e-b.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("a4-a3 swap | item swap a1 a3; e6-e5");
    assert_eq!((on(&game, "a4"), on(&game, "a3")), ("e-b.......".to_owned(), "eR..b.....".to_owned()));
    assert!(effects(&game).contains(&"move-failed".to_owned()));
    // Capturing the former Guardian stays a capture.
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("a4-a3 x | item swap a1 a3; e6-e5");
    assert_eq!(on(&game, "a3"), "e-b.g.....*");
}

#[test]
fn move_is_judged_by_its_squares_for_the_new_character() {
    // A Crow ordered to move one square moves as the Rat that it has become.
    let mut game = ten(&[], &["swap"], TEN);
    game.play("b3-c3 | item swap a1 b3; e6-e5");
    assert_eq!(on(&game, "c3"), "eR...b....");
    // The Monster that the Crow has become makes the ordered jump.
    let pieces = TEN.replace("a1 eRb.......", "a1 eMb.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("b3-d3 | item swap a1 b3; e6-e5");
    assert_eq!(on(&game, "d3"), "eM..b.....");
}

#[test]
fn nine_pieces_are_counted_before_the_turn() {
    let nine = TEN.rsplit_once(", e6").expect("ten").0;
    let mut game = ten(&["rotate"], &["rotate"], nine);
    game.play("item rotate a1 90; a5-a4 | item rotate e1 90; e4-e3");
    assert_eq!(game.at("/items"), json!({"ec": [], "dmo": []}));
}
