//! *Units*: matches with a start time, and the effects of pauses, extensions, undos and a moved start.

use deathmatch_rules::table::{Code, Entry, Header, Table};
use serde_json::{Value, json};

const HOUR: u64 = 3_600_000;
const EVEN: &str = "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2";

struct Bench(Table);

impl Bench {
    fn opened(starts_at: u64, ruleset: &Value) -> Self {
        let header = json!({ "record": 1, "game": "castle-siege", "preset": "gauntlet", "ruleset": ruleset, "starts_at": starts_at });
        Self(Table::open(Header::read(&header.to_string()).unwrap()).unwrap())
    }

    fn new(starts_at: u64) -> Self {
        Self::opened(starts_at, &json!({}))
    }

    fn enter(&mut self, entry: &Value) -> Option<Code> {
        self.0.enter(&Entry::read(&entry.to_string()).unwrap()).error.map(|fault| fault.code)
    }

    fn host(&mut self, at: u64, act: &str) -> &mut Self {
        assert_eq!(self.enter(&json!({ "at": at, "host": act })), None, "{act}");
        self
    }

    fn order(&mut self, at: u64, seat: &str, order: &str) -> &mut Self {
        assert_eq!(self.enter(&json!({ "at": at, "seat": seat, "order": order })), None, "{order}");
        self
    }

    /// Advances to `at`. Returns the step, the prompt and its deadline.
    fn asks(&mut self, at: u64) -> (u32, &'static str, u64) {
        assert_eq!(self.enter(&json!({ "at": at })), None);
        self.awaits()
    }

    fn awaits(&self) -> (u32, &'static str, u64) {
        let awaited = self.0.awaiting();
        let [ec, dmo] = [awaited.ec.unwrap(), awaited.dmo.unwrap()];
        assert_eq!((ec.prompt, ec.deadline), (dmo.prompt, dmo.deadline));
        (self.0.step(), ec.prompt, ec.deadline)
    }
}

#[test]
fn allocation_stays_open_until_an_hour_before_the_start() {
    let mut bench = Bench::new(2 * HOUR);
    bench.order(1, "ec", EVEN).order(2, "dmo", EVEN);
    assert_eq!(bench.asks(HOUR - 1), (1, "allocation", HOUR));
    bench.order(HOUR - 1, "ec", "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1");
    assert_eq!(bench.asks(HOUR), (2, "break", 2 * HOUR));
    assert_eq!(bench.0.state_json()["units"]["ec"]["A"], json!([4, 2, 1, 0]), "it was editable until then");
    assert_eq!((&bench.0.state_json()["phase"], &bench.0.state_json()["round"]), (&json!("battle"), &json!(1)));
    assert_eq!(bench.asks(2 * HOUR), (3, "actions", 2 * HOUR + 180_000));
}

#[test]
fn allocation_has_at_least_its_own_time() {
    for (starts_at, closes) in [(7_200_000, 3_600_000), (4_200_001, 600_001), (4_200_000, 600_000), (0, 600_000)] {
        assert_eq!(Bench::new(starts_at).awaits(), (1, "allocation", closes), "{starts_at}");
    }
}

#[test]
fn final_allocation_cannot_be_replaced() {
    let mut bench = Bench::opened(2 * HOUR, &json!({ "private_orders": "final" }));
    bench.order(1, "ec", EVEN);
    assert_eq!(bench.enter(&json!({ "at": 2, "seat": "ec", "order": EVEN })), Some(Code::NotAwaited));
}

#[test]
fn players_cannot_end_the_break_before_the_start() {
    let mut bench = Bench::new(2 * HOUR);
    bench.asks(HOUR);
    assert_eq!(bench.enter(&json!({ "at": HOUR, "seat": "ec", "ready": true })), Some(Code::NotAwaited));
    assert_eq!(bench.enter(&json!({ "at": HOUR, "seat": "ec", "order": "NNNNN" })), Some(Code::NotAwaited));
    assert_eq!(bench.awaits(), (2, "break", 2 * HOUR));
}

