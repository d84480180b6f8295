//! A live match: its actor, the commands it takes, its state and its commits.

pub(crate) mod actor;
pub(crate) mod actor_command;
pub(crate) mod admission;
pub(crate) mod api;
pub(crate) mod applied_entries;
pub(crate) mod command_error;
pub(crate) mod commit;
pub(crate) mod draft;
pub(crate) mod duration_text;
pub(crate) mod error;
pub(crate) mod live_matches;
pub(crate) mod match_state;
pub(crate) mod options;
#[cfg(test)]
mod panic_tests;
pub(crate) mod pause;
pub(crate) mod recap;
pub(crate) mod record_compatibility;
pub(crate) mod revision;
pub(crate) mod service;
pub(crate) mod start_actors;
pub(crate) mod store;
pub(crate) mod tasks;
