//! Section *Powers*.

use deathmatch_rules::game::{RefusalKind, Seat};

use super::{alternating, dm11, finale, moved, on, stands};

/// A blank piece that the EC moves from a5 to a4, and a piece of the opponent.
const MOVER: &str = "a5 e-b......., e1 d-....b...";

fn given(preset: &str, pieces: &str, power: &str, square: &str) -> String {
    let mut game = alternating(preset, &format!("{pieces}, {MOVER}"));
    game.play(&format!("a5-a4; {power} |"));
    on(&game, square)
}

fn refused(preset: &str, pieces: &str, order: &str) {
    let game = alternating(preset, &format!("{pieces}, {MOVER}"));
    assert_eq!(game.read(Seat::Ec, order), Err(RefusalKind::Illegal), "{order}");
}

#[test]
fn rat_turns_its_arrows_by_180_degrees() {
    for preset in ["dm11", "final"] {
        assert_eq!(given(preset, "c3 eRbb......", "rat c3", "c3"), "e-....bb..");
    }
    assert_eq!(given("final", "c3 eRbg......", "rat c3", "c3"), "e-....bg..");
}

#[test]
fn crow_of_dm11_restores_its_own_grey_arrows() {
    let mut game = dm11("c3 eCb.b....., a5 e-b......., e1 d-....b...");
    game.play("c3-c1 |\n| e1-e2\nc1-e1 |\n| e2-e3");
    assert_eq!(on(&game, "e1"), "eCg.g.....");
    game.play("a5-a4; crow e1 |");
    assert_eq!(on(&game, "e1"), "e-b.b.....");
    assert_eq!(given("dm11", "c3 eCb.......", "crow c3", "c3"), "e-b.......");
}

#[test]
fn crow_of_the_final_restores_three_arrows_of_one_or_two_pieces() {
    let pieces = "c3 eCgggg....";
    for (power, after) in
        [("crow c3 c3:n", "e-bggg...."), ("crow c3 c3:n,se", "e-bggb...."), ("crow c3 c3:ne,e,se", "e-gbbb....")]
    {
        assert_eq!(given("final", pieces, power, "c3"), after);
    }
    let mut game = finale("c3 eCg......., d2 e-gg......, a5 eRg.b....., e1 d-....b...");
    game.play("a5-b5; crow c3 b5:ne d2:ne |");
    stands(&game, "c3 e-g......., d2 e-gb......, b5 eR.b.b...., e1 d-....b...");
}

#[test]
fn crow_of_the_final_needs_few_own_grey_arrows() {
    let pieces = "c3 eCgggg...., d2 e-g......., c1 dRg.......";
    for power in [
        "crow c3",
        "crow c3 c3:n,ne,e,se",
        "crow c3 c3:n,ne d2:n",
        "crow c3 c3:s",
        "crow c3 c1:n",
        "crow c3 b1:n",
        "crow c3 c3:n c3:n",
        "crow c3 d2:n d2:n",
        "crow d2 c3:n",
        "crow c3 a4:n",
    ] {
        refused("final", pieces, &format!("a5-a4; {power}"));
    }
    refused("final", "c3 eCg......., d2 e-g......., d4 e-g.......", "a5-a4; crow c3 c3:n d2:n d4:n");
    refused("dm11", "c3 eCb.......", "a5-a4; crow c3 c3:n");
}

#[test]
fn each_set_of_restorable_arrows_is_listed_once() {
    let game = finale("a1 e-........, c3 eCgg......, d2 e-...ggg.., a5 e-b......., e1 d-....b...");
    let listed: Vec<_> = game
        .legal(Seat::Ec)
        .into_iter()
        .filter_map(|order| Some(order.strip_prefix("a5-a4; crow c3 ")?.to_owned()))
        .collect();
    let (crow, other) = (["n", "ne"], ["se", "s", "sw"]);
    let mut expected: Vec<_> =
        ["c3:n", "c3:ne", "c3:n,ne", "d2:se", "d2:s", "d2:sw", "d2:se,s", "d2:se,sw", "d2:s,sw", "d2:se,s,sw"]
            .map(str::to_owned)
            .into();
    expected.extend(crow.iter().flat_map(|one| other.iter().map(move |two| format!("d2:{two} c3:{one}"))));
    expected.sort();
    assert_eq!(listed, expected);
}

#[test]
fn lizard_gets_a_black_arrow_in_a_direction_without_one() {
    for preset in ["dm11", "final"] {
        assert_eq!(given(preset, "c3 eLb.......", "lizard c3 ne", "c3"), "e-bb......");
        refused(preset, "c3 eLb.......", "a5-a4; lizard c3 n");
    }
    assert_eq!(given("final", "c3 eLbg......", "lizard c3 ne", "c3"), "e-bb......");
}

