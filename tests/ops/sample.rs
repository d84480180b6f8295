//! The sandbox's sample match.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::served::until;

#[tokio::test(flavor = "multi_thread")]
async fn sample_is_a_friendly_match_also_once_it_is_stopped() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_deathmatch"))
        .args(["sandbox", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The sandbox closes with the reader of its output.
    let mut output = BufReader::new(process.stdout.take().unwrap()).lines();
    let open = output.next().unwrap().unwrap();
    let url = open.split_whitespace().next_back().unwrap().trim_end_matches('/').to_owned();
    let client = reqwest::Client::new();
    let asked = async |path: &str, body: Value| -> Value {
        client.post(format!("{url}/client/{path}")).json(&body).send().await.unwrap().json().await.unwrap()
    };
    let state = format!("{url}/client/state?user=sam");
    let state = async || -> Value { client.get(&state).send().await.unwrap().json().await.unwrap() };
    until("the bot", async || {
        let state = state().await;
        state["bot_online"] == true && state["commands"].as_array().is_some_and(|commands| !commands.is_empty())
    })
    .await;
    let tiles = state().await["tiles"].clone();
    let scenes = tiles[0]["scenes"].as_array().unwrap();
    let scene = scenes.iter().find(|scene| scene["label"] == "Watch a sample").unwrap();
    let begun = asked("scene", json!({ "scene": scene["scene"] })).await;
    assert_eq!(begun["ok"], true, "{begun}");
    let channel = begun["channel"].as_str().unwrap();
    let messages = async || {
        let path = format!("{url}/client/messages?user=sam&channel={channel}");
        client.get(path).send().await.unwrap().text().await.unwrap()
    };
    assert_eq!(asked("sample", json!({})).await["ok"], true);
    until("its end", async || messages().await.contains("ended the match without a result")).await;
    let messages = messages().await;
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(messages.contains(r#""Opened by""#) && !messages.contains(r#""Host""#), "{messages}");
}
