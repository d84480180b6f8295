//! The stored data of people, and how they can be reached.

use crate::game::BySeat;
use crate::ids::{ChannelId, UserId};

/// The stored data of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    pub user: UserId,
    /// Their direct messages with the bot.
    pub dm_channel: Option<ChannelId>,
    /// Whether direct messages to them have been refused.
    pub dm_closed: bool,
    /// Whether they want to confirm an order after its last word.
    pub confirm: bool,
}

impl Person {
    /// Someone the bot has not met.
    pub const fn fresh(user: UserId) -> Self {
        Self { user, dm_channel: None, dm_closed: false, confirm: false }
    }
}

/// Whether a match's players can be written to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The seats whose users accept no direct messages, or are sent none.
    pub closed: BySeat<bool>,
    /// How long before the end each wants to be reminded of an order, in s; 0 for never.
    pub remind: BySeat<u64>,
    /// Discord's names for them, where they are known.
    pub usernames: BySeat<Option<String>>,
}

/// The stored data of a person to whom a match may write.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) person: Person,
    /// How long before the end they want to be reminded of an order, in s; 0 for never.
    pub(crate) remind: u64,
    /// Discord's name for them.
    pub(crate) username: Option<String>,
}
