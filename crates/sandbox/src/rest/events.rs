//! The guild's calendar of scheduled events.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply, id};
use crate::guild::{permission, permissions_in_guild};
use crate::people::IDS;
use crate::refusal::{Complaints, MISSING_PERMISSIONS, NOT_FOUND, Refused};
use crate::world::World;

const UNKNOWN: Refused = Refused::new(404, 10070, "Unknown Guild Scheduled Event");
/// The only supported type of event: outside of stage and voice channels.
const EXTERNAL: u64 = 3;

pub(super) fn route(world: &mut World, asked: &Asked, steps: &[&str]) -> Reply {
    match (asked.method.as_str(), steps) {
        ("GET", []) => Ok(Answer::ok(world.events.values().cloned().collect())),
        ("GET", [event]) => world.events.get(&id(event)?).cloned().map(Answer::ok).ok_or(UNKNOWN),
        ("POST", []) => {
            may(world)?;
            let new = world.clock.mint();
            let mut event = json!({
                "id": new, "guild_id": IDS.guild, "channel_id": null, "creator_id": IDS.bot, "creator": world.bot().json(),
                "name": "", "description": null, "image": null, "scheduled_start_time": null, "scheduled_end_time": null,
                "status": 1, "entity_type": EXTERNAL, "entity_id": null, "recurrence_rule": null, "privacy_level": 2,
                "entity_metadata": {"location": ""}, "guild_scheduled_event_exceptions": [],
            });
            write(&mut event, &asked.body.json, true)?;
            world.events.insert(new, event.clone());
            Ok(Answer::ok(event))
        }
        ("PATCH", [event]) => {
            may(world)?;
            let event = id(event)?;
            let mut changed = world.events.get(&event).ok_or(UNKNOWN)?.clone();
            write(&mut changed, &asked.body.json, false)?;
            world.events.insert(event, changed.clone());
            Ok(Answer::ok(changed))
        }
        ("DELETE", [event]) => {
            may(world)?;
            world.events.remove(&id(event)?).ok_or(UNKNOWN)?;
            Ok(Answer::nothing())
        }
        _ => Err(NOT_FOUND),
    }
}

fn may(world: &World) -> Result<(), Refused> {
    let held = permissions_in_guild(world.bot()) & !world.bot_lacks;
    if held & permission::CREATE_EVENTS == 0 { Err(MISSING_PERMISSIONS) } else { Ok(()) }
}

fn write(event: &mut Value, body: &Value, whole: bool) -> Result<(), Refused> {
    let mut complaints = Complaints::default();
    if whole {
        complaints.required_text("name", &body["name"], 1, 100);
        for needed in ["scheduled_start_time", "scheduled_end_time", "privacy_level"] {
            if body[needed].is_null() {
                complaints.required(needed);
            }
        }
        complaints.required_text("entity_metadata.location", &body["entity_metadata"]["location"], 1, 100);
        if body["entity_type"] != EXTERNAL {
            complaints.add("entity_type", "BASE_TYPE_CHOICES", "Value must be one of (3,).");
        }
    }
    complaints.text("description", &body["description"], 0, 1000);
    complaints.verdict()?;
    for (key, value) in body.as_object().into_iter().flatten() {
        event[key] = value.clone();
    }
    Ok(())
}
