//! Discord misbehaves, and the match continues.

use std::time::Duration;

use deathmatch::sandbox::{Seen, Snowflake};
use serde_json::{Value, json};

use crate::house::{House, SOON, confirmed, order_panel, pick, run, tells_of_an_absence, until};

/// The time limit for anything that is only tried again after a while.
const LATER: Duration = Duration::from_secs(60);

/// Gives both players' orders. Waits longer than usual for the public message that follows, and returns it.
async fn round(house: &House, last: &Seen, ec: &str, dmo: &str) -> Seen {
    for (player, order) in [(house.ec(), ec), (house.dmo(), dmo)] {
        let answer = run(&player, house.channel(), "/order", json!({ "text": order })).await;
        assert!(answer.says("Sealed"), "{}", answer.text());
    }
    step_after(house, last.id()).await
}

/// Waits for the first public message with a board after another.
async fn step_after(house: &House, last: Snowflake) -> Seen {
    let next = |messages: &[Seen]| {
        let steps = messages.iter().filter(|one| one.button("Board").is_some() && !tells_of_an_absence(one));
        steps.into_iter().find(|one| one.id() > last).cloned()
    };
    house.spectator().wait_for(house.channel(), LATER, next).await.unwrap()
}

fn posts(house: &House, status: u16) -> usize {
    let channel = format!("/channels/{}/messages", house.channel());
    let recorded = house.sandbox.recorded();
    recorded.iter().filter(|one| one.method == "POST" && one.path == channel && one.status == status).count()
}

