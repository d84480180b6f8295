//! The interface to whatever sends messages: what it is given, and what it reports.

use std::time::Duration;

use async_trait::async_trait;

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, UnixMs, UserId};
use crate::messages::edit::{Edit, ShownPrompt};
use crate::messages::spec::MessageSpec;
use crate::messages::store::post::Owner;

pub use crate::messages::store::post::DELETED;

/// The delivery of items.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Waits until something can be sent there without breaking a limit; each [`Transport::deliver`] comes after one of these. A prompt
    /// of a match that would wait for long can be shown in a message that its player has pressed on instead, by [`Transport::edit`].
    async fn acquire_slot(&self, to: Destination, prompt_of: Option<MatchId>) -> Option<(ChannelId, MessageId)> {
        let _anytime = (to, prompt_of);
        None
    }

    /// What answers to presses have put before a match's players, once none is on its way.
    async fn shown_prompts(&self, of: MatchId) -> Vec<ShownPrompt> {
        let _nothing = of;
        Vec::new()
    }

    /// Changes what something shows.
    async fn edit(&self, edit: &Edit) -> Result<(), SendError> {
        let _nothing = edit;
        Ok(())
    }

    /// Those of some people who may read a channel of a server; nobody where it is there no more.
    async fn readers(&self, guild: GuildId, channel: ChannelId, people: &[UserId]) -> Result<Vec<UserId>, SendError> {
        let _nobody = (guild, channel, people);
        Ok(Vec::new())
    }

    /// Delivers one item. May be called again with the same nonce if it is not known whether it arrived. One that is only to be found, and
    /// is not there, is [`SendError::UnknownMessage`].
    async fn deliver(&self, item: &OutboxItem) -> Result<Delivered, SendError>;
}

/// One message to be sent.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxItem {
    /// Its number in the outbox.
    pub id: i64,
    /// Whose message it is.
    pub owner: Owner,
    /// The owner's server.
    pub guild: GuildId,
    /// The same at every attempt, at most 25 characters.
    pub nonce: String,
    /// Where to.
    pub to: Destination,
    /// How often it has been tried.
    pub attempts: u32,
    /// Whether it may have been sent before and Discord may no longer know its nonce: the channel is to be read back first.
    pub look_first: bool,
    /// Whether it is only looked for, and not sent.
    pub look_only: bool,
    /// Whether its reader has acted, so that they may be written to.
    pub acted: bool,
    /// When it was queued.
    pub created: UnixMs,
    /// By when it was last tried, where it has been.
    pub tried: UnixMs,
    /// The lobby card's message, for a [`MessageSpec::EditCard`] and a [`MessageSpec::Thread`].
    pub card: Option<(ChannelId, MessageId)>,
    pub spec: MessageSpec,
}

/// Where an item goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// A channel of a server.
    Channel(ChannelId),
    /// A person's direct messages.
    Dm(UserId),
    /// Messages in a channel of a server that are still without their picture.
    Pictures(ChannelId),
    /// Something outside a match's own messages, in this channel.
    External(ChannelId),
}

/// Where an item ended up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    pub channel: ChannelId,
    pub message: MessageId,
    /// Whether nothing has to follow: its picture is there, or it has none.
    pub pictured: bool,
}

/// Why an item was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendError {
    /// Discord is busy or out of reach: try again, not before so long.
    Retry {
        /// At least so long; the dealer adds its own patience.
        after: Duration,
    },
    /// The person takes no direct messages.
    DmClosed,
    /// The person has not acted yet, and is not written to before.
    NotAcquainted,
    /// The channel is gone, or the bot may not write there.
    Forbidden {
        /// For the log and the host.
        why: String,
    },
    /// There is no such channel any more.
    UnknownChannel {
        /// For the log and the host.
        why: String,
    },
    /// Somebody has deleted the message that was to be changed.
    UnknownMessage,
    /// Discord refuses the message as it is.
    Rejected {
        /// For the log and the host.
        why: String,
    },
}
