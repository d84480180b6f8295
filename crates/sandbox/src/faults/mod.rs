//! Faults on demand: late deliveries, refused or lost requests, closed direct messages, gateway disturbances.
//!
//! A fault is a JSON object for `POST /faults`. Each key of an object is one fault. `GET /faults` lists the faults that
//! are armed or in force.
//!
//! | fault | effect |
//! |---|---|
//! | `{"close_dms": "ann"}`, `{"open_dms": "ann"}` | the bot's messages to that person are refused (50007), or not |
//! | `{"next": {"user": "ann", "stamp_ms": 1234, "delay_ms": 1500}}` | that person's next action is stamped with this Discord time (`"+500"`, `"-500"`: from now), and delivered to the bot after the delay |
//! | `{"skew_ms": 3000}` | Discord's clock is ahead of this machine's by this time |
//! | `{"rest": {"match": "POST /channels/*/messages", "status": 500, "times": 3, "after_apply": false}}` | requests are refused, or applied and their answers lost; with 429 also `retry_after`, and `global` or `shared`; `code` and `message` as wanted |
//! | `{"hang": {"match": …, "ms": 10000, "times": 1, "after_apply": false}}` | requests wait before they are applied, or after |
//! | `{"hold": {"match": …, "times": 1, "after_apply": false}}` | requests wait, before they are applied or after, until they are released; `GET /faults` lists them by number |
//! | `{"apply": 5}`, `{"release": 5}`, `{"lose": 5}` | held request 5 is applied but stays held, continues, or is lost without an answer; `"all"` means all held requests |
//! | `{"unhold": true}` | no further requests are held |
//! | `{"gateway": "drop"}`, `"reconnect"`, `"invalid"` | connections are cut, asked to reconnect, or their sessions ended |
//! | `{"again": 3}` | the last 3 events are sent again, as after a resumption from too old an event |
//! | `{"refuse_gateway_ms": 5000}` | connections are refused for this time |
//! | `{"delete_channel": "id"}` | a text channel or thread is deleted |
//! | `{"revoke": {"channel": "id", "permission": "SEND_MESSAGES"}}`, `grant` | the bot, or with `"user": "ann"` that person, loses a permission in the channel, or has it, also in a closed channel |
//! | `{"grant": {"permission": "MANAGE_ROLES"}}` | the bot has that permission in the whole guild |
//! | `{"remove_bot": true}` | the bot is no longer in the guild |
//! | `{"mentionable": true}` | anyone may mention roles |
//! | `{"expire_tokens": true}` | all interactions so far count as older than 15 minutes |
//! | `{"rename": {"user": "ann", "name": "**Ann** @everyone"}}` | that person's display name changes |
//! | `{"reset": true}` | all faults end; changed names, guild-wide permissions and expired tokens stay |

mod crowd;
mod fault_requests;
mod forged_interactions;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use crate::people::UserKey;
use crate::stated_time::Timing;
use crate::visible_message::Seen;
use crate::world::Server;
use crate::{Context, Sandbox};

pub use crowd::{Crowd, Hand, Posted, Pressed, Unanswered};
pub use forged_interactions::Forged;

/// A fault of a request of the bot.
#[derive(Clone, Debug)]
pub(crate) enum Mishap {
    /// The request gets this answer.
    Answer { status: u16, body: Value, after_apply: bool },
    /// The request is answered late.
    Hang { wait: Duration, after_apply: bool },
    /// The request waits until it is released.
    Hold { after_apply: bool },
}

/// A held request of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The number of the request, in the order of arrival.
    pub number: u64,
    /// `GET`, `POST` …
    pub method: String,
    /// The path below `/api/v10`, without the query.
    pub path: String,
    /// Whether the request has been applied.
    pub applied: bool,
}

/// The fate of a held request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The request is applied but stays held.
    Apply,
    /// The request continues.
    Release,
    /// The request is never answered, nor applied if it was not before.
    Lose,
}

/// A mishap for the next requests of a kind.
#[derive(Clone, Debug)]
struct Armed {
    pattern: String,
    times: u64,
    mishap: Mishap,
}

/// The armed faults, the held requests and the crowd.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    next: BTreeMap<UserKey, Timing>,
    armed: Vec<Armed>,
    held: Vec<(Held, oneshot::Sender<Fate>)>,
    held_so_far: u64,
    /// The receiver of posts in the crowd's channels.
    crowd: Option<mpsc::UnboundedSender<Posted>>,
    /// The number of messages stored in each of the crowd's channels.
    crowd_keeps: usize,
}

/// Answers a request according to its mishap, if any. A lost request is recorded and never answered.
pub(crate) async fn answer(
    server: &Server,
    mishap: Option<Mishap>,
    request: (&str, &str),
    apply: impl Fn() -> (u16, Value),
    lost: impl Fn(),
) -> (u16, Value) {
    match mishap {
        None => apply(),
        Some(Mishap::Answer { status, body, after_apply }) => {
            if after_apply {
                apply();
            }
            (status, body)
        }
        Some(Mishap::Hang { wait, after_apply: false }) => {
            tokio::time::sleep(wait).await;
            apply()
        }
        Some(Mishap::Hang { wait, after_apply: true }) => {
            let answer = apply();
            tokio::time::sleep(wait).await;
            answer
        }
        Some(Mishap::Hold { after_apply }) => held(server, request, after_apply, apply, lost).await,
    }
}

