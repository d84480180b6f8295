//! Posts in the database.

pub(crate) mod posts;
