//! What is said and given back when the bot was gone for longer.

use std::time::Duration;

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
    assert_eq!(away().await, 1, "it is told once");
}
