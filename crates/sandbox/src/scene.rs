//! What an embedder lets people begin with one press on the page: tiles, each with its scenes.
//!
//! A scene is a list of what the people do, one after the other. They do it as by hand, so that the bot notices no difference.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::people::{IDS, UserKey};
use crate::person::Person;
use crate::seen::Seen;
use crate::snowflake::Snowflake;

/// How long the bot may take to show what is to be pressed.
const SHOWN_WITHIN: Duration = Duration::from_secs(30);

/// A tile of the page's opening: a picture, a few words, and a button for each scene.
#[derive(Clone, Debug)]
pub struct Tile {
    pub title: String,
    pub note: String,
    /// A PNG; empty for none.
    pub picture: Vec<u8>,
    /// What the picture shows.
    pub alt: String,
    pub scenes: Vec<Scene>,
}

impl Tile {
    /// The tile of this number, whose first scene has this one.
    pub(crate) fn json(&self, number: usize, first: usize) -> Value {
        let numbered = |(at, scene): (usize, &Scene)| scene.json(first + at);
        json!({
            "title": self.title, "note": self.note, "alt": self.alt,
            "picture": (!self.picture.is_empty()).then(|| format!("/client/tiles/{number}.png")),
            "scenes": self.scenes.iter().enumerate().map(numbered).collect::<Vec<_>>(),
        })
    }
}

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
    Then(Continuation),
}

/// What continues beside the page, from the message that was pressed last.
#[derive(Clone)]
struct Continuation(Arc<dyn Fn(Seen) -> Work + Send + Sync>);

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

impl fmt::Debug for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Continuation")
    }
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

    /// Something continues beside the page afterwards, from the message that was pressed last.
    #[must_use]
    pub fn then<F>(mut self, follows: impl Fn(Seen) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.acts.push((self.shows, Act::Then(Continuation(Arc::new(move |seen| Box::pin(follows(seen)))))));
        self
    }

    /// Whose column is shown afterwards, where there is room for one only.
    #[must_use]
    pub fn showing(mut self, who: UserKey) -> Self {
        self.shows = who;
        self
    }

    fn json(&self, number: usize) -> Value {
        json!({"scene": number, "label": self.label, "note": self.note, "shows": self.shows.as_str()})
    }

    /// Does it all; gives the reason if it cannot be done, in words for the person who pressed.
    pub(crate) async fn play(&self, base_url: &str) -> Result<(), String> {
        let channel = IDS.channel;
        let person = |who| Person::new(base_url.to_owned(), who);
        let before = person(UserKey::Hana).visible(channel).await.map_err(|failed| failed.to_string())?;
        let before = before.last().map_or(Snowflake::new(0), Seen::id);
        let mut said = String::new();
        let mut pressed = None;
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
                    pressed = Some(shown);
                }
                Act::Then(Continuation(follows)) => {
                    let last = pressed.clone().ok_or("Nothing has been pressed.")?;
                    tokio::spawn(follows(last));
                }
            }
        }
        Ok(())
    }
}
