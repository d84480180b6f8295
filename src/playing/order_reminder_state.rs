//! State of the order reminders.

use crate::game::BySeat;
use crate::ids::{StepId, UserId};
use crate::people::store::person::Reach;

/// The players' settings for reminders, and the last reminders sent.
#[derive(Default)]
pub struct OrderReminders {
    /// Each player's lead before the deadline, in s; 0 for no reminders, or if direct messages are closed.
    pub lead_s: BySeat<u64>,
    /// The prompt and the recipient of each seat's last reminder. A substitute is reminded, too.
    pub last_sent: BySeat<Option<(StepId, UserId)>>,
}

impl OrderReminders {
    /// Records the players' settings.
    pub fn learn(&mut self, reach: &Reach) {
        self.lead_s = BySeat::from_fn(|seat| if reach.closed[seat] { 0 } else { reach.remind[seat] });
    }
}
