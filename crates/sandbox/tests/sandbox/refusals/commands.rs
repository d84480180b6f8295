//! Commands that Discord refuses to register.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Case, complained, long, refused};
use crate::stage::Stage;

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
