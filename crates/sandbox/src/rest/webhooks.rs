//! Requests by an interaction's token after the first answer: the original answer and follow-ups.

use super::{Answer, Asked, Reply, id, interactions};
use crate::limits::Where;
use crate::message::{LOADING, Message};
use crate::people::IDS;
use crate::refusal::{INVALID_WEBHOOK_TOKEN, NOT_FOUND, Refused, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK};
use crate::snowflake::Snowflake;
use crate::world::World;

pub(super) fn route(world: &mut World, asked: &Asked, application: Snowflake, token: &str, steps: &[&str]) -> Reply {
    let interaction = world.interaction_by_token(token).filter(|_| application == IDS.application);
    let interaction = interaction.ok_or(UNKNOWN_WEBHOOK)?;
    if !interaction.token_alive() {
        return Err(INVALID_WEBHOOK_TOKEN);
    }
    if !interaction.answered {
        return Err(UNKNOWN_WEBHOOK);
    }
    let interaction = interaction.id;
    let reply = answer(world, asked, interaction, steps);
    if let Ok(sent) = &reply
        && asked.method != "GET"
        && let Some(interaction) = world.interactions.get_mut(&interaction)
    {
        let message = crate::snowflake::read(&sent.body["id"]).or(interaction.original);
        interaction.followed = interaction.followed.or(message);
    }
    reply
}

fn answer(world: &mut World, asked: &Asked, interaction: Snowflake, steps: &[&str]) -> Reply {
    match (asked.method.as_str(), steps) {
        ("POST", []) => follow_up(world, asked, interaction),
        ("GET", ["messages", which]) => {
            let message = find(world, interaction, which)?;
            Ok(Answer::ok(world.message_for_bot(message)))
        }
        ("PATCH", ["messages", which]) => {
            let message = find(world, interaction, which)?.clone();
            rewrite(world, asked, message)
        }
        ("DELETE", ["messages", which]) => {
            let message = find(world, interaction, which)?;
            let (channel, id) = (message.channel, message.id);
            world.remove(channel, id);
            Ok(Answer::nothing())
        }
        _ => Err(NOT_FOUND),
    }
}

fn find<'a>(world: &'a World, interaction: Snowflake, which: &str) -> Result<&'a Message, Refused> {
    let interaction = &world.interactions[&interaction];
    let wanted = if which == "@original" { interaction.original.ok_or(UNKNOWN_MESSAGE)? } else { id(which)? };
    let message = world.message(interaction.channel, wanted).ok_or(UNKNOWN_MESSAGE)?;
    let ours = message.provenance.as_ref().is_some_and(|provenance| provenance.interaction == interaction.id);
    if ours || interaction.original == Some(wanted) { Ok(message) } else { Err(UNKNOWN_MESSAGE) }
}

fn follow_up(world: &mut World, asked: &Asked, interaction: Snowflake) -> Reply {
    let original = find(world, interaction, "@original").ok();
    if let Some(promised) = original.filter(|message| message.loading()).cloned() {
        return rewrite(world, asked, promised);
    }
    let flags = asked.body.json["flags"].as_u64().unwrap_or(0);
    let mut message = interactions::begin(world, interaction, flags);
    world.write(&mut message, &asked.body, "", Where::Interaction)?;
    let answer = world.message_for_bot(&message);
    world.publish(message);
    Ok(Answer::ok(answer))
}

/// Changes an answer. A deferred answer becomes a message.
fn rewrite(world: &mut World, asked: &Asked, mut message: Message) -> Reply {
    world.write(&mut message, &asked.body, "", Where::Interaction)?;
    if message.loading() {
        message.flags &= !LOADING;
    } else {
        message.edited_ms = Some(world.clock.now_ms());
    }
    let answer = world.message_for_bot(&message);
    world.replace(message);
    Ok(Answer::ok(answer))
}
