//! Answers to commands and presses: at once where that is possible, put off where it is not, and never twice.
//!
//! Discord gives three seconds. What is not ready after half of that is put off, and answered by an edit when it is.

use std::future::Future;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{Http, InteractionId};

use super::body::Body;
use super::error::Error;
use super::run::plain;

/// How long an answer may take before it is put off.
const PROMPTLY: Duration = Duration::from_millis(1_500);
/// How long one request may take.
pub const SEND_WITHIN: Duration = Duration::from_secs(10);

/// What an interaction is answered with.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A message for whoever acted, and nobody else.
    Say(Body),
    /// The message that was pressed on, changed.
    Change(Body),
    /// The message that was pressed on, changed, and a message for whoever pressed.
    ChangeAndSay(Box<Body>, Body),
}

impl Reply {
    /// Says one sentence.
    pub fn words(words: impl Into<String>) -> Self {
        Self::Say(Body::text(words))
    }
}

/// How an answer that takes longer is put off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutOff {
    /// By a message that shows it is being worked on.
    Message,
    /// By nothing visible: the message that was pressed on is about to change.
    Change,
}

/// An interaction that awaits its answer.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Discord.
    pub http: &'a Http,
    /// The interaction.
    pub id: InteractionId,
    /// Its token.
    pub token: &'a str,
}

impl Asked<'_> {
    /// Answers with what the work comes to; errors are answered too. Tells whether the answer arrived.
    pub async fn answer<W>(self, put_off: PutOff, work: W) -> bool
    where
        W: Future<Output = Result<Reply, Error>>,
    {
        let mut work = Box::pin(work);
        let sent = if let Ok(outcome) = tokio::time::timeout(PROMPTLY, &mut work).await {
            self.at_once(said(outcome)).await
        } else {
            let (kind, data) = match put_off {
                PutOff::Message => (5, Some(Body::default().ephemeral())),
                PutOff::Change => (6, None),
            };
            // Whatever becomes of the answer, what was asked for is done.
            let put_off_sent = self.callback(kind, data.as_ref()).await;
            let reply = said(work.await);
            match put_off_sent {
                Ok(()) => self.late(put_off, reply).await,
                Err(error) => Err(error),
            }
        };
        if let Err(error) = &sent {
            tracing::warn!(interaction = self.id.get(), %error, "an answer did not arrive");
        }
        sent.is_ok()
    }

    async fn at_once(self, reply: Reply) -> Result<(), String> {
        match reply {
            Reply::Say(body) => self.callback(4, Some(&body.ephemeral())).await,
            Reply::Change(body) => self.callback(7, Some(&body)).await,
            Reply::ChangeAndSay(change, say) => {
                self.callback(7, Some(&change)).await?;
                self.follow_up(say).await
            }
        }
    }

    async fn late(self, put_off: PutOff, reply: Reply) -> Result<(), String> {
        match (put_off, reply) {
            (PutOff::Message, Reply::Say(body) | Reply::Change(body)) | (PutOff::Change, Reply::Change(body)) => {
                self.edit(&body).await
            }
            (PutOff::Change, Reply::Say(body)) => self.follow_up(body).await,
            (_, Reply::ChangeAndSay(change, say)) => {
                self.edit(&change).await?;
                self.follow_up(say).await
            }
        }
    }

    async fn callback(self, kind: u8, data: Option<&Body>) -> Result<(), String> {
        let files = data.map(Body::files).unwrap_or_default();
        let body: Value = match data {
            Some(data) => json!({ "type": kind, "data": data }),
            None => json!({ "type": kind }),
        };
        within(self.http.create_interaction_response(self.id, self.token, &body, files)).await
    }

    async fn edit(self, body: &Body) -> Result<(), String> {
        within(self.http.edit_original_interaction_response(self.token, body, body.files())).await.map(drop)
    }

    async fn follow_up(self, body: Body) -> Result<(), String> {
        let body = body.ephemeral();
        within(self.http.create_followup_message(self.token, &body, body.files())).await.map(drop)
    }
}

fn said(outcome: Result<Reply, Error>) -> Reply {
    outcome.unwrap_or_else(|error| Reply::words(error.words()))
}

async fn within<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, String> {
    match tokio::time::timeout(SEND_WITHIN, request).await {
        Ok(sent) => sent.map_err(plain),
        Err(_) => Err("Discord did not answer in time".to_owned()),
    }
}
