//! Rulings on Discord: commands and the host panel.

pub(crate) mod commands;
pub(crate) mod evening;
pub(crate) mod host_panel;
pub(crate) mod time_request;
