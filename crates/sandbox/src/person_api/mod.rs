//! The HTTP interface through which people act: for the page, the demo and tests.
//!
//! A person's action is sent to the bot like by Discord, or refused like by Discord's client, with
//! `{"ok": false, "error": …}`.

mod command;
mod events;
pub(crate) mod interaction_flow;
pub(crate) mod person_actions;

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Context;
use super::guild::{Channel, permissions_in_guild};
use super::message::{Mentions, Message};
use super::people::{IDS, User, UserKey};
use super::scene::{Begun, Scene, Tile};
use super::snowflake::{self, Snowflake};
use super::stated_time::Timing;
use super::world::{Server, World};

/// The largest request, in bytes: a file in base64.
const REQUEST_LIMIT: usize = 16 * 1024 * 1024;

/// The routes below `/client`.
pub(crate) fn routes() -> Router<Context> {
    Router::new()
        .route("/client/state", get(state))
        .route("/client/messages", get(messages))
        .route("/client/events", get(events::stream))
        .route("/client/send", post(send))
        .route("/client/edit", post(edit))
        .route("/client/dm", post(dm))
        .route("/client/command", post(person_actions::command))
        .route("/client/autocomplete", post(person_actions::autocomplete))
        .route("/client/press", post(person_actions::press))
        .route("/client/modal", post(person_actions::modal))
        .route("/client/scene", post(scene))
        .route("/client/sample", get(sample).post(stop_sample))
        .route("/client/tiles/{file}", get(tile))
        .layer(DefaultBodyLimit::max(REQUEST_LIMIT))
}

/// The reason of a refusal, as a sentence for the person.
type Wrong = String;

/// The query: the person whose view is returned, and the channel.
#[derive(Debug, Deserialize)]
struct Viewer {
    user: String,
    channel: Option<Snowflake>,
}

/// Returns the response to an invalid request.
pub(crate) fn malformed(why: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({"ok": false, "error": why}))).into_response()
}

/// Returns the response to an action that is refused.
pub(crate) fn refused(why: &str) -> Response {
    Json(json!({"ok": false, "error": why})).into_response()
}

async fn state(State(server): State<Arc<Server>>, Query(viewer): Query<Viewer>) -> Response {
    let key: UserKey = match viewer.user.parse() {
        Ok(key) => key,
        Err(why) => return malformed(&why),
    };
    let world = server.world();
    let user = |user: &User| {
        let mut json = user.json();
        json["key"] = json!(user.key.map(UserKey::as_str));
        json["avatar_url"] = format!("/avatars/{}/{}.svg", user.id, user.avatar()).into();
        json["roles"] = json!(user.roles);
        json
    };
    let channels = world.channels.values().filter(|channel| world.sees(key, channel));
    let channels: Vec<Value> = channels.map(|channel| world.channel_for_person(channel.id)).collect();
    Json(json!({
        "me": user(world.person(key)), "users": world.users.values().map(user).collect::<Vec<_>>(),
        "guild": {"id": IDS.guild, "name": "Sandbox", "roles": world.roles(), "owner_id": IDS.hana,
            "permissions": permissions_in_guild(world.person(key)).to_string()},
        "channels": channels, "commands": world.commands_for(key), "now": world.clock.now_ms(),
        "cursor": world.feeds[&key].cursor(), "bot_online": world.sessions.connected() > 0,
        "parts": UserKey::ALL.iter().zip(world.cast.parts).map(|(key, part)| (key.to_string(), json!(part))).collect::<Map<_, _>>(),
        "tiles": tiles(&world.tiles),
    }))
    .into_response()
}

fn scenes(tiles: &[Tile]) -> impl Iterator<Item = &Scene> {
    tiles.iter().flat_map(|tile| &tile.scenes)
}

/// Returns the tiles as JSON. Scenes are numbered across all tiles.
fn tiles(tiles: &[Tile]) -> Vec<Value> {
    let first = |number: usize| scenes(&tiles[..number]).count();
    tiles.iter().enumerate().map(|(number, tile)| tile.json(number, first(number))).collect()
}

