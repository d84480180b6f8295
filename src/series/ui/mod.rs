//! Series on Discord.

pub(crate) mod commands;
