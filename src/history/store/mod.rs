//! Past matches, statistics and servers' data in the database.

pub(crate) mod attendance;
pub(crate) mod final_boards;
pub(crate) mod import_kind;
pub(crate) mod imported_matches;
pub(crate) mod match_statistics;
pub(crate) mod past_matches;
pub(crate) mod server_file;
