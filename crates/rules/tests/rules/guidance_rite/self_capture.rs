//! Section *Self-capture*, and the capture of an own piece in `dm11`.

use deathmatch_rules::game::{RefusalKind, Seat};

use super::{alternating, effects, finale, moved, stands};

const FAR: &str = "e5 d-b.......";

#[track_caller]
fn captures(mover: &str, target: &str, order: &str, after: &str) {
    moved("final", &format!("c3 {mover}, c2 {target}, {FAR}"), order, &format!("c2 {after}, {FAR}"));
}

#[test]
fn self_capture_in_dm11_only_removes_the_piece() {
    moved("dm11", &format!("c3 e-b......., c2 eR.bb....., {FAR}"), "c3-c2", &format!("c2 e-b......., {FAR}"));
    moved("dm11", &format!("c3 e-b......., c2 eG.bb....., {FAR}"), "c3-c2 x", &format!("c2 e-b......., {FAR}"));
    let game = alternating("dm11", &format!("c3 e-b......., c2 eR.bb....., {FAR}"));
    assert_eq!(game.read(Seat::Ec, "c3-c2 adopt"), Err(RefusalKind::Illegal));
}

#[test]
fn captured_black_arrows_become_grey_and_replace_others() {
    captures("e-b..b....", "e-bbg.....", "c3-c2", "e-gg.b....*");
    // A grey arrow that exists already stays one.
    captures("e-b.g.....", "e-..b.....", "c3-c2", "e-b.g.....*");
    // The captured piece's grey arrows are lost, and an own grey one is used up before.
    captures("e-g.......", "e-gb......", "c3-c2", "e-.g......*");
    captures("e-g.......", "e-b.......", "c3-c2", "e-g.......*");
}

#[test]
fn after_effects_of_the_mover_come_first() {
    captures("eRb.......", "e-b.......", "c3-c2", "eRgb......*");
    captures("eLb.b.....", "e-b.......", "c3-c2", "eLg.b.....*");
    captures("eMb.......", "e-..b.....", "c3-c2", "e-b.g.....*");
    captures("eCb.......", "e-..b.....", "c3-c2", "eCb.g.....*");
    captures("eGb.......", "e-..b.....", "c3-c2", "eGb.g.....*");
}

#[test]
fn adopt_takes_the_captured_character_or_none() {
    for (mover, after) in [("-", "b"), ("C", "b"), ("G", "b"), ("M", "b")] {
        for target in ["-", "R", "C", "M"] {
            captures(
                &format!("e{mover}b......."),
                &format!("e{target}..b....."),
                "c3-c2 adopt",
                &format!("e{target}{after}.g.....*"),
            );
        }
    }
    captures("eRb.......", "eG..b.....", "c3-c2 adopt", "eG.bg.....*");
    captures("e-b.......", "eG..b.....", "c3-c2 x", "e-b.g.....*");
    captures("eRb.......", "e-..b.....", "c3-c2", "eR.bg.....*");
}

#[test]
fn every_character_adopts_every_character() {
    for (mover, arrows) in [
        ("-", "b.g....."),
        ("R", ".bg....."),
        ("C", "b.g....."),
        ("L", "bbgbbbbb"),
        ("G", "b.g....."),
        ("M", "b.g....."),
    ] {
        for target in ["-", "R", "C", "L", "G", "M"] {
            let after = format!("e{target}{arrows}*");
            captures(&format!("e{mover}b......."), &format!("e{target}..b....."), "c3-c2 adopt", &after);
        }
    }
}

#[test]
fn adopt_needs_an_own_piece_to_capture() {
    for target in ["d-b.......", "dGb......."] {
        let game = finale(&format!("c3 e-b......., c2 {target}, {FAR}"));
        assert_eq!(game.read(Seat::Ec, "c3-c2 adopt"), Err(RefusalKind::Illegal), "{target}");
    }
}

#[test]
fn adopted_character_neither_bars_nor_gives_a_power_that_turn() {
    let pieces = format!("c3 e-b......., c2 eR..b....., b5 eRb......., {FAR}");
    let mut game = finale(&pieces);
    // The adopted Rat is the moved piece.
    assert_eq!(game.read(Seat::Ec, "c3-c2 adopt; rat c2"), Err(RefusalKind::Illegal));
    // Before the move the moved piece was no Rat.
    game.play("c3-c2 adopt; rat b5 |");
    stands(&game, &format!("c2 eRb.g.....*, b5 e-....b..., {FAR}"));
    // The piece was a Rat before it became a Monster.
    let game = finale(&format!("c3 eRb......., c2 eM..b....., b5 eRb......., {FAR}"));
    assert_eq!(game.read(Seat::Ec, "c3-c2 adopt; rat b5"), Err(RefusalKind::Illegal));
}

