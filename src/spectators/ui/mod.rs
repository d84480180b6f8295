//! Feeds on Discord.

pub(crate) mod feed_message;
pub(crate) mod send_feed;
