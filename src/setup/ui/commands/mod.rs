//! Setup ui: Discord commands.

pub(crate) mod preflight;
pub(crate) mod setup;
