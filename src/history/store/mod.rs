//! Past matches, statistics and servers' data in the database.

pub(crate) mod attendance;
pub(crate) mod figures;
pub(crate) mod final_boards;
pub(crate) mod history;
pub(crate) mod imports;
pub(crate) mod origin;
pub(crate) mod servers;
