//! What was made of a finished match, to be shown again.

use crate::table::Review;

/// A match's review.
#[derive(Debug)]
pub struct Reviewed {
    pub(crate) found: Review,
    /// The stage at which the time for it was up.
    pub(crate) up_to: Option<String>,
}

/// A finished match's replay, valid while its record is unchanged.
#[derive(Debug)]
pub struct Made {
    pub(crate) record: u64,
    pub(crate) page: String,
    pub(crate) animation: Vec<u8>,
    pub(crate) alt: String,
}
