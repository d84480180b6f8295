//! Faults on demand.

use std::time::Duration;

use deathmatch_sandbox::{Stamp, UserKey};
use serde_json::{Value, json};

use crate::stage::{Heard, Stage};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deliveries_can_have_a_timestamp_and_a_delay() {
    let mut stage = Stage::set().await;
    let (ann, dm) = (stage.person(UserKey::Ann), stage.person(UserKey::Ann).dm().await.unwrap());
    let now = stage.sandbox.now_ms();
    let began = std::time::Instant::now();
    let late = ann.at(now - 5000).late(Duration::from_millis(700));
    let sent = late.type_text(dm, "in time").await.unwrap();
    assert!(began.elapsed() >= Duration::from_millis(700));
    assert_eq!(sent.id().ms(), now - 5000);
    let Heard::Text(id, _) = stage.hear(|heard| matches!(heard, Heard::Text(..))).await else { panic!() };
    assert_eq!(id, sent.id().get());

    stage.sandbox.fault(&json!({"next": {"user": "ann", "stamp_ms": "+9000"}})).unwrap();
    let answer = ann.command(dm, "card", Value::Null).await.unwrap();
    assert!(answer.interaction.ms() >= now + 9000);
    let next = ann.command(dm, "card", Value::Null).await.unwrap();
    assert!(next.interaction.ms() <= stage.sandbox.now_ms());
    let past = ann.stamped(Stamp::FromNow(-60_000)).command(dm, "card", Value::Null).await.unwrap();
    assert!(past.interaction.ms() < now);

    stage.sandbox.fault(&json!({"skew_ms": 3_600_000})).unwrap();
    let later = ann.command(dm, "card", Value::Null).await.unwrap();
    assert!(later.interaction.ms() > now + 3_500_000);
    let response = reqwest::get(format!("{}/api/v10/gateway", stage.sandbox.base_url())).await.unwrap();
    let date = chrono::DateTime::parse_from_rfc2822(response.headers()["date"].to_str().unwrap()).unwrap();
    assert!(date.timestamp_millis() > now + 3_500_000);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_can_fail_before_and_after_they_are_applied() {
    let stage = Stage::set().await;
    let ann = stage.person(UserKey::Ann);
    let count = async || ann.messages(stage.lounge()).await.unwrap().len();
    let fault = |fault: Value| stage.sandbox.fault(&fault).unwrap();
    fault(json!({"rest": {"match": "POST /channels/*/messages", "status": 503, "times": 2}}));
    assert_eq!(stage.post(json!({"content": "a"})).await.0, 503);
    assert_eq!(stage.post(json!({"content": "a"})).await.0, 503);
    assert_eq!((stage.post(json!({"content": "a"})).await.0, count().await), (200, 1));
    fault(json!({"rest": {"match": "POST /channels/*/messages", "status": 502, "after_apply": true}}));
    assert_eq!((stage.post(json!({"content": "b"})).await.0, count().await), (502, 2));
    fault(json!({"rest": {"match": "* /channels/**", "status": 429, "retry_after": 0.5, "global": true}}));
    let (status, answer) = stage.post(json!({"content": "c"})).await;
    assert_eq!((status, &answer["retry_after"], &answer["global"]), (429, &json!(0.5), &json!(true)));
    fault(json!({"hang": {"match": "POST /channels/*/messages", "ms": 300, "times": 1}}));
    let began = std::time::Instant::now();
    assert_eq!(stage.post(json!({"content": "d"})).await.0, 200);
    assert!(began.elapsed() >= Duration::from_millis(300));
    assert!(stage.sandbox.fault(&json!({"rest": {"status": 500}})).is_err());
    assert!(stage.sandbox.fault(&json!({"nonsense": 1})).is_err());
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn channels_permissions_and_the_guild_can_be_removed() {
    let mut stage = Stage::set().await;
    let ids = stage.sandbox.world();
    let revoke = |name: &str| json!({"revoke": {"channel": ids.lounge, "permission": name}});
    stage.sandbox.fault(&revoke("SEND_MESSAGES")).unwrap();
    assert_eq!(stage.post(json!({"content": "a"})).await.1["code"], 50013);
    stage.sandbox.fault(&revoke("VIEW_CHANNEL")).unwrap();
    assert_eq!(stage.post(json!({"content": "a"})).await.1["code"], 50001);
    stage.sandbox.fault(&json!({"delete_channel": ids.lounge})).unwrap();
    assert_eq!(stage.post(json!({"content": "a"})).await.1["code"], 10003);
    stage.sandbox.fault(&json!({"delete_channel": ids.channel})).unwrap();
    stage.hear(|heard| *heard == Heard::Deleted(ids.channel.get())).await;
    stage.sandbox.fault(&json!({"remove_bot": true})).unwrap();
    stage.hear(|heard| *heard == Heard::Gone).await;
    stage.sandbox.fault(&json!({"reset": true})).unwrap();
    stage.hear(|heard| *heard == Heard::Guild).await;
    assert_eq!(stage.post(json!({"content": "a"})).await.0, 200);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_gateway_is_resumed_without_loss() {
    let mut stage = Stage::set().await;
    let (ann, dm) = (stage.person(UserKey::Ann), stage.person(UserKey::Ann).dm().await.unwrap());
    stage.sandbox.fault(&json!({"gateway": "drop"})).unwrap();
    ann.type_text(dm, "while away").await.unwrap();
    stage.hear(|heard| matches!(heard, Heard::Text(_, text) if text == "while away")).await;
    stage.hear(|heard| *heard == Heard::Resumed).await;
    stage.sandbox.fault(&json!({"gateway": "reconnect"})).unwrap();
    stage.hear(|heard| *heard == Heard::Resumed).await;
    stage.sandbox.fault(&json!({"gateway": "invalid"})).unwrap();
    stage.hear(|heard| *heard == Heard::Ready).await;
    ann.type_text(dm, "back again").await.unwrap();
    stage.hear(|heard| matches!(heard, Heard::Text(_, text) if text == "back again")).await;
    stage.sandbox.fault(&json!({"gateway": "drop", "refuse_gateway_ms": 1000})).unwrap();
    stage.hear(|heard| *heard == Heard::Ready).await;
    assert_eq!(stage.sandbox.bots_connected(), 1);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn person_without_view_permission_gets_nothing_of_a_channel() {
    let stage = Stage::set().await;
    let (ann, bob, lounge) = (stage.person(UserKey::Ann), stage.person(UserKey::Bob), stage.lounge());
    let before = stage.post(json!({"content": "before"})).await.1;
    assert_eq!(ann.messages(lounge).await.unwrap().len(), 1);
    let view = json!({"channel": lounge, "permission": "VIEW_CHANNEL", "user": "ann"});
    stage.sandbox.fault(&json!({ "revoke": view })).unwrap();
    let (mut anns, mut bobs) = (ann.events().await.unwrap(), bob.events().await.unwrap());
    stage.post(json!({"content": "secret"})).await;
    while bobs.next().await.unwrap().data["content"] != "secret" {}
    assert!(ann.messages(lounge).await.is_err(), "its history");
    let channels = ann.state().await.unwrap()["channels"].to_string();
    assert!(
        !channels.contains(&lounge.to_string()) && channels.contains(&stage.sandbox.world().channel.to_string()),
        "{channels}"
    );
    let seen = bob.messages(lounge).await.unwrap();
    assert_eq!(seen.len(), 2, "everybody else has it as before");
    assert!(ann.type_text(lounge, "hello").await.is_err() && ann.command(lounge, "card", Value::Null).await.is_err());
    assert!(ann.forge_press(&seen[0], "again").await.is_err());
    // A later message arrives where she may look; none arrived in between.
    let said = bob.type_text(stage.sandbox.world().channel, "in the open").await.unwrap();
    let first = loop {
        let event = anns.next().await.unwrap();
        if event.data["channel_id"] == json!(stage.sandbox.world().channel) || event.data["channel_id"] == json!(lounge)
        {
            break event;
        }
    };
    assert_eq!(first.data["id"], json!(said.id()), "live events: {before}");
    stage.sandbox.fault(&json!({ "grant": view })).unwrap();
    assert_eq!(ann.messages(lounge).await.unwrap().len(), 2);
    stage.end().await;
}
