//! The stored data of people, and how they can be reached.

use crate::game::BySeat;
use crate::ids::{ChannelId, UserId};

/// The stored data of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    pub user: UserId,
    /// The channel of direct messages with the bot.
    pub dm_channel: Option<ChannelId>,
    /// Whether direct messages to the person were refused.
    pub dm_closed: bool,
    /// Whether the person wants to confirm an order after its last word.
    pub confirm: bool,
}

impl Person {
    /// Returns the data of a person who is new to the bot.
    pub const fn fresh(user: UserId) -> Self {
        Self { user, dm_channel: None, dm_closed: false, confirm: false }
    }
}

/// The reachability of a match's players by direct message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Seats whose players accept no direct messages, or are sent none.
    pub closed: BySeat<bool>,
    /// The time before a deadline at which each player wants a reminder, in s; 0 is never.
    pub remind: BySeat<u64>,
    /// The players' Discord usernames, if known.
    pub usernames: BySeat<Option<String>>,
}

/// A person's stored data with their reminder and username.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) person: Person,
    /// The time before a deadline at which the person wants a reminder, in s; 0 is never.
    pub(crate) remind: u64,
    /// The person's Discord username.
    pub(crate) username: Option<String>,
}
