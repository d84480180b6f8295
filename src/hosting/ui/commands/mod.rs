//! Hosting ui: Discord commands.

pub(crate) mod agree;
pub(crate) mod host;
pub(crate) mod host_panel;
