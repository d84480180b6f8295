//! Slash commands for privacy.

pub(crate) mod privacy;
