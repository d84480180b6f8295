//! Slash commands for opening matches.

pub(crate) mod complete_game_options;
pub(crate) mod import;
pub(crate) mod match_commands;
pub(crate) mod open;
pub(crate) mod parse_start_time;
pub(crate) mod terms;
