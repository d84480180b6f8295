//! Feeds on Discord.

pub(crate) mod watch;
