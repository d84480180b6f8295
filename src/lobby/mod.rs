//! Opening a match, and the time until it begins.

pub(crate) mod api;
pub(crate) mod brought;
pub(crate) mod commands;
pub(crate) mod create_match;
pub(crate) mod import;
pub(crate) mod quiet;
pub(crate) mod start_time;
pub(crate) mod store;
pub(crate) mod ui;
