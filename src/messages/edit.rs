//! Edits of messages that exist, and what is known of them.

use crate::external::object::Object;
use crate::hosting::time_request::TimeRequest;
use crate::ids::{ChannelId, GuildId, MessageId, Snowflake, UserId};
use crate::messages::event_message::ComposedTopic;
use crate::messages::spec::Public;
use crate::messages::store::post::Owner;
use crate::messages::store::shown::Shown;
use crate::playing::panel::{Panel, StepId};

/// Where something is shown to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A message, which the bot can change at any time.
    Message(MessageId),
    /// The answer to this interaction, which only its reader sees, and which can be changed for a while.
    Answer(Snowflake),
}

/// What an answer to a press has put somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPrompt {
    pub spot: Spot,
    /// To whom.
    pub user: UserId,
    pub mark: StepId,
    /// What stands there besides the prompt.
    pub words: String,
    /// The prompt as it is shown.
    pub shown: Shown,
    /// When it was last used.
    pub at: Snowflake,
    /// Whether it can soon no longer be changed.
    pub ending: bool,
}

/// A post that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub post: i64,
    pub channel: ChannelId,
    /// The nonce it was sent with.
    pub nonce: String,
}

/// A change of what is shown.
#[derive(Clone, Debug)]
pub struct Edit {
    pub owner: Owner,
    /// The server whose channel the match is played in; 0 where it is played in direct messages.
    pub guild: GuildId,
    /// Whom it is shown to; `None` for everyone.
    pub user: Option<UserId>,
    pub spot: Spot,
    /// The post that a message shows.
    pub sent: Option<Sent>,
    /// What it is to show.
    pub form: Form,
    /// What is shown then; see [`ShownPrompt::shown`].
    pub shown: Shown,
}

/// What something is to show.
#[derive(Clone, Debug)]
pub enum Form {
    /// The prompt as it is.
    Asks(Box<Panel>),
    /// That the prompt is open in another place, and how to have it here; the order that stands sealed, where one does.
    Elsewhere(Box<Panel>),
    /// That the prompt is over.
    Closed(String),
    /// Words to everyone, as they hold now.
    Public(Box<Public>),
    /// A player's request for more time.
    TimeRequest(Box<TimeRequest>),
    /// An external object.
    Object(Box<Object>),
    /// A message of a tournament or game draft.
    Topic(Box<ComposedTopic>),
}
