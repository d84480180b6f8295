//! Discord's REST API, version 10.
//!
//! A request is read completely, checked for an armed fault, applied under one lock of the world, and recorded.

mod channels;
mod commands;
mod events;
mod guilds;
mod interactions;
mod threads;
mod users;
mod webhooks;

use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body as HttpBody, Bytes, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::faults;
use super::people::IDS;
use super::rate_limits::Admission;
use super::recorder::{Recorded, RecordedFile};
use super::refusal::{INVALID_JSON, NOT_FOUND, Refused, TOO_LARGE, UNAUTHORIZED};
use super::snowflake::Snowflake;
use super::world::{Server, World};
use super::write_message::{Body, Upload};

/// The largest request, in bytes: ten files and their descriptions.
const REQUEST_LIMIT: usize = 112 * 1024 * 1024;

/// Discord's message for a shared rate limit.
pub(crate) const SHARED_LIMIT: &str = "The resource is being rate limited.";

/// A request of the bot.
#[derive(Clone, Debug)]
struct Asked {
    method: String,
    /// The path below `/api/v10`.
    path: String,
    query: String,
    body: Body,
    authorized: bool,
}

impl Asked {
    /// Returns a value of the query.
    fn query(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next_back()
    }
}

/// A successful answer.
#[derive(Debug)]
struct Answer {
    status: u16,
    body: Value,
}

impl Answer {
    fn ok(body: Value) -> Self {
        Self { status: 200, body }
    }

    fn nothing() -> Self {
        Self { status: 204, body: Value::Null }
    }
}

type Reply = Result<Answer, Refused>;

/// Answers a request of the bot.
pub(crate) async fn handle(State(server): State<Arc<Server>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, REQUEST_LIMIT).await else {
        return respond(TOO_LARGE.status, &TOO_LARGE.json());
    };
    let path = below_version(parts.uri.path()).to_owned();
    let mut asked = Asked {
        method: parts.method.to_string(),
        path,
        query: parts.uri.query().unwrap_or_default().to_owned(),
        body: Body::default(),
        authorized: false,
    };
    let read = read_body(&parts, bytes).await;
    let (mishap, ruling) = {
        let mut world = server.world();
        let given = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        asked.authorized = given.and_then(|given| given.strip_prefix("Bot ")) == Some(world.token.as_str());
        (world.faults.mishap(&asked.method, &asked.path), world.admit(&asked.method, &asked.path))
    };
    let (limited, standing) = match ruling {
        Admission::Through(standing) => (None, standing),
        Admission::Limited(body, standing) => (Some(body), standing),
    };
    let apply = |asked: &Asked| match &read {
        Ok(_) => server_route(&server, asked),
        Err(refused) => (refused.status, refused.json()),
    };
    if let Ok(body) = &read {
        asked.body = body.clone();
    }
    let (status, answer) = if let Some(limited) = limited {
        (429, limited)
    } else {
        let lost = || {
            record(&server, asked.clone(), 0, &Value::Null);
        };
        faults::answer(&server, mishap, (&asked.method, &asked.path), || apply(&asked), lost).await
    };
    let now_ms = record(&server, asked, status, &answer);
    let mut response = respond(status, &answer);
    if let Some(standing) = standing {
        standing.write(response.headers_mut(), now_ms);
    }
    response
}

fn below_version(path: &str) -> &str {
    let rest = path.strip_prefix("/api").unwrap_or(path);
    let Some(rest_of_version) = rest.strip_prefix("/v") else { return rest };
    rest_of_version.find('/').map_or("", |at| &rest_of_version[at..])
}

async fn read_body(parts: &Parts, bytes: Bytes) -> Result<Body, Refused> {
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        if bytes.is_empty() {
            return Ok(Body::default());
        }
        let json = serde_json::from_slice(&bytes).map_err(|_| INVALID_JSON)?;
        return Ok(Body { json, files: Vec::new() });
    }
    let mut request = Request::from_parts(parts.clone(), HttpBody::from(bytes));
    // The request has been read, within the limit above.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| INVALID_JSON)?;
    let mut body = Body { json: json!({}), files: Vec::new() };
    while let Some(field) = form.next_field().await.map_err(|_| INVALID_JSON)? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "payload_json" {
            let text = field.bytes().await.map_err(|_| INVALID_JSON)?;
            body.json = serde_json::from_slice(&text).map_err(|_| INVALID_JSON)?;
            continue;
        }
        let Some(filename) = field.file_name().map(str::to_owned) else { continue };
        let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')).unwrap_or("0").to_owned();
        let content_type = field.content_type().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|_| INVALID_JSON)?;
        body.files.push(Upload { number, name: filename, content_type, bytes });
    }
    Ok(body)
}

