//! What was told last, told again to whoever sits there now.

use crate::game::{BySeat, Seat, Viewer};
use crate::table::Happened;

use super::live::Live;
use super::taken::words;

/// What was told last.
pub struct ToldOf {
    pub what: Happened,
    /// Who sat where then.
    pub names: BySeat<String>,
    /// Who has sat down since, and hears only what everyone did.
    pub new: BySeat<bool>,
}

impl Live {
    /// Tells what was told last once more after somebody has taken a seat: of who sat there then, and to the newcomer no more than
    /// everyone was told.
    pub(super) fn retell(&mut self, seat: Seat, former: &str) {
        if let Some(last) = &mut self.told_of {
            if last.names[seat] == former {
                last.names[seat] = format!("{former} (then {})", self.table.contest().seat(seat));
            }
            last.new[seat] = true;
            if !self.told_all.is_empty() {
                self.told_all = words(&last.what, Viewer::Public, &last.names);
            }
            self.told[!seat] = if last.new[!seat] {
                self.told_all.clone()
            } else {
                words(&last.what, Viewer::Seat(!seat), &last.names)
            };
        }
        // What the one before was told was for them alone.
        self.told[seat].clone_from(&self.told_all);
    }
}
