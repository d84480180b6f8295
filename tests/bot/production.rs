//! The bot over its production client: TLS and serenity's rate limiter.

use std::time::Duration;

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{Client, House, SOON, newest, order_panel, pick};
use crate::{flow, hosting, life, private};

macro_rules! flows {
    ($($(#[$long:meta])? $name:ident: $flow:path;)*) => {$(
        $(#[$long])?
        #[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            $flow(House::open_on(Client::Production).await).await;
        }
    )*};
}

flows! {
    #[ignore = "long"]
    whole_match_is_played_by_menus: flow::play_by_menus;
    closed_direct_messages_block_nothing: private::play_with_closed_dms;
    typed_order_is_sealed_and_can_be_replaced: private::type_orders;
    undo_voids_later_prompts: hosting::undo;
    bout_continues_after_a_restart: life::restart;
    orders_typed_during_an_absence_are_read: life::read_what_was_typed;
    lost_response_posts_nothing_twice: life::lose_answers;
    typed_order_is_answered_after_an_error: private::answer_after_an_error;
}

/// Makes Discord limit a kind of request for so many seconds.
fn limit(house: &House, requests: &str, seconds: u32, times: u32, global: bool) {
    let fault = json!({"match": requests, "status": 429, "retry_after": seconds, "global": global, "times": times});
    house.sandbox.fault(&json!({ "rest": fault })).unwrap();
}

/// Waits until a request has met a limit.
async fn limited(house: &House) {
    let met = async {
        while !house.sandbox.recorded().iter().any(|request| request.status == 429) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(4 * SOON, met).await.expect("a request is limited");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn limited_channel_delays_nobody_elsewhere() {
    const WAIT_S: u32 = 25;
    let house = House::open_on(Client::Production).await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let here = house.begin(channel, "unit_s=600").await;
    let there = house.begin(lounge, "unit_s=600").await;
    let path = format!("/channels/{channel}/messages");
    limit(&house, &format!("POST {path}"), WAIT_S, 1, false);
    for (player, unit) in [(house.ec(), "samurai"), (house.dmo(), "sage")] {
        let panel = order_panel(&player, &here).await;
        pick(&player, &panel, unit).await;
    }
    limited(&house).await;
    let panel = order_panel(&house.ec(), &here).await;
    pick(&house.ec(), &panel, "bard").await;
    let next = house.round(&there, "bard", "reaper").await;
    let late = house
        .spectator()
        .wait_message(channel, Duration::from_secs(90), |one| one.id() > here.id() && one.button("Board").is_some())
        .await
        .unwrap();
    assert!(late.id() > next.id(), "the other channel's message did not wait for it");
    let posts = house.sandbox.recorded().into_iter().filter(|request| request.method == "POST" && request.path == path);
    let posts: Vec<_> = posts.skip_while(|request| request.status != 429).collect();
    let waited = posts[1].at_ms - posts[0].at_ms;
    assert!(waited > i64::from(WAIT_S) * 1_000 - 100, "asked again after {waited} ms");
    for place in [channel, lounge] {
        let said = house.spectator().messages(place).await.unwrap();
        assert!(said.iter().all(|message| !message.says("I was offline; all clocks")), "a limit is no outage");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn deadlines_pass_while_a_channel_is_limited() {
    let house = House::open_on(Client::Production).await;
    let channel = house.channel();
    house.begin(channel, "unit_s=5").await;
    let path = format!("/channels/{channel}/messages");
    limit(&house, &format!("POST {path}"), 60, 1, false);
    limited(&house).await;
    let mut before = newest(&house.ec().dms().await.unwrap());
    for _ in 0..2 {
        let dm = house.ec().dm().await.unwrap();
        let prompt = |message: &Seen| message.id() > before && message.says("Your time ran out");
        before = house.ec().wait_message(dm, 3 * SOON, prompt).await.unwrap().id();
    }
    let recorded = house.sandbox.recorded();
    let last = recorded.iter().rfind(|request| request.method == "POST" && request.path == path).unwrap();
    assert_eq!(last.status, 429, "nothing is out since then");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn limited_answer_delays_only_its_own_reader() {
    let house = House::open_on(Client::Production).await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    house.sandbox.fault(&json!({"close_dms": "ann"})).unwrap();
    house.sandbox.fault(&json!({"close_dms": "bob"})).unwrap();
    let card = house.lobby(channel, "unit_s=600").await;
    limit(&house, "POST /webhooks/*/*", 20, 1, false);
    let first = ec.click(&card, "Ready").await.unwrap().interaction;
    limited(&house).await;
    let second = dmo.click(&card, "Ready").await.unwrap().interaction;
    let told = |interaction| move |one: &Seen| one.is_ephemeral() && one.interaction() == Some(interaction);
    let at_once = dmo.wait_message(channel, SOON, told(second)).await.unwrap();
    let late = ec.wait_message(channel, 6 * SOON, told(first)).await.unwrap();
    assert!(late.id() > at_once.id(), "the answer that Discord limits comes after the other");
    assert!(late.says("I cannot send you") && at_once.says("I cannot send you"));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn global_limit_loses_and_repeats_nothing() {
    let house = House::open_on(Client::Production).await;
    let channel = house.channel();
    let first = house.begin(channel, "unit_s=600").await;
    limit(&house, "POST /channels/*/messages", 2, 3, true);
    let second = house.round(&first, "samurai", "sage").await;
    let third = house.round(&second, "bard", "reaper").await;
    assert!(third.says("Round 3"), "{}", third.text());
    let public = house.spectator().messages(channel).await.unwrap();
    assert_eq!(public.len(), 4, "a card, the beginning and two rounds");
    for player in [house.ec(), house.dmo()] {
        house.prompt_after(&player, third.id().min(second.id())).await;
    }
    house.close().await;
}