#[test]
fn lizard_with_six_arrows_or_more_gets_none() {
    assert_eq!(given("dm11", "c3 eLbbbbb...", "lizard c3 nw", "c3"), "e-bbbbb..b");
    refused("dm11", "c3 eLbbbbbb..", "a5-a4; lizard c3 nw");
    refused("dm11", "c3 eLbbbbbbb.", "a5-a4; lizard c3 nw");
    refused("final", "c3 eLbbbgg.g.", "a5-a4; lizard c3 nw");
    refused("final", "c3 eLbbbgg.g.", "a5-a4; lizard c3 se");
}

#[test]
fn monster_bites_any_arrow_off_an_orthogonal_neighbour() {
    for preset in ["dm11", "final"] {
        assert_eq!(given(preset, "c3 eMb......., d3 dRbb......", "monster c3 d3:ne", "d3"), "dRb.......");
        assert_eq!(given(preset, "c3 eMb......., c4 e-bb......", "monster c3 c4:n", "c4"), "e-.b......");
    }
    assert_eq!(given("final", "c3 eMb......., c2 dRbg......", "monster c3 c2:ne", "c2"), "dRb.......");
    let mut game = dm11("c3 eMb......., c2 dRbb......, a5 e-b......., e1 d-....b...");
    game.play("a5-a4; monster c3 c2:n |");
    assert_eq!(on(&game, "c3"), "e-b.......");
}

#[test]
fn monster_may_bite_the_moved_piece() {
    moved(
        "dm11",
        "a3 eMb......., a5 e-b.b....., e1 d-b.......",
        "a5-a4; monster a3 a4:e",
        "a3 e-b......., a4 e-b......., e1 d-b.......",
    );
}

#[test]
fn monster_bites_only_existing_arrows_of_orthogonal_neighbours() {
    refused("dm11", "a1 eMb......., e1 dRb.......", "a5-a4; monster a1 e1:n");
    refused("dm11", "c3 eMb......., d4 dRb.......", "a5-a4; monster c3 d4:n");
    refused("dm11", "c3 eMb......., c4 dRb.......", "a5-a4; monster c3 c4:e");
    refused("dm11", "c3 eMb.......", "a5-a4; monster c3 c4:n");
    refused("dm11", "c3 eMb.......", "a5-a4; monster c3 c3:n");
    // a5 is empty once the piece has left.
    refused("dm11", "b5 eMb.......", "a5-a4; monster b5 a5:n");
}

#[test]
fn lizard_regrows_after_a_bite_of_its_last_black_arrow() {
    assert_eq!(given("dm11", "c3 eMb......., d3 dLb.......", "monster c3 d3:n", "d3"), "dLbbbbbbbb");
    assert_eq!(given("final", "c3 eMb......., d3 dLbg......", "monster c3 d3:n", "d3"), "dLbgbbbbbb");
    // While a black arrow is left, the Lizard does not regrow.
    assert_eq!(given("final", "c3 eMb......., d3 dLbg......", "monster c3 d3:ne", "d3"), "dLb.......");
}

/// Returns the text of a preset's power given up on a square, with its other parts: a neighbour to bite, or a grey arrow on c1.
fn text(preset: &str, power: &str, square: &str, neighbour: &str) -> String {
    match power {
        "crow" if preset == "final" => format!("crow {square} c1:n"),
        "lizard" => format!("lizard {square} e"),
        "monster" => format!("monster {square} {neighbour}:n"),
        _ => format!("{power} {square}"),
    }
}

#[test]
fn each_power_of_each_preset_meets_each_restriction() {
    for preset in ["dm11", "final"] {
        for (letter, other, power) in
            [("R", "C", "rat"), ("C", "R", "crow"), ("L", "R", "lizard"), ("M", "R", "monster")]
        {
            let grey = if preset == "final" { "c1 e-g......., " } else { "" };
            let around = format!("{grey}d3 d-b......., b4 d-b.......");
            let c3 = text(preset, power, "c3", "d3");
            let allowed = alternating(preset, &format!("c3 e{letter}b......., {around}, {MOVER}"));
            assert!(allowed.read(Seat::Ec, &format!("a5-a4; {c3}")).is_ok(), "{preset} {c3}");
            // An enemy piece, a piece without that character, and an empty square.
            refused(preset, &format!("c3 d{letter}b......., {around}"), &format!("a5-a4; {c3}"));
            refused(preset, &format!("c3 e{other}b......., {around}"), &format!("a5-a4; {c3}"));
            refused(preset, &format!("c3 e-b......., {around}"), &format!("a5-a4; {c3}"));
            refused(preset, &around, &format!("a5-a4; {c3}"));
            // The piece that the same move captures.
            let a4 = text(preset, power, "a4", "b4");
            refused(preset, &format!("a4 e{letter}b......., {around}"), &format!("a5-a4; {a4}"));
            // The moved piece by its old square and its new one, and a piece of the same character.
            let pieces = format!("c3 e{letter}b......., b5 e{letter}..b....., {around}");
            refused(preset, &pieces, &format!("b5-c5; {}", text(preset, power, "b5", "d3")));
            refused(preset, &pieces, &format!("b5-c5; {}", text(preset, power, "c5", "d3")));
            refused(preset, &pieces, &format!("b5-c5; {c3}"));
        }
    }
}

