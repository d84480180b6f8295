//! Orders, `ready`, and the precedence of their refusals.

use deathmatch_rules::game::{Seat, Uncounted, Viewer};
use deathmatch_rules::table::{Code, Entry, Table};

use crate::{Bench, toy};

#[test]
fn order_is_sealed_in_canonical_text() {
    let mut bench = Bench::of(&["pick"]);
    bench.order(1, "ec", "  UP ");
    let awaited = bench.table.awaiting();
    assert_eq!(awaited.ec.unwrap().order.as_deref(), Some("up"));
    assert_eq!(awaited.dmo.unwrap().order, None);
}

#[test]
fn private_order_can_be_replaced_and_survives_a_refusal() {
    let mut bench = Bench::of(&["pick"]);
    bench.order(1, "ec", "up");
    bench.order(2, "ec", "down");
    bench.refused(r#"{"at":3,"seat":"ec","order":"left"}"#, Code::IllegalOrder);
    bench.order(4, "dmo", "up");
    assert_eq!(bench.log(), ["pick down up"]);
}

#[test]
fn second_final_order_is_refused_before_its_text_is_read() {
    let mut bench = Bench::with(&["pick"], |header| header.ruleset = toy::final_orders());
    bench.order(1, "ec", "up");
    bench.refused(r#"{"at":2,"seat":"ec","order":"down"}"#, Code::NotAwaited);
    bench.refused(r#"{"at":2,"seat":"ec","order":"nonsense"}"#, Code::NotAwaited);
    bench.host_refused(2, "order ec down", Code::NotAwaited);
    bench.order(3, "dmo", "up");
    assert_eq!(bench.log(), ["pick up up"]);
}

#[test]
fn refused_final_order_can_be_given_again() {
    let mut bench = Bench::with(&["pick"], |header| header.ruleset = toy::final_orders());
    bench.refused(r#"{"at":1,"seat":"ec","order":"left"}"#, Code::IllegalOrder);
    bench.order(2, "ec", "up");
    assert_eq!(bench.submitted(), (true, false));
}

#[test]
fn second_ready_is_no_error_if_orders_are_final() {
    let mut bench = Bench::with(&["break", "pick"], |header| header.ruleset = toy::final_orders());
    bench.ready(1, "ec");
    bench.ready(2, "ec");
    assert_eq!(bench.submitted(), (true, false));
}

#[test]
fn game_refusals_keep_their_codes() {
    let mut bench = Bench::of(&["pick"]);
    bench.refused(r#"{"at":1,"seat":"ec","order":"left"}"#, Code::IllegalOrder);
    bench.refused(r#"{"at":1,"seat":"ec","order":"u/d"}"#, Code::AmbiguousOrder);
    bench.refused(r#"{"at":1,"seat":"ec","order":""}"#, Code::UnreadableOrder);
}

#[test]
fn refusal_over_precedes_all_others() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(1, "pause");
    bench.host(1, "forfeit ec");
    bench.refused(r#"{"at":2,"seat":"ec","order":"nonsense","step":9}"#, Code::Over);
    bench.refused(r#"{"at":2,"seat":"ec","ready":true}"#, Code::Over);
    bench.host_refused(2, "order ec nonsense", Code::Over);
}

#[test]
fn refusal_for_a_pause_precedes_the_step() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.time(60_000);
    bench.host(60_001, "pause");
    bench.refused(r#"{"at":60002,"seat":"ec","order":"up","step":1}"#, Code::NotAwaited);
    bench.refused(r#"{"at":60002,"seat":"ec","ready":true}"#, Code::NotAwaited);
    bench.host_refused(60_002, "order ec up", Code::NotAwaited);
}

#[test]
fn refusal_for_the_step_precedes_the_seat() {
    let mut bench = Bench::of(&["move", "move"]);
    bench.order(1, "ec", "up");
    bench.refused(r#"{"at":2,"seat":"ec","order":"up","step":1}"#, Code::Late);
    bench.refused(r#"{"at":2,"seat":"dmo","order":"up","step":1}"#, Code::Late);
    bench.refused(r#"{"at":2,"seat":"dmo","order":"up","step":3}"#, Code::NotAwaited);
    bench.refused(r#"{"at":2,"seat":"ec","order":"nonsense"}"#, Code::NotAwaited);
    bench.ok(r#"{"at":3,"seat":"dmo","order":"up","step":2}"#);
    assert_eq!(bench.log(), ["move up .", "move . up"]);
}

#[test]
fn refusal_for_the_kind_precedes_the_text() {
    let mut bench = Bench::of(&["break"]);
    bench.refused(r#"{"at":2,"seat":"ec","order":"nonsense"}"#, Code::NotAwaited);
    bench.host_refused(2, "order ec up", Code::NotAwaited);
    let mut bench = Bench::of(&["pick"]);
    bench.refused(r#"{"at":2,"seat":"ec","ready":true}"#, Code::NotAwaited);
}

#[test]
fn order_on_behalf_counts_as_the_seats_own() {
    let mut bench = Bench::of(&["pick", "pick"]);
    bench.host(1, "order ec UP");
    bench.host_refused(2, "order ec left", Code::IllegalOrder);
    bench.host_refused(2, "order ec ", Code::UnreadableOrder);
    bench.order(3, "ec", "down");
    bench.host(4, "order dmo risky");
    assert_eq!(bench.log(), ["pick down risky"]);
}

#[test]
fn public_order_resolves_at_once() {
    let mut bench = Bench::of(&["move", "move"]);
    assert_eq!(bench.order(5, "ec", "up"), ["step", "asked"]);
    assert_eq!((bench.deadline(Seat::Ec), bench.deadline(Seat::Dmo)), (None, Some(60_005)));
}

#[test]
fn warning_is_told_to_the_sender_only() {
    let mut bench = Bench::of(&["pick"]);
    let answer = bench.table.enter(&Entry::read(r#"{"at":1,"seat":"ec","order":"risky"}"#).unwrap());
    let names = bench.table.names();
    let told = |viewer| answer.happened.iter().flat_map(|each| each.told(viewer, &names)).collect::<Vec<_>>();
    assert_eq!(told(Viewer::Seat(Seat::Ec))[0]["caution"], "That is risky.");
    assert!(told(Viewer::Seat(Seat::Dmo)).is_empty());
    assert!(told(Viewer::Public).is_empty());
}

#[test]
fn prompt_names_are_never_reused() {
    let mut bench = Bench::of(&["pick", "pick", "pick"]);
    let name = |table: &Table| (table.step(), table.begun());
    let mut names = vec![name(&bench.table)];
    // Names do not tell how often a player has ordered.
    bench.order(1, "ec", "risky");
    bench.order(1, "ec", "up");
    bench.order(2, "dmo", "up");
    names.push(name(&bench.table));
    bench.host(3, "undo");
    names.push(name(&bench.table));
    bench.refused(r#"{"at":60003,"seat":"ec","order":"left"}"#, Code::IllegalOrder);
    names.push(name(&bench.table));
    bench.host(60_004, "undo");
    names.push(name(&bench.table));
    bench.time(120_004);
    names.push(name(&bench.table));
    assert_eq!(names, [(1, 1), (2, 2), (1, 3), (2, 4), (1, 5), (2, 6)]);
    assert_eq!(bench.table.entries(), 6);
}

#[test]
fn perft_is_bounded() {
    // Three orders for each step: 3, then 3 and 9 are listed, then 3, 9 and 27.
    let table = Bench::of(&["move", "move", "move"]).table;
    assert_eq!([0, 1, 2].map(|depth| table.perft(depth)), [Ok(1), Ok(3), Ok(9)]);
    assert_eq!(table.perft(3), Err(Uncounted::TooMany(30)));
    assert_eq!(table.perft(u32::MAX), Err(Uncounted::TooMany(30)));
    assert_eq!(Bench::of(&["pick"]).table.perft(1), Err(Uncounted::Simultaneous));
}
