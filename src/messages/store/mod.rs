//! Posts in the database.

pub(crate) mod known_posts;
pub(crate) mod post;
pub(crate) mod posts;
