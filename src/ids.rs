//! Names of things that are stored, and points in time.

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};

macro_rules! discord_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, FromStr,
        )]
        #[serde(transparent)]
        pub struct $name(pub u64);
    };
}

discord_id!(
    /// A person on Discord.
    UserId
);
discord_id!(
    /// A channel on Discord, private ones included.
    ChannelId
);
discord_id!(
    /// A server on Discord.
    GuildId
);
discord_id!(
    /// A role of a server.
    RoleId
);
discord_id!(
    /// A message on Discord.
    MessageId
);
discord_id!(
    /// The id of an interaction or message, which carries the moment Discord made it.
    Snowflake
);

impl Snowflake {
    /// 2015-01-01, where Discord's ids begin to count, in Unix ms.
    const EPOCH_MS: i64 = 1_420_070_400_000;

    /// The moment Discord made it.
    pub fn ms(self) -> UnixMs {
        UnixMs(i64::try_from(self.0 >> 22).expect("42 bits fit") + Self::EPOCH_MS)
    }

    /// The smallest id made at a moment; moments before Discord's own time give 0.
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

/// The unique name of a prompt: the same step asked again after an undo has another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, FromStr)]
#[display("{step}.{begun}")]
pub struct StepId {
    pub step: u32,
    /// How many entries the record had when the step began.
    pub begun: u32,
}

impl StepId {
    /// Whether the record of a match that is at `present` never came to this: the database was set back since.
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
    /// So many ms later.
    pub const fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add_unsigned(ms))
    }

    /// How many ms have passed since an earlier moment; 0 if it is not earlier.
    pub fn since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    /// Whole seconds, rounded down, as Discord's time marks want them.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
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
