//! Matches against the built-in player.

use serde_json::json;

use deathmatch::sandbox::Seen;

use crate::house::{House, SOON, finished, newest, order_panel, pick, run};

/// The first public message of a match that a person has begun against the bot.
async fn practice(house: &House, asked: serde_json::Value) -> (Seen, Seen) {
    let channel = house.channel();
    let before = newest(&house.ec().messages(channel).await.unwrap());
    let reply = house.ec().command(channel, "/practice", asked).await.unwrap();
    let reply = finished(&house.ec(), channel, reply).await;
    assert!(reply.is_ephemeral() && reply.says("begins in"), "{}", reply.text());
    // Its card is changed as it begins.
    let begun = |message: &Seen| message.id() > before && message.button("Order").is_some();
    (reply, house.spectator().wait_message(channel, SOON, begun).await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_begins_at_once_and_says_who_plays_at_what_level() {
    let house = House::open().await;
    let (reply, first) = practice(&house, json!({"game": "warriors-death", "level": 2})).await;
    assert!(reply.says("Deathmatch L2 (level 2 of 5)"), "{}", reply.text());
    let panel = order_panel(&house.ec(), &first).await;
    pick(&house.ec(), &panel, "samurai").await;
    let second = house.public_after(house.channel(), first.id()).await;
    assert!(second.says("Samurai"), "the bot has answered: {}", second.text());
    let asked = run(&house.ec(), house.channel(), "/match review", json!({})).await;
    assert!(asked.says("once it is over"), "{}", asked.text());
    let asked = run(&house.ec(), house.channel(), "/match resign", json!({})).await;
    house.ec().click(&asked, "Resign").await.unwrap();
    let over = house
        .spectator()
        .wait_message(house.channel(), SOON, |message| message.id() > second.id() && message.button("Record").is_some())
        .await
        .unwrap();
    assert!(over.says("Deathmatch L2"), "{}", over.text());
    let review = run(&house.ec(), house.channel(), "/match review", json!({})).await;
    assert!(review.says("in review") && review.says("Ann"), "{}", review.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_level_is_for_the_bot_alone() {
    let house = House::open().await;
    let world = house.sandbox.world();
    let asked = json!({"game": "knights", "ec": world.ann, "dmo": world.bob, "level": 4});
    let refused = run(&house.host(), house.channel(), "/match open", asked).await;
    assert!(refused.says("A level is mine"), "{}", refused.text());
    let asked = json!({"game": "knights", "ec": world.ann, "dmo": world.bot, "level": 4});
    let opened = run(&house.host(), house.channel(), "/match open", asked).await;
    assert!(opened.says("Opened match"), "{}", opened.text());
    let card =
        house.host().wait_message(house.channel(), SOON, |message| message.button("Ready").is_some()).await.unwrap();
    assert!(card.says("Deathmatch L4"), "{}", card.text());
    house.stop().await;
}
