//! The worked example: a game of its own that the whole bot deals, with nothing of it in the product.

#[path = "../examples/goofspiel/game.rs"]
mod game;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use deathmatch::games;
use deathmatch::table::{Code, Entry, Header, Table};

/// Cargo builds examples before tests, beside the tests' folder.
fn example() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().and_then(Path::parent).unwrap().join("examples/goofspiel")
}

fn table(header: &str) -> Table {
    static INVITED: Once = Once::new();
    INVITED.call_once(|| games::invite(&[&game::Goofspiel]));
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
    let folder = tempfile::tempdir().unwrap();
    let demo = Command::new(example())
        .args(["sandbox", "--demo", "goofspiel", "--preset", "short", "--fast", "--out", "demo"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let summary = String::from_utf8_lossy(&demo.stdout);
    assert!(demo.status.success(), "{summary}{}", String::from_utf8_lossy(&demo.stderr));
    assert!(summary.contains("replayed to the same end"), "{summary}");
    let transcript = std::fs::read_to_string(folder.path().join("demo/transcript.html")).unwrap();
    assert!(transcript.contains("<img alt=\"Goofspiel."), "its boards are drawn");
}
