//! Faults on demand: late deliveries, refused or lost requests, closed direct messages, a disturbed gateway.
//!
//! A fault is one JSON object to `POST /faults`; several keys in one object are several faults. `GET /faults` tells what
//! is armed or in force.
//!
//! | fault | what it does |
//! |---|---|
//! | `{"close_dms": "ann"}`, `{"open_dms": "ann"}` | the bot's messages to that person are refused (50007), or not |
//! | `{"next": {"user": "ann", "stamp_ms": 1234, "delay_ms": 1500}}` | that person's next action is stamped with this Discord time (`"+500"`, `"-500"`: from now), and the bot hears of it so much later |
//! | `{"skew_ms": 3000}` | Discord's clock is so far ahead of this machine's |
//! | `{"rest": {"match": "POST /channels/*/messages", "status": 500, "times": 3, "after_apply": false}}` | requests are refused, or applied and their answers lost; with 429 also `retry_after`, and `global` or `shared`; `code` and `message` as wanted |
//! | `{"hang": {"match": …, "ms": 10000, "times": 1, "after_apply": false}}` | requests wait before they are applied, or after |
//! | `{"hold": {"match": …, "times": 1, "after_apply": false}}` | requests wait, before they are applied or after, until they are let go; `GET /faults` lists them by number |
//! | `{"apply": 5}`, `{"release": 5}`, `{"lose": 5}` | held request 5 is applied and held on, goes on, or is never applied or answered; `"all"` means all that are held |
//! | `{"unhold": true}` | no more requests are held from here on |
//! | `{"gateway": "drop"}`, `"reconnect"`, `"invalid"` | connections are cut, asked to reconnect, or their sessions ended |
//! | `{"again": 3}` | the last 3 events are handed over once more, as after a session was resumed from too far back |
//! | `{"refuse_gateway_ms": 5000}` | connections are refused for so long |
//! | `{"delete_channel": "id"}` | a text channel is gone |
//! | `{"revoke": {"channel": "id", "permission": "SEND_MESSAGES"}}`, `grant` | the bot loses a permission there, or has it again; with `"user": "ann"` that person does |
//! | `{"remove_bot": true}` | the bot is no longer in the guild |
//! | `{"mentionable": true}` | anyone may mention roles |
//! | `{"expire_tokens": true}` | all interactions so far are as good as 15 minutes old |
//! | `{"rename": {"user": "ann", "name": "**Ann** @everyone"}}` | that person's display name is another |
//! | `{"reset": true}` | everything is right again, but for names |

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::gateway::{Disturbance, guild_create};
use super::guild::{Channel, Place, permission, roles};
use super::people::{IDS, UserKey};
use super::snowflake::{self, Snowflake};
use super::world::{GatewayEvent, World};

/// What Discord says where a limit is not the bot's own.
pub(crate) const SHARED_LIMIT: &str = "The resource is being rate limited.";

/// When something a person does is said to happen, and how late the bot hears of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The Discord time it is stamped with.
    pub stamp: Option<Stamp>,
    /// How much later the gateway hands it over.
    pub delay: Duration,
}

/// A moment of Discord's clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// Unix milliseconds.
    At(i64),
    /// So much after now (before, if negative).
    FromNow(i64),
}

impl Stamp {
    /// Reads a number (absolute) or a string that begins with `+` or `-` (from now).
    pub(crate) fn read(value: &Value) -> Result<Option<Self>, String> {
        match value {
            Value::Null => Ok(None),
            Value::Number(number) => Ok(number.as_i64().map(Self::At)),
            Value::String(text) => {
                let ms = text.parse().map_err(|_| format!("{text:?} is not a number of milliseconds"))?;
                Ok(Some(if text.starts_with(['+', '-']) { Self::FromNow(ms) } else { Self::At(ms) }))
            }
            _ => Err("stamp_ms is a number, or a string like \"-500\"".to_owned()),
        }
    }

    /// The same as `read` takes it.
    pub(crate) fn json(self) -> Value {
        match self {
            Self::At(ms) => ms.into(),
            Self::FromNow(ms) => format!("{ms:+}").into(),
        }
    }

    /// The moment, when it is `now_ms`.
    pub(crate) fn ms(self, now_ms: i64) -> i64 {
        match self {
            Self::At(ms) => ms,
            Self::FromNow(ms) => now_ms.saturating_add(ms),
        }
    }
}

impl Timing {
    /// Reads `stamp_ms` and `delay_ms`.
    pub(crate) fn read(body: &Value) -> Result<Self, String> {
        let delay = Duration::from_millis(body["delay_ms"].as_u64().unwrap_or(0));
        Ok(Self { stamp: Stamp::read(&body["stamp_ms"])?, delay })
    }

    fn json(self) -> Value {
        let stamp = self.stamp.map(Stamp::json);
        json!({"stamp_ms": stamp, "delay_ms": u64::try_from(self.delay.as_millis()).unwrap_or(u64::MAX)})
    }
}

/// What happens to a request of the bot.
#[derive(Clone, Debug)]
pub(crate) enum Mishap {
    /// It is answered with this.
    Answer { status: u16, body: Value, after_apply: bool },
    /// It is answered late.
    Hang { wait: Duration, after_apply: bool },
    /// It waits to be let go.
    Hold { after_apply: bool },
}

/// A request of the bot that waits to be let go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its number among the held ones, in the order in which they came.
    pub number: u64,
    /// `GET`, `POST` …
    pub method: String,
    /// The path below `/api/v10`, without the query.
    pub path: String,
    /// Whether it has been applied already.
    pub applied: bool,
}

/// What becomes of a held request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is applied and held on.
    Apply,
    /// It goes on.
    Release,
    /// It is not applied if it has not been, and never answered.
    Lose,
}

