//! Typed commands as Discord's interaction data, with permissions checked and options resolved.

use axum::body::Bytes;
use base64::Engine;
use serde_json::{Map, Value, json};

use super::{Asked, Wrong};
use crate::guild::{permission, permissions_in_guild};
use crate::people::{User, UserKey};
use crate::snowflake::Snowflake;
use crate::world::World;
use crate::write_message::{FILE_LIMIT, Upload};

const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
pub(super) const USER: u64 = 6;
pub(super) const CHANNEL: u64 = 7;
pub(super) const ROLE: u64 = 8;
pub(super) const MENTIONABLE: u64 = 9;
const NUMBER: u64 = 10;
const ATTACHMENT: u64 = 11;

impl World {
    /// Returns the registered commands that a person may use.
    pub fn commands_for(&self, key: UserKey) -> Vec<Value> {
        let held = permissions_in_guild(self.person(key));
        let may = |command: &&Value| match command["default_member_permissions"].as_str() {
            None => true,
            Some(bits) => bits.parse().is_ok_and(|bits: u64| {
                let needed = if bits == 0 { permission::ADMINISTRATOR } else { bits };
                held & needed == needed
            }),
        };
        let here = |command: &&Value| self.bot_present || command["guild_id"].is_null();
        self.commands.iter().filter(may).filter(here).cloned().collect()
    }
}

/// Returns a command's interaction data and full name. With `focused`, that option is being typed and nothing is required.
pub(super) fn data(world: &mut World, asked: &Asked, focused: Option<&str>) -> Result<(Value, String), Wrong> {
    let channel = asked.channel(world)?;
    let in_guild = world.channels[&channel].in_guild();
    let mut words = asked.text("name").trim().trim_start_matches('/').split_whitespace();
    let first = words.next().ok_or("Which command?")?;
    let offered = if in_guild { world.commands_for(asked.user) } else { world.commands.clone() };
    let fits = |command: &&Value| {
        let there = command["contexts"].as_array().is_none_or(|list| list.contains(&json!(i32::from(!in_guild))));
        let direct = command["dm_permission"] != false && command["guild_id"].is_null();
        command["name"] == first && command["type"] == 1 && there && (in_guild || direct)
    };
    let command = offered.iter().find(fits).ok_or_else(|| format!("There is no command /{first} for you here."))?;
    let mut path = Vec::new();
    let mut level = command;
    for word in words {
        let options = level["options"].as_array().map_or(&[][..], Vec::as_slice);
        let inner = options
            .iter()
            .find(|option| option["name"] == word && matches!(option["type"].as_u64(), Some(SUBCOMMAND | GROUP)));
        level = inner.ok_or_else(|| format!("/{first} has no subcommand {word}."))?;
        path.push(level);
    }
    let specs = level["options"].as_array().map_or(&[][..], Vec::as_slice);
    if specs.iter().any(|option| matches!(option["type"].as_u64(), Some(SUBCOMMAND | GROUP))) {
        return Err(format!("/{} needs a subcommand.", asked.text("name")));
    }
    let mut filler = Filler { world, channel, user: asked.user, focused, resolved: Map::new() };
    let mut options = filler.fill(specs, asked.body["options"].as_object().unwrap_or(&Map::new()))?;
    let resolved = filler.resolved;
    for inner in path.iter().rev() {
        options = vec![json!({"name": inner["name"], "type": inner["type"], "options": options})];
    }
    let mut data = json!({"id": command["id"], "name": first, "type": 1, "options": options});
    if !resolved.is_empty() {
        data["resolved"] = resolved.into();
    }
    if !command["guild_id"].is_null() {
        data["guild_id"] = command["guild_id"].clone();
    }
    let whole = std::iter::once(first).chain(path.iter().filter_map(|inner| inner["name"].as_str()));
    Ok((data, whole.collect::<Vec<_>>().join(" ")))
}

/// The state while a command's options are filled in.
struct Filler<'a> {
    world: &'a mut World,
    channel: Snowflake,
    user: UserKey,
    focused: Option<&'a str>,
    resolved: Map<String, Value>,
}

