//! Spectators' and commentators' channels, as Discord shows them.

use deathmatch::sandbox::{Seen, Snowflake};
use serde_json::json;

use crate::host_panel::{chosen, press};
use crate::house::{House, SOON, confirmed, newest, run, until};

/// Makes a channel readable only to the host and the spectator.
fn lock(house: &House, channel: Snowflake) {
    for user in ["ann", "bob"] {
        let lost = json!({"channel": channel, "permission": "VIEW_CHANNEL", "user": user});
        house.sandbox.fault(&json!({ "revoke": lost })).unwrap();
    }
}

async fn watch(house: &House, id: &str, channel: Snowflake) {
    let host = house.host();
    let panel = run(&host, house.channel(), "/setup panel", json!({})).await;
    let at = chosen(&host, &panel, "watching").await;
    host.select(&at, id, &[&channel.to_string()]).await.unwrap();
}

async fn shown(house: &House, channel: Snowflake, words: &str) -> Seen {
    let found = house.spectator().wait_message(channel, SOON, |one| one.says(words)).await;
    found.unwrap_or_else(|_| panic!("{words} is not shown"))
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_and_commentators_follow_in_closed_channels() {
    let mut house = House::open().await;
    let (channel, lounge, host) = (house.channel(), house.sandbox.world().lounge, house.host());
    watch(&house, "ds1:pick:commentators", lounge).await;
    lock(&house, lounge);
    let first = house.begin(channel, "unit_s=3600").await;
    let begun = shown(&house, lounge, "everything, for commentators only").await;
    assert!(begun.says("Match 1") && begun.files().len() == 1 && begun.button("Board").is_some(), "{}", begun.text());
    house.round(&first, "samurai", "chocobo").await;
    shown(&house, lounge, "Ann sealed **Samurai**.").await;
    until("the round is shown", async || {
        let all = house.spectator().messages(lounge).await.unwrap();
        all.iter().filter(|one| !one.files().is_empty()).count() == 2
    })
    .await;
    // The message is posted once, although its response is lost with the process.
    let posts = json!({"match": format!("POST /channels/{lounge}/messages"), "after_apply": true});
    house.sandbox.fault(&json!({ "hold": posts })).unwrap();
    confirmed(&host, channel, "/host award", json!({"seat": "Ann"})).await;
    until("it is on its way", async || !house.sandbox.held().is_empty()).await;
    house.stop_bot().await;
    house.sandbox.fault(&json!({"unhold": true, "lose": "all"})).unwrap();
    house.start_bot().await;
    confirmed(&host, channel, "/host undo", json!({})).await;
    shown(&house, lounge, "reverted").await;
    let all = house.spectator().messages(lounge).await.unwrap();
    let ends = all.iter().filter(|one| one.says("Ann wins") || one.says("Ann survives")).count();
    assert_eq!(ends, 1, "{:?}", all.iter().map(Seen::text).collect::<Vec<_>>());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn substitute_with_access_to_hidden_channels_is_refused() {
    let house = House::open().await;
    let (channel, world, host) = (house.channel(), house.sandbox.world(), house.host());
    watch(&house, "ds1:pick:commentators", world.lounge).await;
    let panel = run(&host, channel, "/setup panel", json!({})).await;
    let at = chosen(&host, &panel, "watching").await;
    let answer = host.select(&at, "ds1:pick:spectators", &[&world.lounge.to_string()]).await.unwrap();
    let refused = crate::house::finished(&host, channel, answer).await;
    assert!(refused.says("Choose two channels"), "{}", refused.text());
    lock(&house, world.lounge);
    let first = house.begin(channel, "unit_s=3600").await;
    shown(&house, world.lounge, "everything, for commentators only").await;
    let substitute = json!({"seat": "Bob", "user": world.sam});
    let refused = run(&host, channel, "/host substitute", substitute.clone()).await;
    assert!(refused.says("Sam has seen more of this match"), "{}", refused.text());
    // Losing access to the channel does not undo what they have read.
    let lost = json!({"channel": world.lounge, "permission": "VIEW_CHANNEL", "user": "sam"});
    house.sandbox.fault(&json!({ "revoke": lost })).unwrap();
    let refused = run(&host, channel, "/host substitute", substitute).await;
    assert!(refused.says("Sam has seen more of this match"), "{}", refused.text());
    let last = newest(&house.spectator().messages(channel).await.unwrap());
    assert_eq!(last, first.id(), "nobody has taken a seat");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn channel_that_a_player_can_read_shows_nothing() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    // The host has pressed something, so the bot may write to the host.
    let panel = run(&house.host(), channel, "/setup panel", json!({})).await;
    press(&house.host(), &chosen(&house.host(), &panel, "hosts").await, "Let only hosts open matches").await;
    watch(&house, "ds1:pick:spectators", lounge).await;
    let first = house.begin(channel, "unit_s=3600").await;
    let words = "Ann and Bob, who play it, can read that channel";
    until("the host is told", async || house.host().dms().await.unwrap().iter().any(|one| one.says(words))).await;
    let next = house.round(&first, "samurai", "chocobo").await;
    let all = house.spectator().messages(lounge).await.unwrap();
    assert!(!all.iter().any(|one| one.says("Match 1")), "nothing is shown");
    // Once no player can read the channel, the missed messages are shown.
    lock(&house, lounge);
    shown(&house, lounge, "everything, one step late").await;
    house.round(&next, "bard", "bard").await;
    shown(&house, lounge, "Samurai").await;
    house.close().await;
}
