//! The database file: opening, migrations, writes, copies.

pub(crate) mod backup;
pub(crate) mod database_files;
pub(crate) mod error;
pub(crate) mod group_commit;
pub(crate) mod migrations;
pub(crate) mod open;
pub(crate) mod query;
pub(crate) mod row_cache;
pub(crate) mod service_values;
pub(crate) mod statements;
pub(crate) mod stored_ids;
pub(crate) mod stored_row;
pub(crate) mod wipe;
