//! Playing: prompts, orders, reminders and built-in players.

pub(crate) mod computer_replies;
pub(crate) mod delivery_gate;
pub(crate) mod external_program;
pub(crate) mod idle_pause;
pub(crate) mod idle_steps;
pub(crate) mod look;
pub(crate) mod match_looks;
pub(crate) mod order_reminder;
pub(crate) mod order_reminder_state;
pub(crate) mod order_routing;
pub(crate) mod orders;
pub(crate) mod pending_reply;
pub(crate) mod player_action;
pub(crate) mod prompt;
pub(crate) mod prompt_actions;
pub(crate) mod proxy_order_notice;
pub(crate) mod receipt_text;
pub(crate) mod ui;
