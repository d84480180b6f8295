//! The gateway: websocket sessions of the bot, with replay of missed events on resumption.
//!
//! A session outlives its connection and stores events in between for a while. A bot may have any number of
//! connections.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::ZlibEncoder};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Stop;
use super::guild::{Place, guild_json};
use super::people::IDS;
use super::snowflake::timestamp;
use super::world::{GatewayEvent, Server, World};

/// The number of events that a session stores for replay.
const KEPT: usize = 2000;
/// The time for which a session without a connection can be resumed.
const RESUMABLE: Duration = Duration::from_mins(2);
/// Discord's heartbeat interval.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(41_250);
/// The intents that need Discord's approval. The sandbox's application has none.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;

/// A message from a session to its connection.
#[derive(Clone, Debug)]
pub(crate) enum Sent {
    Payload(Arc<str>),
    Close(u16, &'static str),
    /// Cuts the connection without a close frame.
    Cut,
}

/// A session of one shard of the bot.
#[derive(Debug)]
struct Session {
    id: String,
    shard: (u64, u64),
    intents: u64,
    sequence: u64,
    kept: VecDeque<(u64, Arc<str>)>,
    connection: Option<mpsc::UnboundedSender<Sent>>,
    lost: Option<Instant>,
}

impl Session {
    fn dispatch(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let payload: Arc<str> = json!({"op": 0, "s": self.sequence, "t": name, "d": data}).to_string().into();
        self.kept.push_back((self.sequence, Arc::clone(&payload)));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        self.send(Sent::Payload(payload));
    }

    fn send(&mut self, sent: Sent) {
        if self.connection.as_ref().is_some_and(|connection| connection.send(sent).is_err()) {
            self.lose();
        }
    }

    fn lose(&mut self) {
        self.connection = None;
        self.lost = Some(Instant::now());
    }

    fn wants(&self, event: &GatewayEvent) -> bool {
        let (shard, count) = self.shard;
        let home = if event.direct { 0 } else { (IDS.guild.get() >> 22) % count.max(1) };
        shard == home && (event.intent == 0 || self.intents & event.intent != 0)
    }
}

/// A fault of the gateway.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Disturbance {
    /// Connections are cut; sessions can be resumed.
    Drop,
    /// The bot is asked to reconnect.
    Reconnect,
    /// Sessions are declared invalid.
    Invalid,
}

/// All sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    list: Vec<Session>,
    /// The time until which connections are refused.
    pub refused_until: Option<Instant>,
}

impl Sessions {
    /// Sends an event to the sessions whose shard and intents include it.
    pub fn dispatch(&mut self, event: &GatewayEvent) {
        self.list.retain(|session| session.lost.is_none_or(|lost| lost.elapsed() < RESUMABLE));
        for session in self.list.iter_mut().filter(|session| session.wants(event)) {
            session.dispatch(event.name, &event.data);
        }
    }

    /// Returns the number of sessions with a connection.
    pub fn connected(&self) -> usize {
        self.list.iter().filter(|session| session.connection.is_some()).count()
    }

    /// Returns the events stored for replay, session by session, oldest first.
    pub fn kept(&self) -> Vec<Value> {
        let payloads = self.list.iter().flat_map(|session| &session.kept);
        payloads.map(|(_, payload)| serde_json::from_str(payload).expect("a payload is JSON")).collect()
    }

    /// Sends the last `events` events of each session again, with their old numbers.
    pub fn again(&mut self, events: u64) {
        for session in &mut self.list {
            let first = session.kept.len().saturating_sub(usize::try_from(events).unwrap_or(usize::MAX));
            let again: Vec<_> = session.kept.iter().skip(first).map(|(_, payload)| Arc::clone(payload)).collect();
            for payload in again {
                session.send(Sent::Payload(payload));
            }
        }
    }

    /// Disturbs all connected sessions.
    pub fn disturb(&mut self, how: Disturbance) {
        for session in &mut self.list {
            match how {
                Disturbance::Drop => {
                    session.send(Sent::Cut);
                    session.lose();
                }
                Disturbance::Reconnect => session.send(Sent::Payload(json!({"op": 7, "d": null}).to_string().into())),
                Disturbance::Invalid => {
                    session.send(Sent::Payload(json!({"op": 9, "d": false}).to_string().into()));
                }
            }
        }
        if matches!(how, Disturbance::Invalid) {
            self.list.clear();
        }
    }

