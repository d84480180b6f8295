//! Threads: created under a message, joined, archived.

use serde_json::Value;

use super::{Answer, Reply, id};
use crate::guild::{Channel, Place, Thread, permission};
use crate::people::IDS;
use crate::refusal::{Complaints, MISSING_PERMISSIONS, NOT_FOUND, Refused, UNKNOWN_MEMBER, UNKNOWN_MESSAGE};
use crate::snowflake::Snowflake;
use crate::world::{GatewayEvent, World};
use crate::write_message::Body;

/// The flag of a message that has a thread.
const HAS_THREAD: u64 = 1 << 5;
const NOT_HERE: Refused = Refused::new(400, 50024, "Cannot execute action on this channel type");
const NOT_IN_DIRECT: Refused = Refused::new(400, 50003, "Cannot execute action on a DM channel");
const IS_THERE: Refused = Refused::new(400, 160_004, "A thread has already been created for this message");
/// The refusal of writes to an archived thread.
pub(super) const PUT_AWAY: Refused = Refused::new(400, 50083, "Thread is archived");

/// The allowed times after which an idle thread is archived, in minutes.
const DURATIONS: [u64; 4] = [60, 1_440, 4_320, 10_080];

/// Creates the thread of a message, with the message's id.
pub(super) fn begin(world: &mut World, channel: Snowflake, message: Snowflake, body: &Body) -> Reply {
    let place = &world.channels[&channel];
    match place.place {
        Place::Direct(_) => return Err(NOT_IN_DIRECT),
        Place::Thread { .. } => return Err(NOT_HERE),
        Place::Text { .. } | Place::Crowd(_) => {}
    }
    if world.bot_permissions(place) & permission::CREATE_PUBLIC_THREADS == 0 {
        return Err(MISSING_PERMISSIONS);
    }
    let found = world.message(channel, message).filter(|message| message.only_for.is_none());
    let mut starter = found.ok_or(UNKNOWN_MESSAGE)?.clone();
    if world.channels.contains_key(&message) {
        return Err(IS_THERE);
    }
    let mut complaints = Complaints::default();
    complaints.required_text("name", &body.json["name"], 1, 100);
    let lasts = body.json["auto_archive_duration"].as_u64().unwrap_or(1_440);
    if !DURATIONS.contains(&lasts) {
        complaints.add("auto_archive_duration", "BASE_TYPE_CHOICES", format!("Value must be one of {DURATIONS:?}."));
    }
    complaints.verdict()?;
    let name = body.json["name"].as_str().unwrap_or_default().to_owned();
    let denied = place.denied.clone();
    let mut made = Channel::new(message, Place::Thread { parent: channel });
    made.denied = denied;
    made.thread = Some(Box::new(Thread { name, lasts, members: [IDS.bot].into(), ..Thread::default() }));
    world.channels.insert(message, made);
    starter.flags |= HAS_THREAD;
    world.replace(starter);
    let json = world.channels[&message].json(&world.users);
    let mut data = json.clone();
    data["newly_created"] = true.into();
    world.emit(&GatewayEvent { name: "THREAD_CREATE", data, intent: 1, direct: false });
    world.show_channel(message);
    Ok(Answer { status: 201, body: json })
}

/// Adds a member to a thread, or removes one.
pub(super) fn member(world: &mut World, channel: Snowflake, method: &str, user: &str) -> Reply {
    let user = if user == "@me" { IDS.bot } else { id(user)? };
    if !world.users.contains_key(&user) {
        return Err(UNKNOWN_MEMBER);
    }
    let place = world.channels.get_mut(&channel).ok_or(NOT_FOUND)?;
    let thread = place.thread.as_deref_mut().ok_or(NOT_HERE)?;
    if thread.archived {
        return Err(PUT_AWAY);
    }
    match method {
        "PUT" => drop(thread.members.insert(user)),
        "DELETE" => drop(thread.members.remove(&user)),
        _ => return Err(NOT_FOUND),
    }
    Ok(Answer::nothing())
}

/// Changes a thread's name, and archives, unarchives, locks or unlocks it.
pub(super) fn change(world: &mut World, channel: Snowflake, body: &Body) -> Reply {
    let place = &world.channels[&channel];
    let manages = world.bot_permissions(place) & permission::MANAGE_THREADS != 0;
    let Some(thread) = place.thread.as_deref() else { return Err(NOT_FOUND) };
    let wanted = |key: &str| body.json[key].as_bool();
    let locks = wanted("locked").is_some_and(|locked| locked != thread.locked);
    // The creator may archive a thread. Locking it, and unarchiving a locked one, need the permission.
    if !manages && (locks || (thread.locked && wanted("archived") == Some(false))) {
        return Err(MISSING_PERMISSIONS);
    }
    let now = world.clock.now_ms();
    let place = world.channels.get_mut(&channel).ok_or(NOT_FOUND)?;
    let Some(thread) = place.thread.as_deref_mut() else { return Err(NOT_FOUND) };
    if let Some(name) = body.json["name"].as_str() {
        name.clone_into(&mut thread.name);
    }
    thread.locked = wanted("locked").unwrap_or(thread.locked);
    if let Some(archived) = wanted("archived").filter(|archived| *archived != thread.archived) {
        (thread.archived, thread.changed_ms) = (archived, Some(now));
    }
    let data: Value = world.channels[&channel].json(&world.users);
    world.emit(&GatewayEvent { name: "THREAD_UPDATE", data: data.clone(), intent: 1, direct: false });
    world.show_channel(channel);
    Ok(Answer::ok(data))
}

/// Prepares a thread for a new message, which unarchives it. A locked archived thread refuses.
pub(super) fn let_in(world: &mut World, channel: Snowflake) -> Result<(), Refused> {
    let place = &world.channels[&channel];
    let manages = world.bot_permissions(place) & permission::MANAGE_THREADS != 0;
    let Some(thread) = world.channels.get_mut(&channel).and_then(|place| place.thread.as_deref_mut()) else {
        return Ok(());
    };
    if thread.archived && thread.locked && !manages {
        return Err(PUT_AWAY);
    }
    thread.archived = false;
    Ok(())
}
