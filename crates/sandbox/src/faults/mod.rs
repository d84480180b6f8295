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
//! | `{"grant": {"permission": "MANAGE_ROLES"}}` | the bot has that permission in the whole guild |
//! | `{"remove_bot": true}` | the bot is no longer in the guild |
//! | `{"mentionable": true}` | anyone may mention roles |
//! | `{"expire_tokens": true}` | all interactions so far are as good as 15 minutes old |
//! | `{"rename": {"user": "ann", "name": "**Ann** @everyone"}}` | that person's display name is another |
//! | `{"reset": true}` | everything is right again, but for names |

mod crowd;
mod deeds;
mod forge;

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
use crate::seen::Seen;
use crate::timing::Timing;
use crate::world::Server;
use crate::{Context, Sandbox};

pub use crowd::{Crowd, Hand, Posted, Pressed, Unanswered};
pub use forge::Forged;

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
    /// Who receives what is posted where the crowd is.
    crowd: Option<mpsc::UnboundedSender<Posted>>,
    /// How many messages each of the crowd's channels keeps.
    crowd_keeps: usize,
}

/// Answers a request, by its mishap if it meets one; one that is lost is recorded and never answered.
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

/// Holds a request until it is let go.
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

/// A held request, for as long as its connection lives.
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
    /// Arms or does a fault, as `POST /faults` does.
    ///
    /// # Errors
    /// A sentence about a fault that makes no sense.
    pub fn fault(&self, fault: &Value) -> Result<(), String> {
        self.server.world().fault(fault)
    }

    /// The bot's requests that wait to be let go, oldest first.
    #[must_use]
    pub fn held(&self) -> Vec<Held> {
        self.server.world().faults.held()
    }
}

/// The routes for people's tests: faults, and interactions that no client sends.
pub(crate) fn routes() -> Router<Context> {
    Router::new().route("/faults", get(armed).post(fault)).route("/client/forge", post(forge::forge))
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
    /// How many messages each of the crowd's channels keeps.
    pub fn crowd_keeps(&self) -> usize {
        self.crowd_keeps
    }

    /// Hands the crowd a message that was posted or changed, in somebody's direct messages or in a channel.
    pub fn tell_crowd(&self, (to, channel): (Option<u32>, u32), edited: bool, message: impl FnOnce() -> Seen) {
        if let Some(crowd) = &self.crowd {
            // Where nobody plays any more, nobody needs to know.
            drop(crowd.send(Posted { at: Instant::now(), to, channel, edited, message: message() }));
        }
    }

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
}
