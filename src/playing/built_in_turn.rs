//! A built-in player's turn.

use crate::ids::UnixMs;
use crate::playing::panel::StepId;
use crate::table::Act;

/// An open prompt of a built-in player.
pub(crate) struct Turn {
    pub mark: StepId,
    /// When it answers.
    pub at: UnixMs,
    /// When it answers with whatever it has.
    pub latest: UnixMs,
    /// The answer, once the player has thought.
    pub act: Option<Act>,
}

impl Turn {
    pub fn due(&self) -> UnixMs {
        if self.act.is_some() { self.at } else { self.latest }
    }
}
