//! Restarts and absences of the bot.

use std::time::Duration;

use serde_json::json;

use crate::house::{House, SOON, order_panel, pick, run};

#[tokio::test(flavor = "multi_thread")]
async fn bout_continues_after_a_restart() {
    restart(House::open().await).await;
}

pub async fn restart(mut house: House) {
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "samurai", "sage").await;
    let before = order_panel(&ec, &second).await;
    pick(&ec, &before, "blue-mage").await;
    house.stop_bot().await;
    let answered = tokio::time::timeout(Duration::from_secs(1), ec.click(&second, "Order")).await;
    assert!(answered.is_err(), "nobody answers");
    house.start_bot().await;
    let who = run(&house.host(), channel, "/host who", json!({})).await;
    assert!(who.says("Ann (EC): not yet"), "{}", who.text());
    let panel = order_panel(&ec, &second).await;
    assert!(panel.says("So far: **2 Blue Mage**"), "the draft is kept: {}", panel.text());
    pick(&ec, &panel, "bard").await;
    let old = house.prompt_after(&dmo, second.id().min(first.id())).await;
    pick(&dmo, &old, "reaper").await;
    let third = house.public_after(channel, second.id()).await;
    assert!(third.says("Round 3"), "{}", third.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_typed_during_an_absence_are_read() {
    read_what_was_typed(House::open().await).await;
}

pub async fn read_what_was_typed(mut house: House) {
    let channel = house.channel();
    let ec = house.ec();
    house.begin(channel, "unit_s=600").await;
    let prompt = house.prompt_after(&ec, house.sandbox.world().channel).await;
    house.stop_bot().await;
    let sent = ec.type_text(prompt.channel(), "dragoon").await.unwrap();
    house.start_bot().await;
    let answer =
        ec.wait_message(prompt.channel(), SOON, |one| one.id() > sent.id() && one.says("Sealed")).await.unwrap();
    assert!(answer.says("Dragoon"), "{}", answer.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_without_a_gateway_is_credited() {
    let house = House::open().await;
    let channel = house.channel();
    let first = house.begin(channel, "unit_s=600").await;
    house.sandbox.fault(&json!({"refuse_gateway_ms": 7_000})).unwrap();
    house.sandbox.fault(&json!({"gateway": "drop"})).unwrap();
    let line = house
        .spectator()
        .wait_message(channel, 3 * SOON, |message| {
            message.id() > first.id() && message.says("I was offline; all clocks")
        })
        .await
        .unwrap();
    assert!(line.says("Deadline"), "{}", line.text());
    house.round(&line, "samurai", "sage").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_response_posts_nothing_twice() {
    lose_answers(House::open().await).await;
}

pub async fn lose_answers(house: House) {
    let channel = house.channel();
    let first = house.begin(channel, "unit_s=600").await;
    let lost = json!({"rest": {"match": "POST /channels/*/messages", "status": 500, "times": 2, "after_apply": true}});
    house.sandbox.fault(&lost).unwrap();
    let second = house.round(&first, "samurai", "sage").await;
    let third = house.round(&second, "bard", "reaper").await;
    assert!(third.says("Round 3"), "{}", third.text());
    let public = house.spectator().messages(channel).await.unwrap();
    assert_eq!(public.len(), 4, "a card, the beginning and two rounds");
    house.close().await;
}
