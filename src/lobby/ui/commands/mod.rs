//! Slash commands for opening matches.

pub(crate) mod import;
pub(crate) mod match_commands;
pub(crate) mod open;
pub(crate) mod parse_start_time;
pub(crate) mod suggest_options;
pub(crate) mod terms;
