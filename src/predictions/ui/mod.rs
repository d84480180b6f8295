//! Predictions on Discord.

pub(crate) mod commands;
pub(crate) mod press;
pub(crate) mod table;
