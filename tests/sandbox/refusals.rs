//! Every refusal of the sandbox: the status, the code and the field that Discord names.

use deathmatch::sandbox::UserKey;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::stage::{Heard, Stage, until};

/// A body, the field that is complained about, and the complaint's code.
type Case = (Value, &'static str, &'static str);

fn complained((status, answer): &(u16, Value), pointer: &str, code: &str) {
    assert_eq!((*status, &answer["code"]), (400, &json!(50035)), "{pointer}: {answer}");
    let errors = answer["errors"].pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {answer}"));
    let codes: Vec<_> = errors["_errors"].as_array().into_iter().flatten().map(|error| &error["code"]).collect();
    assert!(codes.contains(&&json!(code)), "{code} at {pointer} in {answer}");
}

fn refused((status, answer): &(u16, Value), wanted: u16, code: u32) {
    assert_eq!((*status, &answer["code"]), (wanted, &json!(code)), "{answer}");
}

fn long(length: usize) -> String {
    "x".repeat(length)
}

fn button(id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "x", "custom_id": id})
}

fn menu(changes: Value) -> Value {
    let mut menu = json!({"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]});
    menu.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    menu
}

/// A message with one row of these parts.
fn row(parts: &[Value]) -> Value {
    json!({"content": "x", "components": [{"type": 1, "components": parts}]})
}

fn embed(embed: Value) -> Value {
    json!({ "embeds": [embed] })
}

fn text_cases() -> Vec<Case> {
    let files = |files: Value| json!({"content": "x", "attachments": files});
    let mentions = |mentions: Value| json!({"content": "x", "allowed_mentions": mentions});
    vec![
        (json!([]), "", "DICT_TYPE_CONVERT"),
        (json!({"content": long(2001)}), "/content", "BASE_TYPE_MAX_LENGTH"),
        (json!({"content": 5}), "/content", "STRING_TYPE_CONVERT"),
        (json!({"content": "x", "nonce": long(26)}), "/nonce", "BASE_TYPE_MAX_LENGTH"),
        (json!({"content": "x", "flags": 64}), "/flags", "BITFIELD_TYPE_INVALID"),
        (json!({"content": "x", "flags": 1 << 15}), "/flags", "BITFIELD_TYPE_INVALID"),
        (json!({"content": "x", "flags": "a"}), "/flags", "NUMBER_TYPE_COERCE"),
        (json!({"content": "x", "sticker_ids": ["5"]}), "/sticker_ids", "UNKNOWN_STICKER"),
        (json!({"content": "x", "poll": {}}), "/poll", "POLL_INVALID"),
        (
            json!({"content": "x", "message_reference": {"message_id": "5"}}),
            "/message_reference",
            "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
        ),
        (files(json!([{"filename": "a"}])), "/attachments/0/id", "BASE_TYPE_REQUIRED"),
        (files(json!([{"id": 0, "description": long(1025)}])), "/attachments/0/description", "BASE_TYPE_MAX_LENGTH"),
        (files(json!([{"id": 0, "filename": long(1025)}])), "/attachments/0/filename", "BASE_TYPE_MAX_LENGTH"),
        (files(vec![json!({"id": 0}); 11].into()), "/attachments", "BASE_TYPE_MAX_LENGTH"),
        (files(json!("a")), "/attachments", "LIST_TYPE_CONVERT"),
        (mentions(json!({"parse": ["all"]})), "/allowed_mentions/parse/0", "BASE_TYPE_CHOICES"),
        (mentions(json!({"users": vec!["1"; 101]})), "/allowed_mentions/users", "BASE_TYPE_MAX_LENGTH"),
        (
            mentions(json!({"parse": ["users"], "users": ["1"]})),
            "/allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
    ]
}

fn embed_cases() -> Vec<Case> {
    let field = |name: &str, value: &str| embed(json!({"fields": [{"name": name, "value": value}]}));
    vec![
        (json!({"embeds": vec![json!({"title": "x"}); 11]}), "/embeds", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": vec![json!({"description": long(3001)}); 2]}), "/embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        (json!({"embeds": ["x"]}), "/embeds/0", "DICT_TYPE_CONVERT"),
        (embed(json!({})), "/embeds/0/description", "BASE_TYPE_REQUIRED"),
        (embed(json!({"title": long(257)})), "/embeds/0/title", "BASE_TYPE_MAX_LENGTH"),
        (embed(json!({"description": long(4097)})), "/embeds/0/description", "BASE_TYPE_MAX_LENGTH"),
        (embed(json!({"title": "x", "color": 1 << 24})), "/embeds/0/color", "NUMBER_TYPE_MAX"),
        (embed(json!({"title": "x", "color": -1})), "/embeds/0/color", "NUMBER_TYPE_MIN"),
        (embed(json!({"title": "x", "url": "attachment://a"})), "/embeds/0/url", "URL_TYPE_INVALID_SCHEME"),
        (embed(json!({"image": {}})), "/embeds/0/image/url", "BASE_TYPE_REQUIRED"),
        (embed(json!({"thumbnail": {"url": "ftp://a"}})), "/embeds/0/thumbnail/url", "URL_TYPE_INVALID_SCHEME"),
        (embed(json!({"footer": {"text": long(2049)}})), "/embeds/0/footer/text", "BASE_TYPE_MAX_LENGTH"),
        (embed(json!({"author": {"name": long(257)}})), "/embeds/0/author/name", "BASE_TYPE_MAX_LENGTH"),
        (
            embed(json!({"fields": vec![json!({"name": "a", "value": "b"}); 26]})),
            "/embeds/0/fields",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (field("", "b"), "/embeds/0/fields/0/name", "BASE_TYPE_REQUIRED"),
        (field(&long(257), "b"), "/embeds/0/fields/0/name", "BASE_TYPE_BAD_LENGTH"),
        (field("a", &long(1025)), "/embeds/0/fields/0/value", "BASE_TYPE_BAD_LENGTH"),
    ]
}

fn component_cases() -> Vec<Case> {
    const PART: &str = "/components/0/components/0";
    const ID: &str = "/components/0/components/0/custom_id";
    const OPTIONS: &str = "/components/0/components/0/options";
    let option = |value: &str| json!({"label": value, "value": value});
    let many: Vec<Value> = (0..26).map(|n| option(&n.to_string())).collect();
    vec![
        (json!({"content": "x", "components": vec![json!({}); 6]}), "/components", "BASE_TYPE_MAX_LENGTH"),
        (json!({"content": "x", "components": [button("a")]}), "/components/0/type", "BASE_TYPE_CHOICES"),
        (row(&[]), "/components/0/components", "BASE_TYPE_BAD_LENGTH"),
        (row(&[(); 6].map(|()| button("a"))), "/components/0/components", "BASE_TYPE_BAD_LENGTH"),
        (row(&[button("a"), menu(json!({}))]), "/components/0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (row(&[json!({"type": 9})]), "/components/0/components/0/type", "BASE_TYPE_CHOICES"),
        (row(&[button("a"), button("a")]), "/components/0/components/1/custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (row(&[button(&long(101))]), ID, "BASE_TYPE_BAD_LENGTH"),
        (row(&[json!({"type": 2, "style": 1, "label": "x"})]), ID, "BASE_TYPE_REQUIRED"),
        (
            row(&[json!({"type": 2, "style": 1, "label": long(81), "custom_id": "a"})]),
            "/components/0/components/0/label",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (row(&[json!({"type": 2, "style": 1, "custom_id": "a"})]), PART, "BUTTON_COMPONENT_INVALID_LABEL"),
        (
            row(&[json!({"type": 2, "style": 7, "label": "x", "custom_id": "a"})]),
            "/components/0/components/0/style",
            "BASE_TYPE_CHOICES",
        ),
        (row(&[json!({"type": 2, "style": 5, "label": "x"})]), "/components/0/components/0/url", "BASE_TYPE_REQUIRED"),
        (
            row(&[json!({"type": 2, "style": 5, "label": "x", "url": "https://a", "custom_id": "a"})]),
            PART,
            "BUTTON_COMPONENT_URL_AND_CUSTOM_ID",
        ),
        (row(&[menu(json!({"options": []}))]), OPTIONS, "BASE_TYPE_BAD_LENGTH"),
        (row(&[menu(json!({"options": many}))]), OPTIONS, "BASE_TYPE_BAD_LENGTH"),
        (row(&[menu(json!({"max_values": 2}))]), OPTIONS, "BASE_TYPE_BAD_LENGTH"),
        (row(&[menu(json!({"max_values": 26}))]), "/components/0/components/0/max_values", "NUMBER_TYPE_MAX"),
        (row(&[menu(json!({"min_values": 2}))]), "/components/0/components/0/min_values", "NUMBER_TYPE_MAX"),
        (
            row(&[menu(json!({"placeholder": long(151)}))]),
            "/components/0/components/0/placeholder",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            row(&[menu(json!({"options": [option("a"), option("a")]}))]),
            "/components/0/components/0/options/1/value",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            row(&[menu(json!({"options": [{"label": long(101), "value": "a"}]}))]),
            "/components/0/components/0/options/0/label",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            row(&[menu(
                json!({"options": [{"label": "a", "value": "a", "default": true}, {"label": "b", "value": "b", "default": true}]}),
            )]),
            PART,
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS",
        ),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_malformed_message_is_refused_field_by_field() {
    let stage = Stage::set().await;
    for (body, pointer, code) in text_cases().into_iter().chain(embed_cases()).chain(component_cases()) {
        complained(&stage.post(body).await, pointer, code);
    }
    let (status, first) = stage.post(json!({"content": "x"})).await;
    assert_eq!(status, 200);
    let edit = format!("/channels/{}/messages/{}", stage.lounge(), first["id"].as_str().unwrap());
    let edited = stage.raw(Method::PATCH, &edit, json!({"content": long(2001)})).await;
    complained(&edited, "/content", "BASE_TYPE_MAX_LENGTH");
    for limit in ["0", "101", "many"] {
        let path = format!("/channels/{}/messages?limit={limit}", stage.lounge());
        complained(&stage.raw(Method::GET, &path, Value::Null).await, "/limit", "NUMBER_TYPE_MAX");
    }
    complained(&stage.raw(Method::GET, "/channels/here", Value::Null).await, "/id", "NUMBER_TYPE_COERCE");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_commands_are_refused_field_by_field() {
    let stage = Stage::set().await;
    let path = format!("/applications/{}/commands", stage.sandbox.world().application);
    let option = |kind: u64, name: &str| json!({"type": kind, "name": name, "description": "d"});
    let with = |options: Value| json!([{"name": "a", "description": "d", "options": options}]);
    let string = |more: Value| {
        let mut option = option(3, "o");
        option.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        with(json!([option]))
    };
    let choice = json!({"name": "n", "value": "v"});
    let numbered = |n: usize| json!({"name": format!("c{n}"), "description": "d"});
    let required = json!({"type": 3, "name": "p", "description": "d", "required": true});
    let cases: Vec<Case> = vec![
        (json!({}), "", "LIST_TYPE_CONVERT"),
        ((0..101).map(numbered).collect(), "", "BASE_TYPE_MAX_LENGTH"),
        (json!([{"name": "Bad Name", "description": "d"}]), "/0/name", "APPLICATION_COMMAND_INVALID_NAME"),
        (json!([{"name": long(33), "description": "d"}]), "/0/name", "BASE_TYPE_BAD_LENGTH"),
        (json!([{"description": "d"}]), "/0/name", "BASE_TYPE_REQUIRED"),
        (json!([{"name": "a", "description": ""}]), "/0/description", "BASE_TYPE_REQUIRED"),
        (json!([{"name": "a", "description": long(101)}]), "/0/description", "BASE_TYPE_BAD_LENGTH"),
        (json!([numbered(1), numbered(1)]), "/1", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        (with((0..26).map(|n| option(3, &format!("o{n}"))).collect()), "/0/options", "BASE_TYPE_MAX_LENGTH"),
        (
            with(json!([option(3, "o"), option(3, "o")])),
            "/0/options/1/name",
            "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        ),
        (with(json!([option(3, "o"), required])), "/0/options/1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        (with(json!([option(1, "o"), option(3, "p")])), "/0/options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        (with(json!([option(12, "o")])), "/0/options/0/type", "BASE_TYPE_CHOICES"),
        (string(json!({"choices": vec![choice.clone(); 26]})), "/0/options/0/choices", "BASE_TYPE_MAX_LENGTH"),
        (
            string(json!({"choices": [{"name": "n", "value": long(101)}]})),
            "/0/options/0/choices/0/value",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            string(json!({"choices": [choice], "autocomplete": true})),
            "/0/options/0",
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
        ),
        (string(json!({"max_length": 6001})), "/0/options/0/max_length", "NUMBER_TYPE_MAX"),
        (
            with(
                (0..25)
                    .map(|n| {
                        json!({"type": 3, "name": format!("o{n}"), "description": "d",
            "choices": (0..25).map(|m| json!({"name": format!("{m}{}", long(20)), "value": "v"})).collect::<Vec<_>>()})
                    })
                    .collect(),
            ),
            "/0",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ];
    for (body, pointer, code) in cases {
        complained(&stage.raw(Method::PUT, &path, body).await, pointer, code);
    }
    complained(
        &stage.raw(Method::POST, &path, json!({"name": "A"})).await,
        "/name",
        "APPLICATION_COMMAND_INVALID_NAME",
    );
    refused(&stage.raw(Method::GET, &format!("{path}/5"), Value::Null).await, 404, 10063);
    refused(&stage.raw(Method::GET, "/applications/5/commands", Value::Null).await, 403, 20012);
    let elsewhere = format!("/applications/{}/guilds/5/commands", stage.sandbox.world().application);
    refused(&stage.raw(Method::GET, &elsewhere, Value::Null).await, 403, 50001);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_or_not_allowed_is_refused_by_its_code() {
    let stage = Stage::set().await;
    let ids = stage.sandbox.world();
    let ann = stage.person(UserKey::Ec);
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
    stage.sandbox.fault(&json!({"close_dms": "ec"})).unwrap();
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
async fn requests_that_are_too_large_broken_or_a_strangers_are_refused() {
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
    let foreign = reqwest::Client::new().get(format!("{}/client/state?user=ec", stage.sandbox.base_url()));
    assert_eq!(foreign.header("origin", "http://elsewhere.example").send().await.unwrap().status(), 403);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_message_can_be_edited_only_so_often() {
    let stage = Stage::set().await;
    let (_, first) = stage.post(json!({"content": "x"})).await;
    let edit = format!("/channels/{}/messages/{}", stage.lounge(), first["id"].as_str().unwrap());
    let edit = async || stage.raw(Method::PATCH, &edit, json!({"content": "y"})).await;
    for _ in 0..10 {
        assert_eq!(edit().await.0, 200, "a young message can be edited at will");
    }
    stage.sandbox.fault(&json!({"skew_ms": 3_601_000})).unwrap();
    while edit().await.0 == 200 {}
    let answered = edit().await;
    refused(&answered, 429, 30046);
    assert!(answered.1["retry_after"].as_f64().is_some_and(|wait| wait > 0.0 && wait <= 3600.0), "{}", answered.1);
    stage.sandbox.fault(&json!({"skew_ms": 2 * 3_601_000})).unwrap();
    assert_eq!(edit().await.0, 200, "an hour later it can be edited again");
    stage.end().await;
}

/// Lets a person use a command that the bot does not answer; gives the path of the callback and the token.
async fn unanswered(stage: &mut Stage) -> (String, String) {
    let (ann, lounge) = (stage.person(UserKey::Ec), stage.lounge());
    tokio::spawn(async move { ann.command(lounge, "silent", Value::Null).await });
    let Heard::Interaction(id) = stage.hear(|heard| matches!(heard, Heard::Interaction(_))).await else { panic!() };
    token(stage, id)
}

fn token(stage: &Stage, id: u64) -> (String, String) {
    let sent = stage.sandbox.dispatched();
    let event = sent.iter().find(|event| event["d"]["id"] == id.to_string()).unwrap();
    let token = event["d"]["token"].as_str().unwrap();
    (format!("/interactions/{id}/{token}/callback"), token.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_malformed_answer_is_refused_field_by_field() {
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
        // The bot's own answer is held up, so that this one comes first.
        stage.sandbox.fault(&json!({"hang": {"match": "POST /interactions/**", "ms": 2_500}})).unwrap();
        let (ann, lounge) = (stage.person(UserKey::Ec), stage.lounge());
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
async fn an_interaction_can_be_answered_once_in_time_and_for_a_while() {
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

    let (ann, lounge) = (stage.person(UserKey::Ec), stage.lounge());
    let silent = tokio::spawn(async move { ann.command(lounge, "silent", Value::Null).await });
    let Heard::Interaction(id) = stage.hear(|heard| matches!(heard, Heard::Interaction(_))).await else { panic!() };
    assert!(silent.await.unwrap().is_err(), "its three seconds are over");
    let (callback, _) = self::token(&stage, id);
    refused(&stage.raw(post, &callback, json!({"type": 5})).await, 404, 10062);
    stage.end().await;
}
