//! External programs in matches: programs that play, and programs that lose by their behaviour.

use std::path::PathBuf;

use deathmatch_arena::external_program::{Program, Question};
use deathmatch_arena::{Limits, MatchResult, Spec, after_random_bouts, fight, fight_on};
use deathmatch_rules::game::{Seat, Terms, Viewer};
use deathmatch_rules::games;

/// A shell script, deleted on drop.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, text: &str) -> Self {
        let file = std::env::temp_dir().join(format!("deathmatch-arena-{}-{name}.sh", std::process::id()));
        std::fs::write(&file, text).unwrap();
        Self(file)
    }

    fn against_random(&self, movetime: Option<u64>) -> MatchResult {
        let spec: Spec = format!("exec:/bin/sh {}", self.0.display()).parse().unwrap();
        let game = games::find("knights").unwrap();
        let terms = Terms { preset: Some("tempo-up".to_owned()), ..Terms::default() };
        fight(&*game, &terms, [&spec, &Spec::Random], Seat::Ec, Limits { movetime, ..Limits::default() })
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// Answers each question with the first listed order.
const FIRST: &str =
    r#"while read -r line; do printf '%s\n' "$line" | sed 's/.*"legal":\["\([^"]*\)".*/{"order":"\1"}/'; done"#;

#[test]
fn program_plays_a_match_to_its_end() {
    let fought = Script::new("first", FIRST).against_random(None);
    assert!(fought.winner.is_some() && fought.steps > 3, "{fought:?}");
    assert!(["Won by play", "Won by the tie rule"].contains(&fought.why.as_str()), "{fought:?}");
}

#[test]
fn program_that_ends_early_cheats_or_is_late_loses() {
    for (name, text, movetime, why) in [
        ("gone", "exit 0", None, "it has ended early"),
        ("nonsense", "while read -r line; do echo hello; done", None, "no line of JSON"),
        ("empty", "while read -r line; do echo '{}'; done", None, "no `order`"),
        ("illegal", r#"while read -r line; do echo '{"order":"resign"}'; done"#, None, "does not count"),
        ("late", "while read -r line; do sleep 30; done", Some(300), "no order within 300 ms"),
        ("endless", "tr '\\0' x < /dev/zero", None, "a line of more than 1 MB"),
    ] {
        let fought = Script::new(name, text).against_random(movetime);
        assert_eq!(fought.winner, Some(Seat::Dmo), "{name}: {fought:?}");
        assert!(fought.why.contains(why), "{name}: {fought:?}");
    }
}

/// Answers six questions with the first listed order, and the next one with an order that is not legal.
const FORFEITS: &str = r#"for _ in 1 2 3 4 5 6; do read -r line; printf '%s\n' "$line" | sed 's/.*"legal":\["\([^"]*\)".*/{"order":"\1"}/'; done
read -r line; echo '{"order":"resign"}'"#;

#[test]
fn order_time_of_a_forfeited_match_is_a_mean() {
    let fought = Script::new("forfeits", FORFEITS).against_random(None);
    assert_eq!((fought.winner, fought.steps), (Some(Seat::Dmo), 6), "{fought:?}");
    for times in fought.times {
        assert!(times.mean_ms() > 0.0 && times.mean_ms() <= times.longest_ms(), "{fought:?}");
    }
}

#[test]
fn bouts_are_counted_if_the_view_names_their_winners() {
    let terms = Terms { preset: Some("dm11".to_owned()), ..Terms::default() };
    let fought = fight(
        &*games::find("guidance-rite").unwrap(),
        &terms,
        [&Spec::Level(1), &Spec::Random],
        Seat::Dmo,
        Limits::default(),
    );
    let won = fought.bouts.iter().filter(|&&won| won == fought.winner).count();
    assert!(won == 2 && (2..=3).contains(&fought.bouts.len()), "{fought:?}");
}

#[test]
fn equal_work_gives_the_same_match() {
    let fought = |work: u64| {
        let terms = Terms { preset: Some("tempo-up".to_owned()), ..Terms::default() };
        let limits = Limits { work: Some(work), ..Limits::default() };
        fight(&*games::find("knights").unwrap(), &terms, [&Spec::Level(5), &Spec::Greedy], Seat::Ec, limits)
    };
    let [one, same, more] = [500, 500, 20_000].map(fought);
    assert_eq!((one.winner, one.steps), (same.winner, same.steps));
    assert!(more.times[0].mean_ms() > 2.0 * one.times[0].mean_ms(), "{more:?} {one:?}");
}

#[test]
fn program_that_does_not_read_is_late() {
    let game = games::find("knights").unwrap();
    let terms = Terms { preset: Some("tempo-up".to_owned()), ..Terms::default() };
    let (play, _) = game.open(&terms).unwrap();
    let sight = play.sight(Viewer::Seat(Seat::Ec));
    // More than any pipe can hold.
    let long = "x".repeat(4_000_000);
    let question = Question { game: &long, preset: None, seat: Seat::Ec, prompt: "actions" };
    let mut program = Program::start(&["sleep".to_owned(), "100".to_owned()]).unwrap();
    for _ in 0..3 {
        let lost = program.order(&sight, &question, 200).unwrap_err();
        assert_eq!(lost.to_string(), "it gave no order within 200 ms");
    }
}

/// A process that the program started would keep its pipes open.
#[test]
#[cfg(target_os = "linux")]
fn child_processes_end_with_their_program() {
    let file = std::env::temp_dir().join(format!("deathmatch-arena-{}-started", std::process::id()));
    let script = format!("sleep 100 & echo $! > {0}.part; mv {0}.part {0}; sleep 100", file.display());
    let program = Program::start_as(&["sh", "-c", &script].map(str::to_owned), |_| ()).unwrap();
    let started = loop {
        match std::fs::read_to_string(&file) {
            Ok(id) => break id.trim().to_owned(),
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(5)),
        }
    };
    drop(std::fs::remove_file(&file));
    drop(program);
    // Whether the process has ended, even if nobody has waited for it.
    let ended = || {
        let state = std::fs::read_to_string(format!("/proc/{started}/stat")).ok();
        state.is_none_or(|state| state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')))
    };
    for _ in 0..1_000 {
        if ended() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("{started} still runs");
}

#[test]
fn missing_program_loses() {
    let spec: Spec = "exec:/nowhere/at/all".parse().unwrap();
    let game = games::find("knights").unwrap();
    let fought = fight(
        &*game,
        &Terms { preset: Some("tempo-up".to_owned()), ..Terms::default() },
        [&Spec::Random, &spec],
        Seat::Ec,
        Limits::default(),
    );
    assert_eq!(fought.winner, Some(Seat::Ec));
    assert!(fought.why.contains("does not start"), "{fought:?}");
}

#[test]
fn match_begins_with_the_requested_bout() {
    let game = games::find("guidance-rite").unwrap();
    let terms = Terms { preset: Some("dm11".to_owned()), ..Terms::default() };
    let play = after_random_bouts(&*game, &terms, 2).expect("chance brings a third bout about");
    let won = play.sight(deathmatch_rules::game::Viewer::Public).json()["bout_winners"].clone();
    assert!(won == serde_json::json!(["ec", "dmo"]) || won == serde_json::json!(["dmo", "ec"]), "{won}");
    let again = after_random_bouts(&*game, &terms, 2).unwrap();
    assert_eq!(again.save(), play.save(), "both seats of a pair begin alike");
    let fought = fight_on(&*game, &terms, play, [&Spec::Random, &Spec::Random], Seat::Ec, Limits::default());
    assert_eq!(fought.bouts.len(), 1, "{fought:?}");
    assert!(after_random_bouts(&*game, &terms, 3).is_none(), "two bouts are won by one of them by then");
}
