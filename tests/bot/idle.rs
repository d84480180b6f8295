//! Matches without active players, and steps so short that only a host may set them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, record, run};

#[tokio::test(flavor = "multi_thread")]
async fn match_without_orders_waits_for_a_players_press() {
    let house = House::open().await;
    let (channel, sam) = (house.channel(), house.spectator());
    let first = house.begin(channel, "unit_s=1").await;
    let pauses = |one: &Seen| one.says("No player has ordered in three steps") && one.button("Continue").is_some();
    let paused = sam.wait_message(channel, SOON, pauses).await.unwrap();
    assert!(paused.mentions().is_empty() && paused.button("Order").is_none(), "{}", paused.text());
    let lines = record(&house).await;
    assert!(
        lines.trim_end().ends_with(r#""host":"pause","by":"deathmatch","reason":"Nobody ordered in three steps."}"#)
    );
    // A spectator's press does not end the pause.
    let refused = sam.click(&paused, "Continue").await.unwrap().message.unwrap();
    assert!(refused.says("Only the players can give orders"), "{}", refused.text());
    assert_eq!(record(&house).await, lines);

    let answer = house.dmo().click(&paused, "Continue").await.unwrap();
    let panel = finished(&house.dmo(), channel, answer).await;
    assert!(panel.is_ephemeral() && !panel.selects().is_empty(), "it brings what is asked: {}", panel.text());
    let back = house.public_after(channel, paused.id()).await;
    assert!(back.says("Bob is back, and the match continues.") && back.button("Order").is_some(), "{}", back.text());
    assert!(back.id() > first.id());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_panel_sets_whether_hosted_matches_wait() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let panel = run(&host, channel, "/setup panel", json!({})).await;
    let answer = host.select(&panel, "ds1:go", &["hosts"]).await.unwrap();
    let hosts = finished(&host, channel, answer).await;
    assert!(hosts.says("paused after three steps without an order"), "{}", hosts.text());
    let answer = host.click(&hosts, "Never pause hosted matches for absence").await.unwrap();
    let hosts = finished(&host, channel, answer).await;
    assert!(hosts.says("continue on the clock, even if nobody orders"), "{}", hosts.text());
    let first = house.begin(channel, "unit_s=1").await;
    // Four rounds without an order.
    let mut last = first;
    for _ in 0..4 {
        last = house.public_after(channel, last.id()).await;
        assert!(last.button("Continue").is_none(), "{}", last.text());
    }
    let answer = host.click(&hosts, "Pause hosted matches that nobody is at").await.unwrap();
    assert!(finished(&host, channel, answer).await.says("paused after three steps without an order"));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn non_hosts_open_no_step_shorter_than_ten_seconds() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    let (host, ann) = (house.host(), house.ec());
    let two = |options: &str| json!({"game": "knights", "ec": world.ann, "dmo": world.bob, "options": options});
    let series = |options: &str| {
        let mut asked = two(options);
        asked["best_of"] = json!(3);
        asked
    };
    let file = |record: String| json!({"name": "match.jsonl", "content_base64": STANDARD.encode(record)});
    let header = r#"{"record":1,"game":"knights","preset":"tempo-up","ruleset":{"turn_s":9}}"#;
    let mut with_file = two("");
    with_file["options"].take();
    with_file.as_object_mut().unwrap().remove("options");
    with_file["file"] = file(format!("{header}\n"));
    for (command, asked) in [
        ("/match open", two("turn_s=9")),
        ("/match open", with_file),
        ("/match series", series("turn_s=1")),
        ("/practice", json!({"game": "knights", "options": "turn_s=5"})),
        ("/practice", json!({"game": "knights", "options": "turn_s=5", "private": true})),
        ("/match import", json!({"ec": world.ann, "file": file(format!("{header}\n{{\"at\":1}}\n"))})),
    ] {
        let refused = run(&ann, channel, command, asked).await;
        assert!(
            refused.says("a step lasts at least 10 s") && refused.says("`turn_s=10`"),
            "{command}: {}",
            refused.text()
        );
    }
    assert!(ann.dms().await.unwrap().is_empty(), "nothing is begun");
    let opened = run(&ann, channel, "/match open", two("turn_s=10")).await;
    assert!(opened.says("Opened match 1"), "{}", opened.text());

    // A host's default values are lengthened for others, and hosts may open matches with any values.
    run(&host, channel, "/setup defaults", json!({"game": "knights", "options": "turn_s=3"})).await;
    assert!(run(&ann, channel, "/practice", json!({"game": "knights", "level": 1})).await.says("Match 2 against"));
    let card = |one: &Seen| one.says("Match 2 ") && one.says("10 s for each turn");
    ann.wait_message(channel, SOON, card).await.unwrap();
    assert!(run(&host, channel, "/match open", two("turn_s=5")).await.says("Opened match 3"));
    let card = |one: &Seen| one.says("Match 3 ") && one.button("Ready").is_some();
    house.ready(&host.wait_message(channel, SOON, card).await.unwrap()).await;
    confirmed(&host, channel, "/host void", json!({"match": 3})).await;
    run(&ann, channel, "/match cancel", json!({"match": 1})).await;
    // A rematch has no shorter steps either.
    let over = |one: &Seen| one.says("Match 3") && one.button("Rematch").is_some();
    let over = ann.wait_message(channel, SOON, over).await.unwrap();
    let answer = ann.click(&over, "Rematch").await.unwrap();
    let seats = finished(&ann, channel, answer).await;
    let answer = ann.click(&seats, "Same seats").await.unwrap();
    let refused = finished(&ann, channel, answer).await;
    assert!(refused.says("a step lasts at least 10 s"), "{}", refused.text());
    house.close().await;
}
