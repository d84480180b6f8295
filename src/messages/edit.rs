//! Edits of existing messages, and their known content.

use crate::ids::{ChannelId, GuildId, MessageId, Snowflake, StepId, UserId};
use crate::messages::composed::ComposedMessage;
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::Owner;
use crate::playing::prompt::PromptView;

/// The place of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditTarget {
    /// A message, which the bot can edit at any time.
    Message(MessageId),
    /// The answer to this interaction, visible to its reader only and editable for a limited time.
    Answer(Snowflake),
}

/// A prompt shown by an answer to a press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPrompt {
    pub spot: EditTarget,
    /// The player who sees the prompt.
    pub user: UserId,
    pub mark: StepId,
    /// The text besides the prompt.
    pub words: String,
    /// The prompt's content as shown.
    pub shown: ContentDigest,
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
    pub spot: EditTarget,
    /// The post behind the message.
    pub sent: Option<Sent>,
    /// The new content.
    pub form: NewContent,
    /// The new content for comparison; see [`ShownPrompt::shown`].
    pub shown: ContentDigest,
    /// Whether the edit is left out while more than a few requests are sent.
    pub if_idle: bool,
}

/// The new content of an edit.
#[derive(Clone, Debug)]
pub enum NewContent {
    /// The open prompt.
    Asks(Box<PromptView>),
    /// A note that the prompt is open in another place, with the way to open it here and any sealed order.
    Elsewhere(Box<PromptView>),
    /// A closed prompt.
    Closed {
        words: String,
        /// Whether a newer prompt of the player has the buttons.
        followed: bool,
    },
    /// A message as it would be sent now.
    Message(ComposedMessage),
}
