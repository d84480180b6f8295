//! Privacy on Discord.

pub(crate) mod commands;
