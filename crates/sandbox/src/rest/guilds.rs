//! The guild, its channels, roles and members.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply, events, id};
use crate::guild::{Channel, guild_json, permission, roles, roles_json};
use crate::people::{IDS, User};
use crate::refusal::{MISSING_ACCESS, NOT_FOUND, Refused, UNKNOWN_GUILD, UNKNOWN_MEMBER};
use crate::snowflake::Snowflake;
use crate::world::World;

pub(super) fn route(world: &mut World, asked: &Asked, guild: Snowflake, steps: &[&str]) -> Reply {
    if guild != IDS.guild || !world.bot_present {
        return Err(UNKNOWN_GUILD);
    }
    match (asked.method.as_str(), steps) {
        ("GET", []) => {
            let mut guild = guild_json(world.cast);
            for role in guild["roles"].as_array_mut().into_iter().flatten() {
                role["mentionable"] = world.mentionable.into();
            }
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
        ("GET", ["roles"]) => Ok(Answer::ok(roles_json(world.cast).into())),
        ("GET", ["roles", role]) => {
            let wanted = id(role)?;
            let found = roles(world.cast).into_iter().enumerate().find(|(_, role)| role.id == wanted);
            let (position, role) = found.ok_or(Refused::new(404, 10011, "Unknown Role"))?;
            Ok(Answer::ok(role.json(position)))
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
