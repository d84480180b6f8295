//! Messages: what they say, when they are sent and edited, and what a refusal changes.

pub(crate) mod channel;
pub(crate) mod compose;
pub(crate) mod edit;
pub(crate) mod in_flight;
pub(crate) mod notice;
pub(crate) mod outbox;
pub(crate) mod reconcile;
pub(crate) mod retry;
pub(crate) mod send_edits;
pub(crate) mod store;
pub(crate) mod topic;
pub(crate) mod topics;
pub(crate) mod transport;
pub(crate) mod ui;
pub(crate) mod undelivered;
