//! What is said and given back when the bot was gone for longer.

use std::time::Duration;

use deathmatch::table::{Act, HostAct};
use serde_json::json;

use super::PLANS;
use super::laws::deeds;
use super::players::{Diary, begin};
use super::room::{Room, wait};

#[tokio::test(flavor = "multi_thread")]
async fn time_without_a_process_is_given_back_and_said_once() {
    let room = Room::open(PLANS[0]).await;
    let diary = Diary::default();
    let id = room.open_match().await;
    begin(&room, id).await;
    room.settled().await;
    let before = room.stored(id).await.table.unwrap().next_deadline().unwrap();
    room.kill().await;
    tokio::time::sleep(Duration::from_secs(7)).await;
    room.restart().await;
    let away = async || room.public().await.iter().filter(|one| one.says("The dealer was away")).count();
    wait("the absence is told", async || (away().await > 0).then_some(())).await;
    room.settled().await;
    let after = room.stored(id).await.table.unwrap().next_deadline().unwrap();
    assert!(after - before >= 27_000, "at least 7 s, and 20 s on top: {before} became {after}");
    room.kill().await;
    room.restart().await;
    for deed in deeds(&room, id).await.unwrap() {
        deed.carry_through(&room, &diary).await;
    }
    room.settled().await;
    // On a slow machine the second start is an absence, too.
    let entries = room.stored(id).await.entries;
    let credits = entries.iter().filter(|entry| matches!(entry.act, Act::Host(HostAct::Credit(_)))).count();
    assert_eq!(away().await, credits, "each is told once");
}

/// Long after Discord has forgotten the nonce, what was sent is found by reading the channel back.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_answer_was_lost_long_ago_is_not_sent_again() {
    let room = Room::open(PLANS[0]).await;
    let diary = Diary::default();
    let id = room.open_match().await;
    begin(&room, id).await;
    let mut last = deeds(&room, id).await.unwrap();
    let resolving = last.pop().unwrap();
    last[0].carry_through(&room, &diary).await;
    let prompt = resolving.prompted(&room).await.unwrap();
    room.settled().await;
    let channel = room.channel();
    let lost = json!({"hold": {"match": format!("POST /channels/{channel}/messages"), "after_apply": true}});
    room.sandbox.fault(&lost).unwrap();
    resolving.attempt(&room, &prompt, resolving.means(&room), &diary).await;
    wait("the message is out", async || room.sandbox.held().iter().any(|held| held.applied).then_some(())).await;
    let before = room.public().await.len();
    room.kill().await;
    room.sandbox.fault(&json!({"skew_ms": 15 * 60 * 1_000})).unwrap();
    room.restart().await;
    room.settled().await;
    let public = room.public().await;
    let said = public.iter().filter(|one| !one.says("The dealer was away")).count();
    assert_eq!(said, before, "{:?}", public.iter().map(deathmatch::sandbox::Seen::text).collect::<Vec<_>>());
    for deed in deeds(&room, id).await.unwrap() {
        deed.carry_through(&room, &diary).await;
    }
    room.settled().await;
    let public = room.public().await;
    assert_eq!(public.iter().filter(|one| !one.says("The dealer was away")).count(), before + 1);
    assert_eq!(public.len() - before, 2, "fifteen minutes are given back, and said");
}
