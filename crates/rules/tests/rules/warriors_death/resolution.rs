//! Sections *Units* and *Resolution, in this order*.

use serde_json::json;

use super::{after, standard};

// 1. Revival; [7].

#[test]
fn dark_knight_returns_once_in_the_next_round() {
    let mut game = after("dark-knight | chocobo");
    assert_eq!(game.at("/replay"), json!({"ec": 7, "dmo": null}));
    assert_eq!(game.at("/alive/ec"), json!([1, 2, 3, 4, 5, 6, 8, 9]));
    assert_eq!(game.at("/underworld/ec"), json!([[7, 7]]));
    game.play("drk | reaper");
    assert_eq!(game.at("/true/1"), json!({"ec": 7, "dmo": 6, "winner": "ec", "strength": {"ec": 7, "dmo": 6}}));
    assert_eq!(game.at("/replay/ec"), json!(null));
    assert_eq!(game.at("/underworld/ec"), json!([[7, 7]]));
    game.play("drk | -");
    assert_eq!(game.at("/true/2/ec"), json!(0));
    assert_eq!(game.at("/underworld/ec"), json!([[7, 7], [0, 0]]));
}

#[test]
fn unused_right_to_return_lapses() {
    let mut game = after("dark-knight | -\nbard | -");
    assert_eq!(game.at("/replay/ec"), json!(null));
    game.play("dark-knight | -");
    assert_eq!(game.at("/shown/2"), json!({"ec": 0, "dmo": 0, "winner": "ec"}));
    assert_eq!(game.at("/underworld/ec"), json!([[7, 7], [3, 3], [0, 1]]));
}

#[test]
fn right_to_return_lapses_with_a_missed_round() {
    let game = after("dark-knight | -\n- | -\ndark-knight | -");
    assert_eq!(game.at("/underworld/ec"), json!([[7, 7], [0, 0], [0, 0]]));
}

#[test]
fn revived_unit_keeps_its_strength_and_is_appended_again() {
    let mut game = after("bard | -\ndark-knight | dark-knight");
    assert_eq!(game.at("/underworld/ec"), json!([[3, 3], [7, 8]]));
    game.play("dark-knight | dark-knight");
    assert_eq!(game.at("/true/2/strength"), json!({"ec": 9, "dmo": 7}));
    assert_eq!(game.at("/underworld"), json!({"ec": [[3, 3], [7, 9]], "dmo": [[0, 0], [7, 7]]}));
}

#[test]
fn revived_unit_leaves_its_old_place() {
    let mut game = after("dark-knight | -\nchocobo | -");
    assert_eq!(game.at("/underworld/ec"), json!([[7, 7], [0, 0]]));
    game = after("chocobo | -\ndark-knight | -\ndark-knight | -\nsage | -");
    assert_eq!(game.at("/underworld/ec"), json!([[0, 0], [7, 7], [4, 4]]));
}

// 2. Bard bonuses.

#[test]
fn bard_strengthens_the_next_two_units() {
    let mut game = after("bard | chocobo");
    assert_eq!(game.at("/bonus"), json!({"ec": [1, 1], "dmo": [0, 0]}));
    assert_eq!(game.at("/true/0/strength/ec"), json!(3));
    game.play("reaper | samurai");
    assert_eq!(game.at("/true/1/strength/ec"), json!(7));
    assert_eq!(game.at("/bonus/ec"), json!([1, 0]));
    game.play("dragoon | sage");
    assert_eq!(game.at("/true/2/strength/ec"), json!(9));
    assert_eq!(game.at("/bonus/ec"), json!([0, 0]));
    assert_eq!(game.at("/underworld/ec"), json!([[3, 3], [6, 7], [8, 9]]));
}

#[test]
fn every_chocobo_uses_a_bonus_up() {
    assert_eq!(after("bard | -\n- | -\nchocobo | -").at("/underworld/ec"), json!([[3, 3], [0, 1], [0, 1]]));
    let game = after("bard | -\nbard | -\nbard | -\nsamurai | -");
    assert_eq!(game.at("/underworld/ec"), json!([[3, 3], [0, 1], [0, 1]]));
    assert_eq!(game.at("/true/3/strength/ec"), json!(5));
}

#[test]
fn bonuses_stack() {
    let mut game = after("bard | -\nsage | bard");
    assert_eq!(game.at("/true/1/strength"), json!({"ec": 5, "dmo": 3}));
    assert_eq!(game.at("/bonus"), json!({"ec": [2, 1], "dmo": [1, 1]}));
    game.play("dragoon | chocobo\nreaper | chocobo");
    assert_eq!(game.at("/true/2/strength"), json!({"ec": 10, "dmo": 1}));
    assert_eq!(game.at("/true/3/strength"), json!({"ec": 7, "dmo": 1}));
}