    fn by_id(&mut self, id: &str) -> Option<&mut Session> {
        self.list.iter_mut().find(|session| session.id == id)
    }
}

/// Opens a websocket for the bot, unless the gateway refuses connections now.
pub(super) fn open(upgrade: WebSocketUpgrade, server: Arc<Server>, stop: Stop) -> Response {
    let refused = server.world().sessions.refused_until.is_some_and(|until| until > Instant::now());
    if refused {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| serve(socket, server, stop))
}

/// Serves one connection until it ends.
async fn serve(mut socket: WebSocket, server: Arc<Server>, mut stop: Stop) {
    let (outgoing, mut incoming) = mpsc::unbounded_channel();
    let mut line = Line { server, outgoing, session: None, compress: false };
    let heartbeat = u64::try_from(line.server.world().heartbeat.as_millis()).unwrap_or(u64::MAX);
    let hello = json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": heartbeat, "_trace": []}});
    if socket.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    let clean = loop {
        tokio::select! {
            sent = incoming.recv() => {
                let message = match sent {
                    Some(Sent::Payload(payload)) => line.encode(&payload),
                    Some(Sent::Close(code, reason)) => {
                        let frame = CloseFrame { code, reason: reason.into() };
                        let _closed = socket.send(Message::Close(Some(frame))).await;
                        break false;
                    }
                    Some(Sent::Cut) | None => break false,
                };
                if socket.send(message).await.is_err() {
                    break false;
                }
            }
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => line.hear(text.as_str()),
                Some(Ok(Message::Binary(bytes))) => line.hear(&String::from_utf8_lossy(&bytes)),
                Some(Ok(Message::Close(frame))) => break frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001)),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break false,
            },
            () = stop.wait() => {
                let frame = CloseFrame { code: 1001, reason: "".into() };
                let _closed = socket.send(Message::Close(Some(frame))).await;
                break false;
            }
        }
    };
    line.end(clean);
}

/// The state of one connection.
struct Line {
    server: Arc<Server>,
    outgoing: mpsc::UnboundedSender<Sent>,
    session: Option<String>,
    compress: bool,
}

