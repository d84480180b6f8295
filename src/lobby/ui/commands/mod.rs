//! Lobby ui: Discord commands.

pub(crate) mod import;
pub(crate) mod open;
pub(crate) mod place;
pub(crate) mod terms;
pub(crate) mod when;
