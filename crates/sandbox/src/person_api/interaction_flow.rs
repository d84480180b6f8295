//! Interactions from a person's action to the bot's answer: they are stamped, delivered to the bot, and awaited.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::Asked;
use crate::interaction::{Answered, Interaction, InteractionType, owners};
use crate::people::{IDS, UserKey};
use crate::snowflake::Snowflake;
use crate::world::{GatewayEvent, Server, World};
use crate::write_message::FILE_LIMIT;

/// The longest wait for the message after a silent first answer.
const FOLLOWED_WITHIN: Duration = Duration::from_secs(10);
/// The interval at which that message is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The error of Discord's client when the bot does not answer.
const FAILED: &str = "This interaction failed";

/// A person's action, before it becomes an interaction.
#[derive(Debug)]
pub(crate) struct Act {
    pub deed: InteractionType,
    pub channel: Snowflake,
    pub source: Option<Snowflake>,
    /// The interaction whose modal is submitted.
    pub opener: Option<Snowflake>,
    /// Discord's interaction data.
    pub data: Value,
    /// The full name of a command, with its subcommands.
    pub command: Option<String>,
    /// Additional fields of Discord's interaction metadata.
    pub metadata: Value,
}

/// An interaction that is not yet delivered.
#[derive(Debug)]
pub(crate) struct Begun {
    id: Snowflake,
    user: UserKey,
    event: GatewayEvent,
    answer: oneshot::Receiver<Answered>,
    delay: Duration,
    nonce: Option<Value>,
}

impl World {
    /// Makes an interaction from a person's action.
    pub(crate) fn begin(&mut self, asked: &Asked, act: Act) -> Begun {
        let timing = match act.deed {
            InteractionType::Autocomplete => asked.timing,
            _ => self.faults.timing(asked.user, asked.timing),
        };
        let now = self.clock.now_ms();
        let id = self.clock.mint_at(timing.stamp.map_or(now, |stamp| stamp.ms(now)));
        let token = format!("{:032x}{:032x}-{id}", rand::random::<u128>(), rand::random::<u128>());
        let event = self.interaction_event(asked.user, id, &token, &act);
        let mut metadata = json!({
            "id": id, "type": act.deed as u8, "user": self.person(asked.user).json(),
            "authorizing_integration_owners": event.data["authorizing_integration_owners"],
        });
        if let (Some(metadata), Value::Object(extra)) = (metadata.as_object_mut(), act.metadata) {
            metadata.extend(extra);
        }
        let (waiting, answer) = oneshot::channel();
        self.keep_interaction(Interaction {
            id,
            token,
            deed: act.deed,
            user: asked.user,
            channel: act.channel,
            source: act.source,
            opener: act.opener,
            delivered: None,
            answered: false,
            original: None,
            command: act.command,
            metadata,
            waiting: Some(waiting),
            followed: None,
            expired: false,
        });
        Begun { id, user: asked.user, event, answer, delay: timing.delay, nonce: asked.nonce().cloned() }
    }

    fn interaction_event(&self, user: UserKey, id: Snowflake, token: &str, act: &Act) -> GatewayEvent {
        let place = &self.channels[&act.channel];
        let person = self.person(user);
        let in_guild = place.in_guild();
        let mut data = json!({
            "id": id, "application_id": IDS.application, "type": act.deed as u8, "token": token, "version": 1,
            "data": act.data, "channel_id": act.channel, "channel": place.partial_json(&self.users, person),
            "locale": "en-GB", "app_permissions": self.bot_permissions(place).to_string(), "entitlements": [],
            "entitlement_sku_ids": [], "authorizing_integration_owners": owners(in_guild),
            "context": i32::from(!in_guild), "attachment_size_limit": FILE_LIMIT,
        });
        if in_guild {
            let mut member = person.member();
            member["permissions"] = place.permissions(person).to_string().into();
            data["member"] = member;
            data["guild_id"] = json!(IDS.guild);
            data["guild_locale"] = "en-GB".into();
            data["guild"] = json!({"id": IDS.guild, "locale": "en-GB", "features": []});
        } else {
            data["user"] = person.json();
        }
        if let Some(message) = act.source.and_then(|source| self.message(act.channel, source)) {
            data["message"] = self.message_for_bot(message);
        }
        GatewayEvent { name: "INTERACTION_CREATE", data, intent: 0, direct: !in_guild }
    }
}

impl Begun {
    /// Returns the interaction's id.
    pub const fn id(&self) -> Snowflake {
        self.id
    }

    /// Overrides fields of the interaction that the bot receives.
    pub fn forging(&mut self, fields: &Value) {
        if let (Some(event), Some(fields)) = (self.event.data.as_object_mut(), fields.as_object()) {
            event.extend(fields.clone());
        }
    }
}

/// Delivers the interaction to the bot after its delay, and waits for the first answer.
pub(crate) async fn carry_out(server: Arc<Server>, begun: Begun) -> Option<(Snowflake, Answered)> {
    let nonce = begun.nonce.clone();
    let (id, user) = (begun.id, begun.user);
    let listener = Arc::clone(&server);
    let delivery = async move {
        tokio::time::sleep(begun.delay).await;
        let within = {
            let mut world = server.world();
            if let Some(interaction) = world.interactions.get_mut(&id) {
                interaction.delivered = Some(Instant::now());
            }
            world.emit(&begun.event);
            world.answer_within
        };
        tokio::time::timeout(within, begun.answer).await.ok().and_then(Result::ok)
    };
    let answered = tokio::spawn(delivery).await.ok().flatten();
    if let Some(nonce) = nonce {
        let mut world = listener.world();
        if answered.is_some() {
            world.feed(user, "ack", json!({"nonce": nonce}));
        } else {
            world.feed(user, "failed", json!({"nonce": nonce, "message": FAILED}));
        }
    }
    answered.map(|answered| (id, answered))
}

/// Completes a silent first answer with the message that follows it, if the request asks for that.
pub(crate) async fn whole(
    server: &Server,
    asked: &Asked,
    outcome: Option<(Snowflake, Answered)>,
) -> Option<(Snowflake, Answered)> {
    let Some((id, Answered::Silently)) = outcome else { return outcome };
    let until = Instant::now() + FOLLOWED_WITHIN;
    while asked.body["whole"] == true && Instant::now() < until {
        if let Some(message) = server.world().interactions.get(&id).and_then(|interaction| interaction.followed) {
            return Some((id, Answered::Update(message)));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    outcome
}

/// Returns the answer for the person's client.
pub(crate) fn told(server: &Server, channel: Snowflake, outcome: Option<(Snowflake, Answered)>) -> Response {
    let Some((id, answered)) = outcome else {
        return Json(json!({"ok": false, "error": FAILED})).into_response();
    };
    let kind = match &answered {
        Answered::Message(_) => "message",
        Answered::Deferred(_) => "deferred",
        Answered::Update(_) => "update",
        Answered::Modal(_) => "modal",
        Answered::Silently | Answered::Choices(_) => "none",
    };
    let mut json = json!({"ok": true, "interaction_id": id, "answered": kind});
    match answered {
        Answered::Message(message) | Answered::Deferred(message) | Answered::Update(message) => {
            let world = server.world();
            let message = world.message(channel, message);
            json["message"] = message.map_or(Value::Null, |message| world.message_for_person(message));
        }
        Answered::Modal(modal) => json["modal"] = modal,
        Answered::Choices(choices) => json["choices"] = choices,
        Answered::Silently => {}
    }
    Json(json).into_response()
}
