//! Section *Simultaneous turn*.

use serde_json::json;

use super::{both, effects, lay_both, on, stands, with_items};
use crate::script::Match;

#[track_caller]
fn meets(preset: &str, before: &str, orders: &str, after: &str) -> Match {
    let mut game = both(preset, before);
    game.play(orders);
    stands(&game, after);
    game
}

/// Something for either side, out of the way.
const REST: &str = "a1 e-........, e1 d-........";

#[test]
fn two_arrivals_remove_each_other() {
    let game = meets("dm11", &format!("b3 e-bbbbbbbb, d3 d-bbbbbbbb, {REST}"), "b3-c3 | d3-c3", REST);
    assert_eq!(game.at("/since_capture"), 0);
    assert_eq!(effects(&game), ["moved", "moved", "collided", "collided"]);
}

#[test]
fn what_stood_there_and_did_not_leave_is_removed_with_them() {
    for standing in ["c3 e-........", "c3 d-........"] {
        let game = meets("dm11", &format!("b3 e-bbbbbbbb, d3 d-bbbbbbbb, {standing}, {REST}"), "b3-c3 | d3-c3", REST);
        assert_eq!(effects(&game).iter().filter(|effect| *effect == "collided").count(), 3);
    }
}

#[test]
fn one_arrival_captures_what_did_not_leave() {
    meets(
        "dm11",
        &format!("b3 e-bbbbbbbb, c3 dR......b., d3 d-bbbbbbbb, {REST}"),
        "b3-c3 | d3-d4",
        &format!("c3 e-bbbbbbbb, d4 d-bbbbbbbb, {REST}"),
    );
}

#[test]
fn a_piece_that_left_is_not_hit_and_pieces_that_exchange_squares_both_live() {
    meets(
        "dm11",
        &format!("b3 e-bbbbbbbb, c3 d-bbbbbbbb, {REST}"),
        "b3-c3 | c3-d3",
        &format!("c3 e-bbbbbbbb, d3 d-bbbbbbbb, {REST}"),
    );
    let game = meets(
        "dm11",
        &format!("b3 e-bbbbbbbb, c3 d-bbbbbbbb, {REST}"),
        "b3-c3 | c3-b3",
        &format!("c3 e-bbbbbbbb, b3 d-bbbbbbbb, {REST}"),
    );
    assert_eq!(game.at("/since_capture"), 1);
}

#[test]
fn a_displaced_guardian_arrives_on_its_movers_old_square() {
    // An enemy that goes there at the same moment meets it, and both are removed; the Guardian's character is gone before.
    let game = meets(
        "dm11",
        &format!("b3 e-b......., b2 eGb......., c3 d-......b., {REST}"),
        "b3-b2 swap | c3-b3",
        &format!("b2 e-b......., {REST}"),
    );
    assert!(effects(&game).contains(&"displaced".to_owned()));
    // An enemy that goes to the Guardian's square meets the moved piece; the Guardian lives on as a blank piece.
    meets(
        "dm11",
        &format!("b3 e-b......., b2 eGb......., c2 d-......b., {REST}"),
        "b3-b2 swap | c2-b2",
        &format!("b3 e-b......., {REST}"),
    );
    // Both seats swap.
    meets(
        "dm11",
        &format!("b3 e-b......., b2 eGb......., d3 dRb......., d2 dG..b....., {REST}"),
        "b3-b2 swap | d3-d2 swap",
        &format!("b2 e-b......., b3 e-b......., d2 dR.b......, d3 d-..b....., {REST}"),
    );
}

#[test]
fn what_enters_a_passed_square_does_not_matter() {
    meets(
        "dm11",
        &format!("b3 eM..b....., c4 d-b......., {REST}"),
        "b3-d3 | c4-c3",
        &format!("d3 eM..b....., c3 d-b......., {REST}"),
    );
    meets(
        "dm11",
        &format!("b3 eC..b....., c4 d-b......., {REST}"),
        "b3-d3 | c4-c3",
        &format!("d3 eC..g....., c3 d-b......., {REST}"),
    );
    meets("dm11", &format!("b3 eC..b....., d4 d-b......., {REST}"), "b3-d3 | d4-d3", REST);
}