impl Filler<'_> {
    fn fill(&mut self, specs: &[Value], given: &Map<String, Value>) -> Result<Vec<Value>, Wrong> {
        if let Some(stray) = given.keys().find(|name| !specs.iter().any(|spec| spec["name"] == name.as_str())) {
            return Err(format!("There is no option {stray}."));
        }
        let mut filled = Vec::new();
        for spec in specs {
            let name = spec["name"].as_str().unwrap_or_default();
            let value = given.get(name).filter(|value| !value.is_null() && **value != "");
            if self.focused == Some(name) {
                if spec["autocomplete"] != true {
                    return Err(format!("{name} has no autocomplete."));
                }
                let typed = value.map_or_else(String::new, plain);
                filled.push(json!({"name": name, "type": spec["type"], "value": typed, "focused": true}));
                continue;
            }
            let Some(value) = value else {
                if spec["required"] == true && self.focused.is_none() {
                    return Err(format!("{name} is required."));
                }
                continue;
            };
            match self.value(spec, value) {
                Ok(value) => filled.push(json!({"name": name, "type": spec["type"], "value": value})),
                Err(_) if self.focused.is_some() => {}
                Err(why) => return Err(format!("{name}: {why}")),
            }
        }
        if let Some(focused) = self.focused.filter(|name| !specs.iter().any(|spec| spec["name"] == *name)) {
            return Err(format!("There is no option {focused}."));
        }
        Ok(filled)
    }

    fn value(&mut self, spec: &Value, given: &Value) -> Result<Value, Wrong> {
        let kind = spec["type"].as_u64().unwrap_or(0);
        match kind {
            STRING | INTEGER | NUMBER => {
                if let Some(choices) = spec["choices"].as_array().filter(|choices| !choices.is_empty()) {
                    let typed = plain(given);
                    let meant = choices.iter().find(|choice| choice["name"] == typed.as_str());
                    let meant = meant.or_else(|| choices.iter().find(|choice| plain(&choice["value"]) == typed));
                    return Ok(meant.ok_or("is not among the choices")?["value"].clone());
                }
                if kind == STRING { text(spec, given) } else { number(spec, given, kind) }
            }
            BOOLEAN => match given {
                Value::Bool(_) => Ok(given.clone()),
                _ => plain(given).parse().map(Value::Bool).map_err(|_| "is true or false".to_owned()),
            },
            USER | CHANNEL | ROLE | MENTIONABLE => {
                let typed = plain(given);
                let id = typed.trim_matches(|c: char| !c.is_ascii_digit());
                resolve(self.world, self.channel, self.user, kind, id, &mut self.resolved)?;
                if kind == CHANNEL
                    && let Some(kinds) = spec["channel_types"].as_array().filter(|kinds| !kinds.is_empty())
                    && !kinds.contains(&self.resolved["channels"][id]["type"])
                {
                    return Err("is not the right kind of channel".to_owned());
                }
                Ok(id.into())
            }
            ATTACHMENT => self.file(given),
            _ => Err("is of a kind the sandbox does not know".to_owned()),
        }
    }

    fn file(&mut self, given: &Value) -> Result<Value, Wrong> {
        let name = given["name"].as_str().ok_or("needs a file with a name")?.to_owned();
        let content = given["content_base64"].as_str().ok_or("needs a file with content_base64")?;
        let bytes = base64::prelude::BASE64_STANDARD.decode(content).map_err(|_| "is not base64")?;
        if bytes.len() > FILE_LIMIT {
            return Err("may have 10 MiB".to_owned());
        }
        let content_type = given["content_type"].as_str().filter(|kind| !kind.is_empty()).map(str::to_owned);
        let upload = Upload { number: "0".to_owned(), name: name.clone(), content_type, bytes: Bytes::from(bytes) };
        let attachment = self.world.store(self.channel, name, None, &upload);
        let json = attachment.json(&self.world.base_url, true);
        put(&mut self.resolved, "attachments", &attachment.id.to_string(), json);
        Ok(json!(attachment.id))
    }
}

/// Looks up an id and adds its object to the interaction's resolved data.
pub(super) fn resolve(
    world: &World,
    channel: Snowflake,
    viewer: UserKey,
    kind: u64,
    id: &str,
    resolved: &mut Map<String, Value>,
) -> Result<(), Wrong> {
    let wanted: Snowflake = id.parse().map_err(|_| "is not an id".to_owned())?;
    let in_guild = world.channels[&channel].in_guild();
    if matches!(kind, USER | MENTIONABLE)
        && let Some(user) = world.users.get(&wanted)
    {
        put(resolved, "users", id, user.json());
        if in_guild {
            put(resolved, "members", id, member(user));
        }
        return Ok(());
    }
    if matches!(kind, ROLE | MENTIONABLE)
        && let Some(role) = world.role(wanted)
    {
        put(resolved, "roles", id, role);
        return Ok(());
    }
    if kind == CHANNEL
        && let Some(place) = world.channels.get(&wanted).filter(|place| place.in_guild())
    {
        put(resolved, "channels", id, place.partial_json(&world.users, world.person(viewer)));
        return Ok(());
    }
    Err("is nobody and nothing here".to_owned())
}

fn member(user: &User) -> Value {
    let mut member = user.partial_member();
    member["permissions"] = permissions_in_guild(user).to_string().into();
    member
}

fn put(resolved: &mut Map<String, Value>, kind: &str, id: &str, value: Value) {
    resolved.entry(kind).or_insert_with(|| json!({}))[id] = value;
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn text(spec: &Value, given: &Value) -> Result<Value, Wrong> {
    let text = plain(given);
    let length = text.chars().count() as u64;
    if let Some(least) = spec["min_length"].as_u64().filter(|least| length < *least) {
        return Err(format!("needs at least {least} characters"));
    }
    let most = spec["max_length"].as_u64().unwrap_or(6000);
    if length > most { Err(format!("may have {most} characters")) } else { Ok(text.into()) }
}

fn number(spec: &Value, given: &Value, kind: u64) -> Result<Value, Wrong> {
    let typed = plain(given);
    let (value, size) = if kind == INTEGER {
        let whole: i64 = typed.parse().map_err(|_| "is a whole number")?;
        let size: f64 = typed.parse().map_err(|_| "is a whole number")?;
        (json!(whole), size)
    } else {
        let size: f64 = typed.parse().map_err(|_| "is a number")?;
        (json!(size), size)
    };
    if spec["min_value"].as_f64().is_some_and(|least| size < least) {
        return Err(format!("is at least {}", spec["min_value"]));
    }
    if spec["max_value"].as_f64().is_some_and(|most| size > most) {
        return Err(format!("is at most {}", spec["max_value"]));
    }
    Ok(value)
}
