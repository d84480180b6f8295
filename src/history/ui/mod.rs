//! Past matches on Discord: lists, replays, reviews, statistics.

pub(crate) mod analyses;
pub(crate) mod commands;
pub(crate) mod counted_matches;
pub(crate) mod disclosed_secrets;
pub(crate) mod game_statistics;
pub(crate) mod history_pages;
pub(crate) mod leaderboard;
pub(crate) mod rating_plot;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod replay_cache_entry;
pub(crate) mod season_end;
pub(crate) mod season_picture;
pub(crate) mod season_summary;
pub(crate) mod share;
pub(crate) mod stats_answer;
pub(crate) mod turning_points;
