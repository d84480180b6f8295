//! Questions that are not part of the record.

use serde_json::{Value, json};

use crate::Talk;

#[test]
fn legal_lists_the_orders_in_byte_order() {
    let mut talk = Talk::begin();
    let before = talk.order(7, "ec", "samurai");
    let answer = talk.ok(r#"{"legal":"ec"}"#);
    let orders: Vec<String> = serde_json::from_value(answer["orders"].clone()).unwrap();
    assert_eq!((orders.len(), &answer["count"]), (26, &json!(26)));
    assert!(orders.is_sorted());
    for key in ["at", "step", "state", "awaiting"] {
        assert_eq!(answer[key], before[key], "a question changes nothing");
    }
    for order in orders {
        talk.order(8, "ec", &order);
    }
}

#[test]
fn break_has_no_legal_orders() {
    let mut talk = Talk::begin();
    talk.time(600_000);
    let answer = talk.ok(r#"{"legal":"dmo"}"#);
    assert_eq!((&answer["orders"], &answer["count"]), (&json!([]), &json!(0)));
    talk.refused(r#"{"advise":"dmo"}"#, "not-awaited");
}

#[test]
fn seat_not_asked_has_no_legal_orders() {
    let mut talk = Talk::begin();
    talk.host(1, "void");
    talk.refused(r#"{"legal":"ec"}"#, "not-awaited");
    talk.refused(r#"{"advise":"ec"}"#, "not-awaited");
}

#[test]
fn advice_is_a_legal_order_and_deterministic() {
    let ask = |level: &str| {
        let mut talk = Talk::begin();
        let answer = talk.ok(&format!(r#"{{"advise":"dmo"{level}}}"#));
        let order = answer["order"].as_str().unwrap().to_owned();
        assert_eq!(answer["awaiting"]["dmo"]["submitted"], false);
        talk.order(1, "dmo", &order);
        order
    };
    assert_eq!(ask(""), ask(""));
    ask(r#","level":1"#);
    ask(r#","level":3,"movetime_ms":1000"#);
}

#[test]
fn advice_comes_from_the_seats_view_only() {
    let ask = |hidden: &str| {
        let mut talk = Talk::begin();
        talk.order(1, "ec", hidden);
        talk.ok(r#"{"advise":"dmo","level":3}"#)["order"].clone()
    };
    assert_eq!(ask("samurai"), ask("blue-mage>sage"));
}

#[test]
fn perft_is_refused_in_simultaneous_phases() {
    let mut talk = Talk::begin();
    talk.refused(r#"{"perft":1}"#, "not-awaited");
    talk.refused(r#"{"perft":0}"#, "not-awaited");
    talk.host(1, "void");
    assert_eq!(talk.ok(r#"{"perft":0}"#)["nodes"], 1);
    assert_eq!(talk.ok(r#"{"perft":1}"#)["nodes"], 0);
    assert_eq!(talk.ok(r#"{"perft":5}"#)["nodes"], 0);
}

#[test]
#[ignore = "long"]
fn perft_is_bounded() {
    let mut talk = Talk::with(r#"{"record":1,"game":"blockade-chess","preset":"blockade"}"#, &[]);
    assert_eq!(talk.ok(r#"{"perft":3}"#)["nodes"], 2 * 192 * 15_624);
    let refused = talk.refused(r#"{"perft":4000000000}"#, "not-awaited");
    assert!(refused["error"]["message"].as_str().unwrap().contains("200000000"), "{refused}");
}

#[test]
fn questions_are_read_strictly() {
    let mut talk = Talk::begin();
    talk.refused(r#"{"legal":"both"}"#, "bad-json");
    talk.refused(r#"{"legal":"ec","why":1}"#, "unknown-field");
    talk.refused(r#"{"perft":-1}"#, "bad-json");
    talk.refused(r#"{"perft":"3"}"#, "bad-json");
    talk.refused(r#"{"advise":"ec","level":"3"}"#, "bad-json");
    let answer = talk.refused(r#"{"at":70000,"legal":"ec"}"#, "bad-json");
    assert_eq!(answer["step"], 2, "it has a time, so time passes");
    assert_eq!(answer.get("orders"), None::<&Value>);
}
