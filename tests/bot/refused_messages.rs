//! Messages that Discord refuses stay pending, and are found in the channel if they were posted after all.

use deathmatch::sandbox::{Seen, Snowflake};
use serde_json::{Value, json};

use crate::house::{House, SOON, run, until};

/// Gives both players' orders by text, without waiting for the round's message.
async fn orders(house: &House) {
    for (player, order) in [(house.ec(), "samurai"), (house.dmo(), "bard")] {
        house.prompt_after(&player, Snowflake::new(1)).await;
        player.type_text(player.dm().await.unwrap(), order).await.unwrap();
    }
}

fn posts(house: &House) -> Value {
    json!(format!("POST /channels/{}/messages", house.channel()))
}

async fn rounds(house: &House) -> Vec<Seen> {
    let messages = house.spectator().messages(house.channel()).await.unwrap();
    messages.into_iter().filter(|one| one.says("Samurai") && one.says("Bard")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_result_is_posted_once_the_match_is_resumed() {
    for status in [403, 404] {
        let house = House::open().await;
        let host = house.host();
        let first = house.begin(house.channel(), "unit_s=3600").await;
        house.sandbox.fault(&json!({"rest": {"match": posts(&house), "status": status, "times": 1}})).unwrap();
        orders(&house).await;
        let paused = |one: &Seen| one.says("is suspended, because its channel") && one.says(&format!("({status}"));
        host.wait_message(host.dm().await.unwrap(), SOON, paused).await.unwrap();
        run(&host, house.channel(), "/host resume", json!({})).await;
        let round = house.public_after(house.channel(), first.id()).await;
        assert!(round.says("Samurai") && round.says("Bard"), "{}", round.text());
        let goes_on = |one: &Seen| one.says("resumed the match");
        let resumed = house.spectator().wait_message(house.channel(), SOON, goes_on).await.unwrap();
        assert!(resumed.id() > round.id());
        assert_eq!(rounds(&house).await.len(), 1);
        house.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn timeout_or_refused_picture_blocks_nothing() {
    for status in [408, 400] {
        let house = House::open().await;
        let first = house.begin(house.channel(), "unit_s=3600").await;
        house.sandbox.fault(&json!({"rest": {"match": posts(&house), "status": status, "times": 1}})).unwrap();
        orders(&house).await;
        let round = house.public_after(house.channel(), first.id()).await;
        assert!(round.says("Samurai") && round.says("Deadline"), "{}", round.text());
        assert!(house.host().dms().await.unwrap().is_empty(), "nothing was suspended");
        house.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_permission_is_named_and_messages_follow_its_return() {
    // A round's message needs no embed, so a missing Embed Links has no effect here.
    for (permission, name) in [("ATTACH_FILES", "Attach Files"), ("VIEW_CHANNEL", "View Channel")] {
        let house = House::open().await;
        let host = house.host();
        let first = house.begin(house.channel(), "unit_s=3600").await;
        house.spectator().wait_change(&first, SOON, |message| !message.files().is_empty()).await.unwrap();
        let lost = json!({"channel": house.channel(), "permission": permission});
        house.sandbox.fault(&json!({ "revoke": lost })).unwrap();
        orders(&house).await;
        let named = |one: &Seen| one.says("is suspended, because its channel") && one.says(&format!("I lack {name}"));
        host.wait_message(host.dm().await.unwrap(), SOON, named).await.unwrap();
        house.sandbox.fault(&json!({ "grant": lost })).unwrap();
        let round = house.public_after(house.channel(), first.id()).await;
        assert!(round.says("Samurai") && round.says("Bard"), "{}", round.text());
        let posted = |one: &Seen| one.says("its delayed messages follow. It is still suspended");
        host.wait_message(host.dm().await.unwrap(), SOON, posted).await.unwrap();
        house.stop().await;
    }
}

/// The message of a lost response is found among many later ones, and not posted a second time.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn message_with_a_lost_response_is_found_behind_1000_others() {
    let mut house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=3600").await;
    let lost = json!({"match": posts(&house), "times": 1, "after_apply": true});
    house.sandbox.fault(&json!({ "hold": lost })).unwrap();
    orders(&house).await;
    until("the round is posted", async || !rounds(&house).await.is_empty()).await;
    house.stop_bot().await;
    let spectator = house.spectator();
    for number in 0..1_050 {
        spectator.type_text(house.channel(), &format!("words {number}")).await.unwrap();
    }
    house.sandbox.fault(&json!({"unhold": true, "lose": "all"})).unwrap();
    house.start_bot().await;
    // The next round's message waits in the same queue.
    for (player, order) in [(house.ec(), "sage"), (house.dmo(), "dragoon")] {
        run(&player, house.channel(), "/order", json!({ "text": order })).await;
    }
    let next = |one: &Seen| one.says("Sage") && one.says("Dragoon");
    spectator.wait_message(house.channel(), 3 * SOON, next).await.unwrap();
    assert_eq!(rounds(&house).await.len(), 1, "it is not posted a second time");
    assert!(first.id() < rounds(&house).await[0].id());
    house.stop().await;
}
