//! Game_draft ui: Discord commands.

pub(crate) mod choose;
