//! The mended file that takes a suspended match over.

use crate::live::store::rows::MatchRow;
use crate::table::Happened;

/// A mended file that takes a match over with the next entry.
pub struct Mended {
    pub game: String,
    pub header: String,
    pub version: u32,
    /// What came of the step that the fault stopped.
    pub happened: Vec<Happened>,
}

impl Mended {
    /// Names the mended file in the match's row.
    pub(crate) fn write(self, row: &mut MatchRow) {
        (row.game, row.header, row.version) = (self.game, self.header, self.version);
    }
}
