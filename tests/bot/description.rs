//! Checks all traffic between the bot and the sandbox against Discord's own description of its interface.
//!
//! - `DISCORD_OPENAPI` names the file (`discord/discord-api-spec`, `OpenAPI` 3.1). Without it nothing is checked, and a line says so.
//! - Unknown fields fail: every object that lists its fields is closed.
//! - [`corrections`] lists where the documentation contradicts and overrides the description.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

use deathmatch::sandbox::Recorded;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

/// The description, if `DISCORD_OPENAPI` names one.
static DESCRIPTION: LazyLock<Option<Description>> = LazyLock::new(|| {
    let Some(path) = std::env::var_os("DISCORD_OPENAPI").filter(|path| !path.is_empty()) else {
        println!("skipped: DISCORD_OPENAPI does not name Discord's description, so nothing is checked against it");
        return None;
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(Description::read(serde_json::from_str(&text).unwrap()))
});

/// Panics unless all requests, answers and events fit Discord's description.
pub fn check(recorded: &[Recorded], dispatched: &[Value]) {
    let Some(description) = &*DESCRIPTION else { return };
    let mut misfits = BTreeSet::new();
    for request in recorded {
        description.request(request, &mut misfits);
    }
    for payload in dispatched {
        description.payload(payload, &mut misfits);
    }
    let misfits: Vec<_> = misfits.into_iter().collect();
    assert!(misfits.is_empty(), "not as Discord describes it:\n{}", misfits.join("\n"));
}

/// The places where the documentation overrides the description: the place, its right content, and the reason.
fn corrections() -> [(&'static str, Value, &'static str); 1] {
    let named = json!({"code": {"type": "string"}, "message": {"type": "string"}});
    [(
        "/components/schemas/InnerErrors/properties/_errors/items",
        json!({"type": "object", "properties": named, "required": ["code", "message"]}),
        "the codes of a form's errors are names: Reference, Error Messages",
    )]
}

struct Description {
    document: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Description {
    fn read(mut document: Value) -> Self {
        for (place, right, _why) in corrections() {
            *document.pointer_mut(place).unwrap_or_else(|| panic!("{place} is gone: is it still wrong?")) = right;
        }
        let schemas = document["components"]["schemas"].as_object().unwrap().clone();
        for schema in document["components"]["schemas"].as_object_mut().unwrap().values_mut() {
            close(schema, &schemas);
        }
        Self { document, validators: Mutex::default() }
    }

    /// Checks a request of the bot and its answer.
    fn request(&self, asked: &Recorded, misfits: &mut BTreeSet<String>) {
        let method = asked.method.to_lowercase();
        let Some((template, path)) = self.route(&asked.path, &method) else {
            misfits.insert(format!("{} {}: no such route", asked.method, asked.path));
            return;
        };
        let operation = &path[&method];
        let name = format!("{} {template}", asked.method);
        self.query(&name, asked, path, operation, misfits);
        let content = &operation["requestBody"]["content"];
        match &content["application/json"]["schema"] {
            Value::Null if !asked.body.is_null() => {
                misfits.insert(format!("{name}: takes no body"));
            }
            Value::Null => {}
            schema => {
                if !asked.files.is_empty() && content["multipart/form-data"].is_null() {
                    misfits.insert(format!("{name}: takes no files"));
                }
                let mut body = asked.body.clone();
                normalise(&mut body);
                self.fits(&name, schema, &body, misfits);
            }
        }
        if asked.status < 500 && asked.status != 0 {
            self.answer(&name, asked, &operation["responses"], misfits);
        }
    }

    fn query(&self, name: &str, asked: &Recorded, path: &Value, operation: &Value, misfits: &mut BTreeSet<String>) {
        let known = [&path["parameters"], &operation["parameters"]].into_iter().filter_map(Value::as_array).flatten();
        let known: Vec<_> = known.filter(|parameter| parameter["in"] == "query").collect();
        for (key, given) in asked.query.split('&').filter_map(|pair| pair.split_once('=')) {
            let Some(parameter) = known.iter().find(|parameter| parameter["name"] == key) else {
                misfits.insert(format!("{name}: takes no ?{key}"));
                continue;
            };
            let schema = &parameter["schema"];
            let value = match schema["type"].as_str() {
                Some("integer" | "boolean") => serde_json::from_str(given).unwrap_or_else(|_| json!(given)),
                _ => json!(given),
            };
            self.fits(&format!("{name}?{key}"), schema, &value, misfits);
        }
    }

    fn answer(&self, name: &str, asked: &Recorded, responses: &Value, misfits: &mut BTreeSet<String>) {
        let status = asked.status.to_string();
        let class = format!("{}XX", asked.status / 100);
        let Some(mut response) = responses.get(&status).or_else(|| responses.get(&class)) else {
            misfits.insert(format!("{name}: never answers {status}"));
            return;
        };
        if let Some(named) = response["$ref"].as_str() {
            response = self.document.pointer(&named[1..]).unwrap();
        }
        let schema = &response["content"]["application/json"]["schema"];
        let name = format!("{name} → {status}");
        if !schema.is_null() {
            self.fits(&name, schema, &asked.answer, misfits);
        } else if !asked.answer.is_null() {
            misfits.insert(format!("{name}: has no body"));
        }
    }

    /// Checks a gateway event, for the objects that the description defines.
    fn payload(&self, payload: &Value, misfits: &mut BTreeSet<String>) {
        let event = payload["t"].as_str().unwrap_or_default();
        let data = &payload["d"];
        let mut part = |what: &str, schema: &str, value: &Value| {
            let schema = json!({"$ref": format!("#/components/schemas/{schema}")});
            self.fits(&format!("{event} {what}"), &schema, value, misfits);
        };
        match event {
            "READY" => part("user", "UserResponse", &without(&data["user"], &["verified", "mfa_enabled", "email"])),
            "GUILD_CREATE" => {
                for channel in list(&data["channels"]) {
                    part("channel", "GuildChannelResponse", channel);
                }
                for member in list(&data["members"]) {
                    part("member", "GuildMemberResponse", member);
                }
                let more = ["joined_at", "large", "unavailable", "member_count", "voice_states", "members", "channels"];
                let also = ["threads", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"];
                part("", "GuildResponse", &without(data, &[&more[..], &also[..]].concat()));
            }
            "THREAD_CREATE" | "THREAD_UPDATE" => part("", "ThreadResponse", &without(data, &["newly_created"])),
            "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "CHANNEL_DELETE" => part("", "GuildChannelResponse", data),
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" => {
                if data["member"].is_object() {
                    part("member", "GuildMemberResponse", &with(&data["member"], "user", &data["author"]));
                }
                part("", "MessageResponse", &without(data, &["guild_id", "member"]));
            }
            "INTERACTION_CREATE" => {
                match &data["member"] {
                    Value::Null => part("user", "UserResponse", &data["user"]),
                    member => part("member", "GuildMemberResponse", &without(member, &["permissions"])),
                }
                let channel = match data["channel"]["type"].as_u64() {
                    Some(10..=12) => "ThreadResponse",
                    _ if data["guild_id"].is_null() => "PrivateChannelResponse",
                    _ => "GuildChannelResponse",
                };
                part("channel", channel, &data["channel"]);
                if !data["message"].is_null() {
                    part("message", "MessageResponse", &data["message"]);
                }
                let resolved = &data["data"]["resolved"];
                for (kind, schema) in [
                    ("users", "UserResponse"),
                    ("roles", "GuildRoleResponse"),
                    ("attachments", "MessageAttachmentResponse"),
                ] {
                    for thing in resolved[kind].as_object().into_iter().flat_map(Map::values) {
                        part(kind, schema, thing);
                    }
                }
                for (id, member) in resolved["members"].as_object().into_iter().flatten() {
                    let whole = with(&without(member, &["permissions"]), "user", &resolved["users"][id]);
                    part(
                        "members",
                        "GuildMemberResponse",
                        &with(&with(&whole, "mute", &json!(false)), "deaf", &json!(false)),
                    );
                }
            }
            _ => {}
        }
    }

    /// Returns the template of a path: the one with the fewest blanks.
    fn route(&self, path: &str, method: &str) -> Option<(&str, &Value)> {
        let steps: Vec<&str> = path.split('/').collect();
        let fits = |template: &str| {
            let blanks: Vec<&str> = template.split('/').collect();
            blanks.len() == steps.len()
                && blanks.iter().zip(&steps).all(|(blank, step)| blank.starts_with('{') || blank == step)
        };
        let paths = self.document["paths"].as_object().unwrap();
        let fitting = paths.iter().filter(|(template, path)| fits(template) && !path[method].is_null());
        fitting
            .min_by_key(|(template, _)| template.matches('{').count())
            .map(|(template, path)| (template.as_str(), path))
    }

    fn fits(&self, at: &str, schema: &Value, value: &Value, misfits: &mut BTreeSet<String>) {
        for error in self.validator(schema).iter_errors(value) {
            misfits.extend(leaves(&error).into_iter().map(|leaf| format!("{at} {leaf}")));
        }
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let key = schema.to_string();
        let mut validators = self.validators.lock().unwrap();
        let made = validators.entry(key).or_insert_with(|| {
            let mut root = schema.clone();
            close(&mut root, self.document["components"]["schemas"].as_object().unwrap());
            root["components"] = json!({"schemas": self.document["components"]["schemas"]});
            Arc::new(jsonschema::draft202012::new(&root).unwrap_or_else(|error| panic!("{schema}: {error}")))
        });
        Arc::clone(made)
    }
}

/// Closes a schema's objects: they have their listed fields and no others.
fn close(schema: &mut Value, named: &Map<String, Value>) {
    let Some(fields) = schema.as_object_mut() else { return };
    merge(fields, named);
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        properties.values_mut().for_each(|property| close(property, named));
        fields.entry("additionalProperties").or_insert(json!(false));
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = fields.get_mut(key) {
            close(inner, named);
        }
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(branches)) = fields.get_mut(key) {
            for branch in branches {
                close(branch, named);
            }
        }
    }
}

