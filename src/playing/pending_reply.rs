//! A built-in player's pending reply to its prompt.

use crate::ids::UnixMs;
use crate::playing::panel::StepId;
use crate::table::Act;

/// A built-in player's reply to its open prompt, and when it is entered.
pub(crate) struct PendingReply {
    pub mark: StepId,
    /// When it answers.
    pub at: UnixMs,
    /// When it answers with whatever it has.
    pub latest: UnixMs,
    /// The answer, once the player has thought.
    pub act: Option<Act>,
}

impl PendingReply {
    pub fn due(&self) -> UnixMs {
        if self.act.is_some() { self.at } else { self.latest }
    }
}
