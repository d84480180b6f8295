//! A long absence of the bot: the credit for lost time, and its announcement.

use std::time::Duration;

use deathmatch::table::{Act, HostAct};
use serde_json::json;

use super::PLANS;
use super::laws::next_actions;
use super::players::{Diary, begin};
use super::room::{Room, wait};

#[tokio::test(flavor = "multi_thread")]
async fn process_downtime_is_credited_and_announced_once() {
    let room = Room::open(PLANS[0]).await;
    let diary = Diary::default();
    let id = room.open_match().await;
    begin(&room, id).await;
    room.settled().await;
    let before = room.stored(id).await.table.unwrap().next_deadline().unwrap();
    room.kill().await;
    tokio::time::sleep(Duration::from_secs(7)).await;
    room.restart().await;
    let away = async || room.public().await.iter().filter(|one| one.says("I was offline; all clocks")).count();
    wait("the absence is told", async || (away().await > 0).then_some(())).await;
    room.settled().await;
    let after = room.stored(id).await.table.unwrap().next_deadline().unwrap();
    assert!(after - before >= 27_000, "at least 7 s, and 20 s on top: {before} became {after}");
    room.kill().await;
    room.restart().await;
    for action in next_actions(&room, id).await.unwrap() {
        action.carry_through(&room, &diary).await;
    }
    room.settled().await;
    // On a slow machine the second start counts as an absence, too.
    let entries = room.stored(id).await.entries;
    let credits = entries.iter().filter(|entry| matches!(entry.act, Act::Host(HostAct::Credit(_)))).count();
    assert_eq!(away().await, credits, "each is told once");
}

/// Discord has forgotten the nonce long ago, so the bot finds the sent message by reading the channel.
#[tokio::test(flavor = "multi_thread")]
async fn message_with_a_long_lost_response_is_not_resent() {
    let room = Room::open(PLANS[0]).await;
    let diary = Diary::default();
    let id = room.open_match().await;
    begin(&room, id).await;
    let mut last = next_actions(&room, id).await.unwrap();
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
    let said = public.iter().filter(|one| !one.says("I was offline; all clocks")).count();
    assert_eq!(said, before, "{:?}", public.iter().map(deathmatch::sandbox::Seen::text).collect::<Vec<_>>());
    for action in next_actions(&room, id).await.unwrap() {
        action.carry_through(&room, &diary).await;
    }
    room.settled().await;
    let public = room.public().await;
    assert_eq!(public.iter().filter(|one| !one.says("I was offline; all clocks")).count(), before + 1);
    assert_eq!(public.len() - before, 2, "fifteen minutes are given back, and said");
}
