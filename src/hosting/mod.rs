//! Decisions of hosts and players: rulings, agreements, the audit log.

pub(crate) mod agreement_kind;
pub(crate) mod audit_log;
pub(crate) mod concurrent_rulings;
pub(crate) mod confirm_ruling;
pub(crate) mod disclosure;
pub(crate) mod enter_ruling;
pub(crate) mod evening;
pub(crate) mod more_time;
pub(crate) mod offer;
pub(crate) mod panel_contents;
pub(crate) mod proposals;
pub(crate) mod ruling;
pub(crate) mod ruling_author;
pub(crate) mod ruling_checks;
pub(crate) mod ruling_text;
pub(crate) mod store;
pub(crate) mod time_request;
pub(crate) mod ui;
