//! Game drafts on Discord.

pub(crate) mod commands;
pub(crate) mod game_draft;
pub(crate) mod picture;
pub(crate) mod press;
