//! Section *Simultaneous turn*, without items.

use deathmatch_rules::game::{RefusalKind, Seat};

use super::{both, effects, stands};
use crate::script::Match;

#[track_caller]
fn meets(preset: &str, before: &str, orders: &str, after: &str) -> Match {
    let mut game = both(preset, before);
    game.play(orders);
    stands(&game, after);
    game
}

/// A piece of each player, out of the way.
const REST: &str = "a1 e-........, e1 d-........";

#[test]
fn two_arrivals_remove_each_other() {
    let game = meets("dm11", &format!("b3 e-bbbbbbbb, d3 d-bbbbbbbb, {REST}"), "b3-c3 | d3-c3", REST);
    assert_eq!(game.at("/since_capture"), 0);
    assert_eq!(effects(&game), ["moved", "moved", "collided", "collided"]);
}

#[test]
fn piece_on_a_contested_square_is_removed_with_both_arrivals() {
    for standing in ["c3 e-........", "c3 d-........"] {
        let game = meets("dm11", &format!("b3 e-bbbbbbbb, d3 d-bbbbbbbb, {standing}, {REST}"), "b3-c3 | d3-c3", REST);
        assert_eq!(effects(&game).iter().filter(|effect| *effect == "collided").count(), 3);
    }
}

#[test]
fn single_arrival_captures_a_piece_that_stayed() {
    meets(
        "dm11",
        &format!("b3 e-bbbbbbbb, c3 dR......b., d3 d-bbbbbbbb, {REST}"),
        "b3-c3 | d3-d4",
        &format!("c3 e-bbbbbbbb, d4 d-bbbbbbbb, {REST}"),
    );
}

#[test]
fn both_seats_can_capture_pieces_that_stayed() {
    let game = meets(
        "dm11",
        "b3 e-..b....., b5 e-........, c3 d-b......., d3 d-....b..., d4 eRb......., e5 d-........",
        "b3-c3 | d3-d4",
        "c3 e-..b....., b5 e-........, d4 d-....b..., e5 d-........",
    );
    assert_eq!(game.at("/since_capture"), 0);
    // One seat takes an own piece, the opponent an enemy's.
    meets(
        "dm11",
        "b3 e-..b....., c3 e-b......., d3 d-....b..., d4 eRb......., e5 d-........",
        "b3-c3 | d3-d4",
        "c3 e-..b....., d4 d-....b..., e5 d-........",
    );
}

