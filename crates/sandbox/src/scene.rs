//! Tiles on the page, each with scenes that an embedder defines and a person begins with one press.
//!
//! A scene is a list of actions by the sandbox's people, indistinguishable for the bot from actions by hand.

use std::fmt;
use std::future::Future;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::AbortHandle;

use crate::people::{IDS, UserKey};
use crate::remote_person::Person;
use crate::snowflake::Snowflake;
use crate::visible_message::Seen;

/// The longest wait for a button to press.
const SHOWN_WITHIN: Duration = Duration::from_secs(30);

/// A tile of the start page: a picture, a few words, and a button for each scene.
#[derive(Clone, Debug)]
pub struct Tile {
    pub title: String,
    pub note: String,
    /// What is wrong with the tile's game, in a line shown while the tiles are hidden, too; empty for nothing.
    pub fault: String,
    /// How often the game was read again since the start; the page says so whenever it grows.
    pub reads: u32,
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
        // Another picture has another address.
        let mut hash = DefaultHasher::new();
        self.picture.hash(&mut hash);
        let shown = hash.finish();
        json!({
            "title": self.title, "note": self.note, "fault": self.fault, "reads": self.reads, "alt": self.alt,
            "picture": (!self.picture.is_empty()).then(|| format!("/client/tiles/{number}.png?{shown:x}")),
            "scenes": self.scenes.iter().enumerate().map(numbered).collect::<Vec<_>>(),
        })
    }
}

/// Actions in a text channel, begun with one press: in the first channel, or where an answer sends the person.
#[derive(Clone, Debug)]
pub struct Scene {
    label: String,
    note: String,
    shows: UserKey,
    acts: Vec<(UserKey, Act)>,
    follows: Option<Continuation>,
    ends: Option<Continuation>,
}

/// A person's action.
#[derive(Clone, Debug)]
enum Act {
    Command { name: String, options: Value },
    Press { label: String },
}

/// A task that continues from the message that was pressed last.
#[derive(Clone)]
struct Continuation(Arc<dyn Fn(Seen) -> Work + Send + Sync>);

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

impl fmt::Debug for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Continuation")
    }
}

/// A scene whose actions are done.
#[derive(Debug)]
pub(crate) struct Begun {
    pub channel: Snowflake,
    /// The background task.
    task: Option<AbortHandle>,
    /// The end, with the message from which it continues.
    end: Option<(Continuation, Seen)>,
}

impl Begun {
    /// Whether the background task is running.
    pub fn is_playing(&self) -> bool {
        self.task.as_ref().is_some_and(|task| !task.is_finished())
    }

    /// Stops the background task and ends the scene.
    pub async fn end(self) {
        if let Some(task) = self.task {
            task.abort();
        }
        if let Some((Continuation(ends), last)) = self.end {
            ends(last).await;
        }
    }
}

impl Scene {
    /// Returns a scene without actions, with its button's label and a note about its result.
    #[must_use]
    pub fn new(label: impl Into<String>, note: impl Into<String>) -> Self {
        let (label, note) = (label.into(), note.into());
        Self { label, note, shows: UserKey::Hana, acts: Vec::new(), follows: None, ends: None }
    }

    /// Adds a command, like [`Person::command`]. If the answer links only to other channels, the command is repeated in the
    /// first of them, and the scene continues there. A private answer without a link ends the scene.
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

    /// Sets the background task behind the actions, which gets the message that was pressed last.
    #[must_use]
    pub fn then<F>(mut self, follows: impl Fn(Seen) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.follows = Some(Continuation(Arc::new(move |seen| Box::pin(follows(seen)))));
        self
    }

    /// Sets the end, which runs when the scene is stopped and before the next one; it gets the message that was pressed last.
    #[must_use]
    pub fn ending<F>(mut self, ends: impl Fn(Seen) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.ends = Some(Continuation(Arc::new(move |seen| Box::pin(ends(seen)))));
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

    /// Plays the scene. The error is for the person who pressed.
    pub(crate) async fn play(&self, base_url: &str) -> Result<Begun, String> {
        let person = |who| Person::new(base_url.to_owned(), who);
        let (mut channel, mut began, mut pressed) = (IDS.channel, Snowflake::new(0), None);
        for (who, act) in &self.acts {
            let person = person(*who);
            match act {
                Act::Command { name, options } => {
                    let run = async |channel| answer(&person, channel, name, options).await;
                    let (mut interaction, mut said) = run(channel).await?;
                    if let Some(place) = elsewhere(&said, channel) {
                        channel = place;
                        (interaction, said) = run(channel).await?;
                    }
                    if said.is_ephemeral() && links(&said).next().is_none() {
                        return Err(said.text());
                    }
                    began = interaction;
                }
                Act::Press { label } => {
                    let has = |one: &Seen| one.id() > began && one.button(label).is_some_and(|button| !button.disabled);
                    let shown = person.wait_message(channel, SHOWN_WITHIN, has).await;
                    let shown = shown.map_err(|_| format!("There is no button “{label}” to press in <#{channel}>."))?;
                    person.click(&shown, label).await.map_err(|failed| failed.to_string())?;
                    pressed = Some(shown);
                }
            }
        }
        let from_last = |task: &Option<Continuation>| task.clone().zip(pressed.clone());
        let task =
            from_last(&self.follows).map(|(Continuation(follows), last)| tokio::spawn(follows(last)).abort_handle());
        Ok(Begun { channel, task, end: from_last(&self.ends) })
    }
}

/// Runs a command. Returns its interaction, and the whole answer.
async fn answer(person: &Person, channel: Snowflake, name: &str, options: &Value) -> Result<(Snowflake, Seen), String> {
    let answer = person.command(channel, name, options.clone()).await.map_err(|failed| failed.to_string())?;
    let whole = |one: &Seen| one.interaction() == Some(answer.interaction) && !one.is_loading();
    let said = person.wait_message(channel, SHOWN_WITHIN, whole).await;
    let said = said.map_err(|_| format!("/{name} was not answered in <#{channel}>."))?;
    Ok((answer.interaction, said))
}

/// Returns the channels that a message links to.
fn links(message: &Seen) -> impl Iterator<Item = Snowflake> {
    let text = message.text();
    let ids: Vec<_> = text.split("<#").skip(1).filter_map(|rest| rest.split_once('>')?.0.parse().ok()).collect();
    ids.into_iter()
}

/// Returns the first channel that an answer links to, unless it links to the channel of the command, too.
fn elsewhere(said: &Seen, here: Snowflake) -> Option<Snowflake> {
    if links(said).any(|channel| channel == here) { None } else { links(said).next() }
}
