//! Slash commands for playing.

pub(crate) mod board;
pub(crate) mod me;
pub(crate) mod play;
pub(crate) mod practice;
pub(crate) mod rehearse;
