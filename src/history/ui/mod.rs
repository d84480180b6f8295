//! Past matches on Discord: lists, replays, reviews, statistics.

pub(crate) mod analyses;
pub(crate) mod commands;
pub(crate) mod contestants_picture;
pub(crate) mod figures;
pub(crate) mod finished_replay;
pub(crate) mod history;
pub(crate) mod leaderboard;
pub(crate) mod plots;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod season;
pub(crate) mod share;
