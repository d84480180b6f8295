//! The sandbox's channels outlive a stop if a folder is named.

use deathmatch_sandbox::{Options, Seen, UserKey};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::stage::{Stage, png};

fn options(folder: &tempfile::TempDir) -> Options {
    Options { keep: Some(folder.path().join("kept")), ..Options::default() }
}

async fn board(stage: &Stage) -> u64 {
    let embeds = json!([{"title": "A board", "image": {"url": "attachment://board.png"}}]);
    let payload = json!({"embeds": embeds, "attachments": [{"id": 0, "description": "Ann to move"}]});
    let form = Form::new()
        .text("payload_json", payload.to_string())
        .part("files[0]", Part::bytes(png()).file_name("board.png").mime_str("image/png").unwrap());
    let (status, sent) = stage.send(&format!("/channels/{}/messages", stage.lounge()), form).await;
    assert_eq!(status, 200, "{sent}");
    sent["id"].as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_threads_files_and_calendar_survive_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let stage = Stage::set_as(options(&folder)).await;
    let (lounge, ann) = (stage.lounge(), stage.person(UserKey::Ann));
    let shown = board(&stage).await;
    let path = format!("/channels/{lounge}/messages/{shown}/threads");
    let (status, thread) = stage.raw(Method::POST, &path, json!({"name": "Table one"})).await;
    assert_eq!(status, 201, "{thread}");
    let inside = format!("/channels/{shown}/messages");
    stage.raw(Method::POST, &inside, json!({"content": "Begun"})).await;
    let (_, changed) = stage.raw(Method::POST, &inside, json!({"content": "Draft"})).await;
    let changed = format!("{inside}/{}", changed["id"].as_str().unwrap());
    stage.raw(Method::PATCH, &changed, json!({"content": "Final"})).await;
    let typed = ann.type_text(UserKey::Ann.id(), "not a channel").await;
    assert!(typed.is_err());
    let dm = ann.dm().await.unwrap();
    ann.type_text(dm, "samurai").await.unwrap();
    ann.command(lounge, "card", Value::Null).await.unwrap();
    let before = ann.visible(lounge).await.unwrap();
    // Only its reader was shown this message.
    let private = ann.click(before.last().unwrap(), "Private").await.unwrap().message.unwrap();
    assert!(private.is_ephemeral());
    let event = json!({"name": "Evening", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "here"},
        "scheduled_start_time": "2099-01-01T20:00:00Z", "scheduled_end_time": "2099-01-01T22:00:00Z"});
    let guild = stage.sandbox.world().guild;
    let (status, event) = stage.raw(Method::POST, &format!("/guilds/{guild}/scheduled-events"), event).await;
    assert_eq!(status, 200, "{event}");
    stage.end().await;

    let stage = Stage::set_as(options(&folder)).await;
    let ann = stage.person(UserKey::Ann);
    let after = ann.visible(lounge).await.unwrap();
    assert_eq!(after.iter().map(Seen::id).collect::<Vec<_>>(), before.iter().map(Seen::id).collect::<Vec<_>>());
    for (now, then) in after.iter().zip(&before) {
        assert_eq!((now.text(), now.buttons().len()), (then.text(), then.buttons().len()));
    }
    // The sandbox has another port, and the links point to it.
    let link = after[0].json()["embeds"][0]["image"]["url"].as_str().unwrap();
    assert!(link.starts_with(&stage.sandbox.base_url()), "{link}");
    assert_eq!(ann.download(link).await.unwrap(), png());
    let thread: Vec<_> = ann.visible(shown.into()).await.unwrap().iter().map(Seen::text).collect();
    assert_eq!(thread, ["Begun", "Final"]);
    let (status, still) = stage.raw(Method::GET, &format!("/channels/{shown}"), Value::Null).await;
    assert_eq!((status, &still["name"]), (200, &json!("Table one")));
    assert_eq!(ann.dms().await.unwrap().last().unwrap().text(), "samurai");
    assert_eq!(stage.sandbox.events(), [event]);
    // The bot may edit its earlier message.
    let (status, _) = stage.raw(Method::PATCH, &changed, json!({"content": "Over"})).await;
    assert_eq!(status, 200);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn channels_and_roles_made_by_the_bot_survive_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let stage = Stage::set_as(options(&folder)).await;
    for permission in ["MANAGE_CHANNELS", "MANAGE_ROLES"] {
        stage.sandbox.fault(&json!({"grant": {"permission": permission}})).unwrap();
    }
    let guild = format!("/guilds/{}", stage.sandbox.world().guild);
    let closed = json!([{"id": stage.sandbox.world().guild, "type": 0, "allow": "0", "deny": "1024"}]);
    let made = json!({"name": "results", "permission_overwrites": closed});
    let (status, channel) = stage.raw(Method::POST, &format!("{guild}/channels"), made).await;
    assert_eq!(status, 201, "{channel}");
    let (status, role) = stage.raw(Method::POST, &format!("{guild}/roles"), json!({"name": "Hosts"})).await;
    assert_eq!(status, 200, "{role}");
    let messages = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    let (status, _) = stage.raw(Method::POST, &messages, json!({"content": "A result"})).await;
    assert_eq!(status, 200);
    stage.end().await;

    let stage = Stage::set_as(options(&folder)).await;
    let path = format!("/channels/{}", channel["id"].as_str().unwrap());
    assert_eq!(stage.raw(Method::GET, &path, Value::Null).await.1["name"], "results");
    let (_, said) = stage.raw(Method::GET, &messages, Value::Null).await;
    assert_eq!(said[0]["content"], "A result");
    let (_, roles) = stage.raw(Method::GET, &format!("{guild}/roles"), Value::Null).await;
    assert!(roles.as_array().unwrap().contains(&role), "{roles}");
    let id: u64 = channel["id"].as_str().unwrap().parse().unwrap();
    let typed = stage.person(UserKey::Ann).type_text(id.into(), "may I?").await;
    assert!(typed.is_err(), "only the bot reads there");
    let grant = json!({"channel": channel["id"], "user": "sam", "permission": "VIEW_CHANNEL"});
    stage.sandbox.fault(&json!({ "grant": grant })).unwrap();
    stage.person(UserKey::Sam).type_text(id.into(), "I may.").await.unwrap();
    assert!(stage.person(UserKey::Ann).type_text(id.into(), "may I?").await.is_err(), "nobody else is let in");
    stage.end().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_may_read_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    std::fs::set_permissions(&kept, PermissionsExt::from_mode(0o755)).unwrap();
    deathmatch_sandbox::start(options(&folder)).await.unwrap().stop().await;
    assert_eq!(std::fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o700);
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_folder_is_refused_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("kept/channels.json");
    std::fs::create_dir_all(list.parent().unwrap()).unwrap();
    let later = json!({"format": 99, "base_url": "http://127.0.0.1:1", "channels": [], "events": []}).to_string();
    for (broken, why) in [("", "EOF"), ("{\"format\": 1}", "address is missing"), (&later, "by another version")] {
        std::fs::write(&list, broken).unwrap();
        let refused = deathmatch_sandbox::start(options(&folder)).await.unwrap_err().to_string();
        assert!(refused.contains("channels.json cannot be read: ") && refused.contains(why), "{refused}");
        assert!(refused.contains("Move it away"), "{refused}");
        assert_eq!(std::fs::read_to_string(&list).unwrap(), broken);
    }
}