#[test]
fn pieces_that_leave_or_exchange_squares_survive() {
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
fn displaced_guardian_moves_to_the_movers_old_square() {
    // An enemy that moves there at the same moment meets the Guardian, and both are removed; the Guardian has lost its character before.
    let game = meets(
        "dm11",
        &format!("b3 e-b......., b2 eGb......., c3 d-......b., {REST}"),
        "b3-b2 swap | c3-b3",
        &format!("b2 e-b......., {REST}"),
    );
    assert!(effects(&game).contains(&"displaced".to_owned()));
    // An enemy that moves to the Guardian's square meets the moved piece; the Guardian survives as a blank piece.
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
fn pieces_that_exchange_squares_have_their_after_effects() {
    meets(
        "dm11",
        &format!("b3 eR..b....., c3 dLb.....b., {REST}"),
        "b3-c3 | c3-b3",
        &format!("c3 eR...b...., b3 dLb......., {REST}"),
    );
    // Over the edge: nothing was captured, so the Guardian keeps its character.
    meets(
        "dm11",
        &format!("c1 eGb......., c5 dG....b..., {REST}"),
        "c1-c5 | c5-c1",
        &format!("c5 eGb......., c1 dG....b..., {REST}"),
    );
}

#[test]
fn meeting_a_swapped_guardian_keeps_the_movers_after_effects() {
    // The Guardian is gone, and the Rat has turned; then the Rat is gone, and the Guardian has lost its character.
    meets(
        "dm11",
        &format!("b3 eRb......., b2 eG..b....., c3 d-......b., {REST}"),
        "b3-b2 swap | c3-b3",
        &format!("b2 eR.b......, {REST}"),
    );
    meets(
        "dm11",
        &format!("b3 eRb......., b2 eG..b....., c2 d-......b., {REST}"),
        "b3-b2 swap | c2-b2",
        &format!("b3 e-..b....., {REST}"),
    );
    // A Monster swaps over two squares.
    meets(
        "dm11",
        &format!("b4 eMb......., b2 eG..b....., c3 d-......b., {REST}"),
        "b4-b2 swap | c3-b3",
        &format!("b2 eMb......., b4 e-..b....., b3 d-......b., {REST}"),
    );
}

#[test]
fn pieces_entering_a_passed_square_do_not_matter() {
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
fn only_surviving_movers_have_after_effects() {
    meets("dm11", &format!("b3 eR..b....., d3 dL......b., {REST}"), "b3-c3 | d3-c3", REST);
    meets(
        "dm11",
        &format!("b3 eR..b....., d3 dL......b., {REST}"),
        "b3-c3 | -",
        &format!("c3 eR...b...., d3 dL......b., {REST}"),
    );
    // A Guardian over the edge keeps its character if nothing was left to capture there.
    meets(
        "dm11",
        &format!("c1 eGb......., c5 d-..b....., {REST}"),
        "c1-c5 | c5-d5",
        &format!("c5 eGb......., d5 d-..b....., {REST}"),
    );
    // A self-capture is judged when the turn is resolved.
    meets(
        "final",
        &format!("c3 e-b......., c2 eR..b....., e3 d-b......., {REST}"),
        "c3-c2 adopt | e3-e2",
        &format!("c2 eRb.g.....*, e2 d-b......., {REST}"),
    );
    meets("final", &format!("c3 e-b......., c2 eR..b....., d2 d-......b., {REST}"), "c3-c2 | d2-c2", REST);
}

#[test]
fn simultaneous_bites_hit_the_pieces_there_after_the_moves() {
    // Both bite the same arrow.
    let game = meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-bb......, d3 dMb......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | e5-e4; monster d3 c3:n",
        "a4 e-b......., b3 e-b......., c3 d-.b......, d3 d-b......., e4 d-b.......",
    );
    assert_eq!(effects(&game).iter().filter(|effect| *effect == "bit").count(), 2);
    // They bite each other: both bites take effect, since they are simultaneous.
    meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 dMb......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | e5-e4; monster c3 b3:n",
        "a4 e-b......., b3 e-........, c3 d-........, e4 d-b.......",
    );
    // A bite of another piece that has moved there.
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
fn bites_follow_after_effects() {
    // A Rat enters the square and turns: the bitten arrow is there only after that.
    meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-b......., d3 dR......bb, e5 d-b.......",
        "a5-a4; monster b3 c3:n | d3-c3",
        "a4 e-b......., b3 e-b......., c3 dR.......b, e5 d-b.......",
    );
    // A Lizard has lost the arrow of its move.
    meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-......b., d3 dL..b...b., e5 d-b.......",
        "a5-a4; monster b3 c3:w | d3-c3",
        "a4 e-b......., b3 eMb......., c3 dL..b....., e5 d-b.......",
    );
}

#[test]
fn lizard_regrows_once_after_two_bites() {
    let game = meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 dLbb......, d3 dMb......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | e5-e4; monster d3 c3:ne",
        "a4 e-b......., b3 e-b......., c3 dLbbbbbbbb, d3 d-b......., e4 d-b.......",
    );
    assert_eq!(effects(&game).iter().filter(|effect| *effect == "regrew").count(), 1);
}

#[test]
fn captured_monster_does_not_bite() {
    // The DMO's Monster is captured before it bites; the EC's bites the capturing piece.
    meets(
        "dm11",
        "b3 eMb......., c3 d-b......., d3 dMb......., d4 e-b.b....., a1 e-........, e5 d-b.......",
        "d4-d3; monster b3 c3:n | e5-e4; monster d3 c3:n",
        "b3 e-b......., c3 d-........, d3 e-b.b....., a1 e-........, e4 d-b.......",
    );
}

