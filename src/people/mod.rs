//! People and their data.

pub(crate) mod erasure;
pub(crate) mod store;
pub(crate) mod ui;
