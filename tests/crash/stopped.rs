//! A process that is suspended for a while and then continues: its clock has moved, and events are unread.

use std::time::Duration;

use deathmatch::game::{Outcome, Seat};
use deathmatch::sandbox::Options;
use deathmatch::table::Act;

use super::players::begin;
use super::room::{Plan, Room, wait};

/// The time after a deadline by which it has taken effect: more than the grace.
const PAST_MS: i64 = 2_000;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn orders_typed_while_the_process_was_stopped_are_in_time() {
    let plan = Plan { options: "unit_s=20 break_s=600", ..super::PLANS[0] };
    let often = Options { heartbeat: Some(Duration::from_secs(3)), ..Options::default() };
    let room = Room::open_in(plan, often).await;
    let id = room.open_match().await;
    begin(&room, id).await;
    room.settled().await;
    let (ec, dmo) = (room.player(Seat::Ec), room.player(Seat::Dmo));
    ec.type_text(ec.dm().await.unwrap(), "samurai").await.unwrap();
    wait("the first order is stored", async || (!room.stored(id).await.entries.is_empty()).then_some(())).await;
    let deadline = room.number("SELECT deadline_ms FROM matches ORDER BY id DESC LIMIT 1").await;
    room.signal("STOP");
    dmo.type_text(dmo.dm().await.unwrap(), "sage").await.unwrap();
    let left = deadline + PAST_MS - room.sandbox.now_ms();
    tokio::time::sleep(Duration::from_millis(u64::try_from(left).unwrap_or(0))).await;
    room.signal("CONT");
    wait("the round is resolved", async || {
        let table = room.stored(id).await.table?;
        (table.step() > 1).then_some(())
    })
    .await;
    let entries = room.stored(id).await.entries;
    let orders: Vec<_> = entries
        .iter()
        .filter_map(|entry| match &entry.act {
            Act::Order { seat, text } => Some((*seat, text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(orders, [(Seat::Ec, "samurai"), (Seat::Dmo, "sage")], "{}", room.log());
    assert!(!entries.iter().any(|entry| matches!(entry.act, Act::Time)), "nobody's time had run out: {entries:?}");
    // The next round began while the process was stopped, and has its full time from here on.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let entries = room.stored(id).await.entries;
    assert!(!entries.iter().any(|entry| matches!(entry.act, Act::Time)), "nobody was asked yet: {entries:?}");
    wait("the absence is told", async || {
        room.public().await.iter().any(|one| one.says("I was offline; all clocks")).then_some(())
    })
    .await;
    let table = room.stored(id).await.table.unwrap();
    assert_eq!(table.outcome(), None::<Outcome>);
}