async fn told(house: &House, words: &str) -> Vec<Seen> {
    let messages = house.spectator().messages(house.channel()).await.unwrap();
    messages.into_iter().filter(|one| one.says(words)).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn limits_errors_and_timeouts_delay_a_round_and_repeat_nothing() {
    let house = House::open().await;
    let mut last = house.begin(house.channel(), "unit_s=3600").await;
    let post = format!("POST /channels/{}/messages", house.channel());
    let faults = [
        json!({"rest": {"match": post, "status": 429, "retry_after": 0.2, "global": true, "times": 2}}),
        json!({"rest": {"match": post, "status": 429, "retry_after": 0.2, "code": 20_016, "times": 2}}),
        json!({"rest": {"match": post, "status": 429, "retry_after": 0.2, "times": 2}}),
        json!({"rest": {"match": post, "status": 503, "times": 3}}),
        json!({"rest": {"match": post, "status": 502, "times": 2, "after_apply": true}}),
        json!({"hang": {"match": post, "ms": 11_000, "times": 1, "after_apply": true}}),
    ];
    let units = ["samurai", "bard", "sage", "reaper", "dragoon", "chocobo"];
    for (fault, unit) in faults.iter().zip(units) {
        house.sandbox.fault(fault).unwrap();
        last = round(&house, &last, unit, "chocobo").await;
    }
    let public = house.spectator().messages(house.channel()).await.unwrap();
    let steps = public.iter().filter(|one| one.button("Board").is_some() && !tells_of_an_absence(one));
    let steps: Vec<_> = steps.map(Seen::text).collect();
    assert_eq!(steps.len(), 2 + faults.len(), "the card, the beginning and a message for each round: {steps:#?}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_typed_without_a_gateway_are_read_after_it_returns() {
    let house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=3600").await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let prompts = [house.prompt_after(&ec, Snowflake::new(1)).await, house.prompt_after(&dmo, Snowflake::new(1)).await];
    house.sandbox.fault(&json!({"refuse_gateway_ms": 600_000})).unwrap();
    house.sandbox.fault(&json!({"gateway": "invalid"})).unwrap();
    until("the connection is gone", async || house.sandbox.bots_connected() == 0).await;
    let typed = ec.type_text(prompts[0].channel(), "samurai").await.unwrap();
    dmo.type_text(prompts[1].channel(), "bard").await.unwrap();
    house.sandbox.fault(&json!({"refuse_gateway_ms": 0})).unwrap();
    let next = step_after(&house, first.id()).await;
    assert!(next.says("Samurai") && next.says("Bard"), "{}", next.text());
    let answers = ec.dms().await.unwrap();
    let answers = answers.iter().filter(|one| one.id() > typed.id() && one.says("Sealed: **Samurai**")).count();
    assert_eq!(answers, 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn outage_of_all_requests_is_credited_once() {
    let house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=3600").await;
    house.prompt_after(&house.dmo(), Snowflake::new(1)).await;
    house.sandbox.fault(&json!({"rest": {"match": "* /**", "status": 503, "times": 1_000_000}})).unwrap();
    for player in [house.ec(), house.dmo()] {
        let dm = player.dm().await.unwrap();
        player.type_text(dm, "samurai").await.unwrap();
    }
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert!(house.sandbox.bots_connected() > 0, "the gateway was well all the time");
    house.sandbox.fault(&json!({"reset": true})).unwrap();
    let line = |messages: &[Seen]| messages.iter().find(|one| one.says("I was offline; all clocks")).cloned();
    house.spectator().wait_for(house.channel(), LATER, line).await.unwrap();
    let next = step_after(&house, first.id()).await;
    assert!(next.says("Samurai"), "{}", next.text());
    round(&house, &next, "bard", "sage").await;
    assert_eq!(told(&house, "I was offline; all clocks").await.len(), 1);
    house.stop().await;
}

/// The press is answered once and its order is entered, whether or not Discord applied the failed request.
#[tokio::test(flavor = "multi_thread")]
async fn failed_interaction_response_is_sent_once_more() {
    let house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=3600").await;
    for (player, unit, after_apply) in [(house.ec(), "samurai", false), (house.dmo(), "bard", true)] {
        let panel = order_panel(&player, &first).await;
        let fails = json!({"match": "POST /interactions/**", "status": 500, "times": 1, "after_apply": after_apply});
        house.sandbox.fault(&json!({ "rest": fails })).unwrap();
        let sealed = pick(&player, &panel, unit).await;
        assert!(sealed.says("Sealed"), "{}", sealed.text());
    }
    let next = step_after(&house, first.id()).await;
    assert!(next.says("Samurai"), "{}", next.text());
    let answers = house.sandbox.recorded();
    let answers = answers.iter().filter(|one| one.path.starts_with("/interactions/"));
    assert_eq!(answers.filter(|one| one.status == 500).count(), 2);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn message_that_always_fails_is_no_absence() {
    let house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=3600").await;
    let dm = house.prompt_after(&house.ec(), Snowflake::new(1)).await.channel();
    let poison = json!({"rest": {"match": format!("POST /channels/{dm}/messages"), "status": 500, "times": 1_000_000}});
    house.sandbox.fault(&poison).unwrap();
    let second = round(&house, &first, "samurai", "bard").await;
    tokio::time::sleep(Duration::from_secs(8)).await;
    let third = round(&house, &second, "bard", "sage").await;
    assert!(third.says("Round 3"), "{}", third.text());
    assert!(told(&house, "I was offline; all clocks").await.is_empty());
    house.stop().await;
}

/// Checks that the fault suspends the match, notifies the host, and causes no further attempts.
async fn suspends(fault: Value) -> (House, Snowflake) {
    let house = House::open().await;
    let host = house.host();
    let dm = host.dm().await.unwrap();
    let first = house.begin(house.channel(), "unit_s=3600").await;
    house.prompt_after(&house.ec(), Snowflake::new(1)).await;
    house.prompt_after(&house.dmo(), Snowflake::new(1)).await;
    house.spectator().wait_change(&first, SOON, |message| !message.files().is_empty()).await.unwrap();
    until("all is said", async || house.spectator().messages(house.channel()).await.is_ok_and(|all| all.len() == 2))
        .await;
    let tried = posts(&house, 403) + posts(&house, 404);
    house.sandbox.fault(&fault).unwrap();
    for (player, order) in [(house.ec(), "Samurai"), (house.dmo(), "Bard")] {
        let dm = player.dm().await.unwrap();
        player.type_text(dm, order).await.unwrap();
        player.wait_message(dm, SOON, |one| one.says(&format!("Sealed: **{order}**"))).await.unwrap();
    }
    let word = host.wait_message(dm, SOON, |one| one.says("is suspended, because its channel")).await.unwrap();
    assert!(word.says("then resume it"), "{}", word.text());
    tokio::time::sleep(Duration::from_secs(3)).await;
    let refused = posts(&house, 403) + posts(&house, 404) - tried;
    // The round's message, and the one that reports the suspension.
    assert!(refused <= 2, "tried {refused} times");
    (house, dm)
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_channel_suspends_the_match() {
    let house = House::open().await;
    let (host, channel) = (house.host(), house.channel());
    let dm = host.dm().await.unwrap();
    house.begin(channel, "unit_s=3600").await;
    let asked = house.prompt_after(&house.ec(), Snowflake::new(1)).await;
    // While its own channel exists, the match stays there, wherever it is resumed.
    let (lounge, spectator) = (house.sandbox.world().lounge, house.spectator());
    run(&host, channel, "/host pause", json!({})).await;
    run(&host, lounge, "/host resume", json!({"match": 1})).await;
    spectator.wait_message(channel, SOON, |one| one.says("resumed the match")).await.unwrap();
    let asked = house.prompt_after(&house.ec(), asked.id()).await;
    assert!(spectator.messages(lounge).await.unwrap().is_empty());
    // The deletion is noticed without any attempt to post.
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let word = host.wait_message(dm, SOON, |one| one.says("is suspended, because its channel")).await.unwrap();
    let then =
        "because its channel has been deleted. Run `/host resume match:1` in another channel: it continues there";
    assert!(word.says(then), "{}", word.text());
    house.ec().wait_change(&asked, SOON, |one| one.says("suspended")).await.unwrap();
    // Its host resumes the match elsewhere, and its delayed messages follow.
    let said = run(&host, lounge, "/host resume", json!({"match": 1})).await;
    assert!(
        said.says("Match 1") && said.says("The match continues here, because its channel was deleted"),
        "{}",
        said.text()
    );
    let here = "Match 1 continues here, because its channel was deleted.";
    let moved = spectator.wait_message(lounge, LATER, |one| one.says(here)).await.unwrap();
    let resumed = |one: &Seen| one.says("resumed the match") && one.button("Order").is_some();
    let open = spectator.wait_message(lounge, LATER, resumed).await.unwrap();
    let words: Vec<_> = spectator.messages(lounge).await.unwrap().iter().map(Seen::text).collect();
    assert!(words.iter().any(|text| text.contains("Reason: Its channel was deleted.")), "{words:?}");
    assert!(words.iter().filter(|text| text.contains(here)).count() == 1 && moved.id() < open.id(), "{words:?}");
    for (player, order) in [(house.ec(), "dragoon"), (house.dmo(), "sage")] {
        assert!(run(&player, lounge, "/order", json!({ "text": order })).await.says("Sealed"));
    }
    let second = |one: &Seen| one.id() > open.id() && one.says("Round 2") && one.button("Order").is_some();
    let second = spectator.wait_message(lounge, LATER, second).await.unwrap();
    confirmed(&host, lounge, "/host forfeit", json!({"match": 1, "seat": "EC"})).await;
    let over = |one: &Seen| one.id() > second.id() && one.button("Rematch").is_some();
    let over = spectator.wait_message(lounge, LATER, over).await.unwrap();
    confirmed(&host, lounge, "/host undo", json!({"match": 1})).await;
    let undone = |one: &Seen| one.id() > over.id() && one.says("reverted");
    let undone = spectator.wait_message(lounge, LATER, undone).await.unwrap();
    assert_eq!(undone.answers(), Some(over.id()), "{}", undone.text());
    house.stop().await;
}

/// Messages behind the change are sent all the same.
#[tokio::test(flavor = "multi_thread")]
async fn deleted_card_blocks_no_other_edit() {
    let house = House::open().await;
    let (host, channel) = (house.host(), house.channel());
    let card = house.lobby(channel, "unit_s=3600").await;
    let mut open = house.ready(&card).await;
    let edit = format!("PATCH /channels/{channel}/messages/{}", card.id());
    let unknown = json!({"match": edit, "status": 404, "code": 10_008, "message": "Unknown Message", "times": 100});
    house.sandbox.fault(&json!({ "rest": unknown })).unwrap();
    let spectator = house.spectator();
    // The two can happen in either order.
    for _ in 0..5 {
        confirmed(&host, channel, "/host forfeit", json!({"match": 1, "seat": "EC"})).await;
        let over = |one: &Seen| one.id() > open.id() && one.button("Rematch").is_some();
        spectator.wait_message(channel, SOON, over).await.unwrap();
        confirmed(&host, channel, "/host undo", json!({"match": 1})).await;
        let again = |one: &Seen| one.id() > open.id() && one.button("Order").is_some();
        open = spectator.wait_message(channel, SOON, again).await.unwrap();
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn removed_bot_suspends_the_match() {
    let (house, _) = suspends(json!({"remove_bot": true})).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_permission_suspends_the_match_until_it_returns() {
    let id = deathmatch::sandbox::start(deathmatch::sandbox::Options::default()).await.unwrap().world().channel;
    let permission = json!({"channel": id, "permission": "SEND_MESSAGES"});
    let (house, _) = suspends(json!({ "revoke": permission })).await;
    house.sandbox.fault(&json!({ "grant": permission })).unwrap();
    let before = house.spectator().messages(house.channel()).await.unwrap().last().unwrap().clone();
    run(&house.host(), house.channel(), "/host resume", json!({})).await;
    // A message that was held back may come first.
    let is_resumed = |one: &Seen| one.id() > before.id() && one.says("resumed the match");
    let resumed = house.spectator().wait_message(house.channel(), LATER, is_resumed).await.unwrap();
    let next = round(&house, &resumed, "dragoon", "sage").await;
    assert!(next.says("Round 3"), "{}", next.text());
    house.stop().await;
}
