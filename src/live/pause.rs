//! Why a match is paused.

use serde::{Deserialize, Serialize};

use crate::game::Seat;
use crate::hosting::author::agreed;
use crate::table::{Act, Entry, HostAct};

/// The author of the service's own entries.
pub const SERVICE: &str = "deathmatch";

/// An entry of the service's own.
pub fn by_service(at: u64, act: HostAct, reason: Option<&str>) -> Entry {
    let mut entry = Entry::new(at, Act::Host(act));
    (entry.by, entry.reason) = (Some(SERVICE.to_owned()), reason.map(str::to_owned));
    entry
}

/// The reason of a suspension after the channel's deletion.
pub const GONE: &str = "Its channel was deleted.";

/// What a pause that lasts is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PauseCause {
    /// A host's, or the service's.
    #[default]
    Host,
    /// One that the players agreed on, and can end.
    Players,
    /// One because the channel was deleted: there is no way to it.
    ChannelLost,
    /// One because nobody was at the match: the next press of a player's ends it.
    Idle,
}

impl PauseCause {
    /// What begins with an entry that pauses a match.
    pub fn of(entry: &Entry) -> Self {
        match (agreed(entry), &entry.by, &entry.reason) {
            (Some(_), ..) => Self::Players,
            (None, Some(by), Some(why)) if by == SERVICE && why == GONE => Self::ChannelLost,
            (None, Some(by), Some(why)) if by == SERVICE && why == IDLE => Self::Idle,
            _ => Self::Host,
        }
    }
}

/// The reason of a pause because nobody was at the match.
pub(crate) const IDLE: &str = "Nobody ordered in three steps.";

/// After how many steps in a row a match is paused.
const STEPS: u32 = 3;
/// The key of the returning player in a record's entry.
pub const BACK: &str = "back";

/// Steps in a row that passed without an order from a person.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdleSteps {
    /// How many steps in a row have passed without an order.
    pub steps: u32,
    /// Whether somebody has ordered in the awaited one.
    pub ordered: bool,
}

impl IdleSteps {
    /// Whether the match is to be paused if nobody orders in the awaited step either.
    pub const fn is_last(self) -> bool {
        self.steps + 1 == STEPS && !self.ordered
    }

    /// Whether so many steps have passed that the match is paused.
    pub const fn is_over(self) -> bool {
        self.steps == STEPS
    }
}

/// The seat whose player has come back with an entry.
pub fn back(entry: &Entry) -> Option<Seat> {
    entry.meta.as_ref()?[BACK].as_str()?.parse().ok()
}
