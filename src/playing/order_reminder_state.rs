//! Whom to remind of their orders.

use crate::game::BySeat;
use crate::ids::UserId;
use crate::people::store::reach::Reach;
use crate::playing::panel::StepId;

/// Whom to remind, and of what they have been.
#[derive(Default)]
pub struct OrderReminders {
    /// How long before the end each player wants to be reminded, in s; 0 for never, or where they cannot be written to.
    pub before: BySeat<u64>,
    /// The person who was reminded last, and the prompt: a substitute is reminded, too.
    pub of: BySeat<Option<(StepId, UserId)>>,
}

impl OrderReminders {
    /// Records the players' settings.
    pub fn learn(&mut self, reach: &Reach) {
        self.before = BySeat::from_fn(|seat| if reach.closed[seat] { 0 } else { reach.remind[seat] });
    }
}