#[test]
fn failed_power_keeps_the_character() {
    // The bitten piece has left.
    let game = meets(
        "dm11",
        "a5 e-b......., b3 eMb......., c3 d-b......., e5 d-b.......",
        "a5-a4; monster b3 c3:n | c3-c2",
        "a4 e-b......., b3 eMb......., c2 d-b......., e5 d-b.......",
    );
    assert!(effects(&game).contains(&"power-failed".to_owned()));
    // The arrow is gone with its piece, and another piece is there.
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
    // Also by an enemy of the same character, which keeps its own.
    meets(
        "dm11",
        "a5 e-b......., c3 eRb......., d3 dR......b., e5 d-b.......",
        "a5-a4; rat c3 | d3-c3",
        "a4 e-b......., c3 dR.......b, e5 d-b.......",
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
    // The bite leaves the Lizard no arrow, it grows eight, and its gift is no longer legal.
    meets(
        "dm11",
        "a5 e-b......., b3 eLb......., c3 dMb......., e5 d-b.......",
        "a5-a4; lizard b3 e | e5-e4; monster c3 b3:n",
        "a4 e-b......., b3 eLbbbbbbbb, c3 d-b......., e4 d-b.......",
    );
    // In the final it grows arrows where none is grey; the grey arrow of the gift stays grey.
    meets(
        "final",
        "a5 e-b......., b3 eLb.g....., c3 dMb......., e5 d-b.......",
        "a5-a4; lizard b3 e | e5-e4; monster c3 b3:n",
        "a4 e-b......., b3 eLbbgbbbbb, c3 d-b......., e4 d-b.......",
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
fn crow_of_the_final_restores_named_arrows_still_grey() {
    let pieces = "a5 e-b......., b3 eCb......., b4 e-ggb....., c4 dMb......., e5 d-b.......";
    meets(
        "final",
        pieces,
        "a5-a4; crow b3 b4:n,ne | e5-e4; monster c4 b4:n",
        "a4 e-b......., b3 e-b......., b4 e-.bb....., c4 d-b......., e4 d-b.......",
    );
    // The piece on a named square is the enemy's by then: only the other arrow is restored, or none, and the power fails.
    let pieces = "a5 e-b......., b3 eCb......., b4 e-g......., c4 d-g.....b., d1 e-g......., e5 d-b.......";
    meets(
        "final",
        pieces,
        "a5-a4; crow b3 d1:n b4:n | c4-b4",
        "a4 e-b......., b3 e-b......., b4 d-g.....b., d1 e-b......., e5 d-b.......",
    );
    meets(
        "final",
        pieces,
        "a5-a4; crow b3 b4:n | c4-b4",
        "a4 e-b......., b3 eCb......., b4 d-g.....b., d1 e-g......., e5 d-b.......",
    );
    // The moved piece with the arrow has met another one and is gone.
    meets(
        "final",
        "a5 e-b.g....., b3 eCb......., b4 d-......b., e5 d-b.......",
        "a5-a4; crow b3 a4:e | b4-a4",
        "b3 eCb......., e5 d-b.......",
    );
    // The arrow is bitten off: none is left, and the power fails.
    meets(
        "final",
        "a5 e-b......., b3 eCb......., b4 e-ggb....., c4 dMb......., e5 d-b.......",
        "a5-a4; crow b3 b4:n | e5-e4; monster c4 b4:n",
        "a4 e-b......., b3 eCb......., b4 e-.gb....., c4 d-b......., e4 d-b.......",
    );
}

#[test]
fn orders_must_be_legal_on_the_board_before_the_turn() {
    let game = both("dm11", &format!("b3 eC..b....., d3 d-b......., {REST}"));
    // The piece may leave, but it is there before the turn.
    assert_eq!(game.read(Seat::Ec, "b3-d3"), Err(RefusalKind::Illegal));
    let game = both("dm11", &format!("b3 e-..b....., {REST}, d3 d-b......."));
    assert!(game.read(Seat::Ec, "b3-c3").is_ok());
}
