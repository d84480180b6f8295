//! A live match: its actor, the commands it takes, its state and its commits.

pub(crate) mod actor;
pub(crate) mod actor_command;
pub(crate) mod admission;
pub(crate) mod api;
pub(crate) mod applied_entries;
pub(crate) mod busy_tasks;
pub(crate) mod command_error;
pub(crate) mod command_waits;
pub(crate) mod commit;
pub(crate) mod duration_text;
pub(crate) mod entry_meta;
pub(crate) mod error;
pub(crate) mod event_words;
pub(crate) mod last_events;
pub(crate) mod lessons;
pub(crate) mod match_state;
pub(crate) mod options;
#[cfg(test)]
mod panic_tests;
pub(crate) mod pause_cause;
pub(crate) mod record_compatibility;
pub(crate) mod revision;
pub(crate) mod service;
pub(crate) mod service_entry;
pub(crate) mod store;
pub(crate) mod timers;
