//! People, settings and privacy in the database.

pub(crate) mod ignored_dms;
pub(crate) mod people;
pub(crate) mod person;
pub(crate) mod privacy;
pub(crate) mod server_settings;
pub(crate) mod server_settings_queries;
