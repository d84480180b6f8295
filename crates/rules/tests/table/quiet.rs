//! Quiet hours: the deadlines, and the clocks that do not run.

use deathmatch_rules::game::{BySeat, Key, Seat, Seed};
use deathmatch_rules::table::{Code, Entry, Header, Table, TimeOfDay};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt as _};
use serde_json::json;

use crate::{Bench, toy};

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Returns a time of the record by the time of day; all benches are opened at 20:00.
fn at(hour: u64, minute: u64) -> u64 {
    (hour + 4) % 24 * HOUR + minute * MINUTE
}

fn opened(header: &mut Header, quiet: &str, time_of_day: u64) {
    header.ruleset.insert(Key::QUIET.name.to_owned(), json!(quiet));
    header.time_of_day = TimeOfDay::new(time_of_day);
}

/// Opens a bench at 20:00 with quiet hours from 22:00 to 08:00.
fn night(phases: &[&str]) -> Bench {
    Bench::with(phases, |header| opened(header, "22:00-08:00", 20 * HOUR))
}

/// Opens the same bench with a first step that ends at a given time.
fn from(time: u64, phases: &[&str]) -> Bench {
    let mut bench = night(&[&["pick"], phases].concat());
    bench.host(0, &format!("extend {}", time / SECOND));
    bench.order(time, "ec", "up");
    bench.order(time, "dmo", "up");
    assert_eq!(bench.table.step(), 2);
    bench
}

#[test]
fn deadline_in_quiet_hours_moves_to_their_end() {
    // The free time is a minute. It ends when the quiet hours begin, a moment before, when they end, and a moment before.
    let deadline = |opening: u64| {
        let bench = Bench::with(&["pick"], |header| opened(header, "22:00-08:00", opening));
        (bench.deadlines(), bench.table.next_deadline().unwrap())
    };
    let (from, to) = (22 * HOUR - MINUTE, 8 * HOUR - MINUTE);
    assert_eq!(deadline(from), (10 * HOUR + MINUTE, 10 * HOUR + MINUTE));
    assert_eq!(deadline(from - 1), (MINUTE, MINUTE));
    assert_eq!(deadline(to), (MINUTE, MINUTE));
    assert_eq!(deadline(to - 1), (MINUTE + 1, MINUTE + 1));
    assert_eq!(deadline(0), (8 * HOUR, 8 * HOUR));
}

#[test]
fn orders_are_accepted_in_quiet_hours_while_deadlines_wait() {
    let mut bench = from(at(21, 59) + 30 * SECOND, &["pick", "pick", "pick"]);
    assert_eq!(bench.deadlines(), at(8, 0));
    bench.order(at(23, 0), "ec", "up");
    bench.order(at(23, 30), "dmo", "down");
    assert_eq!((bench.table.step(), bench.deadlines()), (3, at(8, 0)));
    bench.time(at(7, 59));
    assert_eq!(bench.table.step(), 3);
    bench.time(at(8, 0));
    assert_eq!((bench.table.step(), bench.deadlines()), (4, at(8, 1)));
}

#[test]
fn breaks_and_sealed_phases_wait_for_the_end_of_quiet_hours() {
    let mut bench = from(at(21, 59), &["break", "seal"]);
    assert_eq!(bench.deadlines(), at(8, 0));
    bench.ready(at(22, 5), "ec");
    bench.ready(at(22, 6), "dmo");
    assert_eq!((bench.table.step(), bench.deadlines()), (3, at(8, 0)));
}

#[test]
fn no_reserve_is_spent_in_quiet_hours() {
    // Five minutes of reserve: two run before 22:00, one after 08:00.
    let mut bench = from(at(21, 57), &["move", "move"]);
    assert_eq!(bench.deadline(Seat::Ec), Some(at(21, 58)));
    assert_eq!(bench.table.awaiting().ec.unwrap().reserve_end, Some(at(8, 3)));
    assert_eq!(bench.table.next_deadline(), Some(at(8, 3)));
    bench.order(at(8, 1), "ec", "up");
    assert_eq!(bench.reserves(), (2 * MINUTE, 5 * MINUTE));
}

#[test]
fn order_in_quiet_hours_costs_the_reserve_run_before_them() {
    let mut bench = from(at(21, 57), &["move", "move"]);
    bench.order(at(3, 0), "ec", "up");
    assert_eq!(bench.reserves(), (3 * MINUTE, 5 * MINUTE));
    // Free time that ends in quiet hours: the reserve runs from their end.
    assert_eq!((bench.deadline(Seat::Dmo), bench.table.next_deadline()), (Some(at(8, 0)), Some(at(8, 5))));
    bench.order(at(8, 0) + 1, "dmo", "up");
    assert_eq!(bench.reserves(), (3 * MINUTE, 5 * MINUTE - 1));
}

