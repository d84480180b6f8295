//! The guild, its channels, roles and members.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply, events, id};
use crate::guild::{Channel, Place, Role, guild_json, permission};
use crate::people::{IDS, User, UserKey};
use crate::refusal::{
    Complaints, MISSING_ACCESS, MISSING_PERMISSIONS, NOT_FOUND, Refused, UNKNOWN_GUILD, UNKNOWN_MEMBER,
};
use crate::snowflake::Snowflake;
use crate::world::{GatewayEvent, World};

pub(super) fn route(world: &mut World, asked: &Asked, guild: Snowflake, steps: &[&str]) -> Reply {
    if guild != IDS.guild || !world.bot_present {
        return Err(UNKNOWN_GUILD);
    }
    match (asked.method.as_str(), steps) {
        ("GET", []) => {
            let mut guild = guild_json(&world.roles());
            if asked.query("with_counts") == Some("true") {
                guild["approximate_member_count"] = world.users.len().into();
                guild["approximate_presence_count"] = world.users.len().into();
            }
            Ok(Answer::ok(guild))
        }
        ("GET", ["channels"]) => {
            let seen = world.channels.values().filter(|channel| {
                channel.in_guild()
                    && channel.thread.is_none()
                    && world.bot_permissions(channel) & permission::VIEW_CHANNEL != 0
            });
            Ok(Answer::ok(seen.map(|channel| channel.json(&world.users)).collect()))
        }
        ("POST", ["channels"]) => channel(world, asked),
        ("POST", ["roles"]) => role(world, asked),
        ("GET", ["roles"]) => Ok(Answer::ok(world.roles().into())),
        ("GET", ["roles", role]) => {
            world.role(id(role)?).map(Answer::ok).ok_or(Refused::new(404, 10011, "Unknown Role"))
        }
        ("GET", ["members"]) => Err(MISSING_ACCESS),
        ("GET", ["members", "search"]) => {
            let wanted = asked.query("query").unwrap_or_default().to_lowercase();
            let found = world.users.values().filter(|user| user.display_name.to_lowercase().starts_with(&wanted));
            Ok(Answer::ok(found.map(User::member).collect::<Value>()))
        }
        ("GET", ["members", "@me"]) => Ok(Answer::ok(world.bot().member())),
        ("GET", ["members", user]) => {
            world.users.get(&id(user)?).map(User::member).map(Answer::ok).ok_or(UNKNOWN_MEMBER)
        }
        ("GET", ["threads", "active"]) => {
            let open = |channel: &&Channel| channel.thread.as_ref().is_some_and(|thread| !thread.archived);
            let threads: Vec<_> = world.channels.values().filter(open).map(|one| one.json(&world.users)).collect();
            Ok(Answer::ok(json!({"threads": threads, "members": []})))
        }
        (_, ["scheduled-events", rest @ ..]) => events::route(world, asked, rest),
        _ => Err(NOT_FOUND),
    }
}

/// Creates a text channel.
fn channel(world: &mut World, asked: &Asked) -> Reply {
    if world.bot_gains & permission::MANAGE_CHANNELS == 0 {
        return Err(MISSING_PERMISSIONS);
    }
    let body = &asked.body.json;
    let mut complaints = Complaints::default();
    complaints.required_text("name", &body["name"], 1, 100);
    complaints.verdict()?;
    // A sandbox has few channels, which exist until it ends.
    let name: &'static str = body["name"].as_str().unwrap_or_default().to_owned().leak();
    let made = world.clock.mint();
    let mut channel = Channel::new(made, Place::Text { name, position: world.channels.len() as u64 });
    let overwrites = body["permission_overwrites"].as_array().into_iter().flatten();
    let everyone = overwrites.filter(|one| one["id"] == json!(IDS.guild) && one["type"] == 0);
    channel.closed =
        everyone.filter_map(|one| one["deny"].as_str()?.parse::<u64>().ok()).fold(0, |all, bits| all | bits);
    let data = channel.json(&world.users);
    world.channels.insert(made, channel);
    world.emit(&GatewayEvent { name: "CHANNEL_CREATE", data: data.clone(), intent: 1, direct: false });
    world.show_channel(made);
    Ok(Answer { status: 201, body: data })
}

/// Creates a role without permissions.
fn role(world: &mut World, asked: &Asked) -> Reply {
    if world.bot_gains & permission::MANAGE_ROLES == 0 {
        return Err(MISSING_PERMISSIONS);
    }
    let body = &asked.body.json;
    let made = Role { id: world.clock.mint(), name: "", permissions: 0, colour: 0 };
    let mut role = made.json(3 + world.made_roles.len());
    (role["name"], role["mentionable"]) = (body["name"].clone(), (body["mentionable"] == true).into());
    world.made_roles.push(role.clone());
    let data = json!({"guild_id": IDS.guild, "role": role});
    world.emit(&GatewayEvent { name: "GUILD_ROLE_CREATE", data, intent: 1, direct: false });
    for key in UserKey::ALL {
        world.feed(key, "role", role.clone());
    }
    Ok(Answer::ok(role))
}
