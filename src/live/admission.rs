//! Admission: when a command takes its turn.

use crate::ids::Snowflake;

/// The order in which a command takes its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// At once.
    Now,
    /// At once, and before any deadline fires; for credits of lost time.
    Credit,
    /// In the order of its timestamp, before or after the running deadline.
    ByStamp(Snowflake),
    /// In the order of its timestamp; a host's ruling, which does not wait for unread messages once the wait is announced.
    HostByStamp(Snowflake),
    /// In the order of its timestamp, even past the running deadline; for a lost channel.
    ChannelLost(Snowflake),
    /// In the order of its timestamp, even past the running deadline; for a host who continues the match in another channel.
    ChannelMoved(Snowflake),
}

impl Admission {
    /// Returns the timestamp that orders the command.
    pub const fn stamp(self) -> Option<Snowflake> {
        match self {
            Self::Now | Self::Credit => None,
            Self::ByStamp(stamp) | Self::HostByStamp(stamp) | Self::ChannelLost(stamp) | Self::ChannelMoved(stamp) => {
                Some(stamp)
            }
        }
    }

    /// Whether the command may pass a deadline that has not fired.
    pub const fn passes_deadline(self) -> bool {
        matches!(self, Self::ChannelLost(_) | Self::ChannelMoved(_))
    }

    /// Whether the command is a host's decision.
    pub const fn is_by_host(self) -> bool {
        matches!(self, Self::HostByStamp(_) | Self::ChannelMoved(_))
    }
}