/// Holds a request until it is released or lost.
async fn held(
    server: &Server,
    request: (&str, &str),
    after_apply: bool,
    apply: impl Fn() -> (u16, Value),
    lost: impl Fn(),
) -> (u16, Value) {
    let mut answer = after_apply.then(&apply);
    let mut waiting = Waiting { server, number: None };
    loop {
        let (number, told) = server.world().faults.hold(request, waiting.number, answer.is_some());
        waiting.number = Some(number);
        match told.await.unwrap_or(Fate::Release) {
            Fate::Apply => answer = answer.or_else(|| Some(apply())),
            Fate::Release => return answer.unwrap_or_else(apply),
            Fate::Lose => {
                lost();
                std::future::pending::<()>().await;
            }
        }
    }
}

/// A held request. It is forgotten when its connection ends.
struct Waiting<'a> {
    server: &'a Server,
    number: Option<u64>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            self.server.world().faults.forget(number);
        }
    }
}

impl Sandbox {
    /// Arms or executes a fault, like `POST /faults`.
    ///
    /// # Errors
    /// The fault is invalid; as a sentence.
    pub fn fault(&self, fault: &Value) -> Result<(), String> {
        self.server.world().fault(fault)
    }

    /// Returns the bot's held requests, oldest first.
    #[must_use]
    pub fn held(&self) -> Vec<Held> {
        self.server.world().faults.held()
    }
}

/// Returns the routes for tests: faults and forged interactions.
pub(crate) fn routes() -> Router<Context> {
    Router::new().route("/faults", get(armed).post(fault)).route("/client/forge", post(forged_interactions::forge))
}

async fn armed(State(server): State<Arc<Server>>) -> Json<Value> {
    Json(server.world().faults_json())
}

async fn fault(State(server): State<Arc<Server>>, body: Bytes) -> (StatusCode, Json<Value>) {
    let done = match serde_json::from_slice(&body) {
        Ok(fault) => server.world().fault(&fault),
        Err(broken) => Err(broken.to_string()),
    };
    match done {
        Ok(()) => (StatusCode::OK, Json(json!({"ok": true}))),
        Err(why) => (StatusCode::BAD_REQUEST, Json(json!({"ok": false, "error": why}))),
    }
}

impl Faults {
    /// The number of messages stored in each of the crowd's channels.
    pub fn crowd_keeps(&self) -> usize {
        self.crowd_keeps
    }

    /// Sends the crowd a message that was posted or changed, in a person's direct messages or in a channel.
    pub fn tell_crowd(&self, (to, channel): (Option<u32>, u32), edited: bool, message: impl FnOnce() -> Seen) {
        if let Some(crowd) = &self.crowd {
            // Sending fails if the crowd was dropped.
            drop(crowd.send(Posted { at: Instant::now(), to, channel, edited, message: message() }));
        }
    }

    /// Returns the timing of a person's next action: the requested one, or else an armed fault's.
    pub fn timing(&mut self, key: UserKey, own: Timing) -> Timing {
        if own == Timing::default() { self.next.remove(&key).unwrap_or(own) } else { own }
    }

    /// Returns the mishap that is armed for a request, if any.
    pub fn mishap(&mut self, method: &str, path: &str) -> Option<Mishap> {
        let armed = self.armed.iter_mut().find(|armed| matches(&armed.pattern, method, path))?;
        armed.times -= 1;
        let mishap = armed.mishap.clone();
        self.armed.retain(|armed| armed.times > 0);
        Some(mishap)
    }

    /// Registers a held request, under its number or a new one. Returns the number and the receiver of its fate.
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

    /// Forgets a held request whose connection ended.
    pub fn forget(&mut self, number: u64) {
        self.held.retain(|(held, _)| held.number != number);
    }

    /// Returns the held requests in the order of arrival.
    pub fn held(&self) -> Vec<Held> {
        self.held.iter().map(|(held, _)| held.clone()).collect()
    }

    /// Sends a fate to one held request, or to all.
    fn let_go(&mut self, which: &Value, fate: Fate) -> Result<(), String> {
        let meant = |held: &Held| which == "all" || which.as_u64() == Some(held.number);
        let (gone, stay): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.held).into_iter().partition(|(held, _)| meant(held));
        self.held = stay;
        if gone.is_empty() && which != "all" {
            return Err(format!("no request {which} is held"));
        }
        for (_, tell) in gone {
            // Sending fails if the request's connection has ended.
            tell.send(fate).ok();
        }
        Ok(())
    }
}

/// Whether a pattern such as `POST /channels/*/messages` matches a request. `*` is one step of the path or any method,
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
}
