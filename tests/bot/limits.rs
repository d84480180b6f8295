//! Discord's limits: excess messages wait, and no answer waits behind them.

use std::time::Duration;

use deathmatch::sandbox::{Options, Recorded};
use serde_json::json;

use crate::house::{House, SOON, order_panel, pick};

/// Returns the messages posted to a channel, in order.
fn posts(house: &House, path: &str) -> Vec<Recorded> {
    let all = house.sandbox.recorded();
    all.into_iter().filter(|one| one.method == "POST" && one.path == path).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn retry_delay_of_a_429_is_respected() {
    let house = House::open().await;
    let channel = house.channel();
    let path = format!("/channels/{channel}/messages");
    let first = house.begin(channel, "unit_s=600").await;
    let refused = json!({"match": format!("POST {path}"), "status": 429, "retry_after": 1.7, "times": 2});
    house.sandbox.fault(&json!({ "rest": refused })).unwrap();
    house.round(&first, "samurai", "sage").await;
    let posts = posts(&house, &path);
    let answered: Vec<_> = posts.iter().map(|post| post.status).collect();
    assert_eq!(answered[answered.len() - 3..], [429, 429, 200]);
    for pair in posts.windows(2).filter(|pair| pair[0].status == 429) {
        let wait = pair[1].at_ms - pair[0].at_ms;
        assert!(wait >= 1_700, "tried again after {wait} ms");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn answers_are_sent_while_messages_wait_for_a_limit() {
    let house = House::open().await;
    let (one, other) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dmo) = (house.ec(), house.dmo());
    let mut publics = Vec::new();
    for channel in [one, other] {
        publics.push(house.begin(channel, "unit_s=600").await);
    }
    // No channel is full: the messages below wait for the global limit only.
    tokio::time::sleep(Duration::from_millis(5_500)).await;
    let refused = json!({"match": "POST /channels/*/messages", "status": 429, "retry_after": 10.0, "global": true});
    house.sandbox.fault(&json!({ "rest": refused })).unwrap();
    ec.type_text(ec.dm().await.unwrap(), "anything").await.unwrap();
    crate::house::until("Discord has said no", async || house.sandbox.tally().limited > 0).await;
    let held = house.sandbox.recorded().last().unwrap().number;
    for public in &publics {
        for player in [&ec, &dmo] {
            let panel = order_panel(player, public).await;
            let sealed = pick(player, &panel, "samurai").await;
            assert!(sealed.says("Sealed"), "{}", sealed.text());
        }
    }
    for public in &publics {
        let spectator = house.spectator();
        let after = spectator
            .wait_message(public.channel(), 3 * SOON, |one| one.id() > public.id() && one.button("Board").is_some());
        after.await.unwrap();
    }
    let counted = |one: &&Recorded| one.number > held && one.method == "POST" && one.path.starts_with("/channels/");
    let recorded = house.sandbox.recorded();
    let first = recorded.iter().find(counted).unwrap().at_ms;
    let refused = recorded.iter().find(|one| one.status == 429).unwrap().at_ms;
    assert!(first - refused >= 10_000, "the first message went out {} ms after the refusal", first - refused);
    assert_eq!(house.sandbox.tally().limited, 1, "nothing was tried while everything was held");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn channel_is_written_within_its_rate_limit() {
    let house = House::open_with(Options { rate_limits: true, ..Options::default() }).await;
    let channel = house.channel();
    let mut public = house.begin(channel, "unit_s=600").await;
    for (ec, dmo) in
        [("samurai", "sage"), ("reaper", "bard"), ("sage", "samurai"), ("bard", "reaper"), ("dragoon", "dragoon")]
    {
        for (player, unit) in [(house.ec(), ec), (house.dmo(), dmo)] {
            let panel = order_panel(&player, &public).await;
            pick(&player, &panel, unit).await;
        }
        let id = public.id();
        let spectator = house.spectator();
        let newer = spectator.wait_message(channel, 3 * SOON, |one| one.id() > id && one.button("Board").is_some());
        public = newer.await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let tally = house.sandbox.tally();
    assert_eq!((tally.limited, tally.invalid), (0, 0), "{tally:?}");
    house.stop().await;
}
