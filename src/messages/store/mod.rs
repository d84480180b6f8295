//! Posts in the database.

pub(crate) mod content_digest;
pub(crate) mod post;
pub(crate) mod post_cache;
pub(crate) mod posts;