#[test]
fn break_is_skipped_if_the_allocation_fills_the_time() {
    assert_eq!(Bench::new(HOUR + 700_000).asks(700_000), (2, "break", HOUR + 700_000));
    for starts_at in [0, 5_000, 600_000] {
        let mut bench = Bench::new(starts_at);
        assert_eq!(bench.awaits(), (1, "allocation", 600_000));
        assert_eq!(bench.asks(600_000), (2, "actions", 780_000), "{starts_at}");
    }
    assert_eq!(Bench::new(600_001).asks(600_000), (2, "break", 600_001));
    let mut bench = Bench::opened(2 * HOUR, &json!({ "allocation_s": 7_100 }));
    assert_eq!(bench.awaits().2, 7_100_000);
    assert_eq!(bench.asks(7_100_000), (2, "break", 2 * HOUR));
}

#[test]
fn pause_or_extension_moves_all_later_steps() {
    let mut bench = Bench::new(2 * HOUR);
    bench.host(1_000, "pause").host(61_000, "resume");
    assert_eq!(bench.asks(HOUR + 60_000), (2, "break", 2 * HOUR + 60_000));
    let mut bench = Bench::new(2 * HOUR);
    bench.host(1_000, "extend 30").host(2_000, "credit 500");
    assert_eq!(bench.asks(HOUR + 30_500), (2, "break", 2 * HOUR + 30_500));
}

#[test]
fn start_can_be_moved() {
    let mut bench = Bench::new(2 * HOUR);
    bench.host(1_000, "reschedule 14400000");
    assert_eq!(bench.awaits(), (1, "allocation", 3 * HOUR));
    bench.host(2_000, "reschedule 10800000");
    assert_eq!(bench.asks(2 * HOUR), (2, "break", 3 * HOUR));
    bench.host(2 * HOUR + 5, "reschedule 7300000");
    assert_eq!(bench.asks(7_300_000), (3, "actions", 7_480_000));
    assert_eq!(bench.enter(&json!({ "at": 7_300_001, "host": "reschedule 9000000" })), Some(Code::BadHostAction));
}

#[test]
fn start_moved_near_closes_the_allocation_at_once() {
    let mut bench = Bench::new(4 * HOUR);
    bench.order(1, "ec", "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1");
    bench.host(HOUR, "reschedule 3900000");
    assert_eq!(bench.awaits(), (2, "break", 3_900_000));
    assert_eq!(bench.0.state_json()["units"]["ec"]["A"], json!([4, 2, 1, 0]));
    // To this very moment: no time is left for a break.
    let mut bench = Bench::new(4 * HOUR);
    bench.host(HOUR, "reschedule 3600000");
    assert_eq!(bench.awaits(), (2, "actions", HOUR + 180_000));
}

/// Three rules: "at least `allocation_s`", asked again "with full time", and "time while paused does not count".
#[test]
fn moved_start_leaves_the_allocation_its_minimum_time() {
    let mut bench = Bench::new(5_000_000);
    assert_eq!(bench.asks(1_400_000), (2, "break", 5_000_000));
    bench.host(2_000_000, "undo").host(2_001_000, "reschedule 5700000");
    assert_eq!(bench.awaits(), (1, "allocation", 2_600_000));
    let mut bench = Bench::new(0);
    bench.host(1_000, "pause").host(101_000, "resume").host(101_000, "reschedule 101000");
    assert_eq!(bench.awaits(), (1, "allocation", 700_000));
    let mut bench = Bench::new(0);
    bench.host(1_000, "pause").host(2_000, "reschedule 5000").host(101_000, "resume");
    assert_eq!(bench.awaits(), (1, "allocation", 700_000));
}

