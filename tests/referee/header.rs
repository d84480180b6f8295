//! The first line.

use serde_json::{Value, json};

use crate::{Talk, run};

/// Checks that a header is refused with a code: one line, and status 2.
fn refused(header: &str, code: &str) {
    let (answers, status) = run(format!("{header}\n{{\"at\":1}}\n").as_bytes(), &[]);
    assert_eq!((answers.len(), status), (1, 2), "{header}");
    let answer: Value = serde_json::from_str(&answers[0]).unwrap();
    assert_eq!(answer.as_object().unwrap().keys().collect::<Vec<_>>(), ["error", "ok"], "{header}");
    assert_eq!((&answer["ok"], &answer["error"]["code"]), (&json!(false), &json!(code)), "{header}: {answer}");
}

/// Returns a header of the game with additional keys.
fn with(keys: &str) -> String {
    format!(r#"{{"record":1,"game":"warriors-death",{keys}}}"#)
}

#[test]
fn only_record_and_game_are_required() {
    let talk = Talk::with(r#"{"record":1,"game":"warriors-death"}"#, &[]);
    let opening = &talk.opening;
    assert_eq!((&opening["ok"], &opening["at"], &opening["step"]), (&json!(true), &json!(0), &json!(1)));
    let awaited = json!({ "prompt": "unit", "deadline": 60_000, "submitted": false });
    assert_eq!(opening["awaiting"], json!({ "ec": awaited, "dmo": awaited }));
    assert_eq!((&opening["paused"], &opening["outcome"]), (&json!(false), &Value::Null));
    assert_eq!(opening["state"]["round"], 1);
}

#[test]
fn every_key_is_accepted() {
    let header = concat!(
        r#"{"record":1,"game":"warriors-death","version":2,"preset":"standard","ruleset":{"unit_s":5},"seats":{"ec":"Ann","dmo":"#,
        r#"{"name":"Bob","bot":"level3"}},"advantage":"ec","seed":"42","setup":{},"items":{},"starts_at":null}"#
    );
    assert_eq!(Talk::with(header, &[]).opening["awaiting"]["ec"]["deadline"], 5_000);
    let engine = Talk::with(&with(r#""seats":{"dmo":{"name":"Own","bot":"engine:own-2"}}"#), &[]);
    assert_eq!(engine.opening["ok"], true);
}

#[test]
fn record_of_another_rules_version_is_refused_naming_both() {
    for version in [1, 3] {
        let header = with(&format!(r#""version":{version}"#));
        refused(&header, "bad-header");
        let (answers, _) = run(header.as_bytes(), &[]);
        assert!(
            answers[0].contains(&format!("by version {version} of")) && answers[0].contains("has version 2"),
            "{answers:?}"
        );
    }
    assert_eq!(Talk::with(&with(r#""version":2"#), &[]).opening["ok"], true);
}

#[test]
fn empty_input_is_refused() {
    assert_eq!(run(b"", &[]), (Vec::new(), 2));
}

#[test]
fn header_that_is_no_json_is_bad_json() {
    for header in ["", "  ", "nonsense", "[]", "7", r#"{"record":1,"game":"warriors-death"} x"#] {
        refused(header, "bad-json");
    }
    let (answers, status) = run(b"\xff\n", &[]);
    assert!(answers[0].contains("bad-json") && status == 2);
}

#[test]
fn unknown_keys_are_refused_by_name() {
    for (header, name) in [
        (with(r#""colour":1"#), "colour"),
        (with(r#""meta":{}"#), "meta"),
        (with(r#""at":0"#), "at"),
        (with(r#""ruleset":{"colour":1}"#), "colour"),
        (with(r#""seats":{"host":"Hana"}"#), "host"),
        (with(r#""seats":{"ec":{"name":"Ann","age":9}}"#), "age"),
        (with(r#""items":{"host":[]}"#), "host"),
    ] {
        refused(&header, "unknown-field");
        let (answers, _) = run(header.as_bytes(), &[]);
        assert!(answers[0].contains(name), "{}", answers[0]);
    }
}

#[test]
fn unknown_game_is_refused() {
    refused(r#"{"record":1,"game":"chess"}"#, "unknown-game");
    refused(r#"{"record":1,"game":""}"#, "unknown-game");
    refused(r#"{"record":1,"game":"Warriors-Death"}"#, "unknown-game");
}

#[test]
fn bad_value_is_a_bad_header() {
    for keys in [
        r#""preset":"tempo-up""#,
        r#""preset":"""#,
        r#""preset":7"#,
        r#""ruleset":[]"#,
        r#""ruleset":{"unit_s":0}"#,
        r#""ruleset":{"unit_s":86401}"#,
        r#""ruleset":{"unit_s":1.5}"#,
        r#""ruleset":{"unit_s":"60"}"#,
        r#""ruleset":{"private_orders":"never"}"#,
        r#""ruleset":{"quiet":"22:00"}"#,
        r#""ruleset":{"quiet":"22-8"}"#,
        r#""ruleset":{"quiet":"08:00-08:00"}"#,
        r#""ruleset":{"quiet":"08:00-00:01"}"#,
        r#""ruleset":{"quiet":false}"#,
        r#""time_of_day":86400000"#,
        r#""time_of_day":-1"#,
        r#""time_of_day":1.5"#,
        r#""time_of_day":"20:00""#,
        r#""version":0"#,
        r#""version":1.5"#,
        r#""version":"2""#,
        r#""version":null"#,
        r#""version":4294967296"#,
        r#""seats":["Ann","Bob"]"#,
        r#""seats":{"ec":7}"#,
        r#""seats":{"ec":{"bot":"strong"}}"#,
        r#""seats":{"ec":{"bot":"engine:"}}"#,
        r#""seats":{"ec":{"bot":"engine:Own"}}"#,
        r#""seats":{"ec":{"bot":"engine:a-name-too-long-for-one"}}"#,
        r#""advantage":"both""#,
        r#""seed":42"#,
        r#""items":{"ec":["swap"]}"#,
        r#""items":[]"#,
        r#""starts_at":-1"#,
        r#""starts_at":1.5"#,
        r#""starts_at":"noon""#,
        r#""setup":7"#,
    ] {
        refused(&with(keys), "bad-header");
    }
    for header in ["{}", r#"{"game":"warriors-death"}"#, r#"{"record":1}"#, r#"{"record":2,"game":"warriors-death"}"#] {
        refused(header, "bad-header");
    }
}

#[test]
fn null_is_a_bad_value_except_in_starts_at() {
    for key in ["preset", "ruleset", "seats", "advantage", "seed", "setup", "items", "time_of_day"] {
        refused(&with(&format!(r#""{key}":null"#)), "bad-header");
    }
    refused(r#"{"record":null,"game":"warriors-death"}"#, "bad-header");
    refused(r#"{"record":1,"game":null}"#, "bad-header");
    refused(&with(r#""seats":{"ec":null}"#), "bad-header");
    refused(&with(r#""ruleset":{"unit_s":null}"#), "bad-header");
    assert_eq!(Talk::with(&with(r#""starts_at":null"#), &[]).opening["ok"], true);
}

#[test]
fn setup_that_the_game_refuses_is_a_bad_setup() {
    refused(&with(r#""setup":{"fen":"8/8"}"#), "bad-setup");
}

#[test]
fn deadlines_fall_after_quiet_hours() {
    // Opened at 21:59:30: half a minute later ten quiet hours begin.
    let night = with(r#""ruleset":{"quiet":"22:00-08:00"},"time_of_day":79170000"#);
    let mut talk = Talk::with(&night, &[]);
    assert_eq!(talk.opening["awaiting"]["ec"], json!({ "prompt": "unit", "deadline": 36_030_000, "submitted": false }));
    assert_eq!(talk.order(40_000, "ec", "samurai")["awaiting"]["ec"]["submitted"], true);
    assert_eq!(talk.time(36_029_999)["step"], 1);
    let next = talk.time(36_030_000);
    assert_eq!((&next["step"], &next["awaiting"]["ec"]["deadline"]), (&json!(2), &json!(36_090_000)));
    for same in [r#""ruleset":{"quiet":null},"time_of_day":79170000"#, r#""time_of_day":79170000"#, r#""ruleset":{}"#] {
        assert_eq!(Talk::with(&with(same), &[]).opening["awaiting"]["ec"]["deadline"], 60_000, "{same}");
    }
}

#[test]
fn start_time_is_a_break_and_step_one() {
    let mut talk = Talk::with(&with(r#""starts_at":90000"#), &[]);
    let opening = talk.opening.clone();
    let awaited = json!({ "prompt": "break", "deadline": 90_000, "submitted": false });
    assert_eq!(opening["awaiting"], json!({ "ec": awaited, "dmo": awaited }));
    assert_eq!((&opening["step"], &opening["state"]["round"]), (&json!(1), &json!(1)));
    talk.refused(r#"{"at":1,"seat":"ec","ready":true}"#, "not-awaited");
    talk.refused(r#"{"at":1,"seat":"ec","order":"samurai"}"#, "not-awaited");
    assert_eq!(talk.ok(r#"{"legal":"ec"}"#)["count"], 0);
    let begun = talk.order(90_000, "ec", "samurai");
    assert_eq!((&begun["step"], &begun["awaiting"]["ec"]["deadline"]), (&json!(2), &json!(150_000)));
    assert_eq!(begun["state"], opening["state"]);
    let undone = talk.host(95_000, "undo");
    assert_eq!((&undone["step"], &undone["awaiting"]["ec"]["deadline"]), (&json!(1), &json!(185_000)));
}

#[test]
fn awaited_start_time_can_be_moved() {
    let mut talk = Talk::with(&with(r#""starts_at":90000"#), &[]);
    talk.host(10, "pause");
    talk.host(5_010, "resume");
    assert_eq!(talk.host(6_000, "extend 10")["awaiting"]["ec"]["deadline"], 105_000);
    assert_eq!(talk.host(7_000, "reschedule 86400000")["awaiting"]["ec"]["deadline"], 86_400_000);
    talk.host_refused(8_000, "reschedule 7999", "bad-host-action");
    let started = talk.host(9_000, "reschedule 9000");
    assert_eq!((&started["step"], &started["awaiting"]["ec"]["deadline"]), (&json!(2), &json!(69_000)));
    talk.host_refused(9_001, "reschedule 90000", "bad-host-action");
}