/// Merges the parts of an `allOf` schema into one object: the parts could not each be closed.
fn merge(fields: &mut Map<String, Value>, named: &Map<String, Value>) {
    let Some(Value::Array(parts)) = fields.get("allOf") else { return };
    let whole = |part: &Value| match part["$ref"].as_str() {
        Some(name) => named[name.rsplit('/').next().unwrap()].clone(),
        None => part.clone(),
    };
    let parts: Vec<Value> = parts.iter().map(whole).collect();
    if !parts.iter().all(|part| part["properties"].is_object()) {
        return;
    }
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in &parts {
        properties.extend(part["properties"].as_object().unwrap().clone());
        required.extend(list(&part["required"]).iter().cloned());
    }
    fields.remove("allOf");
    fields.insert("properties".to_owned(), properties.into());
    fields.insert("required".to_owned(), required.into());
}

/// Returns the innermost errors. In a choice of schemas they are those of the closest schema.
fn leaves(error: &ValidationError) -> Vec<String> {
    let (ValidationErrorKind::AnyOf { context: branches } | ValidationErrorKind::OneOfNotValid { context: branches }) =
        error.kind()
    else {
        return vec![format!("{}: {error}", error.instance_path())];
    };
    // A branch for another kind of object already fails at its `type`, or wants null.
    let is_other = |inner: &ValidationError| {
        matches!(inner.kind(), ValidationErrorKind::Type { .. }) && inner.instance_path() == error.instance_path()
            || inner.instance_path().as_str().ends_with("/type")
    };
    let meant = branches.iter().filter(|errors| !errors.iter().any(is_other)).min_by_key(|errors| errors.len());
    let meant = meant.or_else(|| branches.iter().min_by_key(|errors| errors.len()));
    meant.into_iter().flatten().flat_map(leaves).collect()
}

