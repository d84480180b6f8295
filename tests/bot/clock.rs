//! Deadlines by Discord's clock, to the millisecond.

use std::time::Duration;

use deathmatch::sandbox::{Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, finished, record};

const UNIT_MS: i64 = 12_000;

/// Begins a match at a known time of Discord's clock. Returns the first deadline and the first public message.
async fn begin(house: &House) -> (i64, Seen) {
    let channel = house.channel();
    let card = house.lobby(channel, &format!("unit_s={}", UNIT_MS / 1_000)).await;
    house.ec().click(&card, "Ready").await.unwrap();
    let start = house.sandbox.now_ms();
    house.dmo().at(start).click(&card, "Ready").await.unwrap();
    let first = house.public_after(channel, card.id()).await;
    house.prompt_after(&house.ec(), Snowflake::new(0)).await;
    (start + UNIT_MS, first)
}

async fn until_discord(house: &House, ms: i64) {
    let left = u64::try_from(ms - house.sandbox.now_ms()).unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(left)).await;
}

/// Checks that an order typed 1 ms before the deadline and delivered much later counts.
async fn the_last_millisecond_counts(house: &House) {
    let (deadline, first) = begin(house).await;
    let ec = house.ec();
    let dm = ec.dm().await.unwrap();
    until_discord(house, deadline).await;
    let sent = ec.at(deadline - 1).late(Duration::from_millis(1_500)).type_text(dm, "samurai").await.unwrap();
    ec.wait_message(dm, SOON, |message| message.id() > sent.id() && message.says("Sealed: **Samurai**")).await.unwrap();
    let next = house.public_after(house.channel(), first.id()).await;
    assert!(next.says("Samurai"), "{}", next.text());
    let record = record(house).await;
    let line = record.lines().find(|line| line.contains("samurai")).unwrap();
    assert!(line.contains(&format!("\"at\":{},", UNIT_MS - 1)), "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn order_one_millisecond_before_the_deadline_counts() {
    let house = House::open_patiently().await;
    the_last_millisecond_counts(&house).await;
    house.stop().await;
}

/// A choice reads its message again before the match gets it. The deadline waits for that.
#[tokio::test(flavor = "multi_thread")]
async fn match_chosen_before_the_deadline_gets_its_order() {
    let house = House::open().await;
    house.begin(house.sandbox.world().lounge, "unit_s=600").await;
    let (deadline, first) = begin(&house).await;
    let ec = house.ec();
    let dm = ec.dm().await.unwrap();
    let both = |messages: &[Seen]| (messages.iter().filter(|one| !one.selects().is_empty()).count() == 2).then_some(());
    ec.wait_for(dm, SOON, both).await.unwrap();
    let sent = ec.type_text(dm, "samurai").await.unwrap();
    let question = |message: &Seen| message.id() > sent.id() && message.says("Which match");
    let question = ec.wait_message(dm, SOON, question).await.unwrap();
    // The grace of two seconds is over before the message is read.
    house.sandbox.fault(&json!({"hang": {"match": "GET /channels/*/messages/*", "ms": 3_500}})).unwrap();
    let pressed = deadline - 500;
    until_discord(&house, pressed).await;
    let chosen = ec.at(pressed).click(&question, "A Warrior's Death: match 2 against Bob").await.unwrap();
    let sealed = finished(&ec, dm, chosen).await;
    assert!(sealed.says("Sealed: **Samurai**"), "{}", sealed.text());
    let next = house.public_after(house.channel(), first.id()).await;
    assert!(next.says("Samurai"), "{}", next.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn wrong_service_clock_changes_no_deadline() {
    for skew in [3_000, -3_000] {
        let mut house = House::open_patiently().await;
        house.stop_bot().await;
        house.sandbox.fault(&json!({ "skew_ms": skew })).unwrap();
        house.start_bot().await;
        the_last_millisecond_counts(&house).await;
        house.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn order_at_the_deadline_is_late_and_not_the_next_rounds() {
    let house = House::open_patiently().await;
    let (deadline, first) = begin(&house).await;
    let ec = house.ec();
    let dm = ec.dm().await.unwrap();
    until_discord(&house, deadline).await;
    let sent = ec.at(deadline).late(Duration::from_millis(1_500)).type_text(dm, "samurai").await.unwrap();
    let reply = ec
        .wait_message(dm, SOON, |message| {
            message.id() > sent.id() && message.selects().is_empty() && !message.says("Sealed")
        })
        .await
        .unwrap();
    assert!(reply.says("over") || reply.says("late"), "{}", reply.text());
    let next = house.public_after(house.channel(), first.id()).await;
    assert!(!next.says("Samurai"), "{}", next.text());
    // The round after it also ends without the late order.
    let after = house
        .spectator()
        .wait_message(house.channel(), SOON, |message| message.id() > next.id() && message.button("Board").is_some())
        .await
        .unwrap();
    assert!(!after.says("Samurai"), "{}", after.text());
    let record = record(&house).await;
    assert!(!record.contains("samurai"), "{record}");
    house.stop().await;
}