#[test]
fn after_effects_are_those_of_the_movers_that_still_stand() {
    meets("dm11", &format!("b3 eR..b....., d3 dL......b., {REST}"), "b3-c3 | d3-c3", REST);
    meets(
        "dm11",
        &format!("b3 eR..b....., d3 dL......b., {REST}"),
        "b3-c3 | -",
        &format!("c3 eR...b...., d3 dL......b., {REST}"),
    );
    // A Guardian over the edge keeps its character if nothing was there to be captured any more.
    meets(
        "dm11",
        &format!("c1 eGb......., c5 d-..b....., {REST}"),
        "c1-c5 | c5-d5",
        &format!("c5 eGb......., d5 d-..b....., {REST}"),
    );
    // A self-capture is carried out when the turn is.
    meets(
        "final",
        &format!("c3 e-b......., c2 eR..b....., e3 d-b......., {REST}"),
        "c3-c2 adopt | e3-e2",
        &format!("c2 eRb.g.....*, e2 d-b......., {REST}"),
    );
    meets("final", &format!("c3 e-b......., c2 eR..b....., d2 d-......b., {REST}"), "c3-c2 | d2-c2", REST);
}

#[test]
fn bites_land_at_one_moment_on_whatever_stands_there_after_the_moves() {
    // Both bite the same arrow.
    let game = meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-bb......, d3 dMb......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | e5-e4; monster d3 c3:n",
        "a4 e-b......., b3 e-b......., c3 d-.b......, d3 d-b......., e4 d-b.......",
    );
    assert_eq!(effects(&game).iter().filter(|effect| *effect == "bit").count(), 2);
    // Each other: both land, since they land at one moment.
    meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 dMb......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | e5-e4; monster c3 b3:n",
        "a4 e-b......., b3 e-........, c3 d-........, e4 d-b.......",
    );
    // On another piece that has come there.
    meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-b......., c4 dRb......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | c3-c2",
        "a4 e-b......., b3 eMb......., c2 d-b......., c4 dRb......., e5 d-b.......",
    );
    meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-b......., c4 d-bb......, e5 d-b.......",
        "a5-a4; monster b3 c3:n | c4-c3",
        "a4 e-b......., b3 e-b......., c3 d-.b......, e5 d-b.......",
    );
}

#[test]
fn a_power_that_fails_leaves_the_character() {
    // The bitten piece has left.
    let game = meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-b......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | c3-c2",
        "a4 e-b......., b3 eMb......., c2 d-b......., e5 d-b.......",
    );
    assert!(effects(&game).contains(&"power-failed".to_owned()));
    // The arrow is gone with the piece that it was on, and another one stands there.
    meets(
        "dm11",
        "b3 eMb......., c3 d-b......., d4 dRb......., d3 d-......b., a5 e-b......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | d3-c3",
        "b3 eMb......., c3 d-......b., d4 dRb......., a4 e-b......., e5 d-b.......",
    );
    // The Monster is captured before it bites.
    meets(
        "dm11",
        "b3 eMb......., c3 d-b......., b4 d-b......., a5 e-b......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | b4-b3",
        "b3 d-b......., c3 d-b......., a4 e-b......., e5 d-b.......",
    );
    // The piece that gives its character up is captured.
    meets(
        "dm11",
        "a5 e-b......., c3 eR........, d3 d-......b., e5 d-b.......",
        "a5-a4; rat c3 | d3-c3",
        "a4 e-b......., c3 d-......b., e5 d-b.......",
    );
    // A Crow in dm11 never fails for lack of grey arrows.
    meets(
        "dm11",
        "a5 e-b......., c3 eCb......., e5 d-b.......",
        "a5-a4; crow c3 | e5-e4",
        "a4 e-b......., c3 e-b......., e4 d-b.......",
    );
}

#[test]
fn regrowth_comes_before_the_other_powers() {
    // The bite leaves the Lizard nothing, it grows eight arrows, and its gift is no longer legal.
    meets(
        "dm11",
        "a5 e-b......., b3 eLb......., c3 dMb......., e5 d-b.......",
        "a5-a4; lizard b3 e | e5-e4; monster c3 b3:n",
        "a4 e-b......., b3 eLbbbbbbbb, c3 d-b......., e4 d-b.......",
    );
    // A bitten Rat turns without the arrow.
    meets(
        "dm11",
        "a5 e-b......., b3 eRbb......, c3 dMb......., e5 d-b.......",
        "a5-a4; rat b3 | e5-e4; monster c3 b3:n",
        "a4 e-b......., b3 e-.....b.., c3 d-b......., e4 d-b.......",
    );
}

