//! *The tables*: a host's own tables, and the refusals of bad ones.

use deathmatch_rules::game::{Overrides, Seat, SetupError, Viewer};
use deathmatch_rules::games;
use serde_json::{Value, json};

use super::{armed_with, both};

/// Returns the refusal of a ruleset.
fn fault(key: &str, table: Value) -> String {
    let overrides = Overrides::from_iter([(key.to_owned(), table)]);
    match games::find("castle-siege").unwrap().ruleset(None, &overrides) {
        Err(SetupError::Header(message)) => message,
        other => panic!("{other:?}"),
    }
}

/// Returns whether a one-row table has an effect on the EC's A in a battle.
fn battle(when: &str, ec: &str, dmo: &str) -> bool {
    let table = json!([{ "when": when, "AU": { "DEF": 3 } }]);
    let mut game = armed_with(json!({ "battle_table": table }), ec, dmo);
    let before = both(&game)[0].clone();
    game.play("ANNNN | ANNNN");
    both(&game)[0] != before
}

#[test]
fn battle_table_knows_every_name() {
    let (ec, dmo) = ("1232", "4561");
    for (name, value) in [
        ("AU.ATK", 1),
        ("AU.DEF", 2),
        ("AU.HP", 3),
        ("AU.EXH", 2),
        ("EU.ATK", 4),
        ("EU.DEF", 5),
        ("EU.HP", 6),
        ("EU.EXH", 1),
    ] {
        // The condition also names AU.ATK, so that the enemy's perspective does not match.
        assert!(battle(&format!("{name} = {value} and AU.ATK = 1"), ec, dmo), "{name}");
        assert!(!battle(&format!("{name} = {} and AU.ATK = 1", value + 1), ec, dmo), "{name}");
    }
}

#[test]
fn conditions_know_every_operator_and_conjunction() {
    for (when, holds) in [
        ("AU.ATK > 1", true),
        ("AU.ATK > 2", false),
        ("AU.ATK >= 2", true),
        ("AU.ATK >= 3", false),
        ("AU.ATK = 2", true),
        ("AU.ATK = 1", false),
        ("AU.ATK <= 2", true),
        ("AU.ATK <= 1", false),
        ("AU.ATK < 3", true),
        ("AU.ATK < 2", false),
        ("AU.ATK + AU.DEF - 1 = EU.ATK", true),
        ("-AU.ATK + 999 > 3*EU.ATK - 0", true),
        ("2*AU.ATK=EU.ATK and AU.DEF>AU.ATK", true),
        ("2*AU.ATK=EU.ATK  and  AU.DEF<AU.ATK", false),
        ("always", true),
    ] {
        assert_eq!(battle(when, "2300", "4000"), holds, "{when}");
    }
}

#[test]
fn siege_table_knows_every_name_and_group() {
    let table = json!([
        { "when": "NA = 1" },
        { "when": "SA = 3 and SD = 7 and NA = 2 and ND = 3",
          "attackers": { "ATK": 1 }, "defenders": { "HP": 2 }, "top_attacker": { "EXH": 1, "DEF": 4 }, "top_defender": { "DEF": -999 } },
        { "when": "always", "attackers": { "EXH": 3 } },
    ]);
    let mut game = armed_with(json!({ "siege_table": table }), "1000 2100", "0400 0201 0100");
    game.play("AANNN | DDDNN");
    assert_eq!(both(&game), ["2000 3501", "0020 0221 0120"]);
    game.play("ANNNN | NDNNN");
    assert_eq!(both(&game)[0], "2000 3501", "the first row holds and does nothing");
}

#[test]
fn no_matching_row_has_no_effect() {
    let table = json!([{ "when": "NA > 5", "attackers": { "EXH": 1 } }]);
    let mut game =
        armed_with(json!({ "siege_table": table, "battle_table": [{ "when": "1 > 2" }] }), "1000 1000", "1000 0100");
    game.play("AANNN | ADNNN");
    assert_eq!(both(&game), ["1000 1000", "1000 0100"]);
}

#[test]
fn only_exhaustion_has_an_upper_limit() {
    let table = json!([{ "when": "always", "AU": { "ATK": 999, "HP": 7, "EXH": -5 } }]);
    let mut game = armed_with(json!({ "battle_table": table }), "1002", "1002");
    game.play("ANNNN | ANNNN\nANNNN | ANNNN");
    assert_eq!(game.at("/units/ec/A"), json!([1999, 0, 14, 0]));
}

