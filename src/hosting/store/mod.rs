//! Hosts, pending rulings and proposals in the database.

pub(crate) mod audit_log;
pub(crate) mod host_knowledge;
pub(crate) mod notes;
pub(crate) mod pending_rulings;
pub(crate) mod proposals;
