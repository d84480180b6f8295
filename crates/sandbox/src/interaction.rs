//! Interactions: what a person did with the bot, and how far the bot has answered.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::people::{IDS, UserKey};
use super::snowflake::Snowflake;
use super::world::World;

/// How long the bot has for its first answer, as on Discord.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_secs(3);
/// How long the token is good for what follows.
pub(crate) const TOKEN_LIFE: Duration = Duration::from_mins(15);

/// What a person did, with Discord's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// How the bot answered first.
#[derive(Clone, Debug)]
pub(crate) enum Answered {
    /// With a message.
    Message(Snowflake),
    /// By promising a message, which is there as a loading one.
    Deferred(Snowflake),
    /// By changing the message that had the component.
    Update(Snowflake),
    /// Without anything to be seen.
    Silently,
    /// With choices.
    Choices(Value),
    /// By opening a modal.
    Modal(Value),
}

/// An interaction.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub id: Snowflake,
    pub token: String,
    pub deed: Deed,
    pub user: UserKey,
    pub channel: Snowflake,
    /// The message whose component was used, also by way of a modal.
    pub source: Option<Snowflake>,
    /// The interaction whose modal it submits.
    pub opener: Option<Snowflake>,
    /// When it was handed to the gateway; none while it is held back.
    pub delivered: Option<Instant>,
    /// Whether the bot has answered.
    pub answered: bool,
    /// What `@original` is.
    pub original: Option<Snowflake>,
    /// The whole name of the command, if it is one.
    pub command: Option<String>,
    /// Discord's `interaction_metadata` for messages that answer it.
    pub metadata: Value,
    /// Waits for the first answer.
    pub waiting: Option<oneshot::Sender<Answered>>,
    /// The message of the first use of its token since: a deferred answer is complete then.
    pub followed: Option<Snowflake>,
    /// Set by a fault: the token is as good as 15 minutes old.
    pub expired: bool,
}

impl Interaction {
    /// Whether the bot may still answer for the first time.
    pub fn in_time(&self, within: Duration) -> bool {
        self.delivered.is_some_and(|delivered| delivered.elapsed() < within)
    }

    /// Whether the token is still good.
    pub fn token_alive(&self) -> bool {
        !self.expired && self.delivered.is_some_and(|delivered| delivered.elapsed() < TOKEN_LIFE)
    }
}

impl World {
    /// The interaction a token belongs to.
    pub fn interaction_by_token(&self, token: &str) -> Option<&Interaction> {
        let id = token.rsplit_once('-')?.1.parse().ok()?;
        self.interactions.get(&id).filter(|interaction| interaction.token == token)
    }
}

/// A modal a person has open.
#[derive(Clone, Debug)]
pub(crate) struct Modal {
    pub user: UserKey,
    pub channel: Snowflake,
    pub source: Option<Snowflake>,
    pub custom_id: String,
    pub components: Value,
    /// The metadata of the interaction that opened it.
    pub metadata: Value,
}

impl Modal {
    /// The modal's text inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &Value> {
        let rows = self.components.as_array().into_iter().flatten();
        rows.filter_map(|row| row["components"].as_array()).flatten()
    }
}

/// Whose installation an interaction runs under.
pub(crate) fn owners(in_guild: bool) -> Value {
    if in_guild { json!({"0": IDS.guild}) } else { json!({"0": "0"}) }
}
