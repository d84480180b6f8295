//! Slash commands for tournaments.

pub(crate) mod tournament;
