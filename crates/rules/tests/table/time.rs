//! Deadlines, reserves, breaks and start times.

use deathmatch_rules::game::Seat;
use deathmatch_rules::table::{Code, Entry, Header, Table};

use crate::Bench;
use crate::toy;

#[test]
fn first_clock_starts_at_zero() {
    let bench = Bench::of(&["pick"]);
    assert_eq!((bench.deadlines(), bench.table.step(), bench.table.now()), (60_000, 1, 0));
    assert_eq!(bench.table.next_deadline(), Some(60_000));
}

#[test]
fn step_ends_when_both_orders_are_in() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.order(1_000, "ec", "up");
    assert_eq!(bench.submitted(), (true, false));
    assert_eq!(bench.order(2_000, "dmo", "down"), ["sealed", "step", "asked"]);
    assert_eq!((bench.log(), bench.deadlines(), bench.table.step()), (vec!["pick up down".into()], 62_000, 2));
}

#[test]
fn deadlines_take_effect_at_their_own_time_and_in_order() {
    let mut bench = Bench::of(&["pick", "pick", "pick"]);
    bench.order(10, "ec", "up");
    bench.time(130_000);
    assert_eq!(bench.log(), ["pick up -", "pick - -"]);
    assert_eq!((bench.table.step(), bench.deadlines()), (3, 180_000));
}

#[test]
fn order_at_the_deadline_counts_for_the_next_step() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.order(60_000, "ec", "up");
    assert_eq!((bench.log(), bench.submitted()), (vec!["pick - -".into()], (true, false)));
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.order(59_999, "ec", "up");
    bench.time(59_999);
    assert_eq!(bench.table.step(), 1);
    bench.refused(r#"{"at":60000,"seat":"ec","order":"up","step":1}"#, Code::Late);
    assert_eq!(bench.log(), ["pick up -"]);
}

