//! Series in the database.

pub(crate) mod series;