#[test]
fn lizard_regrows_before_it_adopts_another_character() {
    // The Lizard uses its last black arrow: eight grow, one of them is replaced.
    captures("eLb.......", "eR..b.....", "c3-c2", "eLbbgbbbbb*");
    captures("eLb.......", "eR..b.....", "c3-c2 adopt", "eRbbgbbbbb*");
    // All its black arrows are replaced: it regrows in every direction without a grey one.
    captures("eLb.b.....", "eR..b.....", "c3-c2", "eLbbgbbbbb*");
    captures("eLb.b.....", "eR..b.....", "c3-c2 adopt", "eRbbgbbbbb*");
    // A piece that becomes a Lizard without black arrows regrows after that.
    captures("e-b.......", "eLb.......", "c3-c2 adopt", "eLgbbbbbbb*");
    captures("e-b.......", "eLb.......", "c3-c2", "e-g.......*");
}

#[test]
fn marked_pieces_cannot_take_part_in_self_captures() {
    for (mover, target) in
        [("e-b.......*", "e-b......."), ("e-b.......", "e-b.......*"), ("e-b.......*", "e-b.......*")]
    {
        let game = finale(&format!("c3 {mover}, c2 {target}, {FAR}"));
        for order in ["c3-c2", "c3-c2 x", "c3-c2 adopt"] {
            assert_eq!(game.read(Seat::Ec, order), Err(RefusalKind::Illegal));
        }
    }
    // The enemy captures marked pieces, and marked pieces capture the enemy's.
    moved("final", &format!("c3 e-b.......*, c2 d-b.......*, {FAR}"), "c3-c2", &format!("c2 e-b.......*, {FAR}"));
}

#[test]
fn guardian_loses_its_character_by_self_capture_over_the_edge() {
    moved("final", &format!("c1 eGb......., c6 eR..b....., {FAR}"), "c1-c6", &format!("c6 e-b.g.....*, {FAR}"));
    moved("final", &format!("c1 eGb......., c6 eR..b....., {FAR}"), "c1-c6 adopt", &format!("c6 eRb.g.....*, {FAR}"));
}

#[test]
fn monster_captures_its_own_two_squares_away() {
    moved("final", &format!("c3 eMb......., c1 eG..b....., {FAR}"), "c3-c1 adopt", &format!("c1 eGb.g.....*, {FAR}"));
}

#[test]
fn crow_may_not_restore_the_movers_arrow_after_a_grey_move() {
    // The arrow that the self-capture has put there is a different one, and barred all the same.
    let game = finale(&format!("c3 e-g..b...., c2 e-bb......, a6 eCg......., {FAR}"));
    assert_eq!(game.read(Seat::Ec, "c3-c2; crow a6 c2:n"), Err(RefusalKind::Illegal));
    assert_eq!(game.read(Seat::Ec, "c3-c2; crow a6 c2:n,ne"), Err(RefusalKind::Illegal));
    assert_eq!(game.read(Seat::Ec, "c3-c2; crow a6 a6:n c2:n"), Err(RefusalKind::Illegal));
    assert!(game.read(Seat::Ec, "c3-c2; crow a6 c2:ne").is_ok());
    assert!(game.read(Seat::Ec, "c3-c2; crow a6 a6:n").is_ok(), "only the moved piece's arrow is barred");
    assert!(!game.legal(Seat::Ec).iter().any(|order| order.starts_with("c3-c2; crow") && order.contains("c2:n,")));
    // A Rat turns: the arrow that turns into the direction of the move is barred, not the earlier one.
    let game = finale(&format!("c3 eRg......g, c2 e-........, a6 eCg......., {FAR}"));
    assert_eq!(game.read(Seat::Ec, "c3-c2; crow a6 c2:n"), Err(RefusalKind::Illegal));
    let game = finale(&format!("c3 eRgg......, c2 e-........, a6 eCg......., {FAR}"));
    assert!(game.read(Seat::Ec, "c3-c2; crow a6 c2:e").is_ok());
    // Without a self-capture that direction has no arrow at all.
    let game = finale(&format!("c3 e-g..g...., a6 eCg......., {FAR}"));
    assert_eq!(game.read(Seat::Ec, "c3-c2; crow a6 c2:n"), Err(RefusalKind::Illegal));
    assert!(game.read(Seat::Ec, "c3-c2; crow a6 c2:se").is_ok());
}

#[test]
fn crow_may_restore_any_arrow_after_a_black_move() {
    for mover in ["e-b.......", "eLb..b....", "eLb......."] {
        let game = finale(&format!("c3 {mover}, c2 e-b......., a6 eCg......., {FAR}"));
        assert!(game.read(Seat::Ec, "c3-c2; crow a6 c2:n").is_ok(), "{mover}");
    }
    let game = finale(&format!("c3 eRb......., c2 e-bb......, a6 eCg......., {FAR}"));
    assert!(game.read(Seat::Ec, "c3-c2; crow a6 c2:n,ne").is_ok());
    let game = finale(&format!("c3 eMb......., c1 e-b......., a6 eCg......., {FAR}"));
    assert!(game.read(Seat::Ec, "c3-c1; crow a6 c1:n").is_ok());
}

#[test]
fn self_capture_counts_as_a_capture_and_is_told() {
    let mut game = finale(&format!("c3 e-b......., c2 eR..b....., {FAR}"));
    game.play("c3-c2 adopt |");
    assert_eq!(game.at("/since_capture"), 0);
    assert_eq!(effects(&game), ["moved", "captured", "absorbed", "adopted", "marked"]);
}
