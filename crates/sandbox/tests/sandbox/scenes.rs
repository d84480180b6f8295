//! Scenes that an embedder adds, each begun with one press, and the names that an embedder chooses.

use std::sync::Arc;

use deathmatch_sandbox::{Cast, Options, Scene, Seen, Tile, UserKey};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::stage::Stage;

/// Presses the scene's button on the page.
async fn pressed(stage: &Stage, number: u32) -> Value {
    let url = format!("{}/client/scene", stage.sandbox.base_url());
    let answer = reqwest::Client::new().post(url).json(&json!({ "scene": number })).send().await.unwrap();
    answer.json().await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scene_is_played_by_its_people() {
    let stage = Stage::set().await;
    let scene = Scene::new("Show a card", "Ann has it changed.").command(UserKey::Hana, "card", Value::Null);
    let followed = Arc::new(Notify::new());
    let told = Arc::clone(&followed);
    let follows = move |card: Seen| {
        let told = Arc::clone(&told);
        async move {
            assert!(card.button("Again").is_some());
            told.notify_one();
        }
    };
    let tile = |title: &str, scene: Scene| Tile {
        title: title.to_owned(),
        note: "A card.".to_owned(),
        fault: String::new(),
        reads: 0,
        picture: title.as_bytes().to_vec(),
        alt: String::new(),
        scenes: vec![scene],
    };
    let ended = Arc::new(Notify::new());
    let told = Arc::clone(&ended);
    let ends = move |_| {
        told.notify_one();
        std::future::ready(())
    };
    let first = scene.clone().press(UserKey::Ann, "Again").then(follows).ending(ends).showing(UserKey::Ann);
    let second = Scene::new("Too much", "").command(UserKey::Ann, "admin", Value::Null);
    stage.sandbox.offer(vec![tile("Cards", first), tile("Admins", second)]);
    let ann = stage.person(UserKey::Ann);
    let state = ann.state().await.unwrap();
    let shown = json!({"scene": 0, "label": "Show a card", "note": "Ann has it changed.", "shows": "ann"});
    assert_eq!(state["tiles"][0]["scenes"], json!([shown]));
    let picture = format!("{}{}", stage.sandbox.base_url(), state["tiles"][1]["picture"].as_str().unwrap());
    assert_eq!(reqwest::get(picture).await.unwrap().text().await.unwrap(), "Admins");
    let channel = stage.sandbox.world().channel;
    assert_eq!(pressed(&stage, 0).await, json!({"ok": true, "channel": channel}));
    followed.notified().await;
    let messages = ann.messages(channel).await.unwrap();
    assert_eq!(messages.iter().map(Seen::content).collect::<Vec<_>>(), ["Changed"]);

    let refused = pressed(&stage, 1).await;
    ended.notified().await;
    assert!(refused["ok"] == false && !refused["error"].as_str().unwrap().is_empty(), "{refused}");
    assert_eq!(pressed(&stage, 2).await["error"], "There is no such scene.");
    stage.end().await;
}

#[tokio::test]
async fn embedder_chooses_all_names() {
    let cast = Cast { bot: "Chessbot", channel: "chess", parts: ["Arbiter", "White", "Black", "Onlooker"] };
    let sandbox = deathmatch_sandbox::start(Options { cast, ..Options::default() }).await.unwrap();
    let state = sandbox.person(UserKey::Sam).state().await.unwrap();
    assert_eq!(state["parts"], json!({"hana": "Arbiter", "ann": "White", "bob": "Black", "sam": "Onlooker"}));
    assert_eq!(state["channels"][0]["name"], "chess");
    let named = |user: &Value| user["bot"] == true && user["username"] == "Chessbot";
    assert!(state["users"].as_array().unwrap().iter().any(named), "{state}");
    sandbox.stop().await;
}
