//! Ids of stored things, and points in time.

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};

macro_rules! discord_ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, FromStr,
        )]
        #[serde(transparent)]
        pub struct $name(pub u64);
    )*};
}

discord_ids! {
    /// A person on Discord.
    UserId
    /// A channel on Discord, including channels of direct messages.
    ChannelId
    /// A server on Discord.
    GuildId
    /// A role of a server.
    RoleId
    /// A message on Discord.
    MessageId
    /// The id of an interaction or message, which contains its time of creation.
    Snowflake
}

impl Snowflake {
    /// The epoch of Discord's ids, 2015-01-01, in Unix ms.
    const EPOCH_MS: i64 = 1_420_070_400_000;

    /// Returns the time of creation.
    pub fn ms(self) -> UnixMs {
        UnixMs(i64::try_from(self.0 >> 22).expect("42 bits fit") + Self::EPOCH_MS)
    }

    /// Returns the smallest id of a moment. Moments before Discord's epoch give 0.
    pub fn at(moment: UnixMs) -> Self {
        Self(u64::try_from(moment.0 - Self::EPOCH_MS).unwrap_or(0) << 22)
    }
}

impl From<MessageId> for Snowflake {
    fn from(id: MessageId) -> Self {
        Self(id.0)
    }
}

/// A match's number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, FromStr,
)]
#[serde(transparent)]
pub struct MatchId(pub i64);

/// The unique id of a prompt. A step that is asked again after an undo has another id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, FromStr)]
#[display("{step}.{begun}")]
pub struct StepId {
    pub step: u32,
    /// The number of steps begun so far, with this one. In matches that an older version of this program began, it counts from
    /// another number.
    pub begun: u32,
}

impl StepId {
    /// Whether the record of a match that is at `present` has not reached this step: the database was restored from a backup.
    pub const fn is_beyond(self, present: Self) -> bool {
        self.begun > present.begun
    }
}

/// A moment by Discord's clock, in ms since 1970.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, FromStr,
)]
#[serde(transparent)]
pub struct UnixMs(pub i64);

impl UnixMs {
    /// Returns the moment `ms` later.
    pub const fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add_unsigned(ms))
    }

    /// Returns the ms since an earlier moment; 0 if it is not earlier.
    pub fn since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    /// Returns whole seconds, rounded down, for Discord's timestamp markup.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Returns its month, as in `December 2026`: the same nearly everywhere, whereas a day depends on the time zone.
    pub fn month(self) -> String {
        let moment = chrono::DateTime::from_timestamp_millis(self.0);
        moment.map_or_else(String::new, |moment| moment.format("%B %Y").to_string())
    }
}

/// Returns the URL of a channel in Discord's client.
pub fn link(guild: GuildId, channel: ChannelId) -> String {
    match guild {
        GuildId(0) => format!("https://discord.com/channels/@me/{channel}"),
        guild => format!("https://discord.com/channels/{guild}/{channel}"),
    }
}

/// Returns the URL of a match: its card, or its thread.
pub fn match_link(guild: GuildId, channel: ChannelId, card: Option<(ChannelId, MessageId)>) -> String {
    let card = card.filter(|&(place, _)| place == channel);
    card.map_or_else(|| link(guild, channel), |(_, message)| format!("{}/{message}", link(guild, channel)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snowflake_carries_its_moment() {
        assert_eq!(Snowflake(175_928_847_299_117_063).ms(), UnixMs(1_462_015_105_796));
        assert_eq!(Snowflake::at(UnixMs(1_462_015_105_796)).ms(), UnixMs(1_462_015_105_796));
    }
}
