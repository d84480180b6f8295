//! Slash commands for hosts and agreements.

pub(crate) mod agree;
pub(crate) mod attendance;
pub(crate) mod host;
pub(crate) mod host_panel;
