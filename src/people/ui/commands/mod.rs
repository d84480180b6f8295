//! People ui: Discord commands.

pub(crate) mod privacy;