#[test]
fn nobody_loses_on_the_clock_in_quiet_hours() {
    let mut bench = from(at(21, 54), &["move"]);
    assert_eq!(bench.table.next_deadline(), Some(at(8, 0)), "the reserve is gone as they begin");
    bench.time(at(8, 0) - 1);
    assert_eq!(bench.outcome(), "null");
    bench.time(at(8, 0));
    assert_eq!(bench.outcome(), r#"{"winner":"dmo","reason":"clock"}"#);
}

#[test]
fn extension_counts_from_the_shown_deadline() {
    let mut bench = from(at(21, 59) + 30 * SECOND, &["pick"]);
    bench.host(at(7, 30), "extend 3600");
    assert_eq!(bench.deadlines(), at(9, 0));
    let mut bench = from(at(21, 0), &["pick"]);
    bench.host(at(21, 0), "extend 3540");
    assert_eq!(bench.deadlines(), at(8, 0), "it would be 22:00");
    bench.host(at(21, 0), "credit 1000");
    assert_eq!(bench.deadlines(), at(8, 0) + SECOND);
}

#[test]
fn extension_covers_reserve_that_has_run() {
    // Two minutes ran before 22:00, one after 08:00.
    let run = |act: &str| {
        let mut bench = from(at(21, 57), &["move", "move"]);
        bench.host(at(8, 1), act);
        let deadline = bench.deadline(Seat::Ec);
        bench.order(at(8, 2), "ec", "up");
        (deadline, bench.reserves().0)
    };
    assert_eq!(run("extend 60"), (Some(at(21, 59)), 2 * MINUTE));
    assert_eq!(run("credit 120000"), (Some(at(8, 0)), 3 * MINUTE));
    assert_eq!(run("extend 300"), (Some(at(8, 3)), 5 * MINUTE));
    // A sealed answer costs as little.
    let mut bench = from(at(21, 57), &["move", "move"]);
    bench.host(at(8, 1), "pause");
    bench.host(at(8, 30), "extend 60");
    bench.host(at(9, 0), "resume");
    bench.order(at(9, 1), "ec", "up");
    assert_eq!(bench.reserves().0, 2 * MINUTE);
}

#[test]
fn pause_keeps_the_remaining_time() {
    let mut bench = from(at(21, 0), &["pick"]);
    bench.host(at(21, 0), "extend 2700");
    bench.host(at(21, 30), "pause");
    bench.host(at(21, 50), "resume");
    assert_eq!(bench.deadlines(), at(8, 0), "it would be 22:06");
    bench.host(at(7, 50), "pause");
    assert_eq!((bench.deadlines(), bench.table.next_deadline()), (at(8, 0), None));
    bench.host(at(8, 30), "resume");
    assert_eq!(bench.deadlines(), at(8, 40));
}

#[test]
fn pause_makes_no_step_longer_than_its_time() {
    let mut bench = from(at(21, 59) + 30 * SECOND, &["pick"]);
    assert_eq!(bench.deadlines(), at(8, 0));
    bench.host(at(21, 59) + 40 * SECOND, "pause");
    bench.host(at(9, 0), "resume");
    assert_eq!(bench.deadlines(), at(9, 1));
}

#[test]
fn step_begun_in_a_pause_has_full_time_from_the_resumption() {
    let mut bench = from(at(21, 59) + 30 * SECOND, &["pick", "pick"]);
    bench.order(at(22, 10), "ec", "up");
    bench.order(at(22, 10), "dmo", "up");
    bench.host(at(22, 30), "pause");
    bench.host(at(22, 30), "undo");
    assert_eq!(bench.deadlines(), at(8, 0));
    bench.host(at(9, 0), "resume");
    assert_eq!(bench.deadlines(), at(9, 1));
}

#[test]
fn pause_does_not_change_the_reserve() {
    // One minute of reserve has run when the match is paused, whenever the pause ends.
    for end in [at(21, 59) + 30 * SECOND, at(22, 30), at(7, 0), at(8, 0), at(8, 0) + 30 * SECOND, at(9, 0)] {
        let mut bench = from(at(21, 57), &["move", "move"]);
        bench.host(at(21, 59), "pause");
        bench.host(end, "resume");
        let next = bench.table.next_deadline().unwrap();
        bench.order(next - 1, "ec", "up");
        assert_eq!(bench.reserves().0, 1, "{end}");
        let mut bench = from(at(21, 57), &["move", "move"]);
        bench.host(at(21, 59), "pause");
        bench.host(end, "resume");
        bench.order(end, "ec", "up");
        assert_eq!(bench.reserves().0, 4 * MINUTE, "{end}");
    }
}

#[test]
fn repeated_step_has_its_plain_time() {
    let mut bench = from(at(21, 59) + 30 * SECOND, &["pick", "pick"]);
    bench.order(at(23, 0), "ec", "up");
    bench.order(at(23, 0), "dmo", "up");
    bench.host(at(23, 1), "undo");
    assert_eq!((bench.table.step(), bench.deadlines()), (2, at(8, 0)));
    bench.host(at(23, 2), "forfeit ec");
    bench.host(at(9, 0), "undo");
    assert_eq!((bench.table.step(), bench.deadlines()), (2, at(9, 1)), "the time that it first had, not the night");
    bench.host(at(9, 0), "substitute ec Cleo");
    assert_eq!(bench.deadlines(), at(9, 1));
}

#[test]
fn step_after_a_drawn_board_state_waits_too() {
    let mut bench = from(at(21, 0), &["seal", "pick"]);
    bench.host(at(21, 0) + 30 * SECOND, "extend 3600");
    bench.host(at(22, 30), "draw-state");
    assert_eq!((bench.table.step(), bench.deadlines()), (3, at(8, 0)));
}

#[test]
fn start_time_does_not_move() {
    let start = |header: &mut Header| {
        opened(header, "22:00-08:00", 20 * HOUR);
        header.starts_at = Some(at(23, 30));
    };
    let mut bench = Bench::with(&["pick"], start);
    assert_eq!((bench.deadlines(), bench.table.starts()), (at(23, 30), Some(at(23, 30))));
    bench.host(0, "extend 60");
    bench.host(1, "pause");
    bench.host(MINUTE + 1, "resume");
    assert_eq!(bench.deadlines(), at(23, 32));
    bench.host(2 * MINUTE, &format!("reschedule {}", at(23, 0)));
    assert_eq!(bench.deadlines(), at(23, 0));
    bench.time(at(23, 0));
    assert_eq!((bench.table.step(), bench.deadlines()), (2, at(8, 0)), "what is asked from there on does");
    bench.host(at(23, 1), "undo");
    assert_eq!(
        (bench.table.step(), bench.deadlines()),
        (1, at(2, 0)),
        "the wait again, as long as it was without the pause"
    );
    // A step that closes a fixed time before the start does not move either.
    let mut bench = Bench::with(&["plan", "pick"], start);
    assert_eq!(bench.deadlines(), at(22, 30));
    bench.time(at(22, 30));
    assert_eq!((bench.table.step(), bench.deadlines()), (2, at(23, 30)));
    let bench = Bench::with(&["plan"], |header| opened(header, "22:00-08:00", 23 * HOUR));
    assert_eq!(bench.deadlines(), 9 * HOUR, "without a start time it is a step like others");
}

#[test]
fn record_without_a_time_of_day_opens_at_midnight() {
    let quiet = |header: &mut Header| drop(header.ruleset.insert("quiet".to_owned(), json!("00:00-08:00")));
    assert_eq!(Bench::with(&["pick"], quiet).deadlines(), 8 * HOUR);
    let told = |header: &mut Header| header.time_of_day = TimeOfDay::new(23 * HOUR);
    assert_eq!(Bench::with(&["pick"], told).deadlines(), MINUTE, "without quiet hours it changes nothing");
}

#[test]
fn invalid_quiet_hours_are_refused() {
    for quiet in ["22:00-22:00", "08:00-07:00", "22:00-24:00", "22-8", ""] {
        let mut header = Header::new("toy");
        opened(&mut header, quiet, 0);
        let refused = Table::with_game(header, toy::TOY).err().expect(quiet);
        assert_eq!(refused.code, Code::BadHeader);
        assert!(refused.message.contains("22:00-08:00"), "{}", refused.message);
    }
}

/// Returns a random next line; many of these are refused.
fn line(now: u64, longest: u64, random: &mut impl Rng) -> String {
    let pace = *[SECOND, MINUTE, longest / 10, longest].choose(random).unwrap();
    let at = now + random.random_range(0..=pace);
    let seat = *["ec", "dmo"].choose(random).unwrap();
    let host = |act: String| format!(r#"{{"at":{at},"host":"{act}"}}"#);
    match random.random_range(0..16) {
        0..6 => format!(r#"{{"at":{at},"seat":"{seat}","order":"up"}}"#),
        6 => format!(r#"{{"at":{at},"seat":"{seat}","ready":true}}"#),
        7 => format!(r#"{{"at":{at}}}"#),
        8 => host("pause".to_owned()),
        9 | 10 => host("resume".to_owned()),
        11 => host("undo".to_owned()),
        12 => host(format!("extend {}", random.random_range(1..=pace / SECOND))),
        13 => host(format!("credit {}", random.random_range(1..=pace))),
        14 => host(["draw-state", "substitute ec Cleo"].choose(random).unwrap().to_string()),
        _ => host(["forfeit ec", "award ec", "void"].choose(random).unwrap().to_string()),
    }
}

fn phases(random: &mut impl Rng) -> Vec<&'static str> {
    (0..12).map(|_| *["move", "pick", "seal", "break"].choose(random).unwrap()).collect()
}

fn hours(random: &mut impl Rng) -> (u64, u64, String) {
    let from = random.random_range(0..24 * 60);
    let lasts = random.random_range(1..=16 * 60);
    let [a, b] = [from, (from + lasts) % (24 * 60)].map(|minute| format!("{:02}:{:02}", minute / 60, minute % 60));
    (from * MINUTE, lasts * MINUTE, format!("{a}-{b}"))
}

#[test]
fn deadlines_never_fall_in_quiet_hours() {
    let mut moved = 0;
    for seed in 0..400 {
        let random = &mut Seed::new(format!("{seed}")).generator("quiet hours");
        let (from, lasts, quiet) = hours(random);
        let opening = random.random_range(0..DAY);
        let mut bench = Bench::with(&phases(random), |header| opened(header, &quiet, opening));
        let is_quiet = |time: u64| (opening + time + DAY - from) % DAY < lasts;
        for _ in 0..60 {
            let reserves = bench.table.reserves();
            let line = line(bench.table.now(), 10 * HOUR, random);
            let answer = bench.table.enter(&Entry::read(&line).unwrap());
            for (_, awaited) in bench.table.awaiting().iter() {
                let Some(awaited) = awaited else { continue };
                let times = [Some(awaited.deadline), awaited.reserve_end];
                assert!(!times.into_iter().flatten().any(is_quiet), "{seed}: {line} with {quiet}: {awaited:?}");
                moved += u32::from(is_quiet(awaited.deadline - 1));
            }
            for each in answer.happened.iter().filter(|each| each.at < bench.table.now()) {
                assert!(!is_quiet(each.at), "{seed}: {line} with {quiet}: {each:?}");
            }
            let spends = |seat: Seat| bench.table.reserves()[seat] <= reserves[seat];
            assert!(line.contains("undo") || Seat::ALL.into_iter().all(spends), "{seed}: {line}");
        }
    }
    assert!(moved > 1_000, "{moved}");
}

#[test]
fn distant_quiet_hours_change_nothing() {
    for seed in 0..400 {
        let random = &mut Seed::new(format!("{seed}")).generator("far");
        let phases = phases(random);
        // A match of some hours at most, and quiet hours that end before its opening and begin again twelve hours later.
        let quiet = *["08:00-20:00", "08:00-19:59", "12:00-20:00"].choose(random).unwrap();
        let mut tables =
            [Bench::with(&phases, |_| {}), Bench::with(&phases, |header| opened(header, quiet, 20 * HOUR))];
        for _ in 0..40 {
            let line = line(tables[0].table.now(), 5 * MINUTE, random);
            let entry = Entry::read(&line).unwrap();
            let [plain, quiet] = tables.each_mut().map(|bench| bench.table.enter(&entry));
            assert_eq!(plain, quiet, "{seed}: {line}");
            let [plain, quiet] = tables.each_ref().map(|bench| (bench.look(), bench.table.next_deadline()));
            assert_eq!(plain, quiet, "{seed}: {line}");
            let [plain, quiet] = tables.each_ref().map(|bench| bench.table.reserves());
            assert_eq!(plain, quiet);
        }
    }
}

#[test]
fn deadlines_do_not_reveal_who_has_answered() {
    let mut bench = from(at(21, 59) + 30 * SECOND, &["pick"]);
    let mut other = from(at(21, 59) + 30 * SECOND, &["pick"]);
    other.order(at(21, 59) + 40 * SECOND, "ec", "up");
    for (time, act) in [(at(21, 59) + 50 * SECOND, "extend 600"), (at(23, 0), "pause"), (at(9, 0), "resume")] {
        for bench in [&mut bench, &mut other] {
            bench.host(time, act);
        }
        let deadlines = |bench: &Bench| BySeat::from_fn(|seat| bench.deadline(seat));
        assert_eq!(deadlines(&bench), deadlines(&other), "{act}");
    }
}