#[test]
fn full_time_of_a_moved_step_excludes_earlier_pauses() {
    let mut bench = Bench::new(2 * HOUR);
    bench.host(0, "pause").host(200_000, "resume").host(200_000, "reschedule 700000");
    assert_eq!(bench.asks(800_000), (2, "actions", 980_000));
    bench.host(900_000, "undo");
    assert_eq!(bench.awaits(), (1, "allocation", 1_500_000));
    // A pause that was still running when the start was moved does not count either.
    let mut bench = Bench::new(2 * HOUR);
    bench.host(0, "pause").host(200_000, "reschedule 700000").host(300_000, "resume");
    assert_eq!(bench.awaits(), (1, "allocation", 900_000));
    assert_eq!(bench.asks(900_000), (2, "actions", 1_080_000));
    bench.host(1_000_000, "undo");
    assert_eq!(bench.awaits(), (1, "allocation", 1_600_000));
    // The undo of a verdict repeats the step with the same full time.
    let mut bench = Bench::new(2 * HOUR);
    bench.host(0, "pause").host(200_000, "resume").host(200_000, "reschedule 700000");
    bench.host(300_000, "void").host(400_000, "undo");
    assert_eq!(bench.awaits(), (1, "allocation", 1_000_000));
}

#[test]
fn undo_before_a_moved_start_reverts_the_move() {
    let mut bench = Bench::new(2 * HOUR);
    assert_eq!(bench.asks(HOUR), (2, "break", 2 * HOUR));
    bench.host(HOUR + 1, "reschedule 18000000").host(HOUR + 2, "undo");
    assert_eq!((bench.awaits(), bench.0.starts()), ((1, "allocation", 2 * HOUR + 2), Some(3 * HOUR + 2)));
    assert_eq!(bench.asks(2 * HOUR + 2), (2, "break", 3 * HOUR + 2));
}

#[test]
fn longer_allocation_delays_the_start() {
    let mut bench = Bench::new(75_000);
    assert_eq!((bench.awaits(), bench.0.starts()), ((1, "allocation", 600_000), Some(600_000)));
    bench.host(1_000, "extend 60");
    assert_eq!((bench.awaits(), bench.0.starts()), ((1, "allocation", 660_000), Some(660_000)));
}

#[test]
fn undo_restores_the_full_length_of_break_and_allocation() {
    let mut bench = Bench::new(2 * HOUR);
    bench.asks(2 * HOUR + 10);
    bench.host(2 * HOUR + 20, "undo");
    assert_eq!(bench.awaits(), (2, "break", 3 * HOUR + 20));
    bench.host(2 * HOUR + 30, "undo");
    assert_eq!(bench.awaits(), (1, "allocation", 3 * HOUR + 30));
    assert_eq!(bench.asks(3 * HOUR + 30), (2, "break", 4 * HOUR + 30));
}

#[test]
fn start_cannot_be_moved_without_a_start_time() {
    let header = r#"{"record":1,"game":"castle-siege","preset":"gauntlet"}"#;
    let mut bench = Bench(Table::open(Header::read(header).unwrap()).unwrap());
    assert_eq!(bench.enter(&json!({ "at": 5, "host": "reschedule 9000000" })), Some(Code::BadHostAction));
    bench.order(5, "ec", EVEN).order(6, "dmo", EVEN);
    assert_eq!(bench.awaits(), (2, "actions", 180_006));
}

#[test]
fn malformed_start_time_is_refused() {
    for starts_at in ["-1", "1.5", "\"noon\""] {
        let header = format!(r#"{{"record":1,"game":"castle-siege","starts_at":{starts_at}}}"#);
        assert_eq!(Header::read(&header).map(drop).unwrap_err().code, Code::BadHeader);
    }
}

/// The end's heading names its round: round 1 is asked for by then.
#[test]
fn heading_of_an_end_names_its_round() {
    let stage = |bench: &Bench| bench.0.sight(deathmatch_rules::game::Viewer::Public).heading().stage;
    let mut bench = Bench::new(2 * HOUR);
    bench.host(1, "award ec");
    assert_eq!(stage(&bench), "Over before round 1");
    let mut bench = Bench::new(2 * HOUR);
    assert_eq!(bench.asks(2 * HOUR).1, "actions");
    bench.host(2 * HOUR + 1, "award ec");
    assert_eq!(stage(&bench), "Over in round 1");
    assert_eq!(bench.0.sight(deathmatch_rules::game::Viewer::Public).scene().heading.stage, "Over in round 1");
    bench.host(2 * HOUR + 2, "undo");
    assert_eq!(bench.asks(2 * HOUR + 180_002).0, 4);
    bench.host(2 * HOUR + 180_003, "forfeit dmo");
    assert_eq!(stage(&bench), "Over in round 2");
}
