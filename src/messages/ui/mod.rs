//! Messages on Discord: layout, pictures, sending.

pub(crate) mod discord_transport;
pub(crate) mod drawing_pool;
pub(crate) mod drawings_in_progress;
pub(crate) mod end_picture;
pub(crate) mod ephemeral_registry;
pub(crate) mod event_message;
pub(crate) mod late_pictures;
pub(crate) mod layout;
pub(crate) mod outgoing;
pub(crate) mod pressed_message;
pub(crate) mod render;
