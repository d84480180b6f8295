//! People's actions: commands, buttons, selects and modals, checked like in Discord's client.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::interaction_flow::{self, Act};
use super::{Asked, Wrong, command, malformed, refused};
use crate::interaction::InteractionType;
use crate::message::Message;
use crate::snowflake::{self, Snowflake};
use crate::world::{Server, World};

type Sent = Result<Json<Value>, JsonRejection>;

/// Starts the interaction that `prepare` makes from the request, and responds with the bot's answer.
async fn run(
    server: Arc<Server>,
    body: Sent,
    prepare: impl FnOnce(&mut World, &Asked) -> Result<Act, Wrong>,
) -> Response {
    let asked = match Asked::read(body) {
        Ok(asked) => asked,
        Err(why) => return malformed(&why),
    };
    let (begun, channel) = {
        let mut world = server.world();
        match prepare(&mut world, &asked) {
            Ok(act) => {
                let channel = act.channel;
                (world.begin(&asked, act), channel)
            }
            Err(why) => return refused(&why),
        }
    };
    let outcome = interaction_flow::carry_out(Arc::clone(&server), begun).await;
    let outcome = interaction_flow::whole(&server, &asked, outcome).await;
    interaction_flow::told(&server, channel, outcome)
}

pub(super) async fn command(State(server): State<Arc<Server>>, body: Sent) -> Response {
    run(server, body, commanding).await
}

/// Prepares a command.
pub(crate) fn commanding(world: &mut World, asked: &Asked) -> Result<Act, Wrong> {
    let (data, name) = command::data(world, asked, None)?;
    let (channel, metadata) = (asked.channel(world)?, json!({}));
    Ok(Act { deed: InteractionType::Command, channel, source: None, opener: None, data, command: Some(name), metadata })
}

pub(super) async fn autocomplete(State(server): State<Arc<Server>>, body: Sent) -> Response {
    run(server, body, |world, asked| {
        let focused = asked.text("focused").to_owned();
        let (data, name) = command::data(world, asked, Some(&focused))?;
        let channel = asked.channel(world)?;
        Ok(Act {
            deed: InteractionType::Autocomplete,
            channel,
            source: None,
            opener: None,
            data,
            command: Some(name),
            metadata: json!({}),
        })
    })
    .await
}

pub(super) async fn press(State(server): State<Arc<Server>>, body: Sent) -> Response {
    run(server, body, pressing).await
}

/// Prepares a press on a button or a choice in a select.
pub(crate) fn pressing(world: &mut World, asked: &Asked) -> Result<Act, Wrong> {
    let channel = asked.channel(world)?;
    let id = asked.id("message").and_then(|id| world.message(channel, id));
    let message = id.filter(|message| message.seen_by(asked.user)).ok_or("The message is gone.")?;
    let data = component_data(world, message, asked)?;
    let metadata = json!({"interacted_message_id": message.id});
    let source = Some(message.id);
    Ok(Act { deed: InteractionType::Component, channel, source, opener: None, data, command: None, metadata })
}

pub(super) async fn modal(State(server): State<Arc<Server>>, body: Sent) -> Response {
    let opener = body.as_ref().ok().and_then(|body| snowflake::read(&body["interaction_id"]));
    run(server, body, |world, asked| submit(world, asked, opener)).await
}

fn submit(world: &mut World, asked: &Asked, opener: Option<Snowflake>) -> Result<Act, Wrong> {
    let modal = opener.and_then(|id| world.modals.get(&id)).filter(|modal| modal.user == asked.user);
    let modal = modal.filter(|modal| modal.custom_id == asked.text("custom_id")).ok_or("This form is closed.")?;
    let fields = asked.body["fields"].as_object().cloned().unwrap_or_default();
    let rows = modal.inputs().enumerate().map(|(index, input)| {
        let custom_id = input["custom_id"].as_str().unwrap_or_default();
        let value = checked_field(input, fields.get(custom_id))?;
        let number = index * 2 + 1;
        let part = json!({"type": 4, "id": number + 1, "custom_id": custom_id, "value": value});
        Ok(json!({"type": 1, "id": number, "components": [part]}))
    });
    let rows: Vec<Value> = rows.collect::<Result<_, Wrong>>()?;
    Ok(Act {
        deed: InteractionType::Modal,
        channel: modal.channel,
        source: modal.source,
        opener,
        data: json!({"custom_id": modal.custom_id, "components": rows}),
        command: None,
        metadata: json!({"triggering_interaction_metadata": modal.metadata}),
    })
}

fn checked_field(input: &Value, given: Option<&Value>) -> Result<String, Wrong> {
    let label = input["label"].as_str().unwrap_or("A field");
    let value = given.or(input.get("value")).and_then(Value::as_str).unwrap_or_default();
    let length = value.chars().count() as u64;
    if length == 0 && input["required"] != false {
        return Err(format!("{label} is required."));
    }
    if let Some(least) = input["min_length"].as_u64().filter(|least| length > 0 && length < *least) {
        return Err(format!("{label} needs at least {least} characters."));
    }
    let most = input["max_length"].as_u64().unwrap_or(4000);
    if length > most {
        return Err(format!("{label} may have {most} characters."));
    }
    Ok(value.to_owned())
}

fn component_data(world: &World, message: &Message, asked: &Asked) -> Result<Value, Wrong> {
    let custom_id = asked.text("custom_id");
    let part = message.component(custom_id).ok_or("The message has no such button.")?;
    if part["disabled"] == true {
        return Err("This component is disabled.".to_owned());
    }
    let kind = part["type"].as_u64().unwrap_or(0);
    let mut data = json!({"custom_id": custom_id, "component_type": kind, "id": part["id"]});
    if kind == 2 {
        return Ok(data);
    }
    let values: Vec<&str> = asked.body["values"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let (least, most) = (part["min_values"].as_u64().unwrap_or(1), part["max_values"].as_u64().unwrap_or(1));
    if !(least..=most).contains(&(values.len() as u64)) {
        return Err(format!("Choose between {least} and {most}."));
    }
    if kind == 3 {
        let options = part["options"].as_array().map_or(&[][..], Vec::as_slice);
        if let Some(stray) = values.iter().find(|value| !options.iter().any(|option| option["value"] == **value)) {
            return Err(format!("{stray:?} is not among the options."));
        }
    } else {
        let mut resolved = Map::new();
        for value in &values {
            let kind = match kind {
                5 => command::USER,
                6 => command::ROLE,
                7 => command::MENTIONABLE,
                _ => command::CHANNEL,
            };
            command::resolve(world, message.channel, asked.user, kind, value, &mut resolved)?;
            if let Some(kinds) = part["channel_types"].as_array().filter(|kinds| !kinds.is_empty())
                && !kinds.contains(&resolved["channels"][*value]["type"])
            {
                return Err(format!("{value} is not the right kind of channel."));
            }
        }
        data["resolved"] = resolved.into();
    }
    data["values"] = json!(values);
    Ok(data)
}
