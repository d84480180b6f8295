//! Answers to commands and presses: at once where that is possible, put off where it is not, and never twice.
//!
//! Discord gives three seconds. What is not ready after half of that is put off, and answered by an edit when it is.

use std::future::Future;
use std::time::{Duration, Instant};

use serde_json::json;
use serenity::all::{Http, HttpError, InteractionId};

use crate::game::Picture;
use crate::hosting::ui::host_panel::Modal;
use crate::ids::UserId;
use crate::messages::ui::picture::Haste;
use crate::platform::discord::body::{Body, Showing};
use crate::platform::discord::error::{Error, plain};
use crate::platform::discord::first_answer::{First, first_answer};
use crate::platform::discord::timeout::{SEND_WITHIN, at_most, timed};
use crate::platform::discord::{Bot, traffic_metrics};
use crate::playing::ui::latest_press::LatestPress;

/// How long what follows the first answer may take: Discord may say to wait, and only the one who is answered does.
const FOLLOW_WITHIN: Duration = Duration::from_mins(1);

/// An answer to an interaction.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A message for the person who acted, and nobody else.
    Say(Body),
    /// A message for everyone in the channel, with its pictures.
    Post(Body),
    /// The message that was pressed on, changed.
    Change(Body),
    /// The message that was pressed on, changed, and a message for the person who pressed.
    ChangeAndSay(Box<Body>, Body),
    /// Two messages for the person who acted, and nobody else: through serenity an answer takes one file.
    SayTwice(Box<[Body; 2]>),
    /// A form to fill in; it can only be the first answer.
    Form(Modal),
}

impl Reply {
    /// Says one sentence.
    pub fn words(words: impl Into<String>) -> Self {
        Self::Say(Body::text(words))
    }

    /// The prompt that it shows, and whether in the message that was pressed on.
    pub fn shows(&self) -> Option<(Showing, bool)> {
        match self {
            Self::Say(body) => body.shows().cloned().map(|showing| (showing, false)),
            Self::Change(body) => body.shows().cloned().map(|showing| (showing, true)),
            Self::ChangeAndSay(change, _) => change.shows().cloned().map(|showing| (showing, true)),
            Self::Post(_) | Self::SayTwice(_) | Self::Form(_) => None,
        }
    }

    /// The picture that is added once it is drawn.
    fn picture(&mut self) -> Option<(Picture, String)> {
        match self {
            Self::Say(body) | Self::Change(body) => body.later(),
            Self::ChangeAndSay(change, _) => change.later(),
            Self::Post(_) | Self::SayTwice(_) | Self::Form(_) => None,
        }
    }
}

/// The deferral of a slow answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutOff {
    /// By a message that shows it is being worked on.
    Message,
    /// By nothing visible: the message that was pressed on is about to change.
    Change,
}

/// An interaction that awaits its answer.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    bot: &'a Bot,
    /// Discord.
    pub http: &'a Http,
    pub id: InteractionId,
    pub token: &'a str,
    /// The person who waits for it.
    pub by: UserId,
    /// Whether what it changes has been changed again since, where that matters to a picture.
    pub latest_press: Option<&'a LatestPress>,
}

impl<'a> Asked<'a> {
    /// An interaction that has just arrived.
    pub fn new(bot: &'a Bot, http: &'a Http, id: InteractionId, token: &'a str, by: serenity::all::UserId) -> Self {
        Self { bot, http, id, token, by: UserId(by.get()), latest_press: None }
    }

    /// The same where a picture is only added while nothing newer has been pressed.
    pub const fn latest_press(self, latest_press: Option<&'a LatestPress>) -> Self {
        Self { latest_press, ..self }
    }

    /// Answers with the result of the work, or with its error. Tells whether the answer arrived.
    pub async fn answer<W>(self, put_off: PutOff, work: W) -> bool
    where
        W: Future<Output = Result<Reply, Error>>,
    {
        let deferral = match put_off {
            PutOff::Message => json!({ "type": 5, "data": Body::default().ephemeral() }),
            PutOff::Change => json!({ "type": 6 }),
        };
        let mut first = self.bot.first_answers.begin(self.id, self.token, &self.bot.clock, deferral);
        // Whatever becomes of the answer, what was asked for is done.
        let mut reply = said(Box::pin(work).await);
        let follows = reply.picture();
        let (how, sent) = match first.take().await {
            None => ("at-once", self.at_once(&first, reply).await),
            Some(Ok(())) => ("put-off", self.late(put_off, reply).await),
            Some(Err(error)) => ("put-off", Err(error)),
        };
        traffic_metrics::answer(if sent.is_ok() { how } else { "lost" });
        // Nobody waits for a picture: the words are there before it.
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
        let drawn = self.bot.drawing.boards_while(vec![(picture, alt)], Haste::Asked(self.by), wanted).await;
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

    async fn late(self, put_off: PutOff, reply: Reply) -> Result<(), String> {
        let too_late = || Body::text("That took too long for a form to open; press it again.");
        let reply = if let Reply::Form(_) = reply { Reply::Say(too_late()) } else { reply };
        match (put_off, reply) {
            (PutOff::Message, Reply::Say(body) | Reply::Change(body)) | (PutOff::Change, Reply::Change(body)) => {
                self.edit(&body).await
            }
            (PutOff::Change, Reply::Say(body)) => self.follow_up(body.ephemeral()).await,
            (_, Reply::Post(body)) => self.follow_up(body).await,
            (_, Reply::ChangeAndSay(change, say)) => {
                self.edit(&change).await?;
                self.follow_up(say.ephemeral()).await
            }
            (put_off, Reply::SayTwice(both)) => {
                let [first, second] = *both;
                match put_off {
                    PutOff::Message => self.edit(&first).await?,
                    PutOff::Change => self.follow_up(first.ephemeral()).await?,
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

/// Answers an interaction with words alone, for which nothing is worked out.
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

/// Why Discord does not say what was looked up.
pub enum Unseen {
    /// It is not there, or not for the bot.
    Refused,
    /// It did not answer in time.
    Late,
    /// It failed, in words.
    Failed(String),
}

/// Looks something up that a person waits for.
pub async fn look_up<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, Unseen> {
    match timed(SEND_WITHIN, "look-up", request).await {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(refused))))
            if matches!(refused.status_code.as_u16(), 403 | 404) =>
        {
            Err(Unseen::Refused)
        }
        Ok(Err(error)) => Err(Unseen::Failed(plain(error))),
        Err(_) => Err(Unseen::Late),
    }
}

async fn follow<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, String> {
    at_most(FOLLOW_WITHIN, "answer", request).await
}
