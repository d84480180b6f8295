//! Playing: prompts, orders, reminders and built-in players.

pub(crate) mod built_in;
pub(crate) mod delivery_gate;
pub(crate) mod external_program;
pub(crate) mod idle_pause;
pub(crate) mod order_reminder;
pub(crate) mod order_reminder_state;
pub(crate) mod order_routing;
pub(crate) mod orders;
pub(crate) mod pending_reply;
pub(crate) mod prompt;
pub(crate) mod prompt_actions;
pub(crate) mod proxy_order;
pub(crate) mod ui;
