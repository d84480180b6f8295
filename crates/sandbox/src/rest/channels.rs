//! Channels and their messages.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Answer, Asked, Reply, id, threads};
use crate::guild::{Channel, permission};
use crate::limits::Where;
use crate::message::Message;
use crate::people::IDS;
use crate::refusal::{
    CANNOT_DM, Complaints, DM_ACTION, MISSING_ACCESS, MISSING_PERMISSIONS, NOT_FOUND, NOT_YOURS, Refused,
    UNKNOWN_CHANNEL, UNKNOWN_MESSAGE,
};
use crate::snowflake::{self, Snowflake};
use crate::world::World;
use crate::write_message::Body;

/// The time for which Discord remembers a nonce, in ms.
const NONCE_LIFE_MS: i64 = 5 * 60 * 1000;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// The most edits an hour of a message older than an hour. Discord does not document its limit.
const LATE_EDITS: usize = 3;
const TOO_MANY_LATE_EDITS: &str = "Maximum number of edits to messages older than 1 hour reached. Try again later.";

pub(super) fn route(world: &mut World, asked: &Asked, channel: Snowflake, steps: &[&str]) -> Reply {
    let place = world.channels.get(&channel).ok_or(UNKNOWN_CHANNEL)?;
    if world.bot_permissions(place) & permission::VIEW_CHANNEL == 0 {
        return Err(MISSING_ACCESS);
    }
    match (asked.method.as_str(), steps) {
        ("GET", []) => Ok(Answer::ok(place.json(&world.users))),
        ("GET", ["messages"]) => list(world, place, asked),
        ("POST", ["messages"]) => post(world, channel, &asked.body),
        ("GET", ["messages", message]) => {
            require(world, place, permission::READ_MESSAGE_HISTORY)?;
            let message = public(world, channel, id(message)?)?;
            Ok(Answer::ok(world.message_for_bot(message)))
        }
        ("POST", ["messages", message, "threads"]) => threads::begin(world, channel, id(message)?, &asked.body),
        ("PATCH", []) => threads::change(world, channel, &asked.body),
        (method, ["thread-members", user]) => threads::member(world, channel, method, user),
        ("PATCH", ["messages", message]) => edit(world, channel, id(message)?, &asked.body),
        ("DELETE", ["messages", message]) => {
            let message = public(world, channel, id(message)?)?.clone();
            if message.author != IDS.bot {
                if !place.in_guild() {
                    return Err(DM_ACTION);
                }
                require(world, place, permission::MANAGE_MESSAGES)?;
            }
            world.remove(channel, message.id);
            Ok(Answer::nothing())
        }
        ("POST", ["typing"]) => {
            world.feed_channel(channel, "typing", &json!({"channel_id": channel, "user_id": IDS.bot}));
            Ok(Answer::nothing())
        }
        _ => Err(NOT_FOUND),
    }
}

/// Refuses unless the bot has all these permissions in the channel.
fn require(world: &World, channel: &Channel, bits: u64) -> Result<(), Refused> {
    if world.bot_permissions(channel) & bits == bits { Ok(()) } else { Err(MISSING_PERMISSIONS) }
}

fn public(world: &World, channel: Snowflake, message: Snowflake) -> Result<&Message, Refused> {
    world.message(channel, message).filter(|message| message.only_for.is_none()).ok_or(UNKNOWN_MESSAGE)
}

