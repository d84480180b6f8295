//! Interactions that Discord's client would never send, for tests of what a bot makes of them.
//!
//! `POST /client/forge` takes the person, the channel, the interaction's `type` and its `data` as they are; `message` is the one whose
//! component is said to have been used, and `event` holds fields laid over the whole interaction. Nothing is checked.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::response::Response;
use serde_json::{Value, json};

use super::act::{self, Act};
use super::{Asked, malformed, refused};
use crate::interaction::Deed;
use crate::world::Server;

pub(super) async fn forge(State(server): State<Arc<Server>>, body: Result<Json<Value>, JsonRejection>) -> Response {
    let asked = match Asked::read(body) {
        Ok(asked) => asked,
        Err(why) => return malformed(&why),
    };
    let deed = match asked.body["type"].as_u64() {
        Some(2) => Deed::Command,
        Some(3) => Deed::Component,
        Some(4) => Deed::Autocomplete,
        Some(5) => Deed::Modal,
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
            (Deed::Component, Some(message)) => json!({"interacted_message_id": message}),
            (Deed::Command, _) => json!({"name": command, "command_type": 1}),
            _ => json!({}),
        };
        let source = asked.id("message");
        let data = asked.body["data"].clone();
        let mut begun = world.begin(&asked, Act { deed, channel, source, opener: None, data, command, metadata });
        begun.forging(&asked.body["event"]);
        (begun, channel)
    };
    let outcome = act::carry_out(Arc::clone(&server), begun).await;
    act::told(&server, channel, outcome)
}
