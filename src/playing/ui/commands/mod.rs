//! Slash commands for playing.

pub(crate) mod board;
pub(crate) mod own_settings;
pub(crate) mod play;
pub(crate) mod practice;
pub(crate) mod rehearse;
