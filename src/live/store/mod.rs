//! Matches and their records in the database.

pub(crate) mod drafts;
pub(crate) mod match_row;
pub(crate) mod match_writes;
pub(crate) mod matches;
