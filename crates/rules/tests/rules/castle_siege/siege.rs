//! *Resolution*, **Siege**: each row of the table, both rankings, and an undefended castle.

use deathmatch_rules::game::{Outcome, Reason, Seat};
use serde_json::{Value, json};

use super::{armed, armed_with, both, event};

#[test]
fn first_row_twice_the_defence() {
    let mut game = armed("4020", "0220 0011");
    game.play("ANNNN | DNNNN");
    assert_eq!(both(&game), ["4020", "0122 0011"]);
    assert_eq!(event(&game)["siege"], json!({ "castle": "dmo", "attackers": "A", "sa": 4, "sd": 2 }));
}

#[test]
fn second_row_more_than_the_defence() {
    let mut game = armed("4020", "0220 0120");
    game.play("ANNNN | DDNNN");
    assert_eq!(both(&game), ["4020", "0121 0121"]);
}

#[test]
fn third_row_equals() {
    let mut game = armed("2020 2020", "0220 0220");
    game.play("AANNN | DDNNN");
    assert_eq!(both(&game), ["2021 2021", "0221 0221"]);
}

#[test]
fn fourth_row_less_than_the_defence() {
    let mut game = armed("1020 1020", "0220 0320");
    game.play("AANNN | DDNNN");
    assert_eq!(both(&game), ["1021 1021", "0220 0321"]);
}

#[test]
fn either_castle_can_be_besieged() {
    let mut game = armed("0220", "1020");
    game.play("DNNNN | ANNNN");
    assert_eq!(both(&game), ["0221", "1021"]);
    assert_eq!(event(&game)["siege"]["castle"], "ec");
}

#[test]
fn siege_without_attackers_has_no_effect() {
    let mut game = armed("1020 0220", "1020 0220");
    game.play("NDNNN | NDNNN");
    assert_eq!(both(&game), ["1020 0220", "1020 0220"]);
    assert_eq!(
        event(&game),
        json!({ "round": 1, "battle": [], "defenders": { "ec": "B", "dmo": "B" }, "siege": null })
    );
}

/// Returns the top defender of A and B: only it loses a point of DEF.
fn top_defender(units: &str) -> &'static str {
    let mut game = armed("4000 4000 4000 4000", units);
    game.play("AAAAN | DDNNN");
    lost(&game, units, 1)
}

/// Returns the top attacker of A and B, by a table that marks it.
fn top_attacker(units: &str) -> &'static str {
    let table = json!([{ "when": "always", "top_attacker": { "DEF": -1 } }]);
    let mut game = armed_with(json!({ "siege_table": table }), units, "0400");
    game.play("AANNN | DNNNN");
    lost(&game, units, 0)
}

fn lost(game: &crate::script::Match, before: &str, seat: usize) -> &'static str {
    let after = &both(game)[seat];
    let def = |text: &str, unit: usize| text.split(' ').nth(unit).expect("a unit").as_bytes()[1];
    match [0, 1].map(|unit| def(after, unit) < def(before, unit)) {
        [true, false] => "A",
        [false, true] => "B",
        other => panic!("{other:?}: {before} to {after}"),
    }
}

#[test]
fn ranked_by_high_def() {
    assert_eq!((top_defender("1140 0202"), top_attacker("1140 1202")), ("B", "B"));
}

#[test]
fn then_by_low_exhaustion() {
    assert_eq!((top_defender("1142 0101"), top_attacker("2142 1101")), ("B", "B"));
}

#[test]
fn then_by_high_health() {
    assert_eq!((top_defender("1110 0120"), top_attacker("2110 1120")), ("B", "B"));
}

#[test]
fn then_by_high_atk() {
    assert_eq!((top_defender("0110 1110"), top_attacker("1110 2110")), ("B", "B"));
}

#[test]
fn then_by_letter() {
    assert_eq!((top_defender("1110 1110"), top_attacker("1110 1110")), ("A", "A"));
}

#[test]
fn undefended_castle_falls_to_excess_attackers() {
    let mut game = armed("2000 1000 0011", "2000 0400 0011");
    game.play("AARNN | ANRNN");
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    assert_eq!(event(&game)["siege"], json!({ "castle": "dmo", "attackers": "B", "sa": 1, "sd": 0 }));
    assert_eq!(both(&game), ["2001 1000 0010", "2001 0400 0010"], "the round's other effects still apply");
    assert_eq!((game.at("/phase"), game.at("/round")), (json!("battle"), json!(1)));
}

#[test]
fn attackers_that_all_meet_an_enemy_storm_nothing() {
    let mut game = armed("2000 2000", "2000 2000");
    game.play("AANNN | AANNN");
    assert_eq!(event(&game)["siege"], Value::Null);
    assert_eq!(game.at("/round"), 2);
}
