//! Matches and their records in the database.

pub(crate) mod change;
pub(crate) mod drafts;
pub(crate) mod match_row;
pub(crate) mod matches;
