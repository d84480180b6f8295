//! Slash commands for hosts and agreements.

pub(crate) mod agree;
pub(crate) mod attendance_record;
pub(crate) mod host;
pub(crate) mod host_views;
pub(crate) mod resume_here;
