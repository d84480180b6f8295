//! External objects on Discord.

pub(crate) mod objects;
pub(crate) mod result_card;
