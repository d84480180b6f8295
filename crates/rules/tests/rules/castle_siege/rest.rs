//! *Resolution*, **Rest**, and the requirements of each action.

use deathmatch_rules::game::{RefusalKind, Seat};

use super::{armed, both, stands};

#[test]
fn single_recovering_unit_loses_only_exhaustion() {
    let mut game = armed("0012", "");
    game.play("RNNNN | -");
    assert_eq!(both(&game), ["0011", ""]);
}

#[test]
fn all_recovering_units_but_the_first_lose_health() {
    let mut game = armed("0022 0032 0011", "0011 0011");
    game.play("RRRNN | RRNNN");
    assert_eq!(both(&game), ["0011 0031", "0010"]);
}

/// Returns the spared unit of A and B.
fn spared(units: &str) -> &'static str {
    let mut game = armed(units, "");
    game.play("RRNNN | -");
    let hp = |text: &str| text.split(' ').map(|unit| unit.as_bytes()[2]).collect::<Vec<_>>();
    let (before, after) = (hp(units), hp(&stands(&game, Seat::Ec)));
    match [before[0] == after[0], before[1] == after[1]] {
        [true, false] => "A",
        [false, true] => "B",
        other => panic!("{other:?}"),
    }
}

#[test]
fn ranked_by_high_health() {
    assert_eq!(spared("4432 0041"), "B");
}

#[test]
fn then_by_high_atk() {
    assert_eq!(spared("1432 2031"), "B");
}

#[test]
fn then_by_high_exhaustion() {
    assert_eq!(spared("1431 1032"), "B");
}

#[test]
fn then_by_high_def() {
    assert_eq!(spared("1132 1232"), "B");
}

#[test]
fn then_by_letter() {
    assert_eq!(spared("1232 1232"), "A");
}

#[test]
fn attack_needs_atk_and_strength_left() {
    for (unit, fits) in [("1000", true), ("1002", true), ("1003", false), ("0442", false)] {
        let fits = if fits { Ok("ANNNN".to_owned()) } else { Err(RefusalKind::Illegal) };
        assert_eq!(armed(unit, "").read(Seat::Ec, "ANNNN"), fits, "{unit}");
    }
}

#[test]
fn defend_needs_def_and_strength_left() {
    for (unit, fits) in [("0100", true), ("0102", true), ("0103", false), ("4042", false)] {
        let fits = if fits { Ok("DNNNN".to_owned()) } else { Err(RefusalKind::Illegal) };
        assert_eq!(armed(unit, "").read(Seat::Ec, "DNNNN"), fits, "{unit}");
    }
}

#[test]
fn recover_needs_health_and_exhaustion() {
    for (unit, fits) in [("0011", true), ("0013", true), ("0010", false), ("4403", false)] {
        let fits = if fits { Ok("RNNNN".to_owned()) } else { Err(RefusalKind::Illegal) };
        assert_eq!(armed(unit, "").read(Seat::Ec, "RNNNN"), fits, "{unit}");
    }
}

#[test]
fn unit_without_health_continues() {
    let mut game = armed("2000", "0400");
    game.play("ANNNN | DNNNN");
    assert_eq!(both(&game), ["2001", "0401"]);
    assert_eq!(game.read(Seat::Ec, "ANNNN"), Ok("ANNNN".to_owned()));
}

#[test]
fn missing_order_is_no_action_for_all() {
    let mut game = armed("2222", "2222");
    game.play("- | NNNNN");
    assert_eq!(both(&game), ["2222", "2222"]);
}

#[test]
fn legal_orders_meet_the_requirements_of_their_actions() {
    let game = armed("1011 0103", "");
    assert_eq!(game.legal(Seat::Ec), ["ANNNN", "NNNNN", "RNNNN"]);
    assert_eq!(armed("1111 1111 1111 1111 1111", "").legal(Seat::Ec).len(), 1024);
}
