//! `/game`: a server's own games.

pub(crate) mod commands;
pub(crate) mod install_buttons;