fn server_route(server: &Server, asked: &Asked) -> (u16, Value) {
    match route(&mut server.world(), asked) {
        Ok(answer) => (answer.status, answer.body),
        Err(refused) => (refused.status, refused.json()),
    }
}

fn route(world: &mut World, asked: &Asked) -> Reply {
    let steps: Vec<&str> = asked.path.split('/').filter(|step| !step.is_empty()).collect();
    let open = matches!(steps.as_slice(), ["gateway"] | ["webhooks", _, _, ..] | ["interactions", _, _, "callback"]);
    if !open && !asked.authorized {
        return Err(UNAUTHORIZED);
    }
    match steps.as_slice() {
        ["gateway"] => Ok(Answer::ok(json!({"url": gateway_url(world)}))),
        ["gateway", "bot"] => Ok(Answer::ok(json!({
            "url": gateway_url(world), "shards": 1,
            "session_start_limit": {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1},
        }))),
        ["users", rest @ ..] => users::route(world, asked, rest),
        ["oauth2", "applications", "@me"] | ["applications", "@me"] => users::application(world),
        ["applications", application, rest @ ..] => {
            if id(application).ok() != Some(IDS.application) {
                let message = "You are not authorized to perform this action on this application";
                return Err(Refused::new(403, 20012, message));
            }
            commands::route(world, asked, rest)
        }
        ["interactions", interaction, token, "callback"] => {
            interactions::callback(world, asked, id(interaction)?, token)
        }
        ["webhooks", application, token, rest @ ..] => webhooks::route(world, asked, id(application)?, token, rest),
        ["channels", channel, rest @ ..] => channels::route(world, asked, id(channel)?, rest),
        ["guilds", guild, rest @ ..] => guilds::route(world, asked, id(guild)?, rest),
        _ => Err(NOT_FOUND),
    }
}

fn gateway_url(world: &World) -> String {
    world.base_url.replacen("http", "ws", 1)
}

/// Parses the id in a step of a path.
fn id(step: &str) -> Result<Snowflake, Refused> {
    step.parse().map_err(|_| {
        let mut complaints = super::refusal::Complaints::default();
        complaints.add("id", "NUMBER_TYPE_COERCE", format!("Value \"{step}\" is not snowflake."));
        complaints.verdict().expect_err("there is a complaint")
    })
}

/// Records the request and its answer. Returns the time.
fn record(server: &Server, asked: Asked, status: u16, answer: &Value) -> i64 {
    let fields = if asked.body.json["data"].is_object() { &asked.body.json["data"] } else { &asked.body.json };
    let description = |file: &Upload| {
        let listed = fields["attachments"].as_array()?;
        let entry = listed.iter().find(|entry| file.is_named_by(&entry["id"]))?;
        entry["description"].as_str().map(str::to_owned)
    };
    let file = |file: &Upload| RecordedFile {
        name: file.name.clone(),
        description: description(file),
        bytes: file.bytes.clone(),
    };
    let files = asked.body.files.iter().map(file).collect();
    let mut world = server.world();
    let at_ms = world.clock.now_ms();
    world.recorder.add(Recorded {
        number: 0,
        at_ms,
        method: asked.method,
        path: asked.path,
        query: asked.query,
        body: asked.body.json,
        files,
        status,
        answer: answer.clone(),
    });
    world.rates.answered(status, shared(answer), Instant::now());
    at_ms
}

/// Whether a 429 is for a shared limit.
fn shared(answer: &Value) -> bool {
    answer["message"] == SHARED_LIMIT
}

fn respond(status: u16, body: &Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = if body.is_null() {
        status.into_response()
    } else {
        (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
    };
    let headers = response.headers_mut();
    if status == StatusCode::TOO_MANY_REQUESTS {
        let retry = body["retry_after"].to_string();
        let global = body["global"] == true;
        let scope = if global {
            "global"
        } else if shared(body) {
            "shared"
        } else {
            "user"
        };
        for (name, value) in
            [("retry-after", retry.as_str()), ("x-ratelimit-scope", scope), ("x-ratelimit-reset-after", retry.as_str())]
        {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        }
        if global {
            headers.insert("x-ratelimit-global", HeaderValue::from_static("true"));
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::below_version;

    #[test]
    fn versions_are_taken_off_the_path() {
        assert_eq!(below_version("/api/v10/users/@me"), "/users/@me");
        assert_eq!(below_version("/api/users/@me"), "/users/@me");
    }
}