#[test]
fn used_power_is_gone() {
    let mut game = dm11("c3 eRbb......, a5 e-b......., e1 d-....b...");
    game.play("a5-a4; rat c3 |\n| e1-e2");
    assert_eq!(game.read(Seat::Ec, "a4-a3; rat c3"), Err(RefusalKind::Illegal));
}

#[test]
fn power_needs_another_own_piece_that_still_has_it() {
    refused("dm11", "c3 dRb.......", "a5-a4; rat c3");
    refused("dm11", "c3 eCb.......", "a5-a4; rat c3");
    refused("dm11", "c3 eRb.......", "a5-a4; rat c4");
    // The moved piece itself.
    refused("dm11", "c3 eRb.......", "c3-c2; rat c2");
    refused("dm11", "c3 eRb.......", "c3-c2; rat c3");
    // Captured by the same move.
    refused("dm11", "a4 eRb.......", "a5-a4; rat a4");
}

#[test]
fn power_needs_a_moved_piece_of_another_character() {
    for (piece, power) in [("R", "rat"), ("C", "crow"), ("L", "lizard"), ("M", "monster")] {
        let rest = match power {
            "lizard" => " e",
            "monster" => " d3:n",
            _ => "",
        };
        let pieces = format!("c3 e{piece}b......., d3 dRb......., b5 e{piece}b.......");
        refused("dm11", &pieces, &format!("b5-b4; {power} c3{rest}"));
        let game = dm11(&format!("{pieces}, {MOVER}"));
        assert!(game.read(Seat::Ec, &format!("a5-a4; {power} c3{rest}")).is_ok());
    }
    // By its state before the move: a Monster that loses its character by this move counts as one.
    refused("dm11", "c3 eMb......., d3 dRb......., b5 eMb.......", "b5-b4; monster c3 d3:n");
}

#[test]
fn loss_of_a_character_by_a_move_is_no_power() {
    moved(
        "dm11",
        "b5 eMb......., c3 eRb......., e1 d-b.......",
        "b5-b4; rat c3",
        "b4 e-b......., c3 e-....b..., e1 d-b.......",
    );
    moved(
        "dm11",
        "b1 eGb......., b5 dRb......., c3 eRb......., e1 d-b.......",
        "b1-b5; rat c3",
        "b5 e-b......., c3 e-....b..., e1 d-b.......",
    );
}

#[test]
fn all_characters_but_guardians_swap_with_an_own_guardian() {
    for preset in ["dm11", "final"] {
        for (before, after) in [
            ("e-b.......", "e-b......."),
            ("eRb.......", "eR.b......"),
            ("eCb.......", "eCb......."),
            ("eLb..b....", "eL...b...."),
            ("eMb.......", "e-b......."),
        ] {
            moved(
                preset,
                &format!("c3 {before}, c2 eG.b......, e1 d-....b..."),
                "c3-c2 swap",
                &format!("c2 {after}, c3 e-.b......, e1 d-....b..."),
            );
        }
    }
    // A Monster keeps its character if it swaps over two squares.
    moved(
        "dm11",
        "c3 eMb......., c1 eG.b......, e1 d-....b...",
        "c3-c1 swap",
        "c1 eMb......., c3 e-.b......, e1 d-....b...",
    );
    // The swap uses up a grey arrow, and marks do not matter.
    moved(
        "final",
        "c3 eRgb......*, c2 eG.b......*, e1 d-....b...",
        "c3-c2 swap",
        "c2 eR..b.....*, c3 e-.b......*, e1 d-....b...",
    );
}

#[test]
fn swap_needs_an_own_guardian_and_a_move_onto_it() {
    refused("dm11", "c3 eRb......., c2 dG.b......", "c3-c2 swap");
    refused("dm11", "c3 eRb......., c2 eC.b......", "c3-c2 swap");
    refused("dm11", "c3 eRb.......", "c3-c2 swap");
    refused("dm11", "c3 eGb......., c2 eG.b......", "c3-c2 swap");
    refused("dm11", "c1 eGb......., c5 eG.b......", "c1-c5 swap");
    // A Crow's jump needs an empty square, a Monster's move an empty square between.
    refused("dm11", "c3 eCb......., c1 eG.b......", "c3-c1 swap");
    refused("dm11", "c3 eMb......., c2 dRb......., c1 eG.b......", "c3-c1 swap");
}

#[test]
fn swap_is_the_turns_power() {
    refused("dm11", "c3 e-b......., c2 eG.b......, d4 eRb.......", "c3-c2 swap; rat d4");
    let game = dm11(&format!("c3 e-b......., c2 eG.b......, d4 eRb......., {MOVER}"));
    assert!(game.read(Seat::Ec, "c3-c2 x; rat d4").is_ok());
}

#[test]
fn power_needs_a_move() {
    let game = dm11(&format!("d4 eRb......., {MOVER}"));
    assert_eq!(game.read(Seat::Ec, "rat d4"), Err(RefusalKind::Unreadable));
}