/// Converts a request's fields to the form that the description knows, where Discord accepts several.
fn normalise(body: &mut Value) {
    match body {
        Value::Array(items) => items.iter_mut().for_each(normalise),
        Value::Object(fields) => {
            if let Some(Value::String(bits)) = fields.get("default_member_permissions") {
                let bits: u64 = bits.parse().unwrap();
                fields.insert("default_member_permissions".to_owned(), bits.into());
            }
            for attachment in fields.get_mut("attachments").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Value::Number(id) = &attachment["id"] {
                    attachment["id"] = id.to_string().into();
                }
            }
            fields.values_mut().for_each(normalise);
        }
        _ => {}
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn with(object: &Value, key: &str, value: &Value) -> Value {
    let mut object = object.clone();
    object[key] = value.clone();
    object
}

fn without(object: &Value, keys: &[&str]) -> Value {
    let mut object = object.clone();
    object.as_object_mut().unwrap().retain(|key, _| !keys.contains(&key.as_str()));
    object
}

fn asked(body: Value, status: u16, answer: Value) -> Recorded {
    Recorded {
        number: 0,
        at_ms: 0,
        method: "POST".to_owned(),
        path: "/things/5".to_owned(),
        query: "wait=true".to_owned(),
        body,
        files: Vec::new(),
        status,
        answer,
    }
}

#[test]
fn traffic_that_contradicts_the_description_is_found() {
    let error = json!({"type": "object", "properties": {"code": {"type": "integer"}}, "required": ["code"]});
    let more = json!({"type": "object", "properties": {"errors": {"type": "string"}}});
    let inner = json!({"properties": {"_errors": {"type": "array", "items": {}}}});
    let thing = json!({"type": "object", "properties": {"name": {"type": "string"}, "next": {"oneOf": [
        {"type": "null"}, {"$ref": "#/components/schemas/Thing"}]}}});
    let refused = json!({"allOf": [{"$ref": "#/components/schemas/Error"}, more]});
    let content = |schema: Value| json!({"application/json": {"schema": schema}});
    let description = Description::read(json!({
        "components": {
            "schemas": {"Error": error, "Refused": refused, "Thing": thing, "InnerErrors": inner},
            "responses": {"Refused": {"content": content(json!({"$ref": "#/components/schemas/Refused"}))}},
        },
        "paths": {"/things/{id}": {"post": {
            "parameters": [{"name": "wait", "in": "query", "schema": {"type": "boolean"}}],
            "requestBody": {"content": content(json!({"$ref": "#/components/schemas/Thing"}))},
            "responses": {"204": {}, "4XX": {"$ref": "#/components/responses/Refused"}},
        }}},
    }));
    let found = |request: &Recorded| {
        let mut misfits = BTreeSet::new();
        description.request(request, &mut misfits);
        misfits.into_iter().collect::<Vec<_>>().join(" | ")
    };
    let fine = json!({"name": "a", "next": {"name": "b", "next": null}});
    assert_eq!(found(&asked(fine.clone(), 204, Value::Null)), "");
    assert_eq!(found(&asked(fine.clone(), 403, json!({"code": 1, "errors": "x"}))), "");
    for (request, words) in [
        (asked(json!({"name": 5}), 204, Value::Null), "POST /things/{id} /name: 5 is not"),
        (asked(json!({"name": "a", "size": 5}), 204, Value::Null), "'size' was unexpected"),
        (asked(json!({"next": {"next": {"size": 5}}}), 204, Value::Null), "/next/next: "),
        (asked(fine.clone(), 204, json!({})), "→ 204: has no body"),
        (asked(fine.clone(), 200, json!({})), "never answers 200"),
        (asked(fine.clone(), 400, json!({"code": 1, "reason": "x"})), "→ 400 : Additional"),
        (Recorded { query: "wait=5".to_owned(), ..asked(fine.clone(), 204, Value::Null) }, "?wait : 5 is not"),
        (Recorded { query: "x=5".to_owned(), ..asked(fine.clone(), 204, Value::Null) }, "takes no ?x"),
        (Recorded { path: "/other".to_owned(), ..asked(fine, 204, Value::Null) }, "no such route"),
    ] {
        let misfits = found(&request);
        assert!(misfits.contains(words), "{words:?} in {misfits:?}");
    }
}