#[test]
fn bonuses_and_rights_left_after_round_10_lapse() {
    let mut game = standard();
    for _ in 0..9 {
        game.play("- | -");
    }
    let mut other = standard();
    other.play(&"- | -\n".repeat(9));
    game.play("bard | -");
    assert_eq!(game.at("/bonus/ec"), json!([0, 0]));
    other.play("dark-knight | -");
    assert_eq!(other.at("/replay/ec"), json!(null));
    assert_eq!(other.at("/alive/ec"), json!([1, 2, 3, 4, 5, 6, 8, 9]));
    game.play("ready | ready\nsamurai | -");
    assert_eq!(game.at("/true/0/strength/ec"), json!(5));
    other.play("ready | ready\ndark-knight | -");
    assert_eq!(other.at("/true/0/strength/ec"), json!(7));
}

// 3. [1] Astrologian.

#[test]
fn correct_astrologian_adds_the_enemys_strength_with_bonuses() {
    let game = after("- | bard\nastrologian>black-mage | black-mage");
    assert_eq!(game.at("/true/1"), json!({"ec": 1, "dmo": 9, "winner": "ec", "strength": {"ec": 11, "dmo": 10}}));
    assert_eq!(game.at("/underworld"), json!({"ec": [[0, 0], [1, 11]], "dmo": [[3, 3], [9, 10]]}));
}

#[test]
fn wrong_astrologian_has_its_own_strength() {
    let game = after("astrologian>dragoon | black-mage");
    assert_eq!(game.at("/true/0/strength"), json!({"ec": 1, "dmo": 9}));
    assert_eq!(game.at("/underworld"), json!({"ec": [[1, 1]], "dmo": [[9, 1]]}));
}

#[test]
fn astrologian_names_a_blue_mage_by_its_true_name_only() {
    assert_eq!(
        after("astrologian>samurai | blue-mage>samurai").at("/true/0"),
        json!({"ec": 1, "dmo": 2, "winner": "dmo", "strength": {"ec": 1, "dmo": 2}})
    );
    assert_eq!(
        after("astrologian>blue-mage | blue-mage>samurai").at("/true/0"),
        json!({"ec": 1, "dmo": 2, "winner": "ec", "strength": {"ec": 3, "dmo": 2}})
    );
}

#[test]
fn astrologian_names_a_fallen_back_chocobo_as_a_chocobo() {
    let game = after("- | bard\nastrologian>chocobo | bard");
    assert_eq!(game.at("/true/1/strength"), json!({"ec": 2, "dmo": 1}));
    let game = after("- | bard\nastrologian>bard | bard");
    assert_eq!(game.at("/true/1/strength"), json!({"ec": 1, "dmo": 1}));
    let game = after("- | bard\nastrologian>chocobo | -");
    assert_eq!(game.at("/true/1/strength"), json!({"ec": 2, "dmo": 1}));
}

#[test]
fn two_astrologians_are_both_wrong() {
    let game = after("ast>sage | ast>blue-mage");
    assert_eq!(game.at("/true/0/strength"), json!({"ec": 1, "dmo": 1}));
}

#[test]
fn dead_astrologian_guesses_nothing() {
    let game = after("ast>sage | -\nast>dragoon | dragoon");
    assert_eq!(game.at("/true/1"), json!({"ec": 0, "dmo": 8, "winner": "dmo", "strength": {"ec": 0, "dmo": 8}}));
    assert_eq!(game.at("/underworld/dmo"), json!([[0, 0], [8, 11]]));
}

// 5. [4] Sage.

#[test]
fn sage_copies_nothing_of_astrologian_blue_mage_sage_chocobo() {
    for (order, strength) in [("ast>sage", 5), ("ast>bard", 1), ("blu as drk", 2), ("sage", 4), ("-", 0)] {
        let game = after(&format!("sage | {order}"));
        assert_eq!(game.at("/true/0/strength"), json!({"ec": 4, "dmo": strength}), "{order}");
        assert_eq!(game.at("/underworld/ec"), json!([[4, 4]]), "{order}");
        assert_eq!(game.at("/replay/ec"), json!(null), "{order}");
        assert_eq!(game.at("/bonus/ec"), json!([0, 0]), "{order}");
    }
}

#[test]
fn sage_copies_a_bard() {
    let game = after("sage | bard");
    assert_eq!(game.at("/bonus"), json!({"ec": [1, 1], "dmo": [1, 1]}));
}

#[test]
fn sage_copies_a_reaper() {
    let game = after("sage | reaper");
    assert_eq!(game.at("/true/0/strength"), json!({"ec": 4, "dmo": 6}));
    assert_eq!(game.at("/underworld"), json!({"ec": [[4, 8]], "dmo": [[6, 6]]}));
}

