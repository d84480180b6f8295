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
//! | `{"apply": 5}`, `{"release": 5}`, `{"lose": 5}` | held request 5 is applied and held on, continues, or is never applied or answered; `"all"` means all that are held |
//! | `{"unhold": true}` | no more requests are held from here on |
//! | `{"gateway": "drop"}`, `"reconnect"`, `"invalid"` | connections are cut, asked to reconnect, or their sessions ended |
//! | `{"again": 3}` | the last 3 events are handed over once more, as after a session was resumed from too far back |
//! | `{"refuse_gateway_ms": 5000}` | connections are refused for so long |
//! | `{"delete_channel": "id"}` | a text channel or thread is gone |
//! | `{"revoke": {"channel": "id", "permission": "SEND_MESSAGES"}}`, `grant` | the bot loses a permission there, or has it again; with `"user": "ann"` that person does |
//! | `{"remove_bot": true}` | the bot is no longer in the guild |
//! | `{"mentionable": true}` | anyone may mention roles |
//! | `{"expire_tokens": true}` | all interactions so far are as good as 15 minutes old |
//! | `{"rename": {"user": "ann", "name": "**Ann** @everyone"}}` | that person's display name is another |
//! | `{"reset": true}` | everything is right again, but for names |

mod deeds;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::people::UserKey;

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
    /// It continues.
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
            // A requester that went with its connection needs no word.
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
