//! Past matches: lists, summaries, statistics.

pub(crate) mod queries;
pub(crate) mod stats_job;
pub(crate) mod store;
pub(crate) mod summary;
pub(crate) mod ui;
