//! The causes of a pause.

use serde::{Deserialize, Serialize};

use crate::hosting::ruling_author::agreed;
use crate::live::service_entry::SERVICE;
use crate::table::Entry;

/// The reason of a suspension after the channel's deletion.
pub const GONE: &str = "Its channel was deleted.";

/// The cause of the current pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PauseCause {
    /// A host's or the service's ruling.
    #[default]
    Host,
    /// An agreement of the players, who can end the pause.
    Players,
    /// The deletion of the channel.
    ChannelLost,
    /// Steps without any order; the next press of a player ends the pause.
    Idle,
}

impl PauseCause {
    /// Returns the cause of the pause that starts with this entry.
    pub fn of(entry: &Entry) -> Self {
        match (agreed(entry), &entry.by, &entry.reason) {
            (Some(_), ..) => Self::Players,
            (None, Some(by), Some(why)) if by == SERVICE && why == GONE => Self::ChannelLost,
            (None, Some(by), Some(why)) if by == SERVICE && why == IDLE_REASON => Self::Idle,
            _ => Self::Host,
        }
    }
}

/// The reason of a pause after steps without any order.
pub(crate) const IDLE_REASON: &str = "Nobody ordered in three steps.";
