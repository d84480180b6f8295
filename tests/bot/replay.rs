//! A finished match shown again: to whoever asks, and to nobody before the end.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, run};

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_is_had_once_the_match_is_over() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, host, spectator) = (house.ec(), house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    let early = run(&ec, channel, "/match replay", json!({})).await;
    assert!(early.is_ephemeral() && early.says("once the match is over"), "{}", early.text());
    assert!(early.files().is_empty());

    house.round(&first, "dragoon", "reaper").await;
    confirmed(&host, channel, "/host void", json!({})).await;
    let last = spectator.wait_message(channel, SOON, |message| message.button("Replay").is_some()).await.unwrap();
    let answer = spectator.click(&last, "Replay").await.unwrap();
    let moving = finished(&spectator, channel, answer).await;
    let page = spectator
        .wait_message(channel, SOON, |one| one.id() > moving.id() && one.says("open it in a browser"))
        .await
        .unwrap();
    assert!(moving.is_ephemeral() && page.is_ephemeral());
    let [gif, html] = [&moving, &page].map(|message| message.files().into_iter().next().expect("there is a file"));
    assert_eq!((gif.filename.as_str(), html.filename.as_str()), ("replay-1.gif", "replay-1.html"));
    let moving = spectator.download(&gif.url).await.unwrap();
    assert!(moving.starts_with(b"GIF89a") && moving.len() < 2_000_000, "{} bytes", moving.len());
    let page = String::from_utf8(spectator.download(&html.url).await.unwrap()).unwrap();
    assert!(page.contains("Match 1") && page.contains("dragoon") && page.contains("reaper"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_follows_what_is_undone() {
    let house = House::open().await;
    let channel = house.channel();
    let (host, spectator) = (house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    house.round(&first, "dragoon", "reaper").await;
    let replay = async |result: &'static str| {
        let moving = run(&spectator, channel, "/match replay", json!({"match": 1})).await;
        // Boards come late, and have files too.
        let is_page = |one: &Seen| one.id() > moving.id() && one.says("open it in a browser");
        let page = spectator.wait_message(channel, SOON, is_page).await;
        let file = page.unwrap().files().into_iter().next().unwrap();
        let page = String::from_utf8(spectator.download(&file.url).await.unwrap()).unwrap();
        assert!(page.contains(result), "{result}");
    };
    confirmed(&host, channel, "/host void", json!({})).await;
    replay("without a result").await;
    confirmed(&host, channel, "/host undo", json!({})).await;
    let early = run(&spectator, channel, "/match replay", json!({"match": 1})).await;
    assert!(early.says("once the match is over") && early.files().is_empty(), "{}", early.text());
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    replay("by the host").await;
}
