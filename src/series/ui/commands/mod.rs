//! Series ui: Discord commands.

pub(crate) mod series;
