//! What a lobby offers its players.

pub(crate) mod offers;