/// A mishap for the next requests of a kind.
#[derive(Clone, Debug)]
struct Armed {
    pattern: String,
    times: u64,
    mishap: Mishap,
}

/// What is armed.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    next: BTreeMap<UserKey, Timing>,
    armed: Vec<Armed>,
    held: Vec<(Held, oneshot::Sender<Fate>)>,
    held_so_far: u64,
}

impl Faults {
    /// The timing of a person's next action, which is that person's own unless a fault says otherwise.
    pub fn timing(&mut self, key: UserKey, own: Timing) -> Timing {
        if own == Timing::default() { self.next.remove(&key).unwrap_or(own) } else { own }
    }

    /// The mishap of a request, if one is armed for it.
    pub fn mishap(&mut self, method: &str, path: &str) -> Option<Mishap> {
        let armed = self.armed.iter_mut().find(|armed| matches(&armed.pattern, method, path))?;
        armed.times -= 1;
        let mishap = armed.mishap.clone();
        self.armed.retain(|armed| armed.times > 0);
        Some(mishap)
    }

    /// Notes that a request waits, under the number it had or a fresh one; gives the number, and what tells its fate.
    pub fn hold(
        &mut self,
        request: (&str, &str),
        number: Option<u64>,
        applied: bool,
    ) -> (u64, oneshot::Receiver<Fate>) {
        let number = number.unwrap_or_else(|| {
            self.held_so_far += 1;
            self.held_so_far - 1
        });
        let (method, path) = (request.0.to_owned(), request.1.to_owned());
        let (tell, told) = oneshot::channel();
        self.held.push((Held { number, method, path, applied }, tell));
        self.held.sort_by_key(|(held, _)| held.number);
        (number, told)
    }

    /// Forgets a held request that is gone with its connection.
    pub fn forget(&mut self, number: u64) {
        self.held.retain(|(held, _)| held.number != number);
    }

    /// The requests that wait, in the order in which they came.
    pub fn held(&self) -> Vec<Held> {
        self.held.iter().map(|(held, _)| held.clone()).collect()
    }

    /// Lets one request go, or all that are held.
    fn let_go(&mut self, which: &Value, fate: Fate) -> Result<(), String> {
        let meant = |held: &Held| which == "all" || which.as_u64() == Some(held.number);
        let (gone, stay): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.held).into_iter().partition(|(held, _)| meant(held));
        self.held = stay;
        if gone.is_empty() && which != "all" {
            return Err(format!("no request {which} is held"));
        }
        for (_, tell) in gone {
            // Whoever went with its connection needs no word.
            tell.send(fate).ok();
        }
        Ok(())
    }
}

/// Whether a pattern like `POST /channels/*/messages` means this request. `*` is one step of the path or any method,
/// `**` at the end is the rest.
fn matches(pattern: &str, method: &str, path: &str) -> bool {
    let (wanted, steps) = pattern.split_once(' ').unwrap_or(("*", pattern));
    if wanted != "*" && !wanted.eq_ignore_ascii_case(method) {
        return false;
    }
    let mut given = path.split('/').filter(|step| !step.is_empty());
    for step in steps.split('/').filter(|step| !step.is_empty()) {
        if step == "**" {
            return true;
        }
        if !given.next().is_some_and(|name| step == "*" || step == name) {
            return false;
        }
    }
    given.next().is_none()
}

impl World {
    /// Arms or does what the object says.
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

    /// What is armed or in force.
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
        self.emit(&GatewayEvent { name: "CHANNEL_DELETE", data, intent: 1, direct: false });
        for key in UserKey::ALL {
            self.feed(key, "channel", json!({"id": id, "deleted": true}));
        }
        Ok(())
    }

    fn change_permission(&mut self, value: &Value, revoke: bool) -> Result<(), String> {
        let name = value["permission"].as_str().unwrap_or_default();
        let bit = permission::named(name).ok_or_else(|| format!("there is no permission {name:?}"))?;
        if value["channel"].is_null() {
            self.bot_lacks = if revoke { self.bot_lacks | bit } else { self.bot_lacks & !bit };
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
        let data = channel.json(&self.users);
        let name = if channel.thread.is_some() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        // A thread has the permissions of the channel it hangs in.
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

    fn remove_bot(&mut self) {
        self.bot_present = false;
        let data = json!({"id": IDS.guild, "unavailable": false});
        self.emit(&GatewayEvent { name: "GUILD_DELETE", data, intent: 1, direct: false });
    }

    /// Puts everything right again: people, channels, permissions, the clock and the bot's place in the guild.
    fn reset(&mut self) {
        self.faults = Faults::default();
        self.sessions.refused_until = None;
        self.clock.skew_ms = self.usual_skew_ms;
        self.mentionable = false;
        for user in self.users.values_mut() {
            user.dms_closed = false;
        }
        for channel in self.channels.values_mut() {
            channel.denied.clear();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_steps() {
        assert!(matches("POST /channels/*/messages", "POST", "/channels/5/messages"));
        assert!(!matches("POST /channels/*/messages", "GET", "/channels/5/messages"));
        assert!(!matches("POST /channels/*/messages", "POST", "/channels/5/messages/6"));
        assert!(matches("* /channels/**", "PATCH", "/channels/5/messages/6"));
        assert!(matches("/gateway", "GET", "/gateway"));
    }

    #[test]
    fn stamps_are_absolute_or_from_now() {
        assert_eq!(Stamp::read(&json!(5)).unwrap().unwrap().ms(100), 5);
        assert_eq!(Stamp::read(&json!("-5")).unwrap().unwrap().ms(100), 95);
        assert_eq!(Stamp::FromNow(5).json(), json!("+5"));
    }
}
