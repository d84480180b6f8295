//! Actions of hosts and of the service.

use serde_json::{Value, json};

use crate::{Talk, kinds};

fn deadline(answer: &Value) -> u64 {
    assert_eq!(answer["awaiting"]["ec"]["deadline"], answer["awaiting"]["dmo"]["deadline"]);
    answer["awaiting"]["ec"]["deadline"].as_u64().unwrap()
}

#[test]
fn by_and_reason_are_accepted() {
    let mut talk = Talk::begin();
    talk.ok(r#"{"at":1,"host":"pause","by":"Hana","reason":"a call"}"#);
    talk.ok(r#"{"at":2,"host":"resume","by":"Hana","meta":{"id":"7"}}"#);
}

#[test]
fn invalid_host_actions_are_refused_also_after_the_end() {
    let mut talk = Talk::begin();
    let lines =
        ["", "shrug", "Pause", "extend", "extend 0", "extend -5", "extend 1.5", "extend 5s", "credit 0", "credit x"];
    let more = [
        "forfeit",
        "forfeit bob",
        "award",
        "order",
        "order ec",
        "order bob sage",
        "substitute ec",
        "reschedule",
        "void ec",
    ];
    for act in lines.iter().chain(&more) {
        talk.host_refused(1, act, "bad-host-action");
    }
    talk.host(2, "void");
    for act in lines.iter().chain(&more) {
        talk.host_refused(3, act, "bad-host-action");
    }
}

#[test]
fn pause_stops_the_clocks() {
    let mut talk = Talk::begin();
    talk.order(5, "ec", "samurai");
    let paused = talk.host(20_000, "pause");
    assert_eq!((&paused["paused"], deadline(&paused)), (&json!(true), 60_000));
    let waiting = talk.time(500_000);
    assert_eq!((&waiting["paused"], deadline(&waiting), &waiting["step"]), (&json!(true), 60_000, &json!(1)));
    assert_eq!(waiting["awaiting"]["ec"]["submitted"], true);
    talk.refused(r#"{"at":500001,"seat":"dmo","order":"samurai"}"#, "not-awaited");
    talk.host_refused(500_001, "pause", "bad-host-action");
    let resumed = talk.host(520_000, "resume");
    assert_eq!((&resumed["paused"], deadline(&resumed)), (&json!(false), 560_000));
    talk.host_refused(520_001, "resume", "bad-host-action");
    assert_eq!(talk.time(560_000)["step"], 2);
}

#[test]
fn extension_moves_all_running_clocks() {
    let mut talk = Talk::begin();
    assert_eq!(deadline(&talk.host(10, "extend 30")), 90_000);
    assert_eq!(deadline(&talk.time(90_000)), 150_000);
}

#[test]
fn credit_is_applied_before_the_deadlines() {
    let mut talk = Talk::begin();
    let credited = talk.host(55_000, "credit 37250");
    assert_eq!((kinds(&credited), deadline(&credited)), (vec!["credited"], 97_250));
    assert_eq!(talk.time(97_249)["step"], 1);
    assert_eq!(deadline(&talk.time(97_250)), 157_250);
    let late = talk.host(200_000, "credit 10");
    assert_eq!((&late["step"], deadline(&late)), (&json!(2), 157_260));
    let fired = talk.order(200_000, "ec", "samurai");
    assert_eq!((&fired["step"], deadline(&fired)), (&json!(3), 217_260));
    assert_eq!(fired["events"][0]["at"], 157_260);
}

#[test]
fn undo_repeats_the_last_step_with_full_time() {
    let mut talk = Talk::begin();
    talk.host_refused(1, "undo", "bad-host-action");
    let opening = talk.opening.clone();
    talk.order(2, "ec", "samurai");
    talk.order(3, "dmo", "sage");
    talk.order(4, "ec", "bard");
    let undone = talk.host(5_000, "undo");
    assert_eq!((&undone["step"], deadline(&undone), &undone["state"]), (&json!(1), 65_000, &opening["state"]));
    assert_eq!(undone["awaiting"]["ec"]["submitted"], false);
    talk.host_refused(5_001, "undo", "bad-host-action");
    talk.time(185_000);
    assert_eq!(talk.host(185_001, "undo")["step"], 3);
    assert_eq!(talk.host(185_002, "undo")["step"], 2);
    assert_eq!(talk.host(185_003, "undo")["step"], 1);
}

#[test]
fn undone_break_has_its_full_length() {
    let mut talk = Talk::begin();
    talk.time(600_000);
    talk.ready(600_001, "ec");
    talk.ready(600_002, "dmo");
    let undone = talk.host(650_000, "undo");
    assert_eq!((&undone["awaiting"]["ec"]["prompt"], deadline(&undone)), (&json!("break"), 770_000));
    assert_eq!(undone["awaiting"]["ec"]["submitted"], false);
    assert_eq!(undone["state"]["bout"], 1);
}

#[test]
fn undo_after_the_end_continues_the_match() {
    let mut talk = Talk::begin();
    let over = talk.time(10_000_000);
    assert_eq!(over["outcome"], json!({ "winner": "dmo", "reason": "tie-break" }));
    assert_eq!((&over["awaiting"], &over["step"]), (&json!({}), &json!(66)));
    let undone = talk.host(10_000_001, "undo");
    assert_eq!((&undone["outcome"], &undone["step"], deadline(&undone)), (&Value::Null, &json!(65), 10_060_001));
    assert_eq!(talk.time(10_060_001)["outcome"], over["outcome"]);
}

#[test]
fn undo_reverts_a_verdict_only() {
    for verdict in ["forfeit ec", "award ec", "void"] {
        let mut talk = Talk::begin();
        talk.order(1, "ec", "samurai");
        talk.host(2, verdict);
        let undone = talk.host(3, "undo");
        assert_eq!((&undone["outcome"], &undone["step"], deadline(&undone)), (&Value::Null, &json!(1), 60_003));
        assert_eq!((&undone["state"], &undone["awaiting"]["ec"]["submitted"]), (&talk.opening["state"], &json!(false)));
        talk.host_refused(4, "undo", "bad-host-action");
        let mut talk = Talk::begin();
        let before = talk.time(60_000);
        talk.host(60_001, verdict);
        let undone = talk.host(60_002, "undo");
        assert_eq!((&undone["outcome"], &undone["step"], deadline(&undone)), (&Value::Null, &json!(2), 120_002));
        assert_eq!(undone["state"], before["state"], "the last round stands");
    }
}

#[test]
fn full_time_of_a_moved_step_excludes_earlier_pauses() {
    let mut talk = Talk::with(r#"{"record":1,"game":"castle-siege","starts_at":7200000}"#, &[]);
    talk.host(0, "pause");
    talk.host(200_000, "resume");
    assert_eq!(deadline(&talk.host(200_000, "reschedule 700000")), 800_000);
    talk.time(800_000);
    assert_eq!(deadline(&talk.host(900_000, "undo")), 1_500_000);
}

#[test]
fn verdicts_do_not_change_state_or_step() {
    for (act, outcome) in [
        ("forfeit ec", json!({ "winner": "dmo", "reason": "forfeit" })),
        ("forfeit dmo", json!({ "winner": "ec", "reason": "forfeit" })),
        (r#"forfeit dmo","by":"dmo"#, json!({ "winner": "ec", "reason": "forfeit" })),
        ("award ec", json!({ "winner": "ec", "reason": "award" })),
        ("void", json!({ "winner": null, "reason": "void" })),
    ] {
        let mut talk = Talk::begin();
        let before = talk.time(60_000);
        let over = talk.host(60_001, act);
        assert_eq!((&over["outcome"], &over["awaiting"]), (&outcome, &json!({})));
        assert_eq!((&over["state"], &over["step"]), (&before["state"], &before["step"]));
        assert_eq!(kinds(&over), ["over", "revealed"]);
    }
}

#[test]
fn only_undo_is_possible_after_the_end() {
    let mut talk = Talk::begin();
    talk.time(60_000);
    talk.host(60_001, "void");
    for act in ["pause", "resume", "extend 5", "draw-state", "forfeit ec", "award ec", "order ec sage", "void"] {
        talk.host_refused(60_002, act, "over");
    }
    for act in ["substitute ec Cleo", "credit 5", "reschedule 90000"] {
        talk.host_refused(60_002, act, "over");
    }
    talk.time(60_003);
    talk.host(60_004, "undo");
}

#[test]
fn order_on_behalf_counts_as_the_seats_own() {
    let mut talk = Talk::begin();
    assert_eq!(talk.host(1, "order ec samurai")["awaiting"]["ec"]["submitted"], true);
    talk.host_refused(2, "order ec ast ast", "illegal-order");
    talk.host_refused(2, "order ec paladin", "unreadable-order");
    talk.host_refused(2, "order ec dr", "ambiguous-order");
    talk.order(3, "ec", "sage");
    assert_eq!(talk.host(4, "order dmo blue mage disguised as samurai")["state"]["true"][0]["ec"], 4);
    talk.host(5, "pause");
    talk.host_refused(6, "order ec samurai", "not-awaited");
}

#[test]
fn substitute_is_named() {
    let mut talk = Talk::begin();
    let told = talk.host(1, "substitute ec Cleo");
    assert!(told["events"][0]["text"].as_str().unwrap().contains("Cleo takes over from Ann."));
    talk.order(2, "ec", "samurai");
    let round = talk.order(3, "dmo", "chocobo");
    assert!(round["events"][1]["text"].as_str().unwrap().contains("Cleo"), "{}", round["events"]);
}

#[test]
fn game_without_a_board_has_no_drawn_state() {
    Talk::begin().host_refused(1, "draw-state", "bad-host-action");
}

#[test]
fn start_cannot_be_moved_without_a_start_time() {
    Talk::begin().host_refused(1, "reschedule 86400000", "bad-host-action");
}

#[test]
fn paused_match_allows_all_actions_but_orders() {
    let mut talk = Talk::begin();
    talk.time(60_000);
    talk.host(60_001, "pause");
    assert_eq!(deadline(&talk.host(60_002, "extend 10")), 130_000);
    assert_eq!(deadline(&talk.host(60_003, "credit 500")), 130_500);
    talk.host(60_004, "substitute dmo Cleo");
    let undone = talk.host(70_000, "undo");
    assert_eq!((&undone["paused"], &undone["step"], deadline(&undone)), (&json!(true), &json!(1), 130_000));
    talk.host_refused(70_001, "undo", "bad-host-action");
    assert_eq!(deadline(&talk.host(90_000, "resume")), 150_000, "full time from the resumption");
    talk.host(90_001, "pause");
    assert_eq!(talk.host(90_002, "award dmo")["outcome"]["winner"], "dmo");
}
