//! Slash commands for playing.

pub(crate) mod board;
pub(crate) mod order;
pub(crate) mod own_settings;
pub(crate) mod practice;
pub(crate) mod rehearse;
pub(crate) mod rules;