#[test]
fn sage_beaten_by_a_samurai_dies() {
    let game = after("sage | samurai");
    assert_eq!(game.at("/underworld"), json!({"ec": [[4, 4]], "dmo": []}));
    assert_eq!(game.at("/alive/dmo"), json!([1, 2, 3, 4, 5, 6, 7, 8, 9]));
}

#[test]
fn sage_that_copied_a_dark_knight_may_return() {
    let mut game = after("sage | dark-knight");
    assert_eq!(game.at("/replay"), json!({"ec": 4, "dmo": 7}));
    assert_eq!(game.at("/underworld"), json!({"ec": [[4, 4]], "dmo": [[7, 7]]}));
    game.play("sage | dark-knight");
    assert_eq!(game.at("/true/1"), json!({"ec": 4, "dmo": 7, "winner": "dmo", "strength": {"ec": 4, "dmo": 7}}));
    assert_eq!(game.at("/replay"), json!({"ec": null, "dmo": null}));
    assert_eq!(game.at("/underworld"), json!({"ec": [[4, 4]], "dmo": [[7, 7]]}));
    game.play("sage | dark-knight");
    assert_eq!(game.at("/shown/2"), json!({"ec": 0, "dmo": 0, "winner": "tie"}));
}

#[test]
fn revived_dark_knight_can_be_copied() {
    let mut game = after("- | dark-knight\nsage | dark-knight");
    assert_eq!(game.at("/replay"), json!({"ec": 4, "dmo": null}));
    assert_eq!(game.at("/underworld/ec"), json!([[0, 0], [4, 4]]));
    game.play("sage | dark-knight");
    assert_eq!(game.at("/shown/2"), json!({"ec": 4, "dmo": 0, "winner": "ec"}));
    assert_eq!(game.at("/replay"), json!({"ec": null, "dmo": null}));
}

#[test]
fn sage_copies_nothing_useful_of_dragoon_and_black_mage() {
    let game = after("sage | dragoon");
    assert_eq!(game.at("/underworld"), json!({"ec": [[4, 4]], "dmo": [[8, 8]]}));
    let game = after("sage | black-mage");
    assert_eq!(game.at("/underworld"), json!({"ec": [[4, 4]], "dmo": [[9, 4]]}));
}

// R3.

#[test]
fn revived_sage_copies_again() {
    let game = after("sage | dark-knight\nsage | reaper");
    assert_eq!(game.at("/underworld/ec"), json!([[4, 8]]));
    let game = after("sage | dark-knight\nsage | bard");
    assert_eq!(game.at("/bonus/ec"), json!([1, 1]));
}

#[test]
fn revived_sage_that_wins_as_a_samurai_survives() {
    let mut game = after("bard | -\nsage | dark-knight\nsage | samurai");
    assert_eq!(game.at("/true/2"), json!({"ec": 4, "dmo": 5, "winner": "ec", "strength": {"ec": 6, "dmo": 5}}));
    assert_eq!(game.at("/alive/ec"), json!([1, 2, 4, 5, 6, 7, 8, 9]));
    assert_eq!(game.at("/changed/ec"), json!({"4": 6}));
    assert_eq!(game.at("/underworld/ec"), json!([[3, 3]]));
    assert_eq!(game.at("/replay/ec"), json!(null));
    assert_eq!(game.at("/underworld/dmo"), json!([[0, 0], [7, 7], [5, 5]]));
    game.play("sage | reaper");
    assert_eq!(game.at("/true/3"), json!({"ec": 4, "dmo": 6, "winner": "tie", "strength": {"ec": 6, "dmo": 6}}));
    assert_eq!(game.at("/underworld/ec"), json!([[3, 3], [4, 6]]));
}

// 6. Compare; 7. Death; R5.

#[test]
fn stronger_unit_wins_and_both_die() {
    let game = after("dark-knight | sage\nbard | reaper");
    assert_eq!(game.at("/round_wins"), json!({"ec": 1, "dmo": 1}));
    assert_eq!(game.at("/alive/dmo"), json!([1, 2, 3, 5, 7, 8, 9]));
}

#[test]
fn winning_samurai_survives_with_its_strength() {
    let mut game = after("bard | -\nsamurai | -");
    assert_eq!(game.at("/alive/ec"), json!([1, 2, 4, 5, 6, 7, 8, 9]));
    assert_eq!(game.at("/changed"), json!({"ec": {"5": 6}, "dmo": {}}));
    assert_eq!(game.at("/underworld/ec"), json!([[3, 3]]));
    game.play("samurai | reaper");
    assert_eq!(game.at("/true/2/strength"), json!({"ec": 7, "dmo": 6}));
    assert_eq!(game.at("/changed/ec"), json!({"5": 7}));
    game.play("samurai | dark-knight");
    assert_eq!(game.at("/underworld"), json!({"ec": [[3, 3], [5, 7]], "dmo": [[0, 0], [0, 0], [6, 8], [7, 7]]}));
}

