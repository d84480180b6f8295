//! Tiles on the page, each with scenes that an embedder defines and a person begins with one press.
//!
//! A scene is a list of actions by the sandbox's people, indistinguishable for the bot from actions by hand.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::AbortHandle;

use crate::people::{IDS, UserKey};
use crate::person::Person;
use crate::snowflake::Snowflake;
use crate::visible_message::Seen;

/// The longest wait for a button to press.
const SHOWN_WITHIN: Duration = Duration::from_secs(30);

/// A tile of the start page: a picture, a few words, and a button for each scene.
#[derive(Clone, Debug)]
pub struct Tile {
    pub title: String,
    pub note: String,
    /// The picture as a PNG; empty for none.
    pub picture: Vec<u8>,
    /// The alt text of the picture.
    pub alt: String,
    pub scenes: Vec<Scene>,
}

impl Tile {
    /// Returns the tile as JSON. `number` is the tile's, `first` is the number of its first scene.
    pub(crate) fn json(&self, number: usize, first: usize) -> Value {
        let numbered = |(at, scene): (usize, &Scene)| scene.json(first + at);
        json!({
            "title": self.title, "note": self.note, "alt": self.alt,
            "picture": (!self.picture.is_empty()).then(|| format!("/client/tiles/{number}.png")),
            "scenes": self.scenes.iter().enumerate().map(numbered).collect::<Vec<_>>(),
        })
    }
}

/// Actions in the first text channel, begun with one press.
#[derive(Clone, Debug)]
pub struct Scene {
    label: String,
    note: String,
    shows: UserKey,
    acts: Vec<(UserKey, Act)>,
}

/// A person's action.
#[derive(Clone, Debug)]
enum Act {
    Command { name: String, options: Value },
    Press { label: String },
    First(Preparation),
    Then(Continuation),
}

/// A task before the next action, which waits for it.
#[derive(Clone)]
struct Preparation(Arc<dyn Fn() -> Work + Send + Sync>);

impl fmt::Debug for Preparation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Preparation")
    }
}

/// A background task that continues from the message that was pressed last.
#[derive(Clone)]
struct Continuation(Arc<dyn Fn(Seen) -> Work + Send + Sync>);

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

impl fmt::Debug for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Continuation")
    }
}

impl Scene {
    /// Returns a scene without actions, with its button's label and a note about its result.
    #[must_use]
    pub fn new(label: impl Into<String>, note: impl Into<String>) -> Self {
        Self { label: label.into(), note: note.into(), shows: UserKey::Hana, acts: Vec::new() }
    }

    /// Adds a command, like [`Person::command`].
    #[must_use]
    pub fn command(mut self, who: UserKey, name: impl Into<String>, options: Value) -> Self {
        self.acts.push((who, Act::Command { name: name.into(), options }));
        self
    }

    /// Adds a press on the button with this label, on a message that is newer than the scene's start.
    #[must_use]
    pub fn press(mut self, who: UserKey, label: impl Into<String>) -> Self {
        self.acts.push((who, Act::Press { label: label.into() }));
        self
    }

    /// Adds a task that ends before the next action.
    #[must_use]
    pub fn first<F>(mut self, prepares: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.acts.push((self.shows, Act::First(Preparation(Arc::new(move || Box::pin(prepares()))))));
        self
    }

    /// Adds a background task, which gets the message that was pressed last.
    #[must_use]
    pub fn then<F>(mut self, follows: impl Fn(Seen) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.acts.push((self.shows, Act::Then(Continuation(Arc::new(move |seen| Box::pin(follows(seen)))))));
        self
    }

    /// Sets the person whose column is shown afterwards, if there is room for one only.
    #[must_use]
    pub fn showing(mut self, who: UserKey) -> Self {
        self.shows = who;
        self
    }

    fn json(&self, number: usize) -> Value {
        json!({"scene": number, "label": self.label, "note": self.note, "shows": self.shows.as_str()})
    }

    /// Plays the scene, and returns its background tasks. The error is for the person who pressed.
    pub(crate) async fn play(&self, base_url: &str) -> Result<Vec<AbortHandle>, String> {
        let channel = IDS.channel;
        let person = |who| Person::new(base_url.to_owned(), who);
        let before = person(UserKey::Hana).visible(channel).await.map_err(|failed| failed.to_string())?;
        let before = before.last().map_or(Snowflake::new(0), Seen::id);
        let mut said = String::new();
        let (mut pressed, mut tasks) = (None, Vec::new());
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
                Act::First(Preparation(prepares)) => prepares().await,
                Act::Then(Continuation(follows)) => {
                    let last = pressed.clone().ok_or("Nothing was pressed.")?;
                    tasks.push(tokio::spawn(follows(last)).abort_handle());
                }
            }
        }
        Ok(tasks)
    }
}
