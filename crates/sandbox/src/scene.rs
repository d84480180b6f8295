//! What an embedder lets people begin with one press on the page.
//!
//! A scene is a list of what the people do, one after the other. They do it as by hand, so that the bot notices no difference.

use std::time::Duration;

use serde_json::{Value, json};

use crate::people::{IDS, UserKey};
use crate::person::Person;
use crate::seen::Seen;
use crate::snowflake::Snowflake;

/// How long the bot may take to show what is to be pressed.
const SHOWN_WITHIN: Duration = Duration::from_secs(30);

/// Something that can be begun with one press, in the first text channel.
#[derive(Clone, Debug)]
pub struct Scene {
    label: String,
    note: String,
    shows: UserKey,
    acts: Vec<(UserKey, Act)>,
}

/// What somebody does.
#[derive(Clone, Debug)]
enum Act {
    Command { name: String, options: Value },
    Press { label: String },
}

impl Scene {
    /// A scene without actions, with its button's label and a few words on its result.
    #[must_use]
    pub fn new(label: impl Into<String>, note: impl Into<String>) -> Self {
        Self { label: label.into(), note: note.into(), shows: UserKey::Hana, acts: Vec::new() }
    }

    /// Somebody runs a command, as with [`Person::command`].
    #[must_use]
    pub fn command(mut self, who: UserKey, name: impl Into<String>, options: Value) -> Self {
        self.acts.push((who, Act::Command { name: name.into(), options }));
        self
    }

    /// Somebody presses the button with this label, on a message that has come since the scene began.
    #[must_use]
    pub fn press(mut self, who: UserKey, label: impl Into<String>) -> Self {
        self.acts.push((who, Act::Press { label: label.into() }));
        self
    }

    /// Whose column is shown afterwards, where there is room for one only.
    #[must_use]
    pub fn showing(mut self, who: UserKey) -> Self {
        self.shows = who;
        self
    }

    pub(crate) fn json(&self) -> Value {
        json!({"label": self.label, "note": self.note, "shows": self.shows.as_str()})
    }

    /// Does it all; gives the reason if it cannot be done, in words for the person who pressed.
    pub(crate) async fn play(&self, base_url: &str) -> Result<(), String> {
        let channel = IDS.channel;
        let person = |who| Person::new(base_url.to_owned(), who);
        let before = person(UserKey::Hana).visible(channel).await.map_err(|failed| failed.to_string())?;
        let before = before.last().map_or(Snowflake::new(0), Seen::id);
        let mut said = String::new();
        for (who, act) in &self.acts {
            let person = person(*who);
            match act {
                Act::Command { name, options } => {
                    let answer = person.command(channel, name, options.clone()).await;
                    let answer = answer.map_err(|failed| failed.to_string())?;
                    said = answer.message.map(|message| message.text()).unwrap_or_default();
                }
                Act::Press { label } => {
                    let has =
                        |one: &Seen| one.id() > before && one.button(label).is_some_and(|button| !button.disabled);
                    let shown = person.wait_message(channel, SHOWN_WITHIN, has).await;
                    let shown = shown.map_err(|_| format!("There is no button “{label}” to press. {said}"))?;
                    person.click(&shown, label).await.map_err(|failed| failed.to_string())?;
                }
            }
        }
        Ok(())
    }
}
