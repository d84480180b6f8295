//! The corrected file that takes over a suspended match.

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
    /// Names the mended file in the match's row.
    pub(crate) fn write(self, row: &mut MatchRow) {
        (row.game, row.header, row.version) = (self.game, self.header, self.version);
    }
}
