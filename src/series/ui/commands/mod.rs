//! Slash commands for series.

pub(crate) mod series;
