//! Discord's limits on what a bot may send, checked as Discord checks them.
//!
//! Each check looks at raw JSON and gathers every complaint, so that a refused body tells all that is wrong with it.

mod commands;
mod components;
mod message;

pub(crate) use commands::{command, commands};
pub(crate) use components::{autocomplete, modal};
pub(crate) use message::{Where, message};