fn list(world: &World, place: &Channel, asked: &Asked) -> Reply {
    let mut complaints = Complaints::default();
    let limit = asked.query("limit").map_or(Ok(50), str::parse).unwrap_or(0);
    if !(1..=100).contains(&limit) {
        complaints.add("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
    }
    complaints.verdict()?;
    if require(world, place, permission::READ_MESSAGE_HISTORY).is_err() {
        return Ok(Answer::ok(json!([])));
    }
    let bound = |name: &str| asked.query(name).map(id).transpose();
    let (before, after, around) = (bound("before")?, bound("after")?, bound("around")?);
    let all = || place.messages.values().filter(|message| message.only_for.is_none());
    let mut found: Vec<&Message> = match (before, after, around) {
        (_, _, Some(middle)) => {
            let mut near: Vec<&Message> = all().rev().filter(|message| message.id < middle).take(limit / 2).collect();
            near.extend(all().filter(|message| message.id >= middle).take(limit - limit / 2));
            near
        }
        (_, Some(after), _) => all().filter(|message| message.id > after).take(limit).collect(),
        (before, _, _) => {
            all().rev().filter(|message| before.is_none_or(|before| message.id < before)).take(limit).collect()
        }
    };
    found.sort_by_key(|message| std::cmp::Reverse(message.id));
    Ok(Answer::ok(found.into_iter().map(|message| world.message_for_bot(message)).collect()))
}

fn post(world: &mut World, channel: Snowflake, body: &Body) -> Reply {
    let place = &world.channels[&channel];
    if let Some(person) = place.person()
        && world.person(person).dms_closed
    {
        return Err(CANNOT_DM);
    }
    let writing = if place.thread.is_some() { permission::SEND_MESSAGES_IN_THREADS } else { permission::SEND_MESSAGES };
    require(world, place, writing)?;
    check_extras(world, place, body)?;
    if body.json["enforce_nonce"] == true
        && let Some(first) = same_nonce(world, channel, &body.json["nonce"])
    {
        return Ok(Answer::ok(with_nonce(world, first)));
    }
    threads::let_in(world, channel)?;
    let mut message = world.bot_message(channel);
    let reference = &body.json["message_reference"];
    if let Some(referenced) = snowflake::read(&reference["message_id"]) {
        if public(world, channel, referenced).is_ok() {
            message.reference = Some(referenced);
            message.kind = 19;
        } else if reference["fail_if_not_exists"] != false {
            let mut complaints = Complaints::default();
            complaints.add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message");
            complaints.verdict()?;
        }
    }
    world.write(&mut message, body, "", Where::Channel)?;
    message.nonce = Some(&body.json["nonce"]).filter(|nonce| !nonce.is_null()).cloned();
    let answer = with_nonce(world, &message);
    world.publish(message);
    Ok(Answer::ok(answer))
}

/// Refuses embeds and files if the bot may not send them.
fn check_extras(world: &World, place: &Channel, body: &Body) -> Result<(), Refused> {
    if body.json["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty()) {
        require(world, place, permission::EMBED_LINKS)?;
    }
    if !body.files.is_empty() {
        require(world, place, permission::ATTACH_FILES)?;
    }
    Ok(())
}

fn same_nonce<'a>(world: &'a World, channel: Snowflake, nonce: &Value) -> Option<&'a Message> {
    if nonce.is_null() {
        return None;
    }
    let since = world.clock.now_ms() - NONCE_LIFE_MS;
    let recent = world.channels[&channel].messages.values().rev().take_while(|message| message.id.ms() >= since);
    recent.filter(|message| message.author == IDS.bot).find(|message| message.nonce.as_ref() == Some(nonce))
}

fn with_nonce(world: &World, message: &Message) -> Value {
    let mut json = world.message_for_bot(message);
    if let Some(nonce) = &message.nonce {
        json["nonce"] = nonce.clone();
    }
    json
}

fn edit(world: &mut World, channel: Snowflake, message: Snowflake, body: &Body) -> Reply {
    let mut message = public(world, channel, message)?.clone();
    if message.author != IDS.bot {
        return Err(NOT_YOURS);
    }
    if world.channels[&channel].thread.as_ref().is_some_and(|thread| thread.archived) {
        return Err(threads::PUT_AWAY);
    }
    let now = world.clock.now_ms();
    message.late_edits.retain(|at| *at > now - HOUR_MS);
    if message.id.ms() < now - HOUR_MS && message.late_edits.len() >= LATE_EDITS {
        let left = u64::try_from(message.late_edits[0] + HOUR_MS - now).unwrap_or_default();
        let again = Duration::from_millis(left).as_secs_f64();
        let body = json!({"message": TOO_MANY_LATE_EDITS, "retry_after": again, "global": false, "code": 30046});
        return Ok(Answer { status: 429, body });
    }
    check_extras(world, &world.channels[&channel], body)?;
    world.write(&mut message, body, "", Where::Channel)?;
    if message.id.ms() < now - HOUR_MS {
        message.late_edits.push(now);
    }
    message.edited_ms = Some(now);
    let answer = world.message_for_bot(&message);
    world.replace(message);
    Ok(Answer::ok(answer))
}
