//! The two platforms: Discord and the database.

pub(crate) mod discord;
pub(crate) mod sqlite;
