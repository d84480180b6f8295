//! The actions of people, the bot's messages, and people's views of them.

use deathmatch_sandbox::{Answered, Failed, UserKey};
use serde_json::{Value, json};
use serenity::all::*;

use crate::stage::{Heard, SOON, Stage, png};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn command_options_are_filled_checked_and_suggested() {
    let stage = Stage::set().await;
    let (ann, lounge, ids) = (stage.person(UserKey::Ann), stage.lounge(), stage.sandbox.world());
    let options = json!({
        "rival": ids.bob, "rounds": 3, "game": "chess", "ranked": true, "place": ids.channel,
        "role": ids.host_role, "record": {"name": "a.json", "content_base64": "e30="},
    });
    let answer = ann.command(lounge, "/match series open", options).await.unwrap();
    let message = answer.message.unwrap();
    assert_eq!(answer.kind, Answered::Message);
    let words = "rival=bob rounds=3 game=chess ranked=true place=general role=Host record=a.json:2";
    assert_eq!((message.content(), message.is_ephemeral()), (words, true));
    assert!(stage.person(UserKey::Bob).visible(lounge).await.unwrap().is_empty());
    assert_eq!(ann.visible(lounge).await.unwrap(), [message]);

    for (options, why) in [
        (json!({"rival": ids.bob}), "rounds is required."),
        (json!({"rival": ids.bob, "rounds": 10}), "rounds: is at most 9"),
        (json!({"rival": 5, "rounds": 1}), "rival: is nobody and nothing here"),
        (json!({"rival": ids.bob, "rounds": 1, "x": 1}), "There is no option x."),
    ] {
        let refused = ann.command(lounge, "match series open", options).await;
        assert_eq!(refused, Err(Failed::Refused(why.to_owned())));
    }
    let choices = ann.autocomplete(lounge, "match series open", json!({"game": "go"}), "game").await.unwrap();
    assert_eq!(choices[0].value, "go!");

    let direct = ann.dm().await.unwrap();
    let options = json!({"rival": ids.ann, "rounds": 1});
    let answer = ann.command(direct, "match series open", options).await.unwrap();
    assert!(answer.message.unwrap().says("rival=ann"));

    assert!(ann.command(lounge, "admin", Value::Null).await.is_err());
    assert!(!ann.commands().await.unwrap().contains(&"admin".to_owned()));
    let hana = stage.person(UserKey::Hana);
    assert!(hana.command(lounge, "admin", Value::Null).await.unwrap().message.unwrap().says("Yes, host"));
    let silent = hana.command(lounge, "silent", Value::Null).await;
    assert_eq!(silent, Err(Failed::Refused("This interaction failed".to_owned())));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_menus_and_forms_work_on_public_and_private_messages() {
    let stage = Stage::set().await;
    let (ann, bob, lounge) = (stage.person(UserKey::Ann), stage.person(UserKey::Bob), stage.lounge());
    let card = ann.command(lounge, "card", Value::Null).await.unwrap().message.unwrap();
    let file = &card.files()[0];
    assert_eq!((file.description.as_deref(), file.dimensions), (Some("A board"), Some((4, 2))));
    assert_eq!(ann.download(&file.url).await.unwrap(), png());

    let chosen = bob.choose(&card, "Blue").await.unwrap();
    assert_eq!(chosen.message.unwrap().content(), "b");
    assert!(bob.select(&card, "colour", &["green"]).await.is_err());
    assert!(bob.press(&card, "nothing").await.is_err());

    let modal = ann.click(&card, "Form").await.unwrap().modal.unwrap();
    assert_eq!((modal.title(), modal.fields()), ("Orders", vec![("order".to_owned(), "Your order".to_owned())]));
    assert!(ann.submit_modal(&modal, &[("order", "")]).await.is_err());
    assert!(ann.submit_modal(&modal, &[("order", "far too many words")]).await.is_err());
    let submitted = ann.submit_modal(&modal, &[("order", "a2-a4")]).await.unwrap().message.unwrap();
    assert_eq!((submitted.content(), submitted.is_ephemeral()), ("a2-a4", true));
    assert!(ann.submit_modal(&modal, &[("order", "twice")]).await.is_err());

    let private = bob.click(&card, "Private").await.unwrap().message.unwrap();
    assert!(ann.again(&private).await.unwrap().is_none());
    let inside = bob.click(&private, "Inner").await.unwrap();
    assert_eq!(inside.kind, Answered::Update);
    let inside = inside.message.unwrap();
    assert_eq!((inside.id(), inside.content(), inside.buttons().len()), (private.id(), "Inside", 0));

    let acknowledged = ann.click(&card, "Ack").await.unwrap().message.unwrap();
    assert_eq!((acknowledged.content(), acknowledged.files().len()), ("Acknowledged", 1));
    let updated = ann.click(&card, "Again").await.unwrap().message.unwrap();
    assert_eq!((updated.content(), updated.files().len(), updated.buttons().len()), ("Changed", 0, 5));

    let slow = ann.command(lounge, "slow", Value::Null).await.unwrap();
    assert_eq!(slow.kind, Answered::Deferred);
    assert!(slow.message.as_ref().unwrap().is_loading());
    let done = bob.wait_message(lounge, SOON, |it| it.content() == "At last").await.unwrap();
    assert!(!done.is_loading());
    ann.wait_message(lounge, SOON, |it| it.content() == "And more" && it.is_ephemeral()).await.unwrap();
    assert_eq!(ann.replies(lounge, slow.interaction).await.unwrap().len(), 2);
    assert!(bob.messages(lounge).await.unwrap().iter().all(|it| it.content() != "And more"));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn direct_messages_work_both_ways_unless_closed() {
    let mut stage = Stage::set().await;
    let (ann, lounge) = (stage.person(UserKey::Ann), stage.lounge());
    let card = ann.command(lounge, "card", Value::Null).await.unwrap().message.unwrap();
    assert!(ann.click(&card, "Write to me").await.unwrap().message.unwrap().says("Sent"));
    assert_eq!(ann.dms().await.unwrap()[0].content(), "Psst");
    ann.type_text(ann.dm().await.unwrap(), "a2-a4").await.unwrap();
    stage.hear(|heard| matches!(heard, Heard::Text(_, text) if text == "a2-a4")).await;

    stage.sandbox.fault(&json!({"close_dms": "ann"})).unwrap();
    assert!(ann.click(&card, "Write to me").await.unwrap().message.unwrap().says("50007"));
    stage.sandbox.fault(&json!({"open_dms": "ann"})).unwrap();
    assert!(ann.click(&card, "Write to me").await.unwrap().message.unwrap().says("Sent"));

    let plain = ann.type_text(lounge, "not for the bot").await.unwrap().id().get();
    let called = format!("<@{}> for the bot", stage.sandbox.world().bot);
    let called = ann.type_text(lounge, &called).await.unwrap().id().get();
    let words = stage.hear(|heard| matches!(heard, Heard::Text(id, _) if *id == plain)).await;
    assert!(matches!(words, Heard::Text(_, text) if text.is_empty()), "content needs an intent");
    let words = stage.hear(|heard| matches!(heard, Heard::Text(id, _) if *id == called)).await;
    assert!(matches!(words, Heard::Text(_, text) if text.ends_with("for the bot")));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_are_sent_read_edited_and_deduplicated() {
    let stage = Stage::set().await;
    let (ann, ids) = (stage.person(UserKey::Ann), stage.sandbox.world());
    let lounge = ChannelId::new(ids.lounge.get());
    let draft = || {
        let embed = CreateEmbed::new().title("Board").image("attachment://b.png");
        let content = format!("<@{}> <@{}>", ids.ann, ids.bob);
        let mentions = CreateAllowedMentions::new().users([UserId::new(ids.ann.get())]);
        let file = CreateAttachment::bytes(png(), "b.png").description("Alt");
        let message = CreateMessage::new().content(content).embed(embed).allowed_mentions(mentions).add_file(file);
        message.nonce(Nonce::String("match-1-step-1".to_owned())).enforce_nonce(true)
    };
    let mut first = lounge.send_message(&stage.http, draft()).await.unwrap();
    let second = lounge.send_message(&stage.http, draft()).await.unwrap();
    assert_eq!(first.id, second.id);
    let seen = &ann.messages(stage.lounge()).await.unwrap()[..];
    assert_eq!((seen.len(), seen[0].mentions(), seen[0].files().len()), (1, vec![ids.ann], 0));
    assert_eq!(ann.download(&seen[0].pictures()[0]).await.unwrap(), png());

    ann.type_text(stage.lounge(), "hello").await.unwrap();
    first.edit(&stage.http, EditMessage::new().content("Edited")).await.unwrap();
    assert!(ann.again(&seen[0]).await.unwrap().unwrap().is_edited());
    let back = lounge.messages(&stage.http, GetMessages::new().after(first.id).limit(10)).await.unwrap();
    assert_eq!((back.len(), back[0].content.as_str()), (1, ""));
    let error = back[0].delete(&stage.http).await.unwrap_err();
    assert!(error.to_string().contains("Missing Permissions"), "{error}");
    first.delete(&stage.http).await.unwrap();
    assert_eq!(ann.messages(stage.lounge()).await.unwrap().len(), 1);
    let gone = lounge.message(&stage.http, first.id).await.unwrap_err();
    assert!(gone.to_string().contains("Unknown Message"), "{gone}");

    let recorded = stage.sandbox.recorded();
    let post = recorded.iter().find(|one| one.method == "POST" && one.path.ends_with("/messages")).unwrap();
    assert_eq!((post.status, post.files[0].description.as_deref()), (200, Some("Alt")));
    assert_eq!(&post.files[0].bytes[..], png());
    assert_eq!(post.body["nonce"], "match-1-step-1");

    assert_eq!(stage.http.get_current_user().await.unwrap().name, "Bot");
    assert_eq!(stage.http.get_current_application_info().await.unwrap().name, "Bot");
    let guild = GuildId::new(ids.guild.get());
    assert_eq!(guild.to_partial_guild(&stage.http).await.unwrap().name, "Sandbox");
    assert_eq!(guild.channels(&stage.http).await.unwrap().len(), 2);
    assert_eq!(guild.roles(&stage.http).await.unwrap().len(), 3);
    let hana = guild.member(&stage.http, UserId::new(ids.hana.get())).await.unwrap();
    assert_eq!(hana.roles, [RoleId::new(ids.host_role.get())]);
    assert!(lounge.to_channel(&stage.http).await.unwrap().guild().is_some());
    assert_eq!(Command::get_global_commands(&stage.http).await.unwrap().len(), 5);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_receive_all_events_and_can_resume() {
    let stage = Stage::set().await;
    let ann = stage.person(UserKey::Ann);
    let mut events = ann.events().await.unwrap();
    stage.post(json!({"content": "one"})).await;
    let first = events.next().await.unwrap();
    assert_eq!((first.kind.as_str(), &first.data["content"]), ("message", &json!("one")));
    drop(events);
    stage.post(json!({"content": "two"})).await;
    let url = format!("{}/client/events?user=ann", stage.sandbox.base_url());
    let request = reqwest::Client::new().get(url).header("last-event-id", first.id.to_string());
    let mut response = request.send().await.unwrap();
    let chunk = response.chunk().await.unwrap().unwrap();
    assert!(String::from_utf8_lossy(&chunk).contains("\"two\""));
    stage.end().await;
}
