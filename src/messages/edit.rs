//! Edits of existing messages, and their known content.

use crate::external::object::Object;
use crate::hosting::time_request::TimeRequest;
use crate::ids::{ChannelId, GuildId, MessageId, Snowflake, UserId};
use crate::messages::event_message::EventMessage;
use crate::messages::spec::{Private, Public};
use crate::messages::store::post::Owner;
use crate::messages::store::shown::Shown;
use crate::playing::prompt::{PromptView, StepId};

/// The place of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A message, which the bot can edit at any time.
    Message(MessageId),
    /// The answer to this interaction, visible to its reader only and editable for a limited time.
    Answer(Snowflake),
}

/// A prompt shown by an answer to a press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPrompt {
    pub spot: Spot,
    /// The player who sees the prompt.
    pub user: UserId,
    pub mark: StepId,
    /// The text besides the prompt.
    pub words: String,
    /// The prompt's content as shown.
    pub shown: Shown,
    /// The time of the last press on it.
    pub at: Snowflake,
    /// Whether the time to edit it is nearly over.
    pub ending: bool,
}

/// A post that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub post: i64,
    pub channel: ChannelId,
    /// The nonce with which the post was sent.
    pub nonce: String,
}

/// An edit of a message or of an interaction's answer.
#[derive(Clone, Debug)]
pub struct Edit {
    pub owner: Owner,
    /// The server of the match's channel; 0 in direct messages.
    pub guild: GuildId,
    /// The only reader; `None` for everyone.
    pub user: Option<UserId>,
    pub spot: Spot,
    /// The post behind the message.
    pub sent: Option<Sent>,
    /// The new content.
    pub form: Form,
    /// The new content for comparison; see [`ShownPrompt::shown`].
    pub shown: Shown,
}

/// The new content of an edit.
#[derive(Clone, Debug)]
pub enum Form {
    /// The open prompt.
    Asks(Box<PromptView>),
    /// A note that the prompt is open in another place, with the way to open it here and any sealed order.
    Elsewhere(Box<PromptView>),
    /// A closed prompt.
    Closed(String),
    /// A public message with its current question.
    Public(Box<Public>),
    /// A player's message about the end, reverted.
    Private(Box<Private>),
    /// A player's request for more time.
    TimeRequest(Box<TimeRequest>),
    /// An external object.
    Object(Box<Object>),
    /// A message of a tournament or game draft.
    Topic(Box<EventMessage>),
}
