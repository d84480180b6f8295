//! *Resolution*, **Battle**: ranking, pairs, excess attackers, and each row of the table.

use deathmatch_rules::game::Seat;

use super::{armed, both, event, pairs};

#[test]
fn first_row_an_enemy_above_atk_and_def_costs_health() {
    let mut game = armed("1120", "3000");
    game.play("ANNNN | ANNNN");
    assert_eq!(both(&game), ["1112", "3000"]);
    assert_eq!(pairs(&game), "A1-A3");
}

#[test]
fn second_row_an_enemy_above_atk_alone_exhausts() {
    let mut game = armed("1220", "3000");
    game.play("ANNNN | ANNNN");
    assert_eq!(both(&game), ["1222", "3000"]);
}

#[test]
fn third_row_equals_exhaust_each_other() {
    let mut game = armed("2120", "2440");
    game.play("ANNNN | ANNNN");
    assert_eq!(both(&game), ["2121", "2441"]);
}

#[test]
fn fourth_row_the_stronger_one_is_untouched() {
    let mut game = armed("3010", "2000");
    game.play("ANNNN | ANNNN");
    assert_eq!(both(&game), ["3010", "2002"]);
}

#[test]
fn limits_apply_once_at_the_end() {
    // HP cannot fall below 0, EXH not rise above 3.
    let mut game = armed("1002", "4000");
    game.play("ANNNN | ANNNN");
    assert_eq!(both(&game), ["1003", "4000"]);
}

/// Returns the higher-ranked unit of A and B: it meets the enemy's A, and the other one advances.
fn first_of(units: &str) -> String {
    let mut game = armed(units, "4000");
    game.play("AANNN | ANNNN");
    pairs(&game)
}

#[test]
fn ranked_by_high_atk() {
    assert_eq!(first_of("2440 3002"), "B3-A4");
}

#[test]
fn then_by_high_def() {
    assert_eq!(first_of("2140 2202"), "B2-A4");
}

#[test]
fn then_by_low_exhaustion() {
    assert_eq!(first_of("2142 2111"), "B2-A4");
}

#[test]
fn then_by_high_health() {
    assert_eq!(first_of("2111 2121"), "B2-A4");
}

#[test]
fn then_by_letter() {
    assert_eq!(first_of("2121 2121"), "A2-A4");
}

#[test]
fn pairs_follow_the_ranks_and_are_listed_by_the_ecs_letter() {
    let mut game = armed("1000 4000 2000", "2000 0400 3000 4000");
    game.play("AAANN | ANAAN");
    assert_eq!(pairs(&game), "A1-A2 B4-D4 C2-C3");
    assert_eq!(event(&game)["siege"], serde_json::Value::Null);
}

#[test]
fn lowest_ranked_attackers_of_the_larger_side_advance() {
    let mut game = armed("1000 4000 2000 3000", "0400 2000");
    game.play("AAAAN | DANNN");
    assert_eq!(pairs(&game), "B4-B2");
    assert_eq!(event(&game)["siege"], serde_json::json!({ "castle": "dmo", "attackers": "ACD", "sa": 6, "sd": 4 }));
}

#[test]
fn unit_without_an_opponent_has_no_battle_effect() {
    let mut game = armed("1000 4000", "4000 0400");
    game.play("AANNN | ADNNN");
    assert_eq!(both(&game), ["1001 4001", "4001 0401"], "A besieges: 1 against 4");
}

#[test]
fn effects_use_the_values_at_the_start_of_the_round() {
    // Each loses by the other's ATK at the start of the round, in any order of calculation.
    let mut game = armed("2020 1020", "2020 1020");
    game.play("AANNN | AANNN");
    assert_eq!(both(&game), ["2021 1021", "2021 1021"]);
    assert_eq!(game.at("/round"), 2);
    let mut game = armed("2000", "2000");
    game.play("ANNNN | ANNNN\nANNNN | ANNNN\nANNNN | ANNNN");
    assert_eq!(both(&game), ["2003", "2003"]);
    assert!(game.read(Seat::Ec, "ANNNN").is_err());
}
