//! `POST /interactions/…/callback`: the bot's first answer to an interaction. Later edits and follow-ups: `webhooks.rs`.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply};
use crate::interaction::{Answered, Interaction, InteractionType, Modal};
use crate::limits::{self, Where};
use crate::message::{EPHEMERAL, LOADING, Message, Provenance};
use crate::refusal::{ALREADY_ACKNOWLEDGED, Complaints, Refused, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE};
use crate::snowflake::Snowflake;
use crate::world::World;
use crate::write_message::Body;

const MESSAGE: u64 = 4;
const DEFER: u64 = 5;
const DEFER_UPDATE: u64 = 6;
const UPDATE: u64 = 7;
const CHOICES: u64 = 8;
const MODAL: u64 = 9;

pub(super) fn callback(world: &mut World, asked: &Asked, id: Snowflake, token: &str) -> Reply {
    let interaction = world.interactions.get(&id).filter(|it| it.token == token).ok_or(UNKNOWN_INTERACTION)?;
    if interaction.answered {
        world.rates.repeated();
        return Err(ALREADY_ACKNOWLEDGED);
    }
    if !interaction.in_time(world.answer_within) {
        return Err(UNKNOWN_INTERACTION);
    }
    let kind = asked.body.json["type"].as_u64().unwrap_or(0);
    check_kind(interaction, kind)?;
    let answered = apply(world, id, kind, &asked.body)?;
    let interaction = world.interactions.get_mut(&id).expect("it was found above");
    interaction.answered = true;
    interaction.original = match &answered {
        Answered::Message(message) | Answered::Deferred(message) | Answered::Update(message) => Some(*message),
        Answered::Silently => interaction.source,
        Answered::Choices(_) | Answered::Modal(_) => None,
    };
    if let Some(waiting) = interaction.waiting.take() {
        let _nobody_waits = waiting.send(answered);
    }
    if let Some(opener) = interaction.opener {
        world.modals.remove(&opener);
    }
    if asked.query("with_response") == Some("true") {
        let interaction = &world.interactions[&id];
        return Ok(Answer::ok(with_response(world, interaction, kind)));
    }
    Ok(Answer::nothing())
}

fn check_kind(interaction: &Interaction, kind: u64) -> Result<(), Refused> {
    let fits = match interaction.deed {
        InteractionType::Command => matches!(kind, MESSAGE | DEFER | MODAL),
        InteractionType::Component => matches!(kind, MESSAGE | DEFER | DEFER_UPDATE | UPDATE | MODAL),
        InteractionType::Modal => {
            matches!(kind, MESSAGE | DEFER) || interaction.source.is_some() && matches!(kind, DEFER_UPDATE | UPDATE)
        }
        InteractionType::Autocomplete => kind == CHOICES,
    };
    let mut complaints = Complaints::default();
    if !fits {
        complaints.add("type", "INTERACTION_CALLBACK_TYPE_INVALID", "This interaction cannot be answered so.");
    }
    complaints.verdict()
}

fn apply(world: &mut World, id: Snowflake, kind: u64, body: &Body) -> Result<Answered, Refused> {
    let data = &body.json["data"];
    let interaction = &world.interactions[&id];
    let (user, channel, source) = (interaction.user, interaction.channel, interaction.source);
    match kind {
        MESSAGE | DEFER => {
            let mut message = begin(world, id, data["flags"].as_u64().unwrap_or(0));
            let answered = if kind == MESSAGE {
                world.write(&mut message, body, "data", Where::Interaction)?;
                Answered::Message(message.id)
            } else {
                message.flags |= LOADING;
                Answered::Deferred(message.id)
            };
            world.publish(message);
            Ok(answered)
        }
        DEFER_UPDATE => Ok(Answered::Silently),
        UPDATE => {
            let source = source.and_then(|source| world.message(channel, source)).ok_or(UNKNOWN_MESSAGE)?;
            let mut message = source.clone();
            world.write(&mut message, body, "data", Where::Interaction)?;
            message.edited_ms = Some(world.clock.now_ms());
            let id = message.id;
            world.replace(message);
            Ok(Answered::Update(id))
        }
        CHOICES => {
            let mut complaints = Complaints::default();
            limits::autocomplete(&mut complaints, "data", data);
            complaints.verdict()?;
            Ok(Answered::Choices(data["choices"].clone()))
        }
        _ => {
            let mut complaints = Complaints::default();
            limits::modal(&mut complaints, "data", data);
            complaints.verdict()?;
            let shown = json!({
                "interaction_id": id, "custom_id": data["custom_id"], "title": data["title"],
                "components": data["components"],
            });
            let modal = Modal {
                user,
                channel,
                source,
                custom_id: data["custom_id"].as_str().unwrap_or_default().to_owned(),
                components: data["components"].clone(),
                metadata: interaction.metadata.clone(),
            };
            world.modals.insert(id, modal);
            world.feed(user, "modal", shown.clone());
            Ok(Answered::Modal(shown))
        }
    }
}

/// Returns an empty message that answers the interaction.
pub(super) fn begin(world: &mut World, id: Snowflake, flags: u64) -> Message {
    let channel = world.interactions[&id].channel;
    let mut message = world.bot_message(channel);
    let interaction = &world.interactions[&id];
    if interaction.deed == InteractionType::Command && !interaction.answered {
        message.kind = 20;
    }
    if flags & EPHEMERAL != 0 {
        message.flags |= EPHEMERAL;
        message.only_for = Some(interaction.user);
    }
    message.provenance = Some(Provenance {
        interaction: id,
        user: interaction.user.id(),
        metadata: interaction.metadata.clone(),
        command: interaction.command.clone(),
    });
    message
}

fn with_response(world: &World, interaction: &Interaction, kind: u64) -> Value {
    let mut answer = json!({"interaction": {"id": interaction.id, "type": interaction.deed as u8}});
    let message = interaction.original.and_then(|id| world.message(interaction.channel, id));
    if let Some(message) = message.filter(|_| kind != DEFER_UPDATE) {
        answer["interaction"]["response_message_id"] = json!(message.id);
        answer["interaction"]["response_message_loading"] = message.loading().into();
        answer["interaction"]["response_message_ephemeral"] = message.only_for.is_some().into();
        answer["resource"] = json!({"type": kind, "message": world.message_for_bot(message)});
    }
    answer
}
