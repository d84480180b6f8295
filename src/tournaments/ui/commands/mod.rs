//! Tournaments ui: Discord commands.

pub(crate) mod tournament;
