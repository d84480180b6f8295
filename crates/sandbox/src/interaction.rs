//! Interactions, and the state of the bot's answer.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::people::{IDS, UserKey};
use super::snowflake::Snowflake;
use super::world::World;

/// Discord's time limit for the first answer.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_secs(3);
/// The validity of an interaction's token.
pub(crate) const TOKEN_LIFE: Duration = Duration::from_mins(15);

/// The type of an interaction, with Discord's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionType {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// The bot's first answer.
#[derive(Clone, Debug)]
pub(crate) enum Answered {
    /// A new message.
    Message(Snowflake),
    /// A deferred answer, with its loading message.
    Deferred(Snowflake),
    /// An edit of the component's message.
    Update(Snowflake),
    /// A deferred update, which shows nothing.
    Silently,
    /// Autocomplete choices.
    Choices(Value),
    /// A modal.
    Modal(Value),
}

/// An interaction.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub id: Snowflake,
    pub token: String,
    pub deed: InteractionType,
    pub user: UserKey,
    pub channel: Snowflake,
    /// The message whose component was used, directly or to open the modal.
    pub source: Option<Snowflake>,
    /// The interaction whose modal is submitted.
    pub opener: Option<Snowflake>,
    /// The time of its delivery to the gateway; `None` while it is delayed.
    pub delivered: Option<Instant>,
    /// Whether the bot has answered.
    pub answered: bool,
    /// The message addressed by `@original`.
    pub original: Option<Snowflake>,
    /// The full name of the command, if it is one.
    pub command: Option<String>,
    /// Discord's `interaction_metadata` for messages that answer the interaction.
    pub metadata: Value,
    /// The sender for the first answer.
    pub waiting: Option<oneshot::Sender<Answered>>,
    /// The message of the first follow-up or edit by token, which completes a deferred answer.
    pub followed: Option<Snowflake>,
    /// Whether a fault expired the token.
    pub expired: bool,
}

impl Interaction {
    /// Whether the bot may still give its first answer.
    pub fn in_time(&self, within: Duration) -> bool {
        self.delivered.is_some_and(|delivered| delivered.elapsed() < within)
    }

    /// Whether the token is still valid.
    pub fn token_alive(&self) -> bool {
        !self.expired && self.delivered.is_some_and(|delivered| delivered.elapsed() < TOKEN_LIFE)
    }
}

impl World {
    /// Finds the interaction of a token.
    pub fn interaction_by_token(&self, token: &str) -> Option<&Interaction> {
        let id = token.rsplit_once('-')?.1.parse().ok()?;
        self.interactions.get(&id).filter(|interaction| interaction.token == token)
    }
}

/// A person's open modal.
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
    /// Returns the modal's text inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &Value> {
        let rows = self.components.as_array().into_iter().flatten();
        rows.filter_map(|row| row["components"].as_array()).flatten()
    }
}

/// Returns the `authorizing_integration_owners` of an interaction.
pub(crate) fn owners(in_guild: bool) -> Value {
    if in_guild { json!({"0": IDS.guild}) } else { json!({"0": "0"}) }
}
