//! Messages on Discord: layout, pictures, sending.

pub(crate) mod discord_transport;
pub(crate) mod drawing_pool;
pub(crate) mod ephemeral_registry;
pub(crate) mod late_pictures;
pub(crate) mod outgoing;
pub(crate) mod posters;
pub(crate) mod pressed_message_facts;
pub(crate) mod render;
pub(crate) mod text_style;
pub(crate) mod topic_message;
