//! Opening a match, and the time until it begins.

pub(crate) mod api;
pub(crate) mod continue_record;
pub(crate) mod create_match;
pub(crate) mod host_secrets;
pub(crate) mod import_record;
pub(crate) mod lobby_actions;
pub(crate) mod mistake_list;
pub(crate) mod reschedule;
pub(crate) mod server_time;
pub(crate) mod start_reminder;
pub(crate) mod store;
pub(crate) mod ui;