impl Line {
    fn encode(&self, payload: &str) -> Message {
        if !self.compress {
            return Message::text(payload.to_owned());
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(payload.as_bytes()).expect("a vector takes all bytes");
        Message::binary(encoder.finish().expect("a vector takes all bytes"))
    }

    fn reply(&self, sent: Sent) {
        let _gone = self.outgoing.send(sent);
    }

    fn reply_json(&self, payload: &Value) {
        self.reply(Sent::Payload(payload.to_string().into()));
    }

    fn hear(&mut self, text: &str) {
        let Ok(payload) = serde_json::from_str::<Value>(text) else {
            return self.reply(Sent::Close(4002, "Error while decoding payload."));
        };
        match payload["op"].as_u64() {
            Some(1) => self.reply_json(&json!({"op": 11, "d": null})),
            Some(2) if self.session.is_some() => self.reply(Sent::Close(4005, "Already authenticated.")),
            Some(2) => self.identify(&payload["d"]),
            Some(6) => self.resume(&payload["d"]),
            Some(3 | 4 | 8 | 31) if self.session.is_some() => {}
            Some(3 | 4 | 8 | 31) => self.reply(Sent::Close(4003, "Not authenticated.")),
            _ => self.reply(Sent::Close(4001, "Unknown opcode.")),
        }
    }

    fn identify(&mut self, asked: &Value) {
        let server = Arc::clone(&self.server);
        let mut world = server.world();
        if !token_matches(&world, &asked["token"]) {
            return self.reply(Sent::Close(4004, "Authentication failed."));
        }
        let Some(intents) = asked["intents"].as_u64() else {
            return self.reply(Sent::Close(4013, "Invalid intent(s)."));
        };
        if intents & PRIVILEGED != 0 {
            return self.reply(Sent::Close(4014, "Disallowed intent(s)."));
        }
        let shard = (asked["shard"][0].as_u64().unwrap_or(0), asked["shard"][1].as_u64().unwrap_or(1));
        if shard.0 >= shard.1 {
            return self.reply(Sent::Close(4010, "Invalid shard."));
        }
        self.compress = asked["compress"] == true;
        let id = format!("{:032x}", rand::random::<u128>());
        self.session = Some(id.clone());
        let mut session = Session {
            id: id.clone(),
            shard,
            intents,
            sequence: 0,
            kept: VecDeque::new(),
            connection: Some(self.outgoing.clone()),
            lost: None,
        };
        let ready = ready(&world, &id, shard);
        session.dispatch("READY", &ready);
        world.sessions.list.push(session);
        if world.bot_present {
            let event = guild_create(&world);
            let session = world.sessions.by_id(&id).expect("the session was just added");
            if session.wants(&event) {
                session.dispatch(event.name, &event.data);
            }
        }
    }

    fn resume(&mut self, asked: &Value) {
        let server = Arc::clone(&self.server);
        let mut world = server.world();
        if !token_matches(&world, &asked["token"]) {
            return self.reply(Sent::Close(4004, "Authentication failed."));
        }
        let (id, seen) = (asked["session_id"].as_str().unwrap_or_default(), asked["seq"].as_u64().unwrap_or(0));
        let session = world.sessions.by_id(id).filter(|session| {
            let oldest = session.kept.front().map_or(session.sequence + 1, |(sequence, _)| *sequence);
            seen + 1 >= oldest && session.lost.is_none_or(|lost| lost.elapsed() < RESUMABLE)
        });
        let Some(session) = session else {
            return self.reply_json(&json!({"op": 9, "d": false}));
        };
        if seen > session.sequence {
            return self.reply(Sent::Close(4007, "Invalid seq."));
        }
        session.send(Sent::Cut);
        session.connection = Some(self.outgoing.clone());
        session.lost = None;
        for (_, payload) in session.kept.iter().filter(|(sequence, _)| *sequence > seen) {
            self.reply(Sent::Payload(Arc::clone(payload)));
        }
        self.session = Some(id.to_owned());
        session.dispatch("RESUMED", &json!({"_trace": []}));
    }

    /// Ends the session after a clean close. Otherwise it can be resumed.
    fn end(&self, clean: bool) {
        let Some(id) = &self.session else { return };
        let mut world = self.server.world();
        if clean {
            world.sessions.list.retain(|session| session.id != *id);
        } else if let Some(session) = world.sessions.by_id(id)
            && session.connection.as_ref().is_some_and(|connection| connection.same_channel(&self.outgoing))
        {
            session.lose();
        }
    }
}

fn token_matches(world: &World, token: &Value) -> bool {
    token.as_str().is_some_and(|token| token.strip_prefix("Bot ").unwrap_or(token) == world.token)
}

fn ready(world: &World, session: &str, shard: (u64, u64)) -> Value {
    let mut user = world.bot().json();
    user["verified"] = true.into();
    user["mfa_enabled"] = false.into();
    user["email"] = Value::Null;
    let guilds = if world.bot_present { json!([{"id": IDS.guild, "unavailable": true}]) } else { json!([]) };
    json!({
        "v": 10, "user": user, "guilds": guilds, "session_id": session, "session_type": "normal",
        "resume_gateway_url": world.base_url.replacen("http", "ws", 1), "shard": [shard.0, shard.1],
        "application": {"id": IDS.application, "flags": 0}, "private_channels": [], "relationships": [],
        "user_settings": {}, "presences": [], "guild_join_requests": [], "geo_ordered_rtc_regions": [],
    })
}

/// Returns the event that sends the bot its guild.
pub(crate) fn guild_create(world: &World) -> GatewayEvent {
    let mut data = guild_json(&world.roles());
    let extra = json!({
        "joined_at": timestamp(IDS.guild.ms()), "large": false, "unavailable": false,
        "member_count": world.users.len(), "voice_states": [], "members": [world.bot().member()],
        "channels": world.channels.values().filter(|channel| matches!(channel.place, Place::Text { .. }))
            .map(|channel| channel.json(&world.users)).collect::<Vec<_>>(),
        "threads": [], "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
    });
    if let (Some(data), Value::Object(extra)) = (data.as_object_mut(), extra) {
        data.extend(extra);
    }
    GatewayEvent { name: "GUILD_CREATE", data, intent: 1, direct: false }
}
