//! Slash commands for opening matches.

pub(crate) mod import;
pub(crate) mod open;
pub(crate) mod place;
pub(crate) mod terms;
pub(crate) mod when;
