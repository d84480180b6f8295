//! Entries, time and refusals.

use serde_json::{Value, json};

use crate::{HEADER, Talk, kinds, run};

const FINAL: &str = r#"{"record":1,"game":"warriors-death","ruleset":{"private_orders":"final"}}"#;

/// Advances to the first break.
fn to_the_break(talk: &mut Talk) -> Value {
    let answer = talk.time(600_000);
    assert_eq!(answer["awaiting"]["ec"]["prompt"], "break");
    answer
}

#[test]
fn step_ends_when_both_orders_are_in() {
    let mut talk = Talk::begin();
    let sealed = talk.order(1_200, "ec", "samurai");
    assert_eq!((&sealed["at"], &sealed["step"]), (&json!(1_200), &json!(1)));
    assert_eq!(sealed["awaiting"]["ec"], json!({ "prompt": "unit", "deadline": 60_000, "submitted": true }));
    assert_eq!(sealed["awaiting"]["dmo"]["submitted"], false);
    assert_eq!(kinds(&sealed), ["sealed"]);
    let resolved = talk.order(1_300, "dmo", "blu as sam");
    assert_eq!((&resolved["step"], &resolved["awaiting"]["ec"]["deadline"]), (&json!(2), &json!(61_300)));
    assert_eq!(resolved["awaiting"]["ec"]["submitted"], false);
    assert_eq!(kinds(&resolved), ["sealed", "round", "asked"]);
    assert_eq!(resolved["state"]["true"][0]["winner"], "ec");
}

