//! Own games in the database.

pub(crate) mod games;
