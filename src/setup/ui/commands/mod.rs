//! Slash commands for a server's setup.

pub(crate) mod preflight;
pub(crate) mod setup;
