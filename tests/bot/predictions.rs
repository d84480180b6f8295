//! Spectators predict on a match's card, and its end shows the number of right predictions.

use serde_json::json;

use crate::house::{House, SOON, click_late, confirmed, finished, run};

#[tokio::test(flavor = "multi_thread")]
async fn predictions_close_with_round_one_and_the_end_counts_them() {
    let mut house = House::open().await;
    let (channel, sam, ann, host) = (house.channel(), house.spectator(), house.ec(), house.host());
    let card = house.lobby(channel, "unit_s=600").await;
    assert!(card.says("Who survives?") && card.text().matches("not ready yet").count() == 2, "{}", card.text());
    let own = click_late(&sam, &card, "Bob survives").await;
    assert!(own.is_ephemeral() && own.says("Your prediction: Bob"), "{}", own.text());
    let plays = click_late(&ann, &card, "Ann survives").await;
    assert!(plays.is_ephemeral() && plays.says("you play in this match"), "{}", plays.text());
    let other = click_late(&host, &card, "Bob survives").await;
    assert!(other.is_ephemeral() && other.says("not for hosts"), "{}", other.text());
    house.stop_bot().await;
    house.start_bot().await;
    let changed = click_late(&sam, &card, "Ann survives").await;
    assert!(changed.says("Your prediction: Ann"), "{}", changed.text());
    let none = run(&ann, channel, "/season predictions", json!({})).await;
    assert!(none.says("No prediction has been decided there yet"), "{}", none.text());
    house.ready(&card).await;
    let begun = sam.wait_change(&card, SOON, |one| one.says("The match has begun")).await.unwrap();
    assert!(begun.button("Ann survives").is_none() && !begun.says("Who survives?"), "{}", begun.text());
    let late = click_late(&sam, &card, "Bob survives").await;
    assert!(late.is_ephemeral() && late.says("Your prediction stays **Ann**"), "{}", late.text());
    let all = ann.messages(channel).await.unwrap();
    assert!(all.iter().all(|one| one.is_ephemeral() || !one.text().contains("predict")), "nobody else reads of it");
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let last =
        ann.wait_message(channel, SOON, |one| one.says("The one spectator who predicted was right.")).await.unwrap();
    assert!(last.button("Replay").is_some(), "{}", last.text());
    let table = run(&ann, channel, "/season predictions", json!({})).await;
    assert!(table.says("1. **Sam** 1 of 1 right"), "{}", table.text());
    finished(&ann, channel, ann.click(&table, "Share").await.unwrap()).await;
    sam.wait_message(channel, SOON, |one| one.says("shares:") && one.says("1 of 1 right")).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_can_turn_predictions_off() {
    let house = House::open().await;
    let (channel, host, sam) = (house.channel(), house.host(), house.spectator());
    let card = house.lobby(channel, "unit_s=600").await;
    let panel = run(&host, channel, "/setup panel", json!({})).await;
    let watching = {
        let menus = panel.selects();
        let menu = menus.iter().find(|menu| menu.custom_id == "ds1:go").unwrap();
        finished(&host, channel, host.select(&panel, &menu.custom_id, &["watching"]).await.unwrap()).await
    };
    let off = finished(&host, channel, host.click(&watching, "Take no predictions").await.unwrap()).await;
    assert!(off.says("Spectators cannot predict who wins"), "{}", off.text());
    let refused = click_late(&sam, &card, "Ann survives").await;
    assert!(refused.says("This match takes no predictions"), "{}", refused.text());
    let next = house.lobby(channel, "unit_s=600").await;
    assert!(next.button("Ann survives").is_none() && !next.says("Who survives?"), "{}", next.text());
    house.stop().await;
}
