//! Messages: errors in their bodies, and the limit on edits of old ones.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Case, complained, long, refused};
use crate::stage::Stage;

pub fn button(id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "x", "custom_id": id})
}

#[expect(clippy::needless_pass_by_value, reason = "it is always a literal")]
fn menu(changes: Value) -> Value {
    let mut menu = json!({"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]});
    menu.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    menu
}

/// Returns a message with one row of these components.
fn row(parts: &[Value]) -> Value {
    json!({"content": "x", "components": [{"type": 1, "components": parts}]})
}

#[expect(clippy::needless_pass_by_value, reason = "it is always a literal")]
pub fn embed(embed: Value) -> Value {
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
async fn malformed_message_is_refused_field_by_field() {
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
async fn edits_of_an_old_message_are_limited() {
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
