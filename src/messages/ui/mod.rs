//! Messages on Discord: layout, pictures, sending.

pub(crate) mod ephemeral_registry;
pub(crate) mod event_message;
pub(crate) mod late;
pub(crate) mod late_drawings;
pub(crate) mod layout;
pub(crate) mod outgoing;
pub(crate) mod picture;
pub(crate) mod poster;
pub(crate) mod render;
pub(crate) mod source_message;
pub(crate) mod transport;
