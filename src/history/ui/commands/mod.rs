//! Slash commands for past matches.

pub(crate) mod history;
pub(crate) mod match_list;
pub(crate) mod season;
