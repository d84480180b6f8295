//! Tournaments in the database.

pub(crate) mod tournaments;
