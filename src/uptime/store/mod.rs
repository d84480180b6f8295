//! Outages in the database.

pub(crate) mod cut_off_servers;
