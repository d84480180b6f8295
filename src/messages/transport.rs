//! The interface to the message sender: its input and its reports.

use std::time::Duration;

use async_trait::async_trait;

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, UnixMs, UserId};
use crate::messages::composed::ComposedMessage;
use crate::messages::edit::{Edit, ShownPrompt};
use crate::messages::queued_message::QueuedMessage;
use crate::messages::store::post::Owner;

pub use crate::messages::store::post::DELETED;

/// The delivery of items.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Waits until a message can be sent without exceeding a limit; each [`Transport::deliver`] follows one such wait. Instead of a long
    /// wait it can return a message that the player has pressed. [`Transport::edit`] then shows the match's prompt there.
    async fn acquire_slot(&self, to: Destination, prompt_of: Option<MatchId>) -> Option<(ChannelId, MessageId)> {
        let _anytime = (to, prompt_of);
        None
    }

    /// Returns the prompts that answers to presses show to a match's players, once no answer is in flight.
    async fn shown_prompts(&self, of: MatchId) -> Vec<ShownPrompt> {
        let _nothing = of;
        Vec::new()
    }

    /// Edits a message or an answer.
    async fn edit(&self, edit: &Edit) -> Result<(), SendError> {
        let _nothing = edit;
        Ok(())
    }

    /// Returns those of these people who can read a channel of a server; nobody if the channel is gone.
    async fn readers(&self, guild: GuildId, channel: ChannelId, people: &[UserId]) -> Result<Vec<UserId>, SendError> {
        let _nobody = (guild, channel, people);
        Ok(Vec::new())
    }

    /// Delivers an item's message. It may be called again with the same nonce if the arrival is unknown.
    async fn deliver(&self, item: &OutboxItem, message: &ComposedMessage) -> Result<Delivered, SendError>;

    /// Searches for an item's message from an earlier attempt without an answer.
    async fn find(&self, item: &OutboxItem) -> Result<Option<Delivered>, SendError> {
        let _nothing = item;
        Ok(None)
    }
}

/// A message to send.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxItem {
    /// The number of the post.
    pub id: i64,
    /// The owner of the message.
    pub owner: Owner,
    /// The owner's server.
    pub guild: GuildId,
    /// The nonce: the same at every attempt, at most 25 characters.
    pub nonce: String,
    pub to: Destination,
    /// The number of earlier attempts.
    pub attempts: u32,
    /// Whether to search the channel first: the message may have been sent, and Discord may have forgotten its nonce.
    pub look_first: bool,
    /// Whether the reader has acted, so that they may be written to.
    pub acted: bool,
    /// The time of the queueing.
    pub created: UnixMs,
    /// The latest time of an earlier attempt, if there was one.
    pub tried: UnixMs,
    /// The card's message, for a thread under it.
    pub card: Option<(ChannelId, MessageId)>,
    pub queued: QueuedMessage,
}

/// The destination of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// A channel of a server.
    Channel(ChannelId),
    /// A person's direct messages.
    Dm(UserId),
    /// Messages in a channel of a server that still lack their picture.
    Pictures(ChannelId),
    /// A channel for an external object.
    External(ChannelId),
}

/// The place of a delivered item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    pub channel: ChannelId,
    pub message: MessageId,
    /// Whether no picture has to follow: it is there, or there is none.
    pub pictured: bool,
}

/// The reason why an item was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendError {
    /// Discord is busy or unreachable; a retry is possible.
    Retry {
        /// The least wait; the dealer adds its own.
        after: Duration,
    },
    /// The person takes no direct messages.
    DmClosed,
    /// The person has not acted yet; the bot does not write to them before.
    NotAcquainted,
    /// The channel is gone, or the bot may not write there.
    Forbidden {
        /// For the log and the host.
        why: String,
    },
    /// The channel no longer exists.
    UnknownChannel {
        /// For the log and the host.
        why: String,
    },
    /// The message to edit was deleted.
    UnknownMessage,
    /// Discord refuses the message's content.
    Rejected {
        /// For the log and the host.
        why: String,
    },
}
