//! Rulings of the host and actions of the service.

use deathmatch_rules::game::{Reason, Seat, Viewer};
use deathmatch_rules::table::{Code, Entry};

use crate::{Bench, toy};

#[test]
fn time_while_paused_does_not_count() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.order(10, "ec", "up");
    assert_eq!(bench.host(20_000, "pause"), ["paused"]);
    bench.time(500_000);
    assert_eq!((bench.deadlines(), bench.table.step(), bench.submitted()), (60_000, 1, (true, false)));
    assert_eq!(bench.table.next_deadline(), None);
    assert_eq!(bench.host(600_000, "resume"), ["resumed"]);
    assert_eq!((bench.deadlines(), bench.submitted()), (640_000, (true, false)));
    bench.time(639_999);
    assert_eq!(bench.table.step(), 1);
    bench.time(640_000);
    assert_eq!(bench.log(), ["pick up -"]);
}

#[test]
fn second_pause_or_resume_is_refused() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host_refused(1, "resume", Code::BadHostAction);
    bench.host(2, "pause");
    bench.host_refused(3, "pause", Code::BadHostAction);
    bench.host(4, "resume");
    bench.host_refused(5, "resume", Code::BadHostAction);
    assert_eq!(bench.deadlines(), 60_002);
}

#[test]
fn deadline_at_the_pause_is_applied_first() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(60_000, "pause");
    assert_eq!((bench.table.step(), bench.deadlines()), (2, 120_000));
}

#[test]
fn extension_moves_all_running_clocks() {
    let mut bench = Bench::of(&["pick", "pick"]);
    assert_eq!(bench.host(1, "extend 30"), ["extended"]);
    assert_eq!(bench.deadlines(), 90_000);
    bench.time(90_000);
    assert_eq!(bench.deadlines(), 150_000, "the next step has its plain time");
}

#[test]
fn extensions_and_credits_move_a_paused_deadline() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(10_000, "pause");
    bench.host(11_000, "extend 30");
    bench.host(12_000, "credit 500");
    assert_eq!(bench.deadlines(), 90_500);
    bench.host(20_000, "resume");
    assert_eq!(bench.deadlines(), 100_500);
}

#[test]
fn step_begun_in_a_pause_has_full_time_from_the_resumption() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.time(60_000);
    bench.host(70_000, "pause");
    bench.host(80_000, "undo");
    assert_eq!((bench.deadlines(), bench.table.paused()), (140_000, true));
    bench.host(81_000, "extend 1");
    assert_eq!(bench.deadlines(), 141_000);
    bench.host(100_000, "resume");
    assert_eq!(bench.deadlines(), 161_000);
    let mut bench = Bench::of(&["seal", "seal"]);
    bench.host(1_000, "pause");
    bench.host(5_000, "draw-state");
    assert_eq!((bench.table.step(), bench.deadlines()), (2, 65_000));
    bench.host(9_000, "resume");
    assert_eq!(bench.deadlines(), 69_000);
}

#[test]
fn credit_is_applied_before_the_deadlines() {
    let mut bench = Bench::of(&["pick", "pick", "pick"]);
    assert_eq!(bench.host(50_000, "credit 40000"), ["credited"]);
    bench.time(99_999);
    assert_eq!(bench.table.step(), 1);
    bench.time(100_000);
    assert_eq!((bench.table.step(), bench.deadlines()), (2, 160_000));
    assert_eq!(bench.host(170_000, "credit 20000"), ["credited"], "not even one due before its own time");
    assert_eq!((bench.table.step(), bench.deadlines()), (2, 180_000));
    bench.time(170_000);
    assert_eq!(bench.table.step(), 2);
}

#[test]
fn deadline_past_despite_a_credit_takes_effect_at_its_own_time() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(100_000, "credit 1");
    assert_eq!((bench.table.step(), bench.deadlines(), bench.table.next_deadline()), (1, 60_001, Some(60_001)));
    bench.order(100_000, "ec", "up");
    assert_eq!((bench.table.step(), bench.deadlines(), bench.submitted()), (2, 120_001, (true, false)));
}

#[test]
fn undo_reverts_the_last_resolution() {
    let mut bench = Bench::of(&["pick", "break", "pick"]);
    bench.host_refused(1, "undo", Code::BadHostAction);
    bench.order(1_000, "ec", "up");
    bench.order(2_000, "dmo", "up");
    bench.ready(3_000, "ec");
    bench.ready(4_000, "dmo");
    bench.order(5_000, "ec", "up");
    assert_eq!(bench.table.step(), 3);
    assert_eq!(bench.host(10_000, "undo"), ["undone", "asked"]);
    assert_eq!((bench.table.step(), bench.deadlines(), bench.submitted()), (2, 130_000, (false, false)));
    assert_eq!(bench.log(), ["pick up up"]);
    bench.host(20_000, "undo");
    assert_eq!((bench.table.step(), bench.deadlines(), bench.submitted()), (1, 80_000, (false, false)));
    assert!(bench.log().is_empty());
    bench.host_refused(21_000, "undo", Code::BadHostAction);
}

