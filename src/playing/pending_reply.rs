//! A built-in player's pending reply to its prompt.

use crate::ids::{StepId, UnixMs};
use crate::table::Act;

/// A built-in player's reply to its open prompt, and the time at which it is entered.
pub(crate) struct PendingReply {
    pub mark: StepId,
    /// The drawn time of the answer.
    pub at: UnixMs,
    /// The latest time, at which any legal order is entered if there is no answer yet.
    pub latest: UnixMs,
    /// The answer, once the player has finished thinking.
    pub act: Option<Act>,
}

impl PendingReply {
    pub fn due(&self) -> UnixMs {
        if self.act.is_some() { self.at } else { self.latest }
    }
}
