//! Requests for missing objects, without permission, too large, or from strangers.

use deathmatch_sandbox::UserKey;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::messages::embed;
use super::{complained, refused};
use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_or_forbidden_objects_are_refused_with_their_codes() {
    let stage = Stage::set().await;
    let ids = stage.sandbox.world();
    let ann = stage.person(UserKey::Ann);
    let (lounge, dm) = (stage.lounge(), ann.dm().await.unwrap());
    let theirs = ann.type_text(lounge, "hello").await.unwrap().id();
    let private = ann.type_text(dm, "hello").await.unwrap().id();
    let posts = format!("/channels/{lounge}/messages");
    let directly = format!("/channels/{dm}/messages");
    let hello = || json!({"content": "x"});
    let (get, post, patch, delete) = (Method::GET, Method::POST, Method::PATCH, Method::DELETE);
    for (method, path, body, status, code) in [
        (&get, "/nowhere".to_owned(), Value::Null, 404, 0),
        (&get, "/channels/5".to_owned(), Value::Null, 404, 10003),
        (&post, "/channels/5/messages".to_owned(), hello(), 404, 10003),
        (&get, "/guilds/5".to_owned(), Value::Null, 404, 10004),
        (&get, format!("/guilds/{}/members/5", ids.guild), Value::Null, 404, 10007),
        (&get, format!("/guilds/{}/roles/5", ids.guild), Value::Null, 404, 10011),
        (&get, format!("/guilds/{}/members", ids.guild), Value::Null, 403, 50001),
        (&get, format!("{posts}/5"), Value::Null, 404, 10008),
        (&patch, format!("{posts}/5"), hello(), 404, 10008),
        (&delete, format!("{posts}/5"), Value::Null, 404, 10008),
        (&get, "/users/5".to_owned(), Value::Null, 404, 10013),
        (&post, "/users/@me/channels".to_owned(), json!({"recipient_id": "5"}), 404, 10013),
        (&post, posts.clone(), json!({}), 400, 50006),
        (&patch, format!("{posts}/{theirs}"), hello(), 403, 50005),
        (&delete, format!("{posts}/{theirs}"), Value::Null, 403, 50013),
        (&delete, format!("{directly}/{private}"), Value::Null, 403, 50003),
        (&post, "/interactions/5/x/callback".to_owned(), json!({"type": 6}), 404, 10062),
        (&post, format!("/webhooks/{}/x-5", ids.bot), hello(), 404, 10015),
    ] {
        let answered = stage.raw(method.clone(), &path, body).await;
        assert_eq!((answered.0, &answered.1["code"]), (status, &json!(code)), "{method} {path}: {}", answered.1);
    }
    stage.sandbox.fault(&json!({"close_dms": "ann"})).unwrap();
    refused(&stage.raw(post.clone(), &directly, hello()).await, 403, 50007);

    let revoke = |name: &str| stage.sandbox.fault(&json!({"revoke": {"channel": lounge, "permission": name}})).unwrap();
    revoke("EMBED_LINKS");
    refused(&stage.post(embed(json!({"title": "x"}))).await, 403, 50013);
    revoke("ATTACH_FILES");
    refused(&stage.send(&posts, form(vec![1])).await, 403, 50013);
    revoke("READ_MESSAGE_HISTORY");
    refused(&stage.raw(get.clone(), &format!("{posts}/{theirs}"), Value::Null).await, 403, 50013);
    assert_eq!(stage.raw(get.clone(), &posts, Value::Null).await, (200, json!([])));
    revoke("SEND_MESSAGES");
    refused(&stage.post(hello()).await, 403, 50013);
    revoke("VIEW_CHANNEL");
    refused(&stage.post(hello()).await, 403, 50001);
    stage.end().await;
}

fn form(bytes: Vec<u8>) -> Form {
    Form::new().text("payload_json", r#"{"content": "x"}"#).part("files[0]", Part::bytes(bytes).file_name("a.bin"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_large_broken_or_foreign_requests_are_refused() {
    const LARGEST: usize = 10 * 1024 * 1024;
    let stage = Stage::set().await;
    let posts = format!("/channels/{}/messages", stage.lounge());
    refused(&stage.send(&posts, form(vec![0; LARGEST + 1])).await, 413, 40005);
    assert_eq!(stage.send(&posts, form(vec![0; LARGEST])).await.0, 200);
    let many =
        (0..11).fold(Form::new(), |form, n| form.part(format!("files[{n}]"), Part::bytes(vec![1]).file_name("a")));
    complained(&stage.send(&posts, many).await, "/attachments", "BASE_TYPE_MAX_LENGTH");
    let url = format!("{}/api/v10{posts}", stage.sandbox.base_url());
    let token = format!("Bot {}", stage.sandbox.bot_token());
    let broken = reqwest::Client::new().post(&url).header("authorization", token).body("{").send().await.unwrap();
    refused(&(broken.status().as_u16(), broken.json().await.unwrap()), 400, 50109);
    let stranger = reqwest::Client::new().post(&url).header("authorization", "Bot x").body("{}").send().await.unwrap();
    refused(&(stranger.status().as_u16(), stranger.json().await.unwrap()), 401, 0);
    let page = reqwest::Client::new().get(stage.sandbox.base_url());
    assert!(page.send().await.unwrap().text().await.unwrap().contains("<html"));
    let foreign = reqwest::Client::new().get(format!("{}/client/state?user=ann", stage.sandbox.base_url()));
    assert_eq!(foreign.header("origin", "http://elsewhere.example").send().await.unwrap().status(), 403);
    stage.end().await;
}
