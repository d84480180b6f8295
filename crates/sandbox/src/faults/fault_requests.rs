//! Parsing, execution and listing of faults.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Armed, Fate, Faults, Mishap};
use crate::gateway::{Disturbance, guild_create};
use crate::guild::{Channel, Place, permission, roles};
use crate::people::{IDS, UserKey};
use crate::rest::SHARED_LIMIT;
use crate::snowflake::{self, Snowflake};
use crate::stated_time::Timing;
use crate::world::{GatewayEvent, World};

impl World {
    /// Arms or executes the faults of an object.
    pub fn fault(&mut self, fault: &Value) -> Result<(), String> {
        let entries = fault.as_object().ok_or("a fault is a JSON object")?;
        for (name, value) in entries {
            self.one_fault(name, value)?;
        }
        Ok(())
    }

    fn one_fault(&mut self, name: &str, value: &Value) -> Result<(), String> {
        match name {
            "close_dms" | "open_dms" => {
                let key = user(value)?;
                self.users.get_mut(&key.id()).expect("every person has an account").dms_closed = name == "close_dms";
            }
            "next" => {
                let timing = Timing::read(value)?;
                self.faults.next.insert(user(&value["user"])?, timing);
            }
            "skew_ms" => self.clock.skew_ms = value.as_i64().ok_or("skew_ms is a whole number")?,
            "rest" => self.arm(value, answer(value)?)?,
            "hang" => {
                let wait = Duration::from_millis(value["ms"].as_u64().ok_or("hang needs ms")?);
                self.arm(value, Mishap::Hang { wait, after_apply: value["after_apply"] == true })?;
            }
            "hold" => self.arm(value, Mishap::Hold { after_apply: value["after_apply"] == true })?,
            "apply" => self.faults.let_go(value, Fate::Apply)?,
            "release" => self.faults.let_go(value, Fate::Release)?,
            "lose" => self.faults.let_go(value, Fate::Lose)?,
            "unhold" => self.faults.armed.retain(|armed| !matches!(armed.mishap, Mishap::Hold { .. })),
            "gateway" => self.sessions.disturb(match value.as_str() {
                Some("drop") => Disturbance::Drop,
                Some("reconnect") => Disturbance::Reconnect,
                Some("invalid") => Disturbance::Invalid,
                _ => return Err("gateway is \"drop\", \"reconnect\" or \"invalid\"".to_owned()),
            }),
            "again" => self.sessions.again(value.as_u64().ok_or("again is a whole number")?),
            "refuse_gateway_ms" => {
                let wait = Duration::from_millis(value.as_u64().ok_or("refuse_gateway_ms is a whole number")?);
                self.sessions.refused_until = Some(Instant::now() + wait);
            }
            "delete_channel" => self.delete_channel(id(value)?)?,
            "revoke" | "grant" => self.change_permission(value, name == "revoke")?,
            "remove_bot" => self.remove_bot(),
            "mentionable" => self.mentionable = value.as_bool().ok_or("mentionable is true or false")?,
            "expire_tokens" => {
                for interaction in self.interactions.values_mut() {
                    interaction.expired = true;
                }
            }
            "rename" => {
                let name = value["name"].as_str().ok_or("rename needs a name")?;
                let person = self.users.get_mut(&user(&value["user"])?.id()).expect("every person has an account");
                name.clone_into(&mut person.display_name);
            }
            "reset" => self.reset(),
            _ => return Err(format!("there is no fault {name:?}")),
        }
        Ok(())
    }

    /// Returns the faults that are armed or in force.
    pub fn faults_json(&self) -> Value {
        let closed = UserKey::ALL.into_iter().filter(|key| self.person(*key).dms_closed);
        let armed = self.faults.armed.iter().map(|armed| {
            let mut json = json!({"match": armed.pattern, "times": armed.times});
            match &armed.mishap {
                Mishap::Answer { status, body, after_apply } => {
                    json["rest"] = json!({"status": status, "body": body, "after_apply": after_apply});
                }
                Mishap::Hang { wait, after_apply } => {
                    let ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                    json["hang"] = json!({"ms": ms, "after_apply": after_apply});
                }
                Mishap::Hold { after_apply } => json["hold"] = json!({"after_apply": after_apply}),
            }
            json
        });
        let denied = |channel: &Channel| channel.denied.values().fold(0, |all, bits| all | bits);
        let revoked = self.channels.values().filter(|channel| denied(channel) != 0);
        let left = self.sessions.refused_until.map_or(Duration::ZERO, |until| until - Instant::now());
        json!({
            "closed_dms": closed.map(UserKey::as_str).collect::<Vec<_>>(), "skew_ms": self.clock.skew_ms,
            "next": self.faults.next.iter().map(|(key, timing)| (key.to_string(), timing.json()))
                .collect::<serde_json::Map<_, _>>(),
            "held": self.faults.held().iter().map(|held| json!({"number": held.number, "method": held.method,
                "path": held.path, "applied": held.applied})).collect::<Vec<_>>(),
            "armed": armed.collect::<Vec<_>>(), "bot_present": self.bot_present,
            "refuse_gateway_ms": u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
            "revoked": revoked.map(|channel| json!({"channel": channel.id, "denied": denied(channel).to_string()}))
                .collect::<Vec<_>>(),
            "gateway_sessions": self.sessions.connected(),
        })
    }

    fn arm(&mut self, value: &Value, mishap: Mishap) -> Result<(), String> {
        let pattern = value["match"].as_str().ok_or("the fault needs \"match\", like \"POST /channels/*/messages\"")?;
        let times = value["times"].as_u64().unwrap_or(1);
        if times > 0 {
            self.faults.armed.push(Armed { pattern: pattern.to_owned(), times, mishap });
        }
        Ok(())
    }

