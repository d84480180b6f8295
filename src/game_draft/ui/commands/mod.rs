//! Slash commands for game drafts.

pub(crate) mod choose;
