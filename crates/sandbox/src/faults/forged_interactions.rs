//! Forged interactions, which Discord's client would never send, for tests of the bot's checks.
//!
//! `POST /client/forge` takes the person, the channel, and the interaction's `type` and `data`. `message` is the message
//! of the component. The fields of `event` override the interaction's. Nothing is checked.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::response::Response;
use serde_json::{Value, json};

use crate::interaction::InteractionType;
use crate::person_api::interaction_flow::{Act, carry_out, told, whole};
use crate::person_api::{Asked, malformed, refused};
use crate::remote_person::{Answer, Failed, Person, fields};
use crate::snowflake::Snowflake;
use crate::visible_message::Seen;
use crate::world::Server;

/// The stated place of a forged interaction.
#[derive(Clone, Copy, Debug)]
pub enum Forged<'a> {
    /// In a channel.
    In(Snowflake),
    /// On a message.
    On(&'a Seen),
}

impl Person {
    /// Sends a message that no client would send: of any length, with any characters.
    ///
    /// # Errors
    /// If it is empty, or there is no such channel.
    pub async fn forge_text(&self, channel: Snowflake, text: &str) -> Result<Seen, Failed> {
        let body = fields(json!({"channel": channel, "content": text, "forged": true}));
        let mut answer = self.send("send", self.timed(body)).await?;
        Ok(Seen::new(answer["message"].take()))
    }

    /// Sends the bot an unchecked interaction: Discord's `kind` (2 command, 3 component, 4 autocomplete, 5 modal) and
    /// `data`. The fields of `event` override the interaction's.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds.
    pub async fn forge(&self, place: Forged<'_>, kind: u8, data: Value, event: Value) -> Result<Answer, Failed> {
        let (channel, message) = match place {
            Forged::In(channel) => (channel, None),
            Forged::On(message) => (message.channel(), Some(message.id())),
        };
        self.act("forge", json!({"channel": channel, "message": message, "type": kind, "data": data, "event": event}))
            .await
    }

    /// Presses a button that the message may not have.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds.
    pub async fn forge_press(&self, message: &Seen, custom_id: &str) -> Result<Answer, Failed> {
        let data = json!({"custom_id": custom_id, "component_type": 2, "id": 1});
        self.forge(Forged::On(message), 3, data, json!({})).await
    }

    /// Chooses from a menu that the message may not have.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds.
    pub async fn forge_select(&self, message: &Seen, custom_id: &str, values: &[&str]) -> Result<Answer, Failed> {
        let data = json!({"custom_id": custom_id, "component_type": 3, "id": 1, "values": values});
        self.forge(Forged::On(message), 3, data, json!({})).await
    }
}

pub(super) async fn forge(State(server): State<Arc<Server>>, body: Result<Json<Value>, JsonRejection>) -> Response {
    let asked = match Asked::read(body) {
        Ok(asked) => asked,
        Err(why) => return malformed(&why),
    };
    let deed = match asked.body["type"].as_u64() {
        Some(2) => InteractionType::Command,
        Some(3) => InteractionType::Component,
        Some(4) => InteractionType::Autocomplete,
        Some(5) => InteractionType::Modal,
        _ => return malformed("type is 2 (command), 3 (component), 4 (autocomplete) or 5 (modal)"),
    };
    let (begun, channel) = {
        let mut world = server.world();
        let channel = match asked.channel(&world) {
            Ok(channel) => channel,
            Err(why) => return refused(&why),
        };
        let command = asked.body["data"]["name"].as_str().map(str::to_owned);
        let metadata = match (deed, asked.id("message")) {
            (InteractionType::Component, Some(message)) => json!({"interacted_message_id": message}),
            _ => json!({}),
        };
        let source = asked.id("message");
        let data = asked.body["data"].clone();
        let mut begun = world.begin(&asked, Act { deed, channel, source, opener: None, data, command, metadata });
        begun.forging(&asked.body["event"]);
        (begun, channel)
    };
    let outcome = carry_out(Arc::clone(&server), begun).await;
    let outcome = whole(&server, &asked, outcome).await;
    told(&server, channel, outcome)
}