#[test]
fn earlier_time_is_refused() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.time(70_000);
    bench.refused(r#"{"at":69999}"#, Code::TimeRunsBackwards);
    bench.refused(r#"{"at":0,"host":"credit 5"}"#, Code::TimeRunsBackwards);
    bench.time(70_000);
    assert_eq!(bench.table.pass(1).unwrap_err().code, Code::TimeRunsBackwards);
}

#[test]
fn refused_line_advances_time() {
    let mut bench = Bench::of(&["pick", "pick"]);
    let answer = bench.table.enter(&Entry::read(r#"{"at":60000,"seat":"ec","order":"left"}"#).unwrap());
    assert_eq!(answer.error.unwrap().code, Code::IllegalOrder);
    assert_eq!(answer.happened.len(), 2, "the step resolved and the next is asked");
    assert_eq!((bench.table.now(), bench.table.step(), bench.table.entries()), (60_000, 2, 0));
    bench.table.pass(120_000).unwrap();
    assert_eq!(bench.outcome(), r#"{"winner":"ec","reason":"rules"}"#);
}

#[test]
fn one_line_can_advance_through_a_whole_match() {
    let mut bench = Bench::of(&["pick", "break", "seal", "move"]);
    bench.time(u64::MAX);
    assert_eq!(bench.log(), ["pick - -", "break - -", "seal - -"]);
    assert_eq!(bench.outcome(), r#"{"winner":"dmo","reason":"clock"}"#);
    assert_eq!((bench.table.step(), bench.table.next_deadline()), (5, None));
    assert_eq!(bench.deadline(Seat::Ec), None);
}

#[test]
fn sealed_phase_closes_at_its_deadline_only() {
    let mut bench = Bench::of(&["seal", "seal"]);
    bench.order(1, "ec", "up");
    bench.order(2, "dmo", "up");
    bench.order(3, "ec", "down");
    assert_eq!((bench.table.step(), bench.submitted()), (1, (true, true)));
    bench.time(60_000);
    assert_eq!(bench.log(), ["seal down up"]);
}

#[test]
fn break_ends_early_when_both_are_ready() {
    let mut bench = Bench::of(&["break", "pick"]);
    assert_eq!(bench.deadlines(), 120_000);
    assert_eq!(bench.ready(5, "dmo"), ["ready"]);
    assert!(bench.ready(6, "dmo").is_empty(), "a second ready changes nothing");
    bench.refused(r#"{"at":7,"seat":"ec","order":"up"}"#, Code::NotAwaited);
    assert_eq!(bench.ready(8, "ec"), ["ready", "step", "asked"]);
    assert_eq!((bench.log(), bench.deadlines()), (vec!["break ready ready".into()], 60_008));
    bench.refused(r#"{"at":9,"seat":"ec","ready":true}"#, Code::NotAwaited);
}

#[test]
fn missed_break_is_not_reported() {
    let mut bench = Bench::of(&["break", "pick"]);
    bench.ready(5, "dmo");
    assert_eq!(bench.time(120_000), ["step", "asked"]);
    assert_eq!(bench.log(), ["break - ready"]);
}

#[test]
fn missed_order_is_reported() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.order(5, "dmo", "up");
    assert_eq!(bench.time(60_000), ["missed", "step", "asked"]);
}

#[test]
fn reserve_runs_after_the_free_time() {
    let mut bench = Bench::of(&["move", "move", "move", "move"]);
    let reserve = bench.table.awaiting().ec.unwrap().reserve;
    assert_eq!((bench.deadline(Seat::Ec), bench.deadline(Seat::Dmo), reserve), (Some(60_000), None, Some(300_000)));
    assert_eq!(bench.table.next_deadline(), Some(360_000));
    bench.order(60_000, "ec", "up");
    assert_eq!(bench.reserves(), (300_000, 300_000));
    bench.order(132_500, "dmo", "up");
    assert_eq!(bench.reserves(), (300_000, 287_500));
    bench.order(132_500 + 60_000 + 299_999, "ec", "up");
    assert_eq!(bench.reserves(), (1, 287_500));
}

#[test]
fn exhausted_reserve_loses_the_match() {
    let mut bench = Bench::of(&["move", "move"]);
    bench.time(359_999);
    assert_eq!(bench.outcome(), "null");
    bench.refused(r#"{"at":360000,"seat":"ec","order":"up"}"#, Code::Over);
    assert_eq!(bench.outcome(), r#"{"winner":"dmo","reason":"clock"}"#);
    assert_eq!((bench.table.step(), bench.reserves()), (2, (0, 300_000)));
    assert!(bench.log().is_empty());
}

#[test]
fn extension_covers_reserve_that_has_run() {
    let mut bench = Bench::of(&["move", "move"]);
    bench.host(70_000, "extend 30");
    assert_eq!(bench.deadline(Seat::Ec), Some(90_000));
    assert_eq!(bench.table.next_deadline(), Some(390_000));
    bench.order(95_000, "ec", "up");
    assert_eq!(bench.reserves(), (295_000, 300_000));
}

#[test]
fn undo_restores_the_reserves() {
    let mut bench = Bench::of(&["move", "move"]);
    bench.order(100_000, "ec", "up");
    assert_eq!(bench.reserves(), (260_000, 300_000));
    bench.host(110_000, "undo");
    assert_eq!((bench.reserves(), bench.deadline(Seat::Ec)), ((300_000, 300_000), Some(170_000)));
    bench.order(180_000, "ec", "up");
    assert_eq!(bench.reserves(), (290_000, 300_000));
}

#[test]
fn loss_on_the_clock_can_be_undone() {
    let mut bench = Bench::of(&["move", "move"]);
    bench.time(360_000);
    bench.host(400_000, "undo");
    assert_eq!((bench.outcome().as_str(), bench.table.step()), ("null", 1));
    assert_eq!((bench.reserves(), bench.deadline(Seat::Ec)), ((300_000, 300_000), Some(460_000)));
}

#[test]
fn pause_stops_the_reserve_too() {
    let mut bench = Bench::of(&["move", "move"]);
    bench.host(70_000, "pause");
    assert_eq!(bench.table.next_deadline(), None);
    bench.host(1_000_000, "resume");
    assert_eq!(bench.deadline(Seat::Ec), Some(990_000));
    bench.order(1_000_000, "ec", "up");
    assert_eq!(bench.reserves(), (290_000, 300_000));
}

#[test]
fn start_time_delays_the_first_step() {
    let mut bench = Bench::with(&["pick"], |header| header.starts_at = Some(90_000));
    let awaited = bench.table.awaiting().ec.unwrap();
    assert_eq!((awaited.prompt, bench.deadlines(), bench.table.step()), ("break", 90_000, 1));
    bench.refused(r#"{"at":1,"seat":"ec","ready":true}"#, Code::NotAwaited);
    bench.refused(r#"{"at":1,"seat":"ec","order":"up"}"#, Code::NotAwaited);
    bench.host_refused(1, "draw-state", Code::BadHostAction);
    bench.host_refused(1, "undo", Code::BadHostAction);
    assert_eq!(bench.time(90_000), ["asked"]);
    assert_eq!((bench.table.step(), bench.deadlines()), (2, 150_000));
    assert!(bench.log().is_empty());
    bench.host(100_000, "undo");
    assert_eq!((bench.table.step(), bench.deadlines()), (1, 190_000));
    bench.time(190_000);
    assert_eq!((bench.table.step(), bench.deadlines()), (2, 250_000));
}

#[test]
fn start_time_of_zero_delays_nothing() {
    let bench = Bench::with(&["pick"], |header| header.starts_at = Some(0));
    assert_eq!((bench.table.awaiting().ec.unwrap().prompt, bench.deadlines()), ("order", 60_000));
}

#[test]
fn timetable_moves_as_a_whole() {
    let hour = 3_600_000;
    let mut bench = Bench::with(&["plan", "pick"], |header| header.starts_at = Some(2 * hour));
    assert_eq!(bench.deadlines(), hour);
    bench.host(1_000, "pause");
    bench.host(6_000, "resume");
    bench.host(7_000, "extend 10");
    bench.host(8_000, "credit 500");
    assert_eq!(bench.deadlines(), hour + 15_500);
    bench.time(hour + 15_500);
    assert_eq!((bench.table.step(), bench.deadlines()), (2, 2 * hour + 15_500));
    bench.host(hour + 20_000, "undo");
    assert_eq!((bench.table.step(), bench.deadlines()), (1, 2 * hour + 20_000), "full time again");
    bench.time(2 * hour + 20_000);
    assert_eq!(bench.deadlines(), 3 * hour + 20_000, "all that follows is moved");
}

#[test]
fn moved_start_is_on_the_records_clock() {
    let hour = 3_600_000;
    let mut bench = Bench::with(&["plan", "pick"], |header| header.starts_at = Some(2 * hour));
    bench.order(500, "ec", "up");
    bench.host(1_000, "extend 10");
    bench.host(2_000, "reschedule 10800000");
    assert_eq!((bench.deadlines(), bench.submitted()), (2 * hour, (true, false)));
    bench.host(3_000, "reschedule 3603000");
    assert_eq!((bench.table.step(), bench.log()), (2, vec!["plan up -".into()]), "it closes at the entry's time");
    assert_eq!(bench.deadlines(), 3_603_000);
    bench.host(4_000, "reschedule 4000");
    assert_eq!((bench.table.step(), bench.deadlines()), (3, 64_000));
    bench.host_refused(5_000, "reschedule 9000000", Code::BadHostAction);
}

#[test]
fn wait_before_the_start_can_be_moved() {
    let mut bench = Bench::with(&["pick"], |header| header.starts_at = Some(90_000));
    bench.host(10_000, "extend 5");
    bench.host(11_000, "reschedule 50000");
    assert_eq!(bench.deadlines(), 50_000);
    bench.host_refused(12_000, "reschedule 11999", Code::BadHostAction);
    bench.host(13_000, "pause");
    bench.host(20_000, "reschedule 30000");
    assert_eq!(bench.deadlines(), 30_000);
    bench.host(25_000, "resume");
    assert_eq!(bench.deadlines(), 35_000, "what is left at the entry is left at the resumption");
    bench.time(35_000);
    assert_eq!(bench.deadlines(), 95_000);
    bench.host_refused(35_001, "reschedule 90000", Code::BadHostAction);
    assert_eq!(bench.table.header().starts_at, Some(90_000), "the header stays as it was written");
}

#[test]
fn moved_wait_is_paused_as_a_whole() {
    let mut bench = Bench::with(&["pick"], |header| header.starts_at = Some(90_000));
    bench.host(10_000, "reschedule 900000");
    bench.host(20_000, "pause");
    bench.host(30_000, "resume");
    assert_eq!(bench.deadlines(), 910_000);
}

#[test]
fn full_time_of_a_moved_wait_excludes_earlier_pauses() {
    let mut bench = Bench::with(&["pick"], |header| header.starts_at = Some(90_000));
    bench.host(0, "pause");
    bench.host(20_000, "resume");
    bench.host(20_000, "reschedule 70000");
    bench.time(70_000);
    bench.host(80_000, "undo");
    assert_eq!((bench.table.step(), bench.deadlines()), (1, 130_000));
}

#[test]
fn start_cannot_be_moved_without_a_start_time() {
    let mut bench = Bench::of(&["pick"]);
    bench.host_refused(1, "reschedule 9000", Code::BadHostAction);
}

#[test]
fn replay_gives_the_same_table() {
    let lines = [
        r#"{"at":10,"seat":"ec","order":"up"}"#,
        r#"{"at":70000,"host":"pause"}"#,
        r#"{"at":80000,"host":"undo"}"#,
        r#"{"at":90000,"host":"resume"}"#,
        r#"{"at":99000,"seat":"dmo","order":"down"}"#,
    ];
    let run = || {
        let mut header = Header::new("toy");
        header.setup = toy::phases(&["pick", "pick", "pick"]);
        let mut table = Table::with_game(header, toy::TOY).unwrap();
        lines.map(|line| (table.enter(&Entry::read(line).unwrap()), table.state_json(), table.awaiting()))
    };
    assert_eq!(run(), run());
}
