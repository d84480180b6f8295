//! People and their data.

pub(crate) mod privacy;
pub(crate) mod store;
pub(crate) mod ui;
