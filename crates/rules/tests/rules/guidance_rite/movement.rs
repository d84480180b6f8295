//! Sections *A piece* and *Moving*.

use deathmatch_rules::game::{RefusalKind, Seat};

use super::{alternating, dm11, effects, finale, moved, on, reach, stands};

/// A piece of the opponent, out of the way.
const FAR: &str = "e5 d-b.......";

fn reaches(preset: &str, pieces: &str, from: &str, expected: &[&str]) {
    assert_eq!(reach(&alternating(preset, &format!("{pieces}, {FAR}")), from), expected, "{preset}: {pieces}");
}

#[test]
fn piece_moves_one_square_along_an_arrow() {
    for preset in ["dm11", "final"] {
        reaches(preset, "c3 e-bbbbbbbb", "c3", &["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]);
        reaches(preset, "c3 e-b.b.....", "c3", &["c2", "d3"]);
        moved(preset, "c3 e-b.b....., e5 d-b.......", "c3-d3", "d3 e-b.b....., e5 d-b.......");
    }
}

#[test]
fn n_is_towards_row_1_for_both_seats() {
    moved("dm11", "c3 e-b......., e5 d-b.......", "c3-c2", "c2 e-b......., e5 d-b.......");
    let mut game = dm11("c3 e-b......., e5 d-b.......");
    game.play("c3-c2 |\n| e5-e4");
    stands(&game, "c2 e-b......., e4 d-b.......");
}

#[test]
fn no_piece_but_a_guardian_leaves_the_board() {
    for character in ["-", "R", "C", "L", "M"] {
        reaches("dm11", &format!("a1 e{character}b.....bb, c3 e-b......."), "a1", &[]);
        let game = dm11(&format!("a1 e{character}b.....bb, c3 e-b......., {FAR}"));
        assert_eq!(game.read(Seat::Ec, "a1-a5"), Err(RefusalKind::Illegal));
    }
}

/// The squares that a piece with all eight arrows reaches from a corner and from edges of the small board.
#[test]
fn characters_reach_their_squares_from_corners_and_edges() {
    const ALONE: [&str; 3] = ["-", "R", "L"];
    const LEAPS: [&str; 2] = ["C", "M"];
    for (from, far, near, leaps, wraps) in [
        ("a1", "e4", "a2 b1 b2", "a2 a3 b1 b2 c1 c3", "a2 a5 b1 b2 b5 e1 e2 e5"),
        ("c1", "a5", "b1 b2 c2 d1 d2", "a1 a3 b1 b2 c2 c3 d1 d2 e1 e3", "b1 b2 b5 c2 c5 d1 d2 d5"),
        ("a3", "e1", "a2 a4 b2 b3 b4", "a1 a2 a4 a5 b2 b3 b4 c1 c3 c5", "a2 a4 b2 b3 b4 e2 e3 e4"),
        ("e5", "b2", "d4 d5 e4", "c3 c5 d4 d5 e3 e4", "a1 a4 a5 d1 d4 d5 e1 e4"),
    ] {
        let cases = ALONE.map(|character| (character, near)).into_iter();
        for (character, expected) in cases.chain(LEAPS.map(|character| (character, leaps))).chain([("G", wraps)]) {
            let game = dm11(&format!("{from} e{character}bbbbbbbb, {far} d-bbbbbbbb"));
            assert_eq!(reach(&game, from).join(" "), expected, "{character} on {from}");
        }
    }
    // The last row of the final is the sixth.
    for (character, expected) in
        [("R", "d5 d6 e5"), ("C", "c4 c6 d5 d6 e4 e5"), ("M", "c4 c6 d5 d6 e4 e5"), ("G", "a1 a5 a6 d1 d5 d6 e1 e5")]
    {
        let game = finale(&format!("e6 e{character}bbbbbbbb, b2 d-bbbbbbbb"));
        assert_eq!(reach(&game, "e6").join(" "), expected, "{character} on e6");
    }
}

#[test]
fn marked_own_piece_blocks_every_character() {
    for (character, expected) in [("-", &[][..]), ("R", &[]), ("L", &[]), ("G", &[]), ("M", &[]), ("C", &["e3"])] {
        reaches("final", &format!("c3 e{character}..b....., d3 e-........*, a6 e-b......."), "c3", expected);
    }
    // Over the edge, too, and for a Guardian onto a Guardian.
    reaches("final", "e3 eG..b....., a3 e-........*, a6 e-b.......", "e3", &[]);
    reaches("final", "e3 eG..b....., a3 eG........*, a6 e-b.......", "e3", &[]);
    // The second square of a Monster's move; the nearer one is open.
    reaches("final", "c3 eM..b....., e3 e-........*, a6 e-b.......", "c3", &["d3"]);
}

#[test]
fn move_captures_pieces_of_either_owner() {
    for preset in ["dm11", "final"] {
        moved(preset, "c3 e-..b....., d3 dG........, e5 d-b.......", "c3-d3", "d3 e-..b....., e5 d-b.......");
    }
    moved("dm11", "c3 e-..b....., d3 e-b......., e5 d-b.......", "c3-d3", "d3 e-..b....., e5 d-b.......");
}

#[test]
fn grey_arrows_cannot_be_used_in_dm11() {
    let mut game = dm11("c3 eC..b....., e5 d-b.......");
    game.play("c3-e3 |\n| e5-e4");
    assert_eq!(on(&game, "e3"), "eC..g.....");
    // The EC cannot move and has passed already.
    assert_eq!(game.at("/to_move"), "dmo");
    // Grey arrows that point to another square cannot be used either.
    reaches("dm11", "c3 eCb.g.....", "c3", &["c1", "c2"]);
}

#[test]
fn using_a_grey_arrow_in_the_final_removes_it() {
    moved("final", "c3 e-..g.b..., e5 d-b.......", "c3-d3", "d3 e-....b..., e5 d-b.......");
    reaches("final", "c3 e-g.b.....", "c3", &["c2", "d3"]);
}

#[test]
fn rat_turns_45_degrees_clockwise_after_a_move() {
    for preset in ["dm11", "final"] {
        moved(preset, "c3 eRb.....b., e5 d-b.......", "c3-c2", "c2 eR.b.....b, e5 d-b.......");
    }
    moved("final", "c3 eRb.g...b., e5 d-b.......", "c3-c2", "c2 eR.b.g...b, e5 d-b.......");
    // A used grey arrow is gone before the rest turn.
    moved("final", "c3 eRb.g....., e5 d-b.......", "c3-d3", "d3 eR.b......, e5 d-b.......");
    reaches("dm11", "c3 eRb.......", "c3", &["c2"]);
}

#[test]
fn crow_moves_one_square_or_jumps_two_onto_an_empty_one() {
    for preset in ["dm11", "final"] {
        reaches(preset, "c3 eCb.b.....", "c3", &["c1", "c2", "d3", "e3"]);
        reaches(preset, "c3 eC..b....., d3 d-b.......", "c3", &["d3", "e3"]);
        reaches(preset, "c3 eC..b....., d3 e-........", "c3", &["d3", "e3"]);
        reaches(preset, "c3 eC..b....., e3 d-b.......", "c3", &["d3"]);
        moved(preset, "c3 eC..b....., d3 d-b.......", "c3-e3", "e3 eC..g....., d3 d-b.......");
        moved(preset, "c3 eC..b....., d3 d-b......., a5 d-b.......", "c3-d3", "d3 eC..b....., a5 d-b.......");
    }
}

#[test]
fn crow_moves_one_square_along_a_grey_arrow() {
    reaches("final", "b3 eC..g.....", "b3", &["c3"]);
    moved("final", "b3 eC..g.b..., e5 d-b.......", "b3-c3", "c3 eC....b..., e5 d-b.......");
}

#[test]
fn move_of_two_squares_stays_on_the_board() {
    for character in ["C", "M"] {
        reaches("dm11", &format!("d1 e{character}b.b....."), "d1", &["e1"]);
        reaches("dm11", &format!("d4 e{character}....b..."), "d4", &["d5"]);
    }
}

#[test]
fn lizard_loses_the_arrow_it_used() {
    for preset in ["dm11", "final"] {
        moved(preset, "c3 eLb.b....., e5 d-b.......", "c3-c2", "c2 eL..b....., e5 d-b.......");
    }
    let mut game = finale("c3 eLb.g....., e5 d-b.......");
    game.play("c3-d3 |");
    assert_eq!(effects(&game), ["moved", "used-up"]);
    // Using a grey arrow removes only that arrow.
    moved("final", "c3 eLb.g....., e5 d-b.......", "c3-d3", "d3 eLb......., e5 d-b.......");
}

#[test]
fn lizard_that_used_its_last_arrow_regrows_at_once() {
    moved("dm11", "c3 eLb......., e5 d-b.......", "c3-c2", "c2 eLbbbbbbbb, e5 d-b.......");
    moved("final", "c3 eLb.g..g.., e5 d-b.......", "c3-c2", "c2 eLbbgbbgbb, e5 d-b.......");
}

#[test]
fn lizard_with_only_grey_arrows_regrows_the_used_one() {
    // Eight grey arrows leave no room to regrow; the used one regrows, at once and permanently.
    moved("final", "c3 eLgggggggg, e5 d-b.......", "c3-c2", "c2 eLbggggggg, e5 d-b.......");
}

#[test]
fn guardian_moves_over_the_edge() {
    reaches("dm11", "c1 eG.b......", "c1", &["d5"]);
    reaches("dm11", "a1 eG.......b", "a1", &["e5"]);
    reaches("dm11", "a1 eGbbbbbbbb", "a1", &["a2", "a5", "b1", "b2", "b5", "e1", "e2", "e5"]);
    reaches("final", "a1 eGbbbbbbbb", "a1", &["a2", "a6", "b1", "b2", "b6", "e1", "e2", "e6"]);
    reaches("final", "e6 eG..gb....", "e6", &["a1", "a6"]);
    reaches("dm11", "c3 eGb.......", "c3", &["c2"]);
}

#[test]
fn guardian_loses_its_character_by_a_capture_over_the_edge() {
    moved("dm11", "c1 eGb......., e5 d-b.......", "c1-c5", "c5 eGb......., e5 d-b.......");
    moved("dm11", "c1 eGb......., c5 dRb......., e5 d-b.......", "c1-c5", "c5 e-b......., e5 d-b.......");
    moved("dm11", "c1 eGb......., c5 eRb......., e5 d-b.......", "c1-c5", "c5 e-b......., e5 d-b.......");
    moved("final", "c1 eGg..b...., c6 dRb......., e5 d-b.......", "c1-c6", "c6 e-...b...., e5 d-b.......");
    // A capture inside the board costs nothing.
    moved("dm11", "c2 eGb......., c1 dRb......., e5 d-b.......", "c2-c1", "c1 eGb......., e5 d-b.......");
}

#[test]
fn monster_moves_two_squares_if_the_middle_one_is_empty() {
    for preset in ["dm11", "final"] {
        reaches(preset, "c3 eMb.b.....", "c3", &["c1", "c2", "d3", "e3"]);
        reaches(preset, "c3 eM..b....., d3 d-b.......", "c3", &["d3"]);
        reaches(preset, "c3 eM..b....., d3 e-........", "c3", &["d3"]);
        reaches(preset, "c3 eM..b....., e3 d-b.......", "c3", &["d3", "e3"]);
        moved(preset, "c3 eM..b....., e3 dGb......., a5 d-b.......", "c3-e3", "e3 eM..b....., a5 d-b.......");
    }
    // In the final also along a grey arrow.
    moved("final", "c3 eM..g.b..., e5 d-b.......", "c3-e3", "e3 eM....b..., e5 d-b.......");
}

#[test]
fn monster_that_moves_one_square_loses_its_character() {
    for preset in ["dm11", "final"] {
        moved(preset, "c3 eM..b....., e5 d-b.......", "c3-d3", "d3 e-..b....., e5 d-b.......");
        moved(preset, "c3 eM..b....., d3 dRb......., e5 d-b.......", "c3-d3", "d3 e-..b....., e5 d-b.......");
    }
}

#[test]
fn effects_of_a_move_are_told_in_plain_words() {
    let mut game = finale("c3 eRg......., c2 dMb......., e5 d-b.......");
    game.play("c3-c2 |");
    assert_eq!(effects(&game), ["moved", "used-up", "captured", "turned"]);
    let words = game.words(deathmatch_rules::game::Viewer::Public);
    for line in [
        "Ann's Rat on c3 takes Bob's Monster on c2; the Rat's arrows turn.",
        "The piece on c2 used up its grey north arrow.",
    ] {
        assert!(words.contains(line), "{line} in {words}");
    }
}