    fn delete_channel(&mut self, id: Snowflake) -> Result<(), String> {
        if !self.channels.get(&id).is_some_and(Channel::in_guild) {
            return Err(format!("there is no text channel {id}"));
        }
        let channel = self.channels.remove(&id).expect("it was just there");
        let data = channel.json(&self.users);
        let (name, data) = match channel.place {
            Place::Thread { parent } => {
                ("THREAD_DELETE", json!({"id": id, "guild_id": IDS.guild, "parent_id": parent, "type": 11}))
            }
            _ => ("CHANNEL_DELETE", data),
        };
        self.emit(&GatewayEvent { name, data, intent: 1, direct: false });
        // A channel's threads are deleted with it.
        let threads = self.channels.iter().filter(|(_, other)| other.place == Place::Thread { parent: id });
        let gone: Vec<Snowflake> = threads.map(|(thread, _)| *thread).chain([id]).collect();
        self.channels.retain(|other, _| !gone.contains(other));
        for key in UserKey::ALL {
            for id in &gone {
                self.feed(key, "channel", json!({"id": id, "deleted": true}));
            }
        }
        Ok(())
    }

    fn change_permission(&mut self, value: &Value, revoke: bool) -> Result<(), String> {
        let name = value["permission"].as_str().unwrap_or_default();
        let bit = permission::named(name).ok_or_else(|| format!("there is no permission {name:?}"))?;
        if value["channel"].is_null() {
            self.bot_lacks = if revoke { self.bot_lacks | bit } else { self.bot_lacks & !bit };
            self.bot_gains = if revoke { self.bot_gains & !bit } else { self.bot_gains | bit };
            let (position, role) = roles(self.cast).into_iter().enumerate().nth(1).expect("the bot has its role");
            let data = json!({"guild_id": IDS.guild, "role": role.json(position)});
            self.emit(&GatewayEvent { name: "GUILD_ROLE_UPDATE", data, intent: 1, direct: false });
            return Ok(());
        }
        let id = id(&value["channel"])?;
        let user = match value["user"].as_str() {
            None => IDS.bot,
            Some(name) => name.parse::<UserKey>()?.id(),
        };
        let channel = self.channels.get_mut(&id).filter(|channel| channel.in_guild());
        let channel = channel.ok_or_else(|| format!("there is no text channel {id}"))?;
        let denied = channel.denied.entry(user).or_default();
        *denied = if revoke { *denied | bit } else { *denied & !bit };
        let allowed = channel.allowed.entry(user).or_default();
        *allowed = if revoke { *allowed & !bit } else { *allowed | (channel.closed & bit) };
        let data = channel.json(&self.users);
        let name = if channel.thread.is_some() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        // A thread has the permissions of its parent channel.
        let denied = channel.denied.clone();
        for thread in self.channels.values_mut().filter(|other| other.place == Place::Thread { parent: id }) {
            thread.denied.clone_from(&denied);
        }
        self.emit(&GatewayEvent { name, data, intent: 1, direct: false });
        if let Some(key) = UserKey::ALL.into_iter().find(|key| key.id() == user) {
            let sees = self.sees(key, &self.channels[&id]);
            let shown = if sees { self.channel_for_person(id) } else { json!({"id": id, "deleted": true}) };
            self.feed(key, "channel", shown);
        }
        Ok(())
    }

    /// Ends faults: restores people, channels with their permissions, the clock and the bot's membership.
    fn reset(&mut self) {
        let Faults { crowd, crowd_keeps, .. } = std::mem::take(&mut self.faults);
        self.faults = Faults { crowd, crowd_keeps, ..Faults::default() };
        self.sessions.refused_until = None;
        self.clock.skew_ms = self.usual_skew_ms;
        self.mentionable = false;
        for user in self.users.values_mut() {
            user.dms_closed = false;
        }
        for channel in self.channels.values_mut() {
            channel.denied.clear();
            channel.allowed.clear();
        }
        let restored = self.restore_channels();
        if !self.bot_present {
            self.bot_present = true;
            let event = guild_create(self);
            self.emit(&event);
        }
        for id in restored {
            let data = self.channels[&id].json(&self.users);
            self.emit(&GatewayEvent { name: "CHANNEL_CREATE", data, intent: 1, direct: false });
            let shown = self.channel_for_person(id);
            for key in UserKey::ALL {
                self.feed(key, "channel", shown.clone());
            }
        }
    }
}

fn answer(value: &Value) -> Result<Mishap, String> {
    let status = value["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(500);
    if !(200..600).contains(&status) {
        return Err("status lies between 200 and 599".to_owned());
    }
    let body = if status == 429 {
        let retry_after = value["retry_after"].as_f64().unwrap_or(1.0);
        let message = if value["shared"] == true { SHARED_LIMIT } else { "You are being rate limited." };
        json!({"message": message, "retry_after": retry_after, "global": value["global"] == true,
            "code": value["code"].as_u64().unwrap_or(0)})
    } else {
        let reason = axum::http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
        let plain = format!("{status}: {}", reason.unwrap_or("Error"));
        json!({"message": value["message"].as_str().unwrap_or(&plain), "code": value["code"].as_u64().unwrap_or(0)})
    };
    Ok(Mishap::Answer { status, body, after_apply: value["after_apply"] == true })
}

fn user(value: &Value) -> Result<UserKey, String> {
    value.as_str().unwrap_or_default().parse()
}

fn id(value: &Value) -> Result<Snowflake, String> {
    snowflake::read(value).ok_or_else(|| format!("{value} is not an id"))
}
