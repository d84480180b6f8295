//! First answers to interactions, sent on a separate thread.
//!
//! - Discord waits three seconds for the first answer. The threads that work answers out may be busy for longer. This thread sends
//!   ready answers, and defers the others in time.
//! - An interaction has one first answer: the ready one or the deferral, whichever starts first.
//! - If Discord fails at an answer, it is sent once more while there is time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use serenity::all::{Http, HttpError, InteractionId};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::error::Elapsed;
use tokio_util::task::AbortOnDropHandle;

use crate::ids::Snowflake;
use crate::platform::discord::clients::Clients;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::timeout::{SEND_WITHIN, in_words, timed};
use crate::platform::discord::traffic_metrics;
use crate::platform::discord::traffic_metrics::Sent;
use crate::uptime::clock::ServiceClock;

/// The age of a press at which its answer is deferred.
const PROMPTLY: Duration = Duration::from_millis(1_500);
/// The least time before a deferral, however late the press arrived.
const LEAST: Duration = Duration::from_millis(250);
/// The most answers sent at once, in the order in which they are ready; more connections would delay each other.
const AT_ONCE: usize = 256;
/// The time after an interaction's arrival in which its answer is retried; Discord waits three seconds from its creation.
const STILL_ASKED: Duration = Duration::from_secs(2);
/// The pause before a retry.
const AGAIN_AFTER: Duration = Duration::from_millis(150);
/// Discord's error code for an interaction that was already answered.
const ALREADY_ANSWERED: isize = 40_060;

/// Sends first answers; all clones use one thread.
#[derive(Clone)]
pub struct FirstAnswers {
    clients: Clients,
    line: Handle,
    places: Arc<Semaphore>,
}

/// The first answer to one interaction.
pub struct First {
    line: Handle,
    sender: Sender,
    taken: Arc<AtomicBool>,
    deferral: AbortOnDropHandle<Option<Result<(), String>>>,
}

#[derive(Clone)]
struct Sender {
    places: Arc<Semaphore>,
    http: Arc<Http>,
    id: InteractionId,
    token: Arc<str>,
    arrived: Instant,
    clock: ServiceClock,
}

impl FirstAnswers {
    /// Creates a sender that uses a client's connections on a runtime.
    pub fn new(clients: Clients, line: Handle) -> Self {
        Self { clients, line, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Begins the first answer to an interaction, and defers it when time runs short.
    pub fn begin(&self, id: InteractionId, token: &str, clock: &ServiceClock, deferral: Value) -> First {
        let http = Arc::new(self.clients.first_answer());
        let places = Arc::clone(&self.places);
        let sender = Sender { places, http, id, token: token.into(), arrived: Instant::now(), clock: clock.clone() };
        let taken = Arc::new(AtomicBool::new(false));
        let wait = PROMPTLY.saturating_sub(sender.age()).max(LEAST);
        let deferring = {
            let (sender, taken) = (sender.clone(), Arc::clone(&taken));
            async move {
                tokio::time::sleep(wait).await;
                if taken.swap(true, Ordering::AcqRel) {
                    return None;
                }
                Some(sender.send(&deferral, None).await)
            }
        };
        let deferral = AbortOnDropHandle::new(self.line.spawn(deferring));
        First { line: self.line.clone(), sender, taken, deferral }
    }
}

impl First {
    /// Claims the first answer for [`First::send`]; returns the deferral's result if the answer was deferred already.
    pub async fn take(&mut self) -> Option<Result<(), String>> {
        if !self.taken.swap(true, Ordering::AcqRel) {
            return None;
        }
        let lost = || Some(Err("the answer could not be deferred".to_owned()));
        (&mut self.deferral).await.unwrap_or_else(|_| lost())
    }

    /// Sends the first answer, with the files of a body.
    pub async fn send(&self, answer: Value, files: Option<Body>) -> Result<(), String> {
        let sender = self.sender.clone();
        let sending = self.line.spawn(async move { sender.send(&answer, files.as_ref()).await });
        AbortOnDropHandle::new(sending).await.unwrap_or_else(|_| Err("the answer could not be sent".to_owned()))
    }
}

impl Sender {
    /// Returns the time since the interaction was made.
    fn age(&self) -> Duration {
        Duration::from_millis(self.clock.now().since(Snowflake(self.id.get()).ms()))
    }

    async fn send(&self, answer: &Value, files: Option<&Body>) -> Result<(), String> {
        let _place = self.places.acquire().await.map_err(|error| error.to_string())?;
        first_answer(&self.http, self.id, &self.token, answer, files, self.arrived).await?;
        traffic_metrics::answered(self.arrived.elapsed(), Some(self.age()));
        Ok(())
    }
}

/// Sends an interaction's first answer, and once more if Discord fails at it.
pub async fn first_answer(
    http: &Http,
    id: InteractionId,
    token: &str,
    answer: &Value,
    files: Option<&Body>,
    arrived: Instant,
) -> Result<(), String> {
    let attempt = async || {
        let files = files.map(Body::files).unwrap_or_default();
        timed(SEND_WITHIN, "callback", http.create_interaction_response(id, token, answer, files)).await
    };
    let mut sent = attempt().await;
    if is_server_error(&sent) && arrived.elapsed() < STILL_ASKED {
        tokio::time::sleep(AGAIN_AFTER).await;
        sent = attempt().await;
        if is_answered(&sent) {
            // The first attempt was successful although Discord reported a failure.
            sent = Ok(Ok(()));
        }
    }
    in_words(sent)
}

/// Whether Discord reported an internal failure; it may have done the request all the same.
fn is_server_error<T>(answer: &Result<serenity::Result<T>, Elapsed>) -> bool {
    matches!(answer, Ok(sent) if matches!(Sent::of(sent), Sent::Refused(500..)))
}

/// Whether the interaction was already answered.
fn is_answered<T>(answer: &Result<serenity::Result<T>, Elapsed>) -> bool {
    let Ok(Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(refused)))) = answer else { return false };
    refused.error.code == ALREADY_ANSWERED
}
