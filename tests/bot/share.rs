//! Posters, reviews and shared views of past matches: never a match that another reader may not see.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, run};

/// Plays a hosted match to its end. Returns the last message, with its poster.
async fn over(house: &House) -> Seen {
    let (channel, host) = (house.channel(), house.host());
    let first = house.begin(channel, "unit_s=600").await;
    house.round(&first, "dragoon", "reaper").await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let last = host.wait_message(channel, SOON, |one| one.button("Review").is_some()).await.unwrap();
    host.wait_change(&last, SOON, |one| !one.files().is_empty()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn match_ends_with_a_poster_and_its_review_is_shared_once() {
    let house = House::open().await;
    let (channel, sam, host) = (house.channel(), house.spectator(), house.host());
    let last = over(&house).await;
    let [poster] = &last.files()[..] else { panic!("one poster: {}", last.text()) };
    let alt = poster.description.clone().unwrap();
    assert!(alt.starts_with("Ann wins the Death Match by the host's ruling and survives"), "{alt}");
    let review = finished(&sam, channel, sam.click(&last, "Review").await.unwrap()).await;
    assert!(review.is_ephemeral() && review.says("in review"), "{}", review.text());
    sam.click(&review, "Share").await.unwrap();
    let shared = host.wait_message(channel, SOON, |one| one.says("shares:")).await.unwrap();
    let by = format!("<@{}> shares:", house.sandbox.world().sam);
    assert!(!shared.is_ephemeral() && shared.says(&by) && shared.says("in review"), "{}", shared.text());
    assert!(shared.button("Share").is_none() && shared.button("Review").is_some() && shared.files().len() == 1);
    let reviewed = shared.files()[0].description.clone().unwrap();
    assert!(alt.contains(&reviewed), "poster and review tell of the same analysis: {alt} / {reviewed}");
    let again = finished(&sam, channel, sam.click(&review, "Share").await.unwrap()).await;
    assert!(again.is_ephemeral() && again.says("once every 20 s"), "{}", again.text());
    let replay = finished(&host, channel, host.click(&last, "Replay").await.unwrap()).await;
    host.click(&replay, "Share").await.unwrap();
    let moving = |one: &Seen| one.says("shares:") && one.button("Replay").is_some();
    let moving = sam.wait_message(channel, SOON, moving).await.unwrap();
    assert_eq!(moving.files()[0].filename, "replay-1.gif");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restricted_matches_are_not_shared() {
    let house = House::open().await;
    let world = house.sandbox.world();
    let (channel, sam, ann, host) = (house.channel(), house.spectator(), house.ec(), house.host());
    over(&house).await;
    for place in [world.lounge, world.lounge, channel] {
        let before = host.messages(place).await.unwrap().last().map(Seen::id);
        let card = house.lobby(place, "unit_s=600").await;
        house.ready(&card).await;
        let title = card.json()["embeds"][0]["title"].as_str().unwrap().to_owned();
        let number: u32 = title.split(' ').nth(1).unwrap().parse().unwrap();
        confirmed(&host, place, "/host award", json!({"seat": "EC", "match": number})).await;
        let last = |one: &Seen| before.is_none_or(|before| one.id() > before) && one.button("Replay").is_some();
        host.wait_message(place, SOON, last).await.unwrap();
    }
    let out = json!({"channel": world.lounge, "permission": "VIEW_CHANNEL", "user": "sam"});
    house.sandbox.fault(&json!({ "revoke": out })).unwrap();
    // Ann has played four matches, two of them in a channel that not everyone reads.
    let own = run(&ann, channel, "/stats", json!({"game": "warriors-death"})).await;
    assert!(own.says("4 finished matches"), "{}", own.text());
    ann.click(&own, "Share").await.unwrap();
    let shared = sam.wait_message(channel, SOON, |one| one.says("shares:")).await.unwrap();
    assert!(shared.says("2 finished matches"), "{}", shared.text());
    // A match of the lounge can be shared there, and in no other channel.
    let elsewhere = run(&host, channel, "/match replay", json!({"match": 2})).await;
    let refused = finished(&host, channel, host.click(&elsewhere, "Share").await.unwrap()).await;
    assert!(refused.is_ephemeral() && refused.says("Not everyone here may see that match"), "{}", refused.text());
    // A person who may not write in a channel cannot share in it.
    let silent = json!({"channel": channel, "permission": "SEND_MESSAGES", "user": "sam"});
    house.sandbox.fault(&json!({ "revoke": silent })).unwrap();
    let table = run(&sam, channel, "/leaderboard", json!({"game": "warriors-death"})).await;
    let refused = finished(&sam, channel, sam.click(&table, "Share").await.unwrap()).await;
    assert!(refused.is_ephemeral() && refused.says("Only members who may write"), "{}", refused.text());
    house.stop().await;
}
