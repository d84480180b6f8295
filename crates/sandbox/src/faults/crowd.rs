//! The crowd: thousands of scripted players, two in each channel, who act inside the sandbox's process.
//!
//! The players are cheap: they have no pages and no events, see posts in their own channels only, and send no HTTP requests.
//! Their messages are stored for a short time only. Their channels are not in the guild's list, as if they were in many
//! guilds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::Sandbox;
use crate::guild::{Channel, Place};
use crate::interaction::Answered;
use crate::people::{User, UserKey, crowd_channel};
use crate::person_api::interaction_flow::{Act, carry_out};
use crate::person_api::{self, Asked, person_actions};
use crate::snowflake::Snowflake;
use crate::stated_time::Timing;
use crate::visible_message::Seen;
use crate::world::{Server, World};

/// The interval at which a deferred answer is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The number of messages stored in all of the crowd's channels together, and the least in each channel.
const KEPT: usize = 40_000;
const KEPT_EACH: usize = 20;

/// The crowd's players, and the posts that they see.
#[derive(Debug)]
pub struct Crowd {
    server: Arc<Server>,
    posted: mpsc::UnboundedReceiver<Posted>,
}

/// A message that the bot posted or changed in one of the crowd's channels.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The time of the post.
    pub at: Instant,
    /// The person whose direct messages these are; `None` for a channel.
    pub to: Option<u32>,
    /// The number of the channel; for direct messages, of the person's channel.
    pub channel: u32,
    /// Whether an existing message was changed.
    pub edited: bool,
    pub message: Seen,
}

/// The result of a press.
#[derive(Clone, Debug)]
pub struct Pressed {
    /// The time until the first answer.
    pub first: Duration,
    /// Whether the first answer only deferred.
    pub deferred: bool,
    /// The message of the complete answer, new or changed.
    pub shown: Option<Seen>,
}

/// The reason why a press has no complete answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The press was refused, with the reason as a sentence.
    Refused(String),
    /// The bot did not answer in time.
    Lost,
    /// The bot deferred its answer and did not complete it.
    Unfinished,
}

/// A handle to act for people of the crowd. It is cheap to clone.
#[derive(Clone, Debug)]
pub struct Hand {
    server: Arc<Server>,
}

impl Sandbox {
    /// Adds this number of channels and twice as many people. Call it once, before the bot connects.
    #[must_use]
    pub fn crowd(&self, channels: u32) -> Crowd {
        let (told, posted) = mpsc::unbounded_channel();
        let mut world = self.server.world();
        for number in 0..channels {
            let id = crowd_channel(number);
            world.channels.insert(id, Channel::new(id, Place::Crowd(number)));
        }
        for number in 0..channels * 2 {
            let key = UserKey::Crowd(number);
            world.users.insert(key.id(), User::one_of_many(number));
            let mut direct = Channel::new(key.dm(), Place::Direct(key));
            direct.open = true;
            world.channels.insert(key.dm(), direct);
        }
        world.faults.crowd = Some(told);
        let channels = usize::try_from(channels).unwrap_or(usize::MAX);
        world.faults.crowd_keeps = (KEPT / channels.max(1)).max(KEPT_EACH);
        world.recorder.kept = 0;
        Crowd { server: Arc::clone(&self.server), posted }
    }
}

impl Crowd {
    /// Returns the id of a person. The people of channel `n` are `2 n` and `2 n + 1`.
    #[must_use]
    pub const fn person(number: u32) -> Snowflake {
        UserKey::Crowd(number).id()
    }

    /// Returns the id of a person's direct-message channel with the bot.
    #[must_use]
    pub const fn direct(number: u32) -> Snowflake {
        UserKey::Crowd(number).dm()
    }

    /// Returns the id of a channel.
    #[must_use]
    pub const fn channel(number: u32) -> Snowflake {
        crowd_channel(number)
    }

    /// Returns a handle to act for people of the crowd.
    #[must_use]
    pub fn hand(&self) -> Hand {
        Hand { server: Arc::clone(&self.server) }
    }

    /// Returns the next post. `None` when the sandbox has stopped.
    pub async fn next(&mut self) -> Option<Posted> {
        self.posted.recv().await
    }
}

impl Hand {
    /// Inserts a message of the bot that its current process did not send, like one from before a restart.
    #[must_use]
    pub fn leave_message(&self, channel: Snowflake, content: &str, components: Value) -> Seen {
        let mut world = self.server.world();
        let mut message = world.bot_message(channel);
        content.clone_into(&mut message.content);
        message.components = match components {
            Value::Array(rows) => rows,
            _ => Vec::new(),
        };
        let seen = Seen::new(world.message_for_person(&message));
        if let Some(place) = world.channels.get_mut(&channel) {
            place.messages.insert(message.id, message);
        }
        seen
    }

