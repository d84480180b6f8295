//! The two platforms: Discord and SQLite.

pub(crate) mod discord;
pub(crate) mod sqlite;