#[test]
fn samurai_that_ties_dies() {
    let game = after("samurai | samurai");
    assert_eq!(game.at("/underworld"), json!({"ec": [[5, 5]], "dmo": [[5, 5]]}));
    assert_eq!(game.at("/round_wins"), json!({"ec": 0, "dmo": 0}));
}

#[test]
fn reaper_becomes_8_only_if_it_loses() {
    assert_eq!(after("reaper | dark-knight").at("/underworld/ec"), json!([[6, 8]]));
    assert_eq!(after("reaper | reaper").at("/underworld/ec"), json!([[6, 6]]));
    assert_eq!(after("reaper | sage").at("/underworld"), json!({"ec": [[6, 6]], "dmo": [[4, 8]]}));
}

#[test]
fn strong_reaper_is_lowered_to_8() {
    // 6 + 2 loses to a Black Mage.
    let game = after("bard | -\nsage | bard\nreaper | black-mage");
    assert_eq!(game.at("/true/2/strength"), json!({"ec": 8, "dmo": 10}));
    assert_eq!(game.at("/underworld/ec/2"), json!([6, 8]));
}

#[test]
fn dragoon_gains_from_a_margin_of_6() {
    assert_eq!(after("dragoon | blu>drk").at("/underworld/ec"), json!([[8, 11]]));
    assert_eq!(after("dragoon | ast>sage").at("/underworld/ec"), json!([[8, 11]]));
    assert_eq!(after("dragoon | -").at("/underworld/ec"), json!([[8, 11]]));
    assert_eq!(after("dragoon | bard").at("/underworld/ec"), json!([[8, 8]]));
    assert_eq!(after("dragoon | ast>dragoon").at("/underworld"), json!({"ec": [[8, 8]], "dmo": [[1, 9]]}));
}

#[test]
fn dragoons_margin_counts_bonuses() {
    let game = after("bard | -\ndragoon | bard");
    assert_eq!(game.at("/underworld/ec"), json!([[3, 3], [8, 12]]));
    let game = after("- | bard\ndragoon | blu>sage");
    assert_eq!(game.at("/underworld/ec"), json!([[0, 0], [8, 8]]));
}

#[test]
fn winning_black_mage_takes_the_enemys_strength() {
    assert_eq!(after("black-mage | -").at("/underworld/ec"), json!([[9, 0]]));
    assert_eq!(after("black-mage | dragoon").at("/underworld/ec"), json!([[9, 8]]));
    assert_eq!(after("black-mage | black-mage").at("/underworld/ec"), json!([[9, 9]]));
    assert_eq!(after("black-mage | ast>black-mage").at("/underworld"), json!({"ec": [[9, 9]], "dmo": [[1, 10]]}));
    assert_eq!(
        after("bard | -\nblack-mage | black-mage").at("/underworld"),
        json!({"ec": [[3, 3], [9, 9]], "dmo": [[0, 0], [9, 9]]})
    );
}

#[test]
fn black_mage_takes_a_beaten_reapers_new_strength() {
    assert_eq!(after("black-mage | reaper").at("/underworld"), json!({"ec": [[9, 8]], "dmo": [[6, 8]]}));
}

#[test]
fn samurai_beaten_by_a_black_mage_dies() {
    assert_eq!(after("black-mage | samurai").at("/underworld"), json!({"ec": [[9, 5]], "dmo": [[5, 5]]}));
}

#[test]
fn blue_mage_has_no_strength_or_ability_of_its_disguise() {
    let game = after("blu>sam | -\nblu>drk | -");
    assert_eq!(game.at("/true/0/strength/ec"), json!(2));
    assert_eq!(game.at("/underworld/ec"), json!([[2, 2], [0, 0]]));
    assert_eq!(after("blu>bard | -").at("/bonus/ec"), json!([0, 0]));
    assert_eq!(after("blu>drk | -").at("/replay/ec"), json!(null));
    assert_eq!(after("blu>reaper | samurai").at("/underworld/ec"), json!([[2, 2]]));
    assert_eq!(after("sage | blu>drk").at("/replay"), json!({"ec": null, "dmo": null}));
}

// R1.

#[test]
fn order_for_a_dead_blue_mage_is_no_blue_mage() {
    let game = after("blu>samurai | -\nblu>samurai | sage");
    assert_eq!(game.at("/shown/1"), json!({"ec": 0, "dmo": 4, "winner": "dmo"}));
    let game = after("blu>samurai | -\nblu>samurai | astrologian>blue-mage");
    assert_eq!(game.at("/true/1/strength"), json!({"ec": 0, "dmo": 1}));
}