    /// Presses a button or chooses in a select. Returns the message of the first answer, new or changed.
    ///
    /// # Errors
    /// There is no such button, or the bot does not answer in time; as a sentence.
    pub async fn press(
        &self,
        person: u32,
        message: &Seen,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Option<Seen>, String> {
        let (channel, id) = (message.channel(), message.id());
        let body = json!({"channel": channel, "message": id, "custom_id": custom_id, "values": values});
        self.act(UserKey::Crowd(person), body, person_actions::pressing).await
    }

    /// Presses a button or chooses in a select, and waits up to `patience` for the rest of a deferred answer.
    ///
    /// # Errors
    /// There is no such button, or the answer is missing or incomplete.
    pub async fn press_through(
        &self,
        person: u32,
        message: &Seen,
        custom_id: &str,
        values: &[&str],
        patience: Duration,
    ) -> Result<Pressed, Unanswered> {
        let (channel, id) = (message.channel(), message.id());
        let body = json!({"channel": channel, "message": id, "custom_id": custom_id, "values": values});
        let asked = Asked { user: UserKey::Crowd(person), body, timing: Timing::default() };
        let begun = {
            let mut world = self.server.world();
            let act = person_actions::pressing(&mut world, &asked).map_err(Unanswered::Refused)?;
            world.begin(&asked, act)
        };
        let (interaction, pressed) = (begun.id(), Instant::now());
        let Some((_, answered)) = carry_out(Arc::clone(&self.server), begun).await else {
            return Err(Unanswered::Lost);
        };
        let first = pressed.elapsed();
        let (deferred, shown) = match answered {
            Answered::Message(shown) | Answered::Update(shown) => (false, Some(shown)),
            Answered::Deferred(shown) => (true, Some(shown)),
            Answered::Silently => (true, Some(id)),
            Answered::Choices(_) | Answered::Modal(_) => (false, None),
        };
        let until = Instant::now() + patience;
        // An answer to a deleted message is never completed.
        let awaited = |world: &World| {
            let followed = world.interactions.get(&interaction).is_some_and(|it| it.followed.is_some());
            !followed && shown.is_some_and(|shown| world.message(channel, shown).is_some())
        };
        while deferred && awaited(&self.server.world()) {
            if Instant::now() > until {
                return Err(Unanswered::Unfinished);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        let world = self.server.world();
        let shown = shown.and_then(|shown| world.message(channel, shown));
        Ok(Pressed { first, deferred, shown: shown.map(|shown| Seen::new(world.message_for_person(shown))) })
    }

    /// Sends a direct message to the bot and returns its id.
    ///
    /// # Errors
    /// The message is empty; as a sentence.
    pub fn type_text(&self, person: u32, text: &str) -> Result<Snowflake, String> {
        let user = UserKey::Crowd(person);
        let asked = Asked { user, body: json!({"channel": user.dm(), "content": text}), timing: Timing::default() };
        let mut world = self.server.world();
        let (event, shown, _) = person_api::say(&mut world, &asked)?;
        if let Some(event) = event {
            world.emit(&event);
        }
        Ok(Seen::new(shown).id())
    }

    /// Runs a command as the host in a channel.
    ///
    /// # Errors
    /// The command is refused, or the bot does not answer in time; as a sentence.
    pub async fn command(&self, channel: Snowflake, name: &str, options: Value) -> Result<Option<Seen>, String> {
        let body = json!({"channel": channel, "name": name, "options": options});
        self.act(UserKey::Hana, body, person_actions::commanding).await
    }

    async fn act(
        &self,
        user: UserKey,
        body: Value,
        prepare: fn(&mut World, &Asked) -> Result<Act, String>,
    ) -> Result<Option<Seen>, String> {
        let asked = Asked { user, body, timing: Timing::default() };
        let (begun, channel) = {
            let mut world = self.server.world();
            let act = prepare(&mut world, &asked)?;
            let channel = act.channel;
            (world.begin(&asked, act), channel)
        };
        match carry_out(Arc::clone(&self.server), begun).await {
            None => Err("the bot did not answer in time".to_owned()),
            Some((_, Answered::Message(id) | Answered::Deferred(id) | Answered::Update(id))) => {
                let world = self.server.world();
                Ok(world.message(channel, id).map(|message| Seen::new(world.message_for_person(message))))
            }
            Some(_) => Ok(None),
        }
    }

    /// Returns the current state of a message.
    #[must_use]
    pub fn again(&self, message: &Seen) -> Option<Seen> {
        let world = self.server.world();
        world.message(message.channel(), message.id()).map(|message| Seen::new(world.message_for_person(message)))
    }
}
