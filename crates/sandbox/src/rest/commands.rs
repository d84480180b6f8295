//! Application commands, global ones and the guild's.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply, id};
use crate::limits;
use crate::people::IDS;
use crate::refusal::{MISSING_ACCESS, NOT_FOUND, Refused, UNKNOWN_COMMAND};
use crate::snowflake::{self, Snowflake};
use crate::world::World;

pub(super) fn route(world: &mut World, asked: &Asked, steps: &[&str]) -> Reply {
    match steps {
        ["commands", rest @ ..] => scoped(world, asked, None, rest),
        ["guilds", guild, "commands", rest @ ..] => {
            let guild = id(guild)?;
            if guild != IDS.guild || !world.bot_present {
                return Err(MISSING_ACCESS);
            }
            scoped(world, asked, Some(guild), rest)
        }
        ["emojis"] if asked.method == "GET" => Ok(Answer::ok(json!({"items": []}))),
        _ => Err(NOT_FOUND),
    }
}

fn scoped(world: &mut World, asked: &Asked, guild: Option<Snowflake>, steps: &[&str]) -> Reply {
    let within = |command: &Value| snowflake::read(&command["guild_id"]) == guild;
    let body = &asked.body.json;
    match (asked.method.as_str(), steps) {
        ("GET", []) => Ok(Answer::ok(world.commands.iter().filter(|command| within(command)).cloned().collect())),
        ("PUT", []) => {
            limits::commands(body)?;
            let wanted = body.as_array().map_or(&[][..], Vec::as_slice);
            let made: Vec<Value> = wanted.iter().map(|command| make(world, command, guild)).collect();
            world.commands.retain(|command| !within(command));
            world.commands.extend(made.iter().cloned());
            announce(world);
            Ok(Answer::ok(made.into()))
        }
        ("POST", []) => {
            limits::command(body, true)?;
            let made = make(world, body, guild);
            let before = world.commands.len();
            world.commands.retain(|command| command["id"] != made["id"]);
            let status = if world.commands.len() < before { 200 } else { 201 };
            world.commands.push(made.clone());
            announce(world);
            Ok(Answer { status, body: made })
        }
        (_, ["permissions"]) => Ok(Answer::ok(json!([]))),
        ("GET", [command]) => Ok(Answer::ok(world.commands[find(world, guild, command)?].clone())),
        ("PATCH", [command]) => {
            let at = find(world, guild, command)?;
            limits::command(body, false)?;
            let mut whole = world.commands[at].clone();
            if let (Some(whole), Some(changes)) = (whole.as_object_mut(), body.as_object()) {
                whole.extend(changes.clone());
            }
            whole["options"] = options(&whole["options"]);
            whole["version"] = json!(world.clock.mint());
            world.commands[at] = whole.clone();
            announce(world);
            Ok(Answer::ok(whole))
        }
        ("DELETE", [command]) => {
            let at = find(world, guild, command)?;
            world.commands.remove(at);
            announce(world);
            Ok(Answer::nothing())
        }
        _ => Err(NOT_FOUND),
    }
}

fn find(world: &World, guild: Option<Snowflake>, step: &str) -> Result<usize, Refused> {
    let wanted = Some(id(step)?);
    let is =
        |command: &Value| snowflake::read(&command["id"]) == wanted && snowflake::read(&command["guild_id"]) == guild;
    world.commands.iter().position(is).ok_or(UNKNOWN_COMMAND)
}

/// Returns a command in Discord's form. A command that replaces one of the same name keeps its id.
fn make(world: &mut World, body: &Value, guild: Option<Snowflake>) -> Value {
    let kind = body["type"].as_u64().unwrap_or(1);
    let same = world.commands.iter().find(|command| {
        command["name"] == body["name"] && command["type"] == kind && snowflake::read(&command["guild_id"]) == guild
    });
    let id = match same.and_then(|command| snowflake::read(&command["id"])) {
        Some(id) => id,
        None => world.clock.mint(),
    };
    let or = |name: &str, usual: Value| if body[name].is_null() { usual } else { body[name].clone() };
    let mut command = json!({
        "id": id, "application_id": IDS.application, "version": world.clock.mint(), "type": kind,
        "name": body["name"], "name_localizations": or("name_localizations", Value::Null),
        "description": or("description", "".into()),
        "description_localizations": or("description_localizations", Value::Null),
        "options": options(&body["options"]), "nsfw": or("nsfw", false.into()),
        "default_member_permissions": match &body["default_member_permissions"] {
            Value::Number(bits) => bits.to_string().into(),
            given => given.clone(),
        },
        "dm_permission": or("dm_permission", true.into()), "contexts": or("contexts", Value::Null),
        "integration_types": or("integration_types", json!([0])),
    });
    if let Some(guild) = guild {
        command["guild_id"] = json!(guild);
    }
    command
}

/// Returns options with only the fields of their kinds.
fn options(given: &Value) -> Value {
    let mut list = given.as_array().cloned().unwrap_or_default();
    for option in &mut list {
        let kind = option["type"].as_u64();
        let nested = matches!(kind, Some(1 | 2));
        let inner = options(&option["options"]);
        let Some(fields) = option.as_object_mut() else { continue };
        fields.retain(|name, value| match name.as_str() {
            "options" => nested,
            "required" => !nested,
            "choices" | "channel_types" => value.as_array().is_some_and(|list| !list.is_empty()),
            "autocomplete" => matches!(kind, Some(3 | 4 | 10)) && *value == true,
            _ => !value.is_null(),
        });
        if nested {
            fields.insert("options".to_owned(), inner);
        }
    }
    list.into()
}

fn announce(world: &mut World) {
    for key in crate::people::UserKey::ALL {
        let commands = world.commands_for(key);
        world.feed(key, "commands", json!({"commands": commands}));
    }
}
