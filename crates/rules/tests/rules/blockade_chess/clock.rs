//! Free time and reserves, at the table.

use deathmatch_rules::game::{Seat, Viewer};
use deathmatch_rules::table::{Code, Entry, Header, Table};
use serde_json::{Value, json};

/// Opens a match of the blockade preset from a setup, with a ruleset.
fn table(ruleset: &Value, setup: &Value) -> Table {
    let header =
        json!({ "record": 1, "game": "blockade-chess", "preset": "blockade", "ruleset": ruleset, "setup": setup });
    Table::open(Header::read(&header.to_string()).unwrap()).unwrap()
}

fn enter(table: &mut Table, line: &Value) -> Option<Code> {
    table.enter(&Entry::read(&line.to_string()).unwrap()).error.map(|fault| fault.code)
}

fn order(table: &mut Table, at: u64, seat: &str, order: &str) {
    assert_eq!(enter(table, &json!({ "at": at, "seat": seat, "order": order })), None, "{order}");
}

fn host(table: &mut Table, at: u64, act: &str) {
    assert_eq!(enter(table, &json!({ "at": at, "host": act })), None, "{act}");
}

fn pass(table: &mut Table, at: u64) {
    assert_eq!(enter(table, &json!({ "at": at })), None);
}

fn reserve(table: &Table) -> (u64, u64) {
    let reserve = table.state_json()["reserve"].clone();
    (reserve["ec"].as_u64().unwrap(), reserve["dmo"].as_u64().unwrap())
}

fn deadline(table: &Table, seat: Seat) -> (u64, Option<u64>) {
    let awaiting = table.awaiting();
    let awaited = awaiting[seat].as_ref().expect("asked");
    (awaited.deadline, awaited.reserve)
}

fn outcome(table: &Table) -> Value {
    json!(table.outcome())
}

/// Opens a match in which White, the Elimination Candidate, is to move.
fn in_play() -> Table {
    table(&json!({}), &json!({ "fen": "r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R", "to_move": "white", "white": "ec" }))
}

#[test]
fn choice_of_colours_has_60_s_and_no_reserve() {
    let mut table = table(&json!({}), &json!({}));
    assert_eq!(deadline(&table, Seat::Dmo), (60_000, None));
    assert_eq!(enter(&mut table, &json!({ "at": 1, "seat": "ec", "order": "white" })), Some(Code::NotAwaited));
    pass(&mut table, 60_000);
    assert_eq!((table.step(), table.state_json()["white"].clone()), (2, json!("dmo")));
    assert_eq!((deadline(&table, Seat::Dmo), reserve(&table)), ((120_000, Some(300_000)), (300_000, 300_000)));
}

#[test]
fn reserve_runs_only_after_the_60_s_and_is_never_refilled() {
    let mut table = in_play();
    order(&mut table, 59_999, "ec", "d4d7f5");
    assert_eq!(reserve(&table), (300_000, 300_000));
    order(&mut table, 59_999 + 72_500, "dmo", "h8h2h8");
    assert_eq!(reserve(&table), (300_000, 287_500), "12.5 s over the 60");
    assert_eq!(deadline(&table, Seat::Ec), (192_499, Some(300_000)));
    order(&mut table, 140_000, "ec", "d7d6d7");
    order(&mut table, 200_000, "dmo", "h2h3h2");
    assert_eq!(reserve(&table), (300_000, 287_500), "an order within the 60 s costs nothing and gives nothing");
}

#[test]
fn reserve_runs_in_the_placement_after_60_s_for_both_pieces() {
    let mut table = table(&json!({}), &json!({}));
    order(&mut table, 0, "dmo", "black");
    order(&mut table, 61_000, "ec", "Qd4");
    assert_eq!(reserve(&table), (299_000, 300_000));
    order(&mut table, 61_000 + 70_000, "dmo", "Qa1 Ra2");
    assert_eq!(reserve(&table), (299_000, 290_000));
}

#[test]
fn exhausted_reserve_loses_at_once_in_the_placement() {
    let mut table = table(&json!({ "reserve_s": 10 }), &json!({}));
    order(&mut table, 0, "dmo", "white");
    pass(&mut table, 69_999);
    assert_eq!(outcome(&table), Value::Null);
    pass(&mut table, 70_000);
    assert_eq!(outcome(&table), json!({ "winner": "ec", "reason": "clock" }));
    let state = table.state_json();
    assert_eq!(
        (&state["phase"], &state["to_move"], reserve(&table)),
        (&json!("placement"), &json!("white"), (10_000, 0))
    );
    assert_eq!(enter(&mut table, &json!({ "at": 70_000, "seat": "dmo", "order": "Qa1" })), Some(Code::Over));
}