#[test]
fn a_crow_of_the_final_restores_the_named_arrows_that_are_still_grey() {
    let pieces = "a5 e-b......., b3 eCb......., b4 e-ggb....., c4 dMb......., e5 d-b.......";
    meets(
        "final",
        pieces,
        "a5-a4; crow b3 b4:n,ne | e5-e4; monster c4 b4:n",
        "a4 e-b......., b3 e-b......., b4 e-.bb....., c4 d-b......., e4 d-b.......",
    );
    // None is: it fails.
    meets(
        "final",
        pieces,
        "a5-a4; crow b3 b4:n | e5-e4; monster c4 b4:n",
        "a4 e-b......., b3 eCb......., b4 e-.gb....., c4 d-b......., e4 d-b.......",
    );
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
fn an_item_made_illegal_by_the_others_fails_and_is_kept_and_its_move_stands() {
    let mut game = ten(&["honour"], &["honour"], TEN);
    game.play("item honour a1:e e1:s; a5-a4 | item honour e1:s a3:n; e6-e5");
    assert_eq!(on(&game, "e1"), "dMb...b...");
    assert_eq!(on(&game, "a3"), "eG..b.....");
    assert_eq!(game.at("/items"), json!({"ec": [], "dmo": ["honour"]}));
    assert!(effects(&game).contains(&"item-failed".to_owned()));
    assert!(on(&game, "e6").is_empty(), "the move stands");
}

#[test]
fn a_move_that_an_item_has_made_illegal_is_a_pass_without_a_strike() {
    // The DMO's Swap takes the Crow's character away before it jumps, and the power goes with the move.
    let mut game = ten(&[], &["swap"], &TEN.replace("b3 eC..b.....", "b4 eC..b....."));
    game.play("b4-d4; rat a1 | item swap a1 b4; e6-e5");
    assert_eq!((on(&game, "b4"), on(&game, "a1")), ("eR..b.....".to_owned(), "eCb.......".to_owned()));
    assert_eq!(game.at("/strikes/ec"), 0);
    assert!(effects(&game).contains(&"move-failed".to_owned()));
}

#[test]
fn a_power_alone_that_an_item_has_made_illegal_leaves_the_move() {
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
fn an_order_keeps_its_meaning_when_its_target_becomes_a_guardian_or_stops_being_one() {
    // A plain capture stays one.
    let pieces = TEN.replace("a5 e-b.......", "a2 e-b.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("a2-a1 | item swap a1 a3; e6-e5");
    assert_eq!((on(&game, "a1"), on(&game, "a2")), ("e-g.......*".to_owned(), String::new()));
    // A swap onto what is no Guardian any more is illegal.
    let pieces = TEN.replace("a5 e-b.......", "a4 e-b.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("a4-a3 swap | item swap a1 a3; e6-e5");
    assert_eq!((on(&game, "a4"), on(&game, "a3")), ("e-b.......".to_owned(), "eR..b.....".to_owned()));
    assert!(effects(&game).contains(&"move-failed".to_owned()));
    // A capture of it stays one.
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("a4-a3 x | item swap a1 a3; e6-e5");
    assert_eq!(on(&game, "a3"), "e-b.g.....*");
}

#[test]
fn a_move_is_judged_from_square_to_square_whatever_character_makes_it() {
    // A Crow ordered to go one square goes as the Rat that it has become.
    let mut game = ten(&[], &["swap"], TEN);
    game.play("b3-c3 | item swap a1 b3; e6-e5");
    assert_eq!(on(&game, "c3"), "eR...b....");
    // A Crow's jump is made by the Monster that it has become.
    let pieces = TEN.replace("a1 eRb.......", "a1 eMb.......");
    let mut game = ten(&[], &["swap"], &pieces);
    game.play("b3-d3 | item swap a1 b3; e6-e5");
    assert_eq!(on(&game, "d3"), "eM..b.....");
}

#[test]
fn the_nine_pieces_are_counted_before_the_turn() {
    let nine = TEN.rsplit_once(", e6").expect("ten").0;
    let mut game = ten(&["rotate"], &["rotate"], nine);
    game.play("item rotate a1 90; a5-a4 | item rotate e1 90; e4-e3");
    assert_eq!(game.at("/items"), json!({"ec": [], "dmo": []}));
}

#[test]
fn each_order_must_be_legal_on_the_board_before_the_turn() {
    use deathmatch::game::{RefusalKind, Seat};
    let game = both("dm11", &format!("b3 eC..b....., d3 d-b......., {REST}"));
    // It may well leave, but it stands there now.
    assert_eq!(game.read(Seat::Ec, "b3-d3"), Err(RefusalKind::Illegal));
    let game = both("dm11", &format!("b3 e-..b....., {REST}, d3 d-b......."));
    assert!(game.read(Seat::Ec, "b3-c3").is_ok());
}
