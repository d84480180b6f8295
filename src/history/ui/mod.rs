//! Past matches on Discord: lists, replays, reviews, statistics.

pub(crate) mod analyses;
pub(crate) mod commands;
pub(crate) mod contestants_picture;
pub(crate) mod game_statistics;
pub(crate) mod history_pages;
pub(crate) mod leaderboard;
pub(crate) mod rated_match;
pub(crate) mod rating_plot;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod replay_cache;
pub(crate) mod season;
pub(crate) mod share;
pub(crate) mod turning_points;
