//! The properties of each host action, in one table: its controls, its checks and its messages depend on them.

use crate::table::HostAct;

/// The properties of a host action.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct RulingProperties {
    /// Whether a button's id can hold the whole action. Other actions need a form or a menu.
    pub fits_button: bool,
    /// Whether a slash command asks for confirmation. In the host panel every action but a pause does.
    pub needs_confirmation: bool,
    /// Whether it has more effect if it is made twice.
    pub adds_up: bool,
    /// Whether its line stands below the result that it caused.
    pub line_below: bool,
}

impl RulingProperties {
    /// The properties of an action.
    pub const fn of(act: &HostAct) -> Self {
        let (fits_button, needs_confirmation, adds_up, line_below) = match act {
            HostAct::Pause | HostAct::Resume => (true, false, false, false),
            HostAct::Undo => (true, true, true, false),
            HostAct::DrawState => (true, false, true, false),
            HostAct::Void | HostAct::Forfeit(_) | HostAct::Award(_) => (true, true, false, true),
            HostAct::Extend(_) | HostAct::Order { .. } => (false, false, true, false),
            HostAct::Substitute { .. } | HostAct::Reschedule(_) | HostAct::Credit(_) => (false, false, false, false),
        };
        Self { fits_button, needs_confirmation, adds_up, line_below }
    }
}
