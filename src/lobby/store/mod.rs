//! Stored data of lobbies.

pub(crate) mod offered_times;
