//! Causes of a pause.

use serde::{Deserialize, Serialize};

use crate::game::Seat;
use crate::hosting::ruling_author::agreed;
use crate::table::{Act, Entry, HostAct};

/// The author of the service's own entries.
pub const SERVICE: &str = "deathmatch";

/// Returns an entry of the service's own.
pub fn by_service(at: u64, act: HostAct, reason: Option<&str>) -> Entry {
    let mut entry = Entry::new(at, Act::Host(act));
    (entry.by, entry.reason) = (Some(SERVICE.to_owned()), reason.map(str::to_owned));
    entry
}

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

/// The number of steps in a row without an order after which a match is paused.
const STEPS: u32 = 3;
/// The key of the returning player in a record's entry.
pub const BACK: &str = "back";

/// Steps in a row that passed without an order from a person.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdleSteps {
    /// The number of steps in a row that passed without an order.
    pub steps: u32,
    /// Whether a person has ordered in the awaited step.
    pub ordered: bool,
}

impl IdleSteps {
    /// Whether the match is paused if nobody orders in the awaited step either.
    pub const fn is_last(self) -> bool {
        self.steps + 1 == STEPS && !self.ordered
    }

    /// Whether enough steps have passed to pause the match.
    pub const fn is_over(self) -> bool {
        self.steps == STEPS
    }
}

/// Returns the seat whose player has returned with this entry.
pub fn back(entry: &Entry) -> Option<Seat> {
    entry.meta.as_ref()?[BACK].as_str()?.parse().ok()
}