/// Responds with a tile's picture.
async fn tile(State(server): State<Arc<Server>>, Path(file): Path<String>) -> Response {
    let number = file.strip_suffix(".png").and_then(|number| number.parse::<usize>().ok());
    let picture = number.and_then(|number| server.world().tiles.get(number).map(|tile| tile.picture.clone()));
    match picture {
        Some(picture) => {
            ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")], picture).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Ends the scene that was begun last, plays a scene by its number, and responds with its channel.
async fn scene(State(server): State<Arc<Server>>, Json(asked): Json<Value>) -> Response {
    end_scene(&server).await;
    let (scene, base_url) = {
        let world = server.world();
        let number = asked["scene"].as_u64().and_then(|number| usize::try_from(number).ok());
        (number.and_then(|number| scenes(&world.tiles).nth(number).cloned()), world.base_url.clone())
    };
    let Some(scene) = scene else { return malformed("There is no such scene.") };
    match scene.play(&base_url).await {
        Ok(begun) => {
            let channel = begun.channel;
            server.world().begun = Some(begun);
            Json(json!({"ok": true, "channel": channel})).into_response()
        }
        Err(why) => refused(&why),
    }
}

async fn end_scene(server: &Server) {
    let begun = server.world().begun.take();
    if let Some(begun) = begun {
        begun.end().await;
    }
}

/// Responds whether a sample is playing.
async fn sample(State(server): State<Arc<Server>>) -> Response {
    let playing = server.world().begun.as_ref().is_some_and(Begun::is_playing);
    Json(json!({"ok": true, "playing": playing})).into_response()
}

/// Stops the sample and ends it.
async fn stop_sample(State(server): State<Arc<Server>>) -> Response {
    end_scene(&server).await;
    Json(json!({"ok": true})).into_response()
}

async fn messages(State(server): State<Arc<Server>>, Query(viewer): Query<Viewer>) -> Response {
    let key: UserKey = match viewer.user.parse() {
        Ok(key) => key,
        Err(why) => return malformed(&why),
    };
    let world = server.world();
    let channel = viewer.channel.and_then(|id| world.channels.get(&id)).filter(|channel| world.sees(key, channel));
    let Some(channel) = channel else { return malformed("There is no such channel.") };
    let seen = channel.messages.values().filter(|message| message.seen_by(key));
    let messages: Vec<Value> = seen.map(|message| world.message_for_person(message)).collect();
    Json(json!({"messages": messages, "cursor": world.feeds[&key].cursor()})).into_response()
}

async fn dm(State(server): State<Arc<Server>>, body: Result<Json<Value>, JsonRejection>) -> Response {
    let asked = match Asked::read(body) {
        Ok(asked) => asked,
        Err(why) => return malformed(&why),
    };
    let mut world = server.world();
    let id = world.open_dm(asked.user);
    let mut channel = world.channel_for_person(id);
    channel["ok"] = true.into();
    Json(channel).into_response()
}

async fn send(State(server): State<Arc<Server>>, body: Result<Json<Value>, JsonRejection>) -> Response {
    let asked = match Asked::read(body) {
        Ok(asked) => asked,
        Err(why) => return malformed(&why),
    };
    let (event, shown, delay) = {
        let mut world = server.world();
        match say(&mut world, &asked) {
            Ok(said) => said,
            Err(why) => return refused(&why),
        }
    };
    let later = Arc::clone(&server);
    let deliver = async move {
        tokio::time::sleep(delay).await;
        if let Some(event) = event {
            later.world().emit(&event);
        }
    };
    if delay.is_zero() {
        deliver.await;
    } else if let Err(broken) = tokio::spawn(deliver).await {
        tracing::error!(%broken, "a delayed message was not delivered");
    }
    Json(json!({"ok": true, "message": shown})).into_response()
}

pub(crate) type Said = (Option<super::world::GatewayEvent>, Value, std::time::Duration);

async fn edit(State(server): State<Arc<Server>>, body: Result<Json<Value>, JsonRejection>) -> Response {
    let asked = match Asked::read(body) {
        Ok(asked) => asked,
        Err(why) => return malformed(&why),
    };
    let mut world = server.world();
    let channel = match asked.channel(&world) {
        Ok(channel) => channel,
        Err(why) => return refused(&why),
    };
    let own = asked.id("message").and_then(|id| world.message(channel, id)).filter(|own| own.author == asked.user.id());
    let Some(mut message) = own.cloned() else { return refused("The message is not yours, or gone.") };
    asked.text("content").clone_into(&mut message.content);
    message.edited_ms = Some(world.clock.now_ms());
    let shown = world.message_for_person(&message);
    world.replace(message);
    Json(json!({"ok": true, "message": shown})).into_response()
}

/// Posts a person's message in a channel. Returns the event for the bot, the message, and the event's delay.
pub(crate) fn say(world: &mut World, asked: &Asked) -> Result<Said, Wrong> {
    let channel = asked.channel(world)?;
    let content = asked.body["content"].as_str().unwrap_or_default();
    let forged = asked.body["forged"] == true;
    let content = if forged { content } else { content.trim() };
    if content.is_empty() {
        return Err("A message needs words.".to_owned());
    }
    if content.chars().count() > 2000 && !forged {
        return Err("A message may have 2,000 characters.".to_owned());
    }
    let timing = world.faults.timing(asked.user, asked.timing);
    let now = world.clock.now_ms();
    let id = world.clock.mint_at(timing.stamp.map_or(now, |stamp| stamp.ms(now)));
    let mut message = Message::new(id, channel, asked.user.id());
    content.clone_into(&mut message.content);
    message.mentions = {
        let may = asked.user == UserKey::Hana;
        Mentions::read(content, &Value::Null, may, may)
    };
    message.nonce = asked.nonce().cloned();
    if let Some(referenced) = asked.id("reply_to").filter(|id| world.message(channel, *id).is_some()) {
        message.reference = Some(referenced);
        message.kind = 19;
    }
    let shown = world.message_for_person(&message);
    let event = world.insert(message);
    Ok((event, shown, timing.delay))
}

/// A request of a person's client.
#[derive(Debug)]
pub(crate) struct Asked {
    pub user: UserKey,
    pub body: Value,
    pub timing: Timing,
}

impl Asked {
    pub fn read(body: Result<Json<Value>, JsonRejection>) -> Result<Self, Wrong> {
        let Json(body) = body.map_err(|rejection| rejection.body_text())?;
        let user = body["user"].as_str().unwrap_or_default().parse()?;
        let timing = Timing::read(&body)?;
        Ok(Self { user, body, timing })
    }

    fn text(&self, name: &str) -> &str {
        self.body[name].as_str().unwrap_or_default()
    }

    fn nonce(&self) -> Option<&Value> {
        Some(&self.body["nonce"]).filter(|nonce| !nonce.is_null())
    }

    pub fn id(&self, name: &str) -> Option<Snowflake> {
        snowflake::read(&self.body[name])
    }

    /// Returns the channel of the request, if the person sees it.
    pub fn channel(&self, world: &World) -> Result<Snowflake, Wrong> {
        let channel = self.id("channel").and_then(|id| world.channels.get(&id));
        let mine = |channel: &&Channel| match channel.person() {
            Some(person) => person == self.user,
            None => world.may_view(self.user, channel),
        };
        channel.filter(mine).map(|channel| channel.id).ok_or_else(|| "There is no such channel.".to_owned())
    }
}
