//! Discord's limits on a bot's requests.
//!
//! Each check reads raw JSON and collects every complaint, so that a refusal lists all errors of a body.

mod commands;
mod components;
mod message;

pub(crate) use commands::{command, commands};
pub(crate) use components::{autocomplete, modal};
pub(crate) use message::{Where, message};
