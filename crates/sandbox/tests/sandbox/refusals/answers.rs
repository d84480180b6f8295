//! Answers to interactions: their form, their number, and their time limits.

use deathmatch_sandbox::UserKey;
use reqwest::Method;
use serde_json::{Value, json};

use super::messages::button;
use super::{Case, complained, long, refused};
use crate::stage::{Heard, Stage, until};

/// Runs a command that the bot does not answer. Returns the path of the callback and the token.
async fn unanswered(stage: &mut Stage) -> (String, String) {
    let (ann, lounge) = (stage.person(UserKey::Ann), stage.lounge());
    tokio::spawn(async move { ann.command(lounge, "silent", Value::Null).await });
    let Heard::Interaction(id) = stage.hear(|heard| matches!(heard, Heard::Interaction(_))).await else { panic!() };
    token(stage, id)
}

fn token(stage: &Stage, id: u64) -> (String, String) {
    let sent = stage.sandbox.dispatched();
    let wanted = id.to_string();
    let event = sent.iter().find(|event| event["d"]["id"].as_str() == Some(wanted.as_str())).unwrap();
    let token = event["d"]["token"].as_str().unwrap();
    (format!("/interactions/{id}/{token}/callback"), token.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_answer_is_refused_field_by_field() {
    let mut stage = Stage::set().await;
    let input = |changes: Value| {
        let mut input = json!({"type": 4, "custom_id": "i", "label": "l", "style": 1});
        input.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        json!({"type": 1, "components": [input]})
    };
    let modal = |rows: Value| json!({"type": 9, "data": {"title": "t", "custom_id": "m", "components": rows}});
    let cases: Vec<Case> = vec![
        (json!({"type": 6}), "/type", "INTERACTION_CALLBACK_TYPE_INVALID"),
        (json!({"type": 8, "data": {"choices": []}}), "/type", "INTERACTION_CALLBACK_TYPE_INVALID"),
        (json!({"type": 4, "data": {"content": long(2001)}}), "/data/content", "BASE_TYPE_MAX_LENGTH"),
        (
            json!({"type": 9, "data": {"title": long(46), "custom_id": "m", "components": [input(json!({}))]}}),
            "/data/title",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (modal(vec![input(json!({})); 6].into()), "/data/components", "BASE_TYPE_BAD_LENGTH"),
        (
            modal(json!([input(json!({})), input(json!({}))])),
            "/data/components/1/components/0/custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            modal(json!([input(json!({"label": long(46)}))])),
            "/data/components/0/components/0/label",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (modal(json!([input(json!({"style": 3}))])), "/data/components/0/components/0/style", "BASE_TYPE_CHOICES"),
        (
            modal(json!([input(json!({"placeholder": long(101)}))])),
            "/data/components/0/components/0/placeholder",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            modal(json!([input(json!({"max_length": 4001}))])),
            "/data/components/0/components/0/max_length",
            "NUMBER_TYPE_MAX",
        ),
        (
            modal(json!([{"type": 1, "components": [button("a")]}])),
            "/data/components/0/components/0/type",
            "BASE_TYPE_CHOICES",
        ),
    ];
    for (body, pointer, code) in cases {
        let (path, _) = unanswered(&mut stage).await;
        complained(&stage.raw(Method::POST, &path, body).await, pointer, code);
    }
    let choice = |name: String| json!({"name": name, "value": "v"});
    let choices = |choices: Vec<Value>| json!({"type": 8, "data": {"choices": choices}});
    for (body, pointer, code) in [
        (json!({"type": 8, "data": {}}), "/data/choices", "BASE_TYPE_REQUIRED"),
        (choices(vec![choice("n".to_owned()); 26]), "/data/choices", "BASE_TYPE_MAX_LENGTH"),
        (choices(vec![choice(long(101))]), "/data/choices/0/name", "BASE_TYPE_BAD_LENGTH"),
        (json!({"type": 4, "data": {"content": "x"}}), "/type", "INTERACTION_CALLBACK_TYPE_INVALID"),
    ] {
        // The bot's own answer is delayed, so that this one is first.
        stage.sandbox.fault(&json!({"hang": {"match": "POST /interactions/**", "ms": 2_500}})).unwrap();
        let (ann, lounge) = (stage.person(UserKey::Ann), stage.lounge());
        let typing =
            tokio::spawn(
                async move { ann.autocomplete(lounge, "match series open", json!({"game": "go"}), "game").await },
            );
        let Heard::Interaction(id) = stage.hear(|heard| matches!(heard, Heard::Interaction(_))).await else { panic!() };
        until("the bot's answer is held up", async || stage.faults().await["armed"] == json!([])).await;
        complained(&stage.raw(Method::POST, &token(&stage, id).0, body).await, pointer, code);
        typing.await.unwrap().unwrap();
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interaction_can_be_answered_once_and_within_its_time() {
    let mut stage = Stage::set().await;
    let bot = stage.sandbox.world().bot;
    let (post, get) = (Method::POST, Method::GET);
    let hello = || json!({"content": "x"});

    let (callback, token) = unanswered(&mut stage).await;
    let hook = format!("/webhooks/{bot}/{token}");
    refused(&stage.raw(post.clone(), &hook, hello()).await, 404, 10015);
    assert_eq!(stage.raw(post.clone(), &callback, json!({"type": 4, "data": hello()})).await.0, 204);
    refused(&stage.raw(post.clone(), &callback, json!({"type": 5})).await, 400, 40060);
    let original = format!("{hook}/messages/@original");
    assert_eq!(stage.raw(Method::PATCH, &original, hello()).await.0, 200);
    complained(
        &stage.raw(Method::PATCH, &original, json!({"content": long(2001)})).await,
        "/content",
        "BASE_TYPE_MAX_LENGTH",
    );
    refused(&stage.raw(post.clone(), &hook, json!({})).await, 400, 50006);
    assert_eq!(stage.raw(Method::DELETE, &original, Value::Null).await.0, 204);
    refused(&stage.raw(get.clone(), &original, Value::Null).await, 404, 10008);
    refused(&stage.raw(get.clone(), &format!("{hook}/messages/5"), Value::Null).await, 404, 10008);

    stage.sandbox.fault(&json!({"expire_tokens": true})).unwrap();
    for (method, path) in [(&post, &hook), (&get, &original), (&Method::PATCH, &original)] {
        refused(&stage.raw(method.clone(), path, hello()).await, 401, 50027);
    }

    let (ann, lounge) = (stage.person(UserKey::Ann), stage.lounge());
    let silent = tokio::spawn(async move { ann.command(lounge, "silent", Value::Null).await });
    let Heard::Interaction(id) = stage.hear(|heard| matches!(heard, Heard::Interaction(_))).await else { panic!() };
    assert!(silent.await.unwrap().is_err(), "its three seconds are over");
    let (callback, _) = self::token(&stage, id);
    refused(&stage.raw(post, &callback, json!({"type": 5})).await, 404, 10062);
    stage.end().await;
}
