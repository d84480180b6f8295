//! Predictions in the database.

pub(crate) mod predictions;
