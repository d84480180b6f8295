//! External objects on Discord.

pub(crate) mod objects;