#[test]
fn orders_are_read_as_phones_write_and_quoted_as_typed() {
    let mut talk = Talk::begin();
    talk.order(1, "ec", "“astrologian → dragoon.”");
    talk.order(2, "dmo", "`ｂｌｕｅ－ｍａｇｅ＞ｓａｍｕｒａｉ`");
    let mut talk = Talk::with(r#"{"record":1,"game":"knights"}"#, &[]);
    for (typed, quoted) in [
        ("spawn a5, mvoe a5–b3", "`mvoe` is no action or square"),
        ("‘ｓｐａｗｎ　ｚ９’", "`ｚ９` is not on the board"),
        ("ｚ９ ?", "`ｚ９ ?` is no order here; write, for example, `"),
        ("spawn a5 – `b＄`", "`b＄` is not on the board"),
    ] {
        for seat in ["ec", "dmo"] {
            let line = json!({ "at": 1, "seat": seat, "order": typed }).to_string();
            let answer = talk.say(&line);
            if answer["error"]["code"] == "not-awaited" {
                continue;
            }
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(answer["error"]["code"] == "unreadable-order" && message.starts_with(quoted), "{typed}: {message}");
        }
    }
}

#[test]
fn deadlines_fire_in_order_at_their_own_time() {
    let mut talk = Talk::begin();
    let answer = talk.time(200_000);
    assert_eq!((&answer["at"], &answer["step"]), (&json!(200_000), &json!(4)));
    assert_eq!(answer["awaiting"]["dmo"]["deadline"], 240_000);
    let rounds = answer["events"].as_array().unwrap().iter().filter(|event| event["kind"] == "round");
    assert_eq!(rounds.map(|event| event["at"].as_u64().unwrap()).collect::<Vec<_>>(), [60_000, 120_000, 180_000]);
}

#[test]
fn order_at_the_deadline_counts_for_the_next_step() {
    let mut talk = Talk::begin();
    let answer = talk.order(60_000, "ec", "samurai");
    assert_eq!((&answer["step"], &answer["awaiting"]["ec"]["submitted"]), (&json!(2), &json!(true)));
    assert_eq!(answer["state"]["true"][0]["ec"], 0);
}

#[test]
fn order_a_millisecond_before_the_deadline_counts() {
    let mut talk = Talk::begin();
    talk.order(59_999, "ec", "samurai");
    assert_eq!(talk.time(60_000)["state"]["true"][0]["ec"], 5);
}

#[test]
fn order_with_a_step_is_for_that_step_only() {
    let mut talk = Talk::begin();
    talk.ok(r#"{"at":1,"seat":"ec","order":"samurai","step":1}"#);
    talk.refused(r#"{"at":2,"seat":"ec","order":"samurai","step":2}"#, "not-awaited");
    let late = talk.refused(r#"{"at":60000,"seat":"ec","order":"sage","step":1}"#, "late");
    assert_eq!((&late["step"], &late["awaiting"]["ec"]["submitted"]), (&json!(2), &json!(false)));
    talk.refused(r#"{"at":60000,"seat":"ec","order":"sage","step":0}"#, "late");
    talk.ok(r#"{"at":60000,"seat":"ec","order":"sage","step":2}"#);
    talk.host(60_001, "undo");
    talk.ok(r#"{"at":60002,"seat":"ec","order":"sage","step":1}"#);
}

#[test]
fn bad_line_with_a_valid_time_advances_time() {
    let mut talk = Talk::begin();
    for (line, code, step) in [
        (r#"{"at":60000,"seat":"ec","order":"paladin"}"#, "unreadable-order", 2),
        (r#"{"at":120000,"seat":"ec","order":7}"#, "bad-json", 3),
        (r#"{"at":180000,"colour":1}"#, "unknown-field", 4),
        (r#"{"at":240000,"host":"shrug"}"#, "bad-host-action", 5),
        (r#"{"at":300000,"host":"resume"}"#, "bad-host-action", 6),
        (r#"{"at":299999,"colour":1}"#, "time-runs-backwards", 6),
        (r#"{"at":360000.5,"host":"pause"}"#, "bad-json", 6),
        (r#"{"at":360000,"at":360000}"#, "bad-json", 6),
    ] {
        let answer = talk.refused(line, code);
        assert_eq!(answer["step"], step, "{line}");
        let fired =
            code != "time-runs-backwards" && answer["at"] == json!((step - 1) * 60_000) && !kinds(&answer).is_empty();
        assert_eq!(fired, kinds(&answer).contains(&"round"), "{line}");
    }
}

#[test]
fn earlier_time_is_refused() {
    let mut talk = Talk::begin();
    talk.time(1_000);
    let answer = talk.refused(r#"{"at":999}"#, "time-runs-backwards");
    assert_eq!(answer["at"], 1_000);
    talk.time(1_000);
}

#[test]
fn at_is_required_and_checked_first() {
    let mut talk = Talk::begin();
    talk.time(10);
    for line in
        [r#"{"colour":1}"#, r#"{"at":null,"colour":1}"#, r#"{"host":"shrug"}"#, r#"{"seat":"ec","order":"sage"}"#]
    {
        talk.refused(line, "bad-json");
    }
    for line in [r#"{"at":9,"colour":1}"#, r#"{"at":9,"host":"shrug"}"#, r#"{"at":9,"seat":"ec","order":7}"#] {
        talk.refused(line, "time-runs-backwards");
    }
}

#[test]
fn misplaced_keys_are_bad_json() {
    let mut talk = Talk::begin();
    for line in [
        r#"{"at":1,"order":"sage"}"#,
        r#"{"at":1,"ready":true}"#,
        r#"{"at":1,"seat":"ec"}"#,
        r#"{"at":1,"seat":"both","order":"sage"}"#,
        r#"{"at":1,"seat":"ec","order":["sage"]}"#,
        r#"{"at":1,"seat":"ec","order":"sage","ready":true}"#,
        r#"{"at":1,"seat":"ec","ready":false}"#,
        r#"{"at":1,"seat":"ec","ready":true,"step":1}"#,
        r#"{"at":1,"seat":"ec","order":"sage","by":"Hana"}"#,
        r#"{"at":1,"step":1}"#,
        r#"{"at":1,"reason":"none"}"#,
        r#"{"at":1,"host":"pause","seat":"ec"}"#,
        r#"{"at":1,"host":"pause","step":1}"#,
        r#"{"at":1,"host":{"pause":true}}"#,
        r#"{"at":1,"level":3}"#,
        r#"{"at":-1}"#,
        r#"{"at":1.5}"#,
        r#"{"at":1,"seat":"ec","order":"sage","step":1.5}"#,
        r#"{"at":1,"meta":null}"#,
    ] {
        talk.refused(line, "bad-json");
    }
}

#[test]
fn other_keys_are_unknown_fields() {
    let mut talk = Talk::begin();
    let answer = talk.refused(r#"{"at":1,"seat":"ec","order":"sage","mood":"good"}"#, "unknown-field");
    assert!(answer["error"]["message"].as_str().unwrap().contains("`mood`"));
    assert_eq!(answer["awaiting"]["ec"]["submitted"], false);
}

#[test]
fn game_refusals_keep_their_codes() {
    let mut talk = Talk::begin();
    talk.refused(r#"{"at":1,"seat":"ec","order":"paladin"}"#, "unreadable-order");
    talk.refused(r#"{"at":1,"seat":"ec","order":""}"#, "unreadable-order");
    talk.refused(r#"{"at":1,"seat":"ec","order":"ast ast"}"#, "illegal-order");
    talk.refused(r#"{"at":1,"seat":"ec","order":"dr"}"#, "ambiguous-order");
    assert_eq!(talk.time(2)["awaiting"]["ec"]["submitted"], false);
}

#[test]
fn earlier_order_stays_when_its_replacement_is_refused() {
    let mut talk = Talk::begin();
    talk.order(1, "ec", "samurai");
    talk.order(2, "ec", "sage");
    talk.refused(r#"{"at":3,"seat":"ec","order":"ast ast"}"#, "illegal-order");
    assert_eq!(talk.time(60_000)["state"]["true"][0]["ec"], 4);
}

#[test]
fn second_order_is_not_awaited_if_orders_are_final() {
    let mut talk = Talk::with(FINAL, &[]);
    talk.refused(r#"{"at":1,"seat":"ec","order":"paladin"}"#, "unreadable-order");
    talk.order(1, "ec", "samurai");
    talk.refused(r#"{"at":2,"seat":"ec","order":"sage"}"#, "not-awaited");
    talk.refused(r#"{"at":2,"seat":"ec","order":"paladin"}"#, "not-awaited");
    talk.refused(r#"{"at":2,"seat":"ec","order":"sage","step":2}"#, "not-awaited");
    talk.host_refused(2, "order ec sage", "not-awaited");
    assert_eq!(talk.time(60_000)["state"]["true"][0]["ec"], 5);
    talk.order(60_001, "ec", "sage");
}

#[test]
fn ready_ends_a_break_early() {
    let mut talk = Talk::begin();
    talk.refused(r#"{"at":1,"seat":"ec","ready":true}"#, "not-awaited");
    let answer = to_the_break(&mut talk);
    assert_eq!(answer["awaiting"]["dmo"], json!({ "prompt": "break", "deadline": 720_000, "submitted": false }));
    talk.refused(r#"{"at":600001,"seat":"ec","order":"samurai"}"#, "not-awaited");
    talk.host_refused(600_001, "order ec samurai", "not-awaited");
    assert_eq!(kinds(&talk.ready(600_002, "ec")), ["ready"]);
    let again = talk.ready(600_003, "ec");
    assert_eq!((kinds(&again).len(), &again["awaiting"]["ec"]["submitted"]), (0, &json!(true)));
    let over = talk.ready(600_004, "dmo");
    assert_eq!(
        (&over["awaiting"]["ec"]["prompt"], &over["awaiting"]["ec"]["deadline"]),
        (&json!("unit"), &json!(660_004))
    );
    assert_eq!(over["state"]["bout"], 2);
}

#[test]
fn second_ready_is_no_error_if_orders_are_final() {
    let mut talk = Talk::with(FINAL, &[]);
    to_the_break(&mut talk);
    talk.ready(600_001, "dmo");
    talk.ready(600_002, "dmo");
}

#[test]
fn missed_order_is_shown_only_to_its_player() {
    let record = format!("{HEADER}\n{}\n{}\n", r#"{"at":5,"seat":"dmo","order":"sage"}"#, r#"{"at":60000}"#);
    let missed = |view: &str| run(record.as_bytes(), &["--view", view]).0[2].contains("missed");
    assert!(missed("ec"));
    assert!(!missed("dmo") && !missed("public"));
    assert!(run(record.as_bytes(), &[]).0[2].contains("missed"));
}

#[test]
fn refusals_have_a_fixed_precedence() {
    let mut talk = Talk::begin();
    to_the_break(&mut talk);
    let everything_wrong = |at: u64, step: u32| format!(r#"{{"at":{at},"seat":"ec","order":"paladin","step":{step}}}"#);
    talk.refused(&everything_wrong(600_001, 3), "late");
    talk.refused(&everything_wrong(600_001, 99), "not-awaited");
    talk.refused(&everything_wrong(600_001, 11), "not-awaited");
    talk.host(600_002, "pause");
    talk.refused(&everything_wrong(600_003, 3), "not-awaited");
    talk.host(600_004, "void");
    talk.refused(&everything_wrong(600_005, 3), "over");
    talk.refused(r#"{"at":600005,"seat":"ec","ready":true}"#, "over");
}

#[test]
fn warning_is_in_the_senders_answer() {
    let mut talk = Talk::begin();
    talk.order(1, "ec", "dragoon");
    talk.order(2, "dmo", "chocobo");
    let warned = talk.order(3, "ec", "dragoon");
    assert!(warned["events"][0]["caution"].is_string(), "{}", warned["events"]);
    assert!(warned["events"][0]["text"].as_str().unwrap().contains(warned["events"][0]["caution"].as_str().unwrap()));
}

#[test]
fn referee_ignores_meta() {
    let plain = format!("{HEADER}\n{}\n{}\n", r#"{"at":5,"seat":"ec","order":"sage"}"#, r#"{"at":60000}"#);
    let meta = r#""meta":{"id":"1","by":"2","nonce":"00112233445566778899aabbccddeeff"}"#;
    let noted = format!("{HEADER}\n{{\"at\":5,\"seat\":\"ec\",\"order\":\"sage\",{meta}}}\n{{\"at\":60000,{meta}}}\n");
    assert_eq!(run(plain.as_bytes(), &[]), run(noted.as_bytes(), &[]));
}

#[test]
fn largest_times_are_accepted() {
    let mut talk = Talk::begin();
    let answer = talk.time(u64::MAX);
    assert_eq!(answer["outcome"], json!({ "winner": "dmo", "reason": "tie-break" }));
    let mut talk = Talk::begin();
    talk.host(1, "extend 18446744073709551615");
    talk.time(u64::MAX);
}
