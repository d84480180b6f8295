//! What was told last, and told again to whoever sits there now.

use crate::game::{BySeat, Seat, Viewer};
use crate::table::{Happened, What};

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
    /// Takes note of what each seat and everyone is told of what happened.
    pub(super) fn tell(&mut self, each: &Happened, names: &BySeat<String>) {
        self.told_of = Some(ToldOf { what: each.clone(), names: names.clone(), new: BySeat::default() });
        self.told = BySeat::from_fn(|seat| words(each, Viewer::Seat(seat), names));
        self.told_all = words(each, Viewer::Public, names);
        // Who sits down later was not there for what was taken back.
        if matches!(each.what, What::Undone { .. }) {
            self.told_all.clear();
        }
    }

    /// Tells no more than everyone was told, to both seats: who sat there is somebody else.
    pub(super) fn tell_newcomers(&mut self) {
        self.told = BySeat::from_fn(|_| self.told_all.clone());
        if let Some(last) = &mut self.told_of {
            last.new = BySeat::from_fn(|_| true);
        }
    }

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