#[test]
fn default_table_written_out_is_still_the_default() {
    let game = games::find("castle-siege").unwrap();
    let ours = game.ruleset(None, &Overrides::new()).unwrap();
    assert_eq!(
        ours["siege_table"],
        json!([
            { "when": "SA >= 2*SD", "defenders": { "EXH": 2 }, "top_defender": { "DEF": -1 } },
            { "when": "SA > SD", "defenders": { "EXH": 1 }, "top_defender": { "DEF": -1 } },
            { "when": "SA = SD", "attackers": { "EXH": 1 }, "defenders": { "EXH": 1 } },
            { "when": "SA < SD", "attackers": { "EXH": 1 }, "top_defender": { "EXH": 1 } },
        ])
    );
    let again = Overrides::from_iter(["siege_table", "battle_table"].map(|key| (key.to_owned(), ours[key].clone())));
    assert_eq!(game.ruleset(None, &again).unwrap(), ours);
    let page = game.page(None, &again).unwrap();
    let rows = page.sections.iter().flat_map(|section| &section.lines);
    assert_eq!(rows.filter(|line| line.house && line.text.contains("our reconstruction")).count(), 2);
}

#[test]
fn hosts_table_is_shown_in_place_of_the_default() {
    let table = json!([{ "when": "SA>SD", "defenders": { "EXH": 3, "HP": -1 } }, { "when": "always" }]);
    let overrides = Overrides::from_iter([("siege_table".to_owned(), table.clone())]);
    let page = games::find("castle-siege").unwrap().page(None, &overrides).unwrap();
    let lines: Vec<_> = page.sections.iter().flat_map(|section| &section.lines).collect();
    let row = lines
        .iter()
        .find(|line| line.text == "1. Attack above defence: each of the defenders: HP −1, EXH +3")
        .expect("the row");
    assert!(!row.house);
    assert!(lines.iter().any(|line| line.text == "2. In every other case: no effect" && !line.house));
    let game = armed_with(json!({ "siege_table": table }), "", "");
    let answer = game.answer(Viewer::Seat(Seat::Ec), "tables");
    assert!(
        answer.contains("Siege table, as the host has given it:") && answer.contains("our reconstruction"),
        "{answer}"
    );
}

#[test]
fn refusal_names_the_bad_row() {
    let good = json!({ "when": "always" });
    for (row, what) in [
        (json!({ "when": "SA > SX" }), "there is no name `SX`; use SA SD NA ND"),
        (json!({ "when": "AU.ATK > 1" }), "there is no name `AU.ATK`"),
        (json!({ "when": "SA > 1000" }), "`1000` is no whole number from 0 to 999"),
        (json!({ "when": "SA" }), "`SA` has none of > >= = <= <"),
        (json!({ "when": "always and SA > 1" }), "`always` has none of"),
        (json!({ "when": "" }), "a comparison is missing"),
        (json!({ "when": 1 }), "`when` is text"),
        (json!({ "attackers": { "EXH": 1 } }), "`when` is missing"),
        (json!({ "when": "always", "AU": { "EXH": 1 } }), "there is no group `AU`"),
        (json!({ "when": "always", "attackers": { "LUCK": 1 } }), "`attackers` has no statistic `LUCK`"),
        (json!({ "when": "always", "attackers": { "EXH": 1000 } }), "`attackers` changes EXH by a whole number"),
        (json!({ "when": "always", "attackers": { "EXH": 1.0 } }), "`attackers` changes EXH by a whole number"),
        (json!({ "when": "always", "attackers": 1 }), "`attackers` is an object of changes"),
        (json!("always"), "there is no object"),
    ] {
        let message = fault("siege_table", json!([good, row]));
        assert!(
            message.contains("row 2 of `siege_table`") && message.contains(what) && message.ends_with('.'),
            "{message}"
        );
    }
    assert!(fault("battle_table", json!([{ "when": "SA > 1" }])).contains("row 1 of `battle_table`"));
    assert!(
        fault("battle_table", json!([{ "when": "always", "attackers": {} }]))
            .contains("there is no group `attackers`; use AU")
    );
    assert!(fault("battle_table", json!([])).contains("`battle_table` has no row 1"));
    assert!(fault("siege_table", json!({})).contains("`siege_table` is a list of rows"));
    assert!(fault("siege_table", Value::Null).contains("`siege_table` is a list of rows"));
}

#[test]
fn rounds_are_1_to_1000() {
    for rounds in [json!(0), json!(1001), json!("40")] {
        assert!(fault("rounds", rounds).contains("a whole number from 1 to 1000"));
    }
}
