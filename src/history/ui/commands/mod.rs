//! History ui: Discord commands.

pub(crate) mod history;
pub(crate) mod lists;
