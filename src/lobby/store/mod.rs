//! Stored data of lobbies.

pub(crate) mod offers;