#[test]
fn exhausted_reserve_loses_at_once_in_play() {
    let mut table = in_play();
    order(&mut table, 100_000, "ec", "d4d7f5");
    order(&mut table, 100_000, "dmo", "a8a4b4");
    assert_eq!(deadline(&table, Seat::Ec), (160_000, Some(260_000)));
    assert_eq!(enter(&mut table, &json!({ "at": 420_000, "seat": "ec", "order": "d7d6d7" })), Some(Code::Over));
    assert_eq!(outcome(&table), json!({ "winner": "dmo", "reason": "clock" }));
    let state = table.state_json();
    assert_eq!((&state["phase"], &state["to_move"], &state["ply"]), (&json!("play"), &json!("white"), &json!(2)));
    assert_eq!(reserve(&table), (0, 300_000));
}

#[test]
fn match_without_reserve_has_60_s_only() {
    let mut table = table(&json!({ "reserve_s": 0 }), &json!({}));
    pass(&mut table, 119_999);
    assert_eq!(outcome(&table), Value::Null);
    pass(&mut table, 120_000);
    assert_eq!(outcome(&table), json!({ "winner": "ec", "reason": "clock" }));
}

#[test]
fn extension_covers_reserve_that_has_run() {
    let mut table = in_play();
    host(&mut table, 80_000, "extend 15");
    assert_eq!(deadline(&table, Seat::Ec), (75_000, Some(300_000)));
    order(&mut table, 85_000, "ec", "d4d7f5");
    assert_eq!(reserve(&table), (290_000, 300_000));
    host(&mut table, 85_000, "extend 15");
    order(&mut table, 85_000 + 75_000, "dmo", "a8a4b4");
    assert_eq!(reserve(&table), (290_000, 300_000));
    assert_eq!(deadline(&table, Seat::Ec), (220_000, Some(290_000)), "it was for the running step only");
}

#[test]
fn undo_restores_the_reserves() {
    let mut table = in_play();
    order(&mut table, 100_000, "ec", "d4d7f5");
    order(&mut table, 200_000, "dmo", "a8a4b4");
    assert_eq!(reserve(&table), (260_000, 260_000));
    host(&mut table, 200_000, "undo");
    assert_eq!((reserve(&table), deadline(&table, Seat::Dmo)), ((260_000, 300_000), (260_000, Some(300_000))));
    host(&mut table, 200_000, "undo");
    assert_eq!((reserve(&table), deadline(&table, Seat::Ec)), ((300_000, 300_000), (260_000, Some(300_000))));
    pass(&mut table, 560_000);
    assert_eq!((outcome(&table)["reason"].clone(), reserve(&table)), (json!("clock"), (0, 300_000)));
    host(&mut table, 600_000, "undo");
    assert_eq!((reserve(&table), deadline(&table, Seat::Ec)), ((300_000, 300_000), (660_000, Some(300_000))));
}

#[test]
fn pause_costs_no_reserve() {
    let mut table = in_play();
    host(&mut table, 70_000, "pause");
    assert_eq!(enter(&mut table, &json!({ "at": 80_000, "seat": "ec", "order": "d4d7f5" })), Some(Code::NotAwaited));
    host(&mut table, 1_000_000, "resume");
    order(&mut table, 1_005_000, "ec", "d4d7f5");
    assert_eq!(reserve(&table), (285_000, 300_000));
}

#[test]
fn reserve_is_final_at_the_end() {
    let setup = json!({ "fen": "rq*RQR2/rb**BB2/b**5/**6/8/8/8/8", "to_move": "white", "white": "ec" });
    let mut table = table(&json!({}), &setup);
    order(&mut table, 62_000, "ec", "f8g8f8");
    assert_eq!((outcome(&table), reserve(&table)), (json!({ "winner": "ec", "reason": "rules" }), (298_000, 300_000)));
}

#[test]
fn public_order_resolves_at_once_despite_private_orders() {
    let mut table = table(&json!({ "private_orders": "final" }), &json!({}));
    order(&mut table, 5, "dmo", "white");
    assert_eq!((table.step(), deadline(&table, Seat::Dmo)), (2, (60_005, Some(300_000))));
}

#[test]
fn query_clocks_shows_the_reserves() {
    let mut table = in_play();
    order(&mut table, 72_500, "ec", "d4d7f5");
    let names = table.names();
    let said = table.sight(Viewer::Public).answer("clocks").unwrap().with_names(&names);
    assert!(said.ends_with(&format!("Reserve as this turn began: {} 4:47.5, {} 5:00.", names.ec, names.dmo)), "{said}");
    assert_eq!(table.sight(Viewer::Seat(Seat::Dmo)).json()["reserve"], json!({ "ec": 287_500, "dmo": 300_000 }));
}

#[test]
fn board_cannot_be_declared_drawn() {
    let mut table = in_play();
    assert_eq!(enter(&mut table, &json!({ "at": 1, "host": "draw-state" })), Some(Code::BadHostAction));
}
