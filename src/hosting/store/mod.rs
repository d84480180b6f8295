//! Hosts, pending rulings and proposals in the database.

pub(crate) mod host_knowledge;
pub(crate) mod pending_rulings;
