//! Answers to commands and presses: at once where possible, deferred where not, and never twice.
//!
//! Discord waits three seconds. An answer that is not ready after half of that is deferred, and follows by an edit.

use std::future::Future;
use std::time::{Duration, Instant};

use serde_json::json;
use serenity::all::{Http, HttpError, InteractionId};

use crate::game::Picture;
use crate::hosting::ui::host_panel::Modal;
use crate::ids::UserId;
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::platform::discord::error::{Error, plain};
use crate::platform::discord::first_answer::{First, first_answer};
use crate::platform::discord::message_body::{Body, ShownPromptContent};
use crate::platform::discord::timeout::{SEND_WITHIN, at_most, timed};
use crate::platform::discord::{Bot, traffic_metrics};
use crate::playing::ui::latest_press::LatestPress;

/// The time that requests after the first answer may take: Discord may demand a wait, which delays only this person.
const FOLLOW_WITHIN: Duration = Duration::from_mins(1);

/// An answer to an interaction.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A message for the acting person only.
    Say(Body),
    /// A message for everyone in the channel, with its pictures.
    Post(Body),
    /// An edit of the pressed message.
    Change(Body),
    /// An edit of the pressed message, and a message for the presser only.
    ChangeAndSay(Box<Body>, Body),
    /// Two messages for the acting person only: through serenity an answer takes one file.
    SayTwice(Box<[Body; 2]>),
    /// A form to fill in, possible only as the first answer.
    Form(Modal),
}

impl Reply {
    /// Creates a reply of one sentence.
    pub fn words(words: impl Into<String>) -> Self {
        Self::Say(Body::text(words))
    }

    /// Returns the prompt that the reply shows, and whether it shows it in the pressed message.
    pub fn shows(&self) -> Option<(ShownPromptContent, bool)> {
        match self {
            Self::Say(body) => body.shows().cloned().map(|showing| (showing, false)),
            Self::Change(body) => body.shows().cloned().map(|showing| (showing, true)),
            Self::ChangeAndSay(change, _) => change.shows().cloned().map(|showing| (showing, true)),
            Self::Post(_) | Self::SayTwice(_) | Self::Form(_) => None,
        }
    }

    /// Takes the picture that is added once it is drawn.
    fn picture(&mut self) -> Option<(Picture, String)> {
        match self {
            Self::Say(body) | Self::Change(body) => body.later(),
            Self::ChangeAndSay(change, _) => change.later(),
            Self::Post(_) | Self::SayTwice(_) | Self::Form(_) => None,
        }
    }
}

/// The kind of deferral for a slow answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deferral {
    /// A message that shows that the bot is working.
    Message,
    /// No visible message: the pressed message is about to change.
    Change,
}

/// An interaction that awaits its answer.
#[derive(Clone, Copy)]
pub struct PendingInteraction<'a> {
    bot: &'a Bot,
    pub http: &'a Http,
    pub id: InteractionId,
    pub token: &'a str,
    /// The person who waits for the answer.
    pub by: UserId,
    /// The press, for an answer whose picture a newer press makes unnecessary.
    pub latest_press: Option<&'a LatestPress>,
}

impl<'a> PendingInteraction<'a> {
    /// Wraps an interaction that has just arrived.
    pub fn new(bot: &'a Bot, http: &'a Http, id: InteractionId, token: &'a str, by: serenity::all::UserId) -> Self {
        Self { bot, http, id, token, by: UserId(by.get()), latest_press: None }
    }

    /// Adds the picture only while this press is the newest.
    pub const fn latest_press(self, latest_press: Option<&'a LatestPress>) -> Self {
        Self { latest_press, ..self }
    }

    /// Answers with the result of the work, or with its error. Returns whether the answer arrived.
    pub async fn answer<W>(self, deferral: Deferral, work: W) -> bool
    where
        W: Future<Output = Result<Reply, Error>>,
    {
        let response = match deferral {
            Deferral::Message => json!({ "type": 5, "data": Body::default().ephemeral() }),
            Deferral::Change => json!({ "type": 6 }),
        };
        let mut first = self.bot.first_answers.begin(self.id, self.token, &self.bot.clock, response);
        // The work is done even if the answer is lost.
        let mut reply = said(Box::pin(work).await);
        let follows = reply.picture();
        let (how, sent) = match first.take().await {
            None => ("at-once", self.at_once(&first, reply).await),
            Some(Ok(())) => ("put-off", self.late(deferral, reply).await),
            Some(Err(error)) => ("put-off", Err(error)),
        };
        traffic_metrics::answer(if sent.is_ok() { how } else { "lost" });
        // Nobody waits for a picture: the words are shown before it.
        let sent = match (sent, follows) {
            (Ok(()), Some((picture, alt))) => self.add(picture, alt).await,
            (sent, _) => sent,
        };
        if let Err(error) = &sent {
            tracing::warn!(interaction = self.id.get(), %error, "an answer did not arrive");
        }
        sent.is_ok()
    }

