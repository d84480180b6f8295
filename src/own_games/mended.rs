//! The corrected file that takes over a suspended match.

use crate::live::store::change::Change;
use crate::live::store::rows::MatchRow;
use crate::table::Happened;

/// A corrected file that takes over a match with the next entry.
pub struct Mended {
    pub game: String,
    pub header: String,
    pub version: u32,
    /// The events of the step that the fault stopped.
    pub happened: Vec<Happened>,
}

impl Mended {
    /// Puts the corrected file's game into the match's row.
    pub(crate) fn write(self, row: &mut MatchRow, change: &mut Change) {
        (row.game, row.header, row.version) = (self.game.clone(), self.header.clone(), self.version);
        (change.game, change.header, change.version) = (Some(self.game), Some(self.header), Some(self.version));
    }
}
