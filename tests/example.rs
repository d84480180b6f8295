//! The worked example: a game of its own that the whole bot deals, with nothing of it in the product.

#[path = "../examples/goofspiel/game.rs"]
mod game;

use std::process::ExitCode;
use std::sync::Once;

use deathmatch::table::{Code, Entry, Header, Table};
use deathmatch::{cli, games};

fn registered() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| games::register(&[&game::Goofspiel]));
}

fn table(header: &str) -> Table {
    registered();
    Table::open(Header::read(header).unwrap()).unwrap()
}

#[test]
fn it_is_dealt_at_a_table_and_stays_out_of_the_product() {
    let mut table = table(r#"{"record":1,"game":"goofspiel","preset":"short","seed":"1","ruleset":{"cards":3}}"#);
    assert!(games::find("goofspiel").is_some() && games::GAMES.iter().all(|game| game.id() != "goofspiel"));
    let mut enter = |line: &str| table.enter(&Entry::read(line).unwrap()).error.map(|fault| fault.code);
    assert_eq!(enter(r#"{"at":1,"seat":"ec","order":"4"}"#), Some(Code::IllegalOrder));
    assert_eq!(enter(r#"{"at":1,"seat":"ec","order":"high"}"#), Some(Code::UnreadableOrder));
    assert_eq!(enter(r#"{"at":1,"seat":"ec","order":"3"}"#), None);
    assert_eq!(enter(r#"{"at":60000}"#), None);
    let state = table.state_json();
    assert_eq!(state["rounds"][0]["bids"]["dmo"], 1, "a bid that never came is the lowest card");
    assert_eq!(state["points"]["ec"], state["rounds"][0]["prize"]);
    assert_eq!((&state["hands"]["ec"][1], &state["hands"]["dmo"][0]), (&2.into(), &2.into()));
}

#[test]
fn the_demo_plays_it() {
    registered();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("demo");
    let words = ["deathmatch", "sandbox", "--demo", "goofspiel", "--preset", "short", "--fast", "--out"];
    let played = cli::run_from(words.map(std::ffi::OsString::from).into_iter().chain([out.as_os_str().to_owned()]));
    assert_eq!(played, ExitCode::SUCCESS);
    let record = std::fs::read_to_string(out.join("record.jsonl")).unwrap();
    let mut lines = record.lines();
    let header = Header::read(lines.next().unwrap()).unwrap();
    let entries: Vec<_> = lines.map(|line| Entry::read(line).unwrap()).collect();
    let table = Table::replay(header, &entries).unwrap();
    assert!(table.outcome().is_some_and(|outcome| outcome.winner.is_some()));
    assert_eq!(table.step(), 8, "a round for each prize");
    let transcript = std::fs::read_to_string(out.join("transcript.html")).unwrap();
    assert!(transcript.contains("<img alt=\"Goofspiel. "), "its boards are drawn");
}
