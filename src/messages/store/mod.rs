//! Posts in the database.

pub(crate) mod post;
pub(crate) mod post_cache;
pub(crate) mod posts;
pub(crate) mod shown;