#[test]
fn added_time_is_not_part_of_a_steps_full_time() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(0, "extend 100");
    bench.time(160_000);
    bench.host(170_000, "undo");
    assert_eq!(bench.deadlines(), 230_000);
}

#[test]
fn deadline_at_the_undo_is_applied_first() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(60_000, "undo");
    assert_eq!((bench.table.step(), bench.deadlines()), (1, 120_000));
}

#[test]
fn undo_after_the_end_reverts_the_last_resolution() {
    let mut bench = Bench::of(&["pick"]);
    bench.time(60_000);
    assert_eq!((bench.outcome().as_str(), bench.table.step()), (r#"{"winner":"ec","reason":"rules"}"#, 2));
    bench.host(70_000, "undo");
    assert_eq!((bench.outcome().as_str(), bench.table.step(), bench.deadlines()), ("null", 1, 130_000));
}

#[test]
fn undo_reverts_a_verdict_only() {
    for verdict in ["forfeit ec", "award dmo", "void"] {
        let mut bench = Bench::of(&["pick", "pick"]);
        bench.time(60_000);
        bench.order(61_000, "ec", "up");
        bench.host(62_000, verdict);
        assert_eq!(bench.table.step(), 2);
        assert_eq!(bench.host(70_000, "undo"), ["undone", "asked"]);
        assert_eq!(
            (bench.outcome().as_str(), bench.table.step(), bench.deadlines()),
            ("null", 2, 130_000),
            "{verdict}"
        );
        assert_eq!(bench.submitted(), (false, false), "its orders are gone");
        assert_eq!(bench.log(), ["pick - -"], "{verdict}");
        // The next undo reverts a step.
        bench.host(71_000, "undo");
        assert_eq!((bench.table.step(), bench.deadlines()), (1, 131_000));
        assert!(bench.log().is_empty());
    }
}

#[test]
fn verdict_before_any_resolution_can_be_reverted() {
    let mut bench = Bench::of(&["pick"]);
    bench.host(1, "void");
    bench.host(2, "undo");
    assert_eq!((bench.outcome().as_str(), bench.table.step(), bench.deadlines()), ("null", 1, 60_002));
    bench.host_refused(3, "undo", Code::BadHostAction);
    bench.order(4, "ec", "up");
    bench.order(5, "dmo", "up");
    assert_eq!(bench.outcome(), r#"{"winner":"ec","reason":"rules"}"#);
    // An end by play is a resolution again.
    bench.host(6, "undo");
    assert_eq!((bench.table.step(), bench.log().len()), (1, 0));
}

#[test]
fn reverted_verdict_gives_a_new_prompt() {
    let mut bench = Bench::of(&["pick"]);
    let before = (bench.table.step(), bench.table.begun());
    bench.host(1, "void");
    bench.host(2, "undo");
    assert_ne!((bench.table.step(), bench.table.begun()), before);
}

#[test]
fn match_paused_at_the_verdict_stays_paused_after_its_undo() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(10_000, "pause");
    bench.host(20_000, "forfeit ec");
    bench.host(30_000, "undo");
    assert_eq!((bench.table.paused(), bench.deadlines(), bench.table.next_deadline()), (true, 90_000, None));
    bench.host(50_000, "resume");
    assert_eq!(bench.deadlines(), 110_000, "full time from the resumption");
}

#[test]
fn reverted_verdict_restores_the_steps_initial_reserves() {
    let mut bench = Bench::of(&["move", "move"]);
    bench.order(100_000, "ec", "up");
    assert_eq!(bench.reserves(), (260_000, 300_000));
    bench.host(250_000, "void");
    bench.host(260_000, "undo");
    assert_eq!((bench.deadline(Seat::Dmo), bench.reserves()), (Some(320_000), (260_000, 300_000)));
    bench.order(330_000, "dmo", "up");
    assert_eq!(bench.reserves(), (260_000, 290_000));
}

#[test]
fn reverted_verdict_does_not_restore_added_time() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(0, "extend 100");
    bench.host(10, "void");
    bench.host(20, "undo");
    assert_eq!(bench.deadlines(), 60_020);
}

#[test]
fn undo_names_what_it_reverts() {
    let mut bench = Bench::of(&["pick", "pick"]);
    let says = |bench: &mut Bench, line: &str| {
        let answer = bench.table.enter(&Entry::read(line).unwrap());
        answer.happened[0].told(Viewer::Public, &bench.table.names())[0]["text"].as_str().unwrap().to_owned()
    };
    bench.time(60_000);
    bench.host(60_001, "void");
    assert!(says(&mut bench, r#"{"at":60002,"host":"undo"}"#).starts_with("The verdict is reverted."));
    assert!(says(&mut bench, r#"{"at":60003,"host":"undo"}"#).starts_with("The last step is reverted."));
    assert_eq!(says(&mut bench, r#"{"at":60004,"host":"extend 900"}"#), "All clocks get 15 min more.");
}

#[test]
fn verdicts_are_no_resolutions() {
    for (act, outcome) in [
        ("forfeit ec", r#"{"winner":"dmo","reason":"forfeit"}"#),
        ("forfeit dmo", r#"{"winner":"ec","reason":"forfeit"}"#),
        ("award ec", r#"{"winner":"ec","reason":"award"}"#),
        ("void", r#"{"winner":null,"reason":"void"}"#),
    ] {
        let mut bench = Bench::of(&["pick", "pick"]);
        bench.time(60_000);
        let before = bench.table.state_json();
        assert_eq!(bench.host(61_000, act), ["over"]);
        assert_eq!((bench.outcome().as_str(), bench.table.step()), (outcome, 2));
        assert_eq!(bench.table.state_json(), before);
        assert!(bench.table.awaiting().ec.is_none() && bench.table.awaiting().dmo.is_none());
    }
}

#[test]
fn seat_that_forfeits_its_own_match_resigns() {
    for (by, how, reason) in [
        ("ec", " resigns. ", Reason::Resignation),
        ("dmo", "by forfeit", Reason::Forfeit),
        ("11", "by forfeit", Reason::Forfeit),
    ] {
        let mut bench = Bench::of(&["pick"]);
        let entry = format!(r#"{{"at":1,"host":"forfeit ec","by":"{by}"}}"#);
        let answer = bench.table.enter(&Entry::read(&entry).unwrap());
        let told = &answer.happened[0].told(Viewer::Public, &bench.table.names())[0];
        assert!(told["text"].as_str().unwrap().contains(how) && told["reason"] == "forfeit", "{told}");
        assert_eq!(bench.table.outcome().unwrap().reason, reason);
    }
}

#[test]
fn only_undo_is_possible_after_the_end() {
    let mut bench = Bench::of(&["pick"]);
    bench.time(60_000);
    for act in ["pause", "resume", "extend 5", "draw-state", "forfeit ec", "award ec", "order ec up", "void"] {
        bench.host_refused(60_001, act, Code::Over);
    }
    for act in ["substitute ec Cleo", "credit 5", "reschedule 70000"] {
        bench.host_refused(60_001, act, Code::Over);
    }
    bench.time(60_002);
}

#[test]
fn drawn_state_is_a_resolution() {
    let mut bench = Bench::of(&["pick", "move", "move"]);
    assert!(!bench.table.can_be_drawn());
    bench.host_refused(1, "draw-state", Code::BadHostAction);
    bench.time(60_000);
    assert!(bench.table.can_be_drawn());
    assert_eq!(bench.host(60_001, "draw-state"), ["draw-declared", "step", "over"]);
    assert_eq!((bench.outcome().as_str(), bench.table.step()), (r#"{"winner":"dmo","reason":"tie-break"}"#, 3));
    bench.host(60_002, "undo");
    assert_eq!((bench.outcome().as_str(), bench.table.step(), bench.log()), ("null", 2, vec!["pick - -".into()]));
}

#[test]
fn substitute_takes_the_seat() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.time(60_000);
    bench.host(60_001, "substitute dmo Cleo");
    bench.host(60_002, "undo");
    assert_eq!(bench.table.names().dmo, "Cleo", "undo takes back steps, not persons");
    assert_eq!(bench.table.names().ec, "EC");
}

#[test]
fn paused_match_allows_all_actions_but_orders() {
    for act in ["extend 5", "undo", "draw-state", "forfeit ec", "award ec", "void", "substitute ec Cleo", "credit 5"] {
        let mut bench = Bench::of(&["pick", "seal", "seal"]);
        bench.time(60_000);
        bench.host(60_001, "pause");
        bench.host(60_002, act);
    }
    let mut bench = Bench::with(&["pick"], |header| header.ruleset = toy::final_orders());
    bench.host(1, "pause");
    bench.host_refused(2, "order ec up", Code::NotAwaited);
}
