//! A handle to act for one of the sandbox's people over HTTP, for the demo and tests.

mod answer;
mod event_stream;
mod wait;

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::people::UserKey;
use crate::snowflake::{self, Snowflake};
use crate::stated_time::{Stamp, Timing};
use crate::visible_message::{Choice, Modal, Seen};

pub use answer::{Answer, Answered, Failed};
pub use event_stream::{EventStream, PersonEvent};

/// The time limit for a call, added to a requested delay: longer than a sandbox ever waits for the bot.
const CALL_WITHIN: Duration = Duration::from_secs(60);

/// One of the sandbox's people.
///
/// A copy made by [`at`](Self::at), [`stamped`](Self::stamped) or [`late`](Self::late) uses that timing for all
/// actions. Make a copy for the action that needs it.
#[derive(Clone, Debug)]
pub struct Person {
    base_url: String,
    user: UserKey,
    http: reqwest::Client,
    timing: Timing,
}

impl Person {
    /// Returns the person `user` of the sandbox at `base_url`.
    #[must_use]
    pub fn new(base_url: String, user: UserKey) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client without special wishes can be made");
        Self { base_url, user, http, timing: Timing::default() }
    }

    /// Returns the person's key.
    #[must_use]
    pub fn key(&self) -> UserKey {
        self.user
    }

    /// Returns the person's user id.
    #[must_use]
    pub fn id(&self) -> Snowflake {
        self.user.id()
    }

    /// Returns a copy that acts at this Discord time in Unix ms.
    #[must_use]
    pub fn at(&self, ms: i64) -> Self {
        self.stamped(Stamp::At(ms))
    }

    /// Returns a copy that acts at this time.
    #[must_use]
    pub fn stamped(&self, stamp: Stamp) -> Self {
        Self { timing: Timing { stamp: Some(stamp), ..self.timing }, ..self.clone() }
    }

    /// Returns a copy whose actions are delivered to the bot after a delay.
    #[must_use]
    pub fn late(&self, delay: Duration) -> Self {
        Self { timing: Timing { delay, ..self.timing }, ..self.clone() }
    }

    /// Returns the initial state of the person's client: `me`, `users`, `guild`, `channels`, `commands`, `now`.
    ///
    /// # Errors
    /// If the sandbox cannot be reached.
    pub async fn state(&self) -> Result<Value, Failed> {
        self.fetch("state", &[]).await
    }

    /// Returns the names of the commands that the person may use.
    ///
    /// # Errors
    /// If the sandbox cannot be reached.
    pub async fn commands(&self) -> Result<Vec<String>, Failed> {
        let state = self.state().await?;
        let commands = state["commands"].as_array().cloned().unwrap_or_default();
        Ok(commands.iter().filter_map(|command| command["name"].as_str().map(str::to_owned)).collect())
    }

    /// Returns the messages of a channel without ephemeral ones, oldest first.
    ///
    /// # Errors
    /// If the person does not see the channel.
    pub async fn messages(&self, channel: Snowflake) -> Result<Vec<Seen>, Failed> {
        let mut messages = self.visible(channel).await?;
        messages.retain(|message| !message.is_ephemeral());
        Ok(messages)
    }

    /// Returns all messages that the person sees in a channel, including ephemeral ones, oldest first.
    ///
    /// # Errors
    /// If the person does not see the channel.
    pub async fn visible(&self, channel: Snowflake) -> Result<Vec<Seen>, Failed> {
        let answer = self.fetch("messages", &[("channel", channel.to_string())]).await?;
        let messages = answer["messages"].as_array().cloned().unwrap_or_default();
        Ok(messages.into_iter().map(Seen::new).collect())
    }

    /// Returns the current state of a message. `None` if it is gone.
    ///
    /// # Errors
    /// If the person does not see the channel.
    pub async fn again(&self, message: &Seen) -> Result<Option<Seen>, Failed> {
        Ok(self.visible(message.channel()).await?.into_iter().find(|one| one.id() == message.id()))
    }

    /// Returns the messages that answer an interaction, the first answer and follow-ups, oldest first.
    ///
    /// # Errors
    /// If the person does not see the channel.
    pub async fn replies(&self, channel: Snowflake, interaction: Snowflake) -> Result<Vec<Seen>, Failed> {
        let mut messages = self.visible(channel).await?;
        messages.retain(|message| message.interaction() == Some(interaction));
        Ok(messages)
    }

    /// Returns the person's direct-message channel with the bot, opened if necessary.
    ///
    /// # Errors
    /// If the sandbox cannot be reached.
    pub async fn dm(&self) -> Result<Snowflake, Failed> {
        let answer = self.send("dm", Map::new()).await?;
        snowflake::read(&answer["id"]).ok_or_else(|| Failed::Broken("the channel has no id".to_owned()))
    }

    /// Returns the person's direct messages with the bot, oldest first.
    ///
    /// # Errors
    /// If the sandbox cannot be reached.
    pub async fn dms(&self) -> Result<Vec<Seen>, Failed> {
        self.visible(self.dm().await?).await
    }

    /// Sends a message to a channel. Returns when the gateway has the event for the bot.
    ///
    /// # Errors
    /// If the person may not write there.
    pub async fn type_text(&self, channel: Snowflake, text: &str) -> Result<Seen, Failed> {
        let body = fields(json!({"channel": channel, "content": text}));
        let mut answer = self.send("send", self.timed(body)).await?;
        Ok(Seen::new(answer["message"].take()))
    }

    /// Sends a reply to a message.
    ///
    /// # Errors
    /// If the person may not write there.
    pub async fn reply(&self, message: &Seen, text: &str) -> Result<Seen, Failed> {
        let body = fields(json!({"channel": message.channel(), "content": text, "reply_to": message.id()}));
        let mut answer = self.send("send", self.timed(body)).await?;
        Ok(Seen::new(answer["message"].take()))
    }

    /// Edits one of the person's own messages.
    ///
    /// # Errors
    /// If the message is not the person's, or gone.
    pub async fn edit(&self, message: &Seen, text: &str) -> Result<Seen, Failed> {
        let body = fields(json!({"channel": message.channel(), "message": message.id(), "content": text}));
        let mut answer = self.send("edit", body).await?;
        Ok(Seen::new(answer["message"].take()))
    }

    /// Runs a command such as `"/match open"`, with its options by name (`json!({…})`, or null for none): users, roles
    /// and channels by id, files as `{"name", "content_base64"}`.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds, the person may not use the command, or an option is invalid.
    pub async fn command(&self, channel: Snowflake, name: &str, options: Value) -> Result<Answer, Failed> {
        self.act("command", json!({"channel": channel, "name": name, "options": options})).await
    }

    /// Returns the bot's suggestions for the option `focused`, while the command is being typed.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds, or the option has no suggestions.
    pub async fn autocomplete(
        &self,
        channel: Snowflake,
        name: &str,
        options: Value,
        focused: &str,
    ) -> Result<Vec<Choice>, Failed> {
        let body = fields(json!({"channel": channel, "name": name, "options": options, "focused": focused}));
        let answer = self.send("autocomplete", self.timed(body)).await?;
        Ok(answer["choices"].as_array().into_iter().flatten().map(Choice::read).collect())
    }

    /// Presses the button with this custom id.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds, or there is no such button.
    pub async fn press(&self, message: &Seen, custom_id: &str) -> Result<Answer, Failed> {
        let body = json!({"channel": message.channel(), "message": message.id(), "custom_id": custom_id});
        self.act("press", body).await
    }

    /// Presses the button with this label.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds, or there is no such button.
    pub async fn click(&self, message: &Seen, label: &str) -> Result<Answer, Failed> {
        let custom_id = message.button(label).and_then(|button| button.custom_id);
        let custom_id = custom_id.ok_or_else(|| Failed::Refused(format!("there is no button {label:?}")))?;
        self.press(message, &custom_id).await
    }

    /// Chooses from the select with this custom id.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds, or the values cannot be chosen.
    pub async fn select(&self, message: &Seen, custom_id: &str, values: &[&str]) -> Result<Answer, Failed> {
        let (channel, id) = (message.channel(), message.id());
        let body = json!({"channel": channel, "message": id, "custom_id": custom_id, "values": values});
        self.act("press", body).await
    }

    /// Chooses the option with this label, from the first select that has it.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds, or there is no such option.
    pub async fn choose(&self, message: &Seen, label: &str) -> Result<Answer, Failed> {
        for select in message.selects() {
            if let Some(option) = select.options.iter().find(|option| option.label == label) {
                return self.select(message, &select.custom_id, &[&option.value]).await;
            }
        }
        Err(Failed::Refused(format!("there is no option {label:?}")))
    }

    /// Submits a form with values by the fields' custom ids.
    ///
    /// # Errors
    /// If the bot does not answer within three seconds, or a field is invalid.
    pub async fn submit_modal(&self, modal: &Modal, values: &[(&str, &str)]) -> Result<Answer, Failed> {
        let values: Map<String, Value> =
            values.iter().map(|(id, value)| ((*id).to_owned(), Value::from(*value))).collect();
        let (opener, id) = (modal.interaction(), modal.custom_id());
        self.act("modal", json!({"interaction_id": opener, "custom_id": id, "fields": values})).await
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// If there is no such file.
    pub async fn download(&self, url: &str) -> Result<Vec<u8>, Failed> {
        Ok(self.http.get(url).send().await?.error_for_status()?.bytes().await?.to_vec())
    }

    /// Returns the person's events from now on.
    ///
    /// # Errors
    /// If the sandbox cannot be reached.
    pub async fn events(&self) -> Result<EventStream, Failed> {
        let url = format!("{}/client/events", self.base_url);
        let request = self.http.get(url).query(&[("user", self.user.as_str())]);
        Ok(EventStream { response: request.send().await?.error_for_status()?, buffer: Vec::new() })
    }

    /// Sends an action to the bot and waits for its complete answer.
    pub(crate) async fn act(&self, path: &str, mut body: Value) -> Result<Answer, Failed> {
        body["whole"] = true.into();
        let mut answer = self.send(path, self.timed(fields(body))).await?;
        let kind = match answer["answered"].as_str() {
            Some("message") => Answered::Message,
            Some("deferred") => Answered::Deferred,
            Some("update") => Answered::Update,
            Some("modal") => Answered::Modal,
            _ => Answered::Nothing,
        };
        let mut part = |name: &str| Some(answer[name].take()).filter(|part| !part.is_null());
        let (message, modal) = (part("message").map(Seen::new), part("modal").map(Modal::new));
        let interaction = snowflake::read(&answer["interaction_id"]).unwrap_or(Snowflake::new(0));
        Ok(Answer { interaction, kind, message, modal })
    }

    pub(crate) fn timed(&self, mut body: Map<String, Value>) -> Map<String, Value> {
        if let Some(stamp) = self.timing.stamp {
            body.insert("stamp_ms".to_owned(), stamp.json());
        }
        if !self.timing.delay.is_zero() {
            let ms = u64::try_from(self.timing.delay.as_millis()).unwrap_or(u64::MAX);
            body.insert("delay_ms".to_owned(), ms.into());
        }
        body
    }

    pub(crate) async fn send(&self, path: &str, mut body: Map<String, Value>) -> Result<Value, Failed> {
        body.insert("user".to_owned(), self.user.as_str().into());
        let url = format!("{}/client/{path}", self.base_url);
        let request = self.http.post(url).timeout(CALL_WITHIN + self.timing.delay).json(&body);
        let answer: Value = request.send().await?.json().await?;
        if answer["ok"] == true {
            return Ok(answer);
        }
        Err(Failed::Refused(answer["error"].as_str().unwrap_or("it did not work").to_owned()))
    }

    async fn fetch(&self, path: &str, query: &[(&str, String)]) -> Result<Value, Failed> {
        let url = format!("{}/client/{path}", self.base_url);
        let request = self.http.get(url).timeout(CALL_WITHIN).query(&[("user", self.user.as_str())]).query(query);
        let answer: Value = request.send().await?.json().await?;
        match answer["error"].as_str() {
            Some(why) => Err(Failed::Refused(why.to_owned())),
            None => Ok(answer),
        }
    }
}

pub(crate) fn fields(body: Value) -> Map<String, Value> {
    match body {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
