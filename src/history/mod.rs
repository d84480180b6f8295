//! Past matches: lists, summaries, statistics.

pub(crate) mod match_info;
pub(crate) mod queries;
pub(crate) mod stats_job;
pub(crate) mod store;
pub(crate) mod ui;
