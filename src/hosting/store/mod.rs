//! Hosts, pending rulings and proposals in the database.

pub(crate) mod hosts;
pub(crate) mod pending_rulings;