    async fn add(self, picture: Picture, alt: String) -> Result<(), String> {
        let wanted = || self.latest_press.is_none_or(LatestPress::is_newest);
        let drawn = self.bot.drawing.boards_while(vec![(picture, alt)], DrawPriority::Asked(self.by), wanted).await;
        let Some(files) = drawn.map_err(|error| error.to_string())? else { return Ok(()) };
        let _turn = match self.latest_press {
            Some(latest_press) => match latest_press.turn().await {
                Some(turn) => Some(turn),
                None => return Ok(()),
            },
            None => None,
        };
        self.edit(&Body::default().with(files)).await
    }

    async fn at_once(self, first: &First, reply: Reply) -> Result<(), String> {
        match reply {
            Reply::Say(body) => self.callback(first, 4, body.ephemeral()).await,
            Reply::Post(body) => self.callback(first, 4, body).await,
            Reply::Change(body) => self.callback(first, 7, body).await,
            Reply::SayTwice(both) => {
                let [one, second] = *both;
                self.callback(first, 4, one.ephemeral()).await?;
                self.follow_up(second.ephemeral()).await
            }
            Reply::Form(form) => {
                self.bot.forms.insert(self.by, form.clone());
                first.send(json!({ "type": 9, "data": form }), None).await
            }
            Reply::ChangeAndSay(change, say) => {
                self.callback(first, 7, *change).await?;
                self.follow_up(say.ephemeral()).await
            }
        }
    }

    async fn late(self, deferral: Deferral, reply: Reply) -> Result<(), String> {
        let too_late = || Body::text("The form could not open in time. Press the button again.");
        let reply = if let Reply::Form(_) = reply { Reply::Say(too_late()) } else { reply };
        match (deferral, reply) {
            (Deferral::Message, Reply::Say(body) | Reply::Change(body)) | (Deferral::Change, Reply::Change(body)) => {
                self.edit(&body).await
            }
            (Deferral::Change, Reply::Say(body)) => self.follow_up(body.ephemeral()).await,
            (_, Reply::Post(body)) => self.follow_up(body).await,
            (_, Reply::ChangeAndSay(change, say)) => {
                self.edit(&change).await?;
                self.follow_up(say.ephemeral()).await
            }
            (deferral, Reply::SayTwice(both)) => {
                let [first, second] = *both;
                match deferral {
                    Deferral::Message => self.edit(&first).await?,
                    Deferral::Change => self.follow_up(first.ephemeral()).await?,
                }
                self.follow_up(second.ephemeral()).await
            }
            (_, Reply::Form(_)) => Ok(()),
        }
    }

    async fn callback(self, first: &First, kind: u8, data: Body) -> Result<(), String> {
        let answer = json!({ "type": kind, "data": data });
        first.send(answer, Some(data)).await
    }

    async fn edit(self, body: &Body) -> Result<(), String> {
        follow(self.http.edit_original_interaction_response(self.token, body, body.files())).await.map(drop)
    }

    async fn follow_up(self, body: Body) -> Result<(), String> {
        follow(self.http.create_followup_message(self.token, &body, body.files())).await.map(drop)
    }
}

/// Answers an interaction at once with words alone.
pub async fn say(http: &Http, id: InteractionId, token: &str, words: &str) {
    let body = Body::text(words).ephemeral();
    let answer = json!({ "type": 4, "data": body });
    let sent = first_answer(http, id, token, &answer, None, Instant::now()).await;
    traffic_metrics::answer(if sent.is_ok() { "at-once" } else { "lost" });
    if let Err(error) = sent {
        tracing::warn!(interaction = id.get(), %error, "an answer did not arrive");
    }
}

fn said(outcome: Result<Reply, Error>) -> Reply {
    outcome.unwrap_or_else(|error| Reply::Say(error.body()))
}

/// The reason why a look-up failed.
pub enum LookupError {
    /// Discord has no such thing, or hides it from the bot.
    Refused,
    /// Discord did not answer in time.
    Late,
    /// Another failure, in words.
    Failed(String),
}

/// Looks up something that a person waits for.
pub async fn look_up<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, LookupError> {
    match timed(SEND_WITHIN, "look-up", request).await {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(refused))))
            if matches!(refused.status_code.as_u16(), 403 | 404) =>
        {
            Err(LookupError::Refused)
        }
        Ok(Err(error)) => Err(LookupError::Failed(plain(error))),
        Err(_) => Err(LookupError::Late),
    }
}

async fn follow<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, String> {
    at_most(FOLLOW_WITHIN, "answer", request).await
}
