//! Messages: their content, when they are sent and edited, and the effects of a refusal.

pub(crate) mod channel_loss;
pub(crate) mod compose;
pub(crate) mod desired_posts;
pub(crate) mod edit;
pub(crate) mod edit_sender;
pub(crate) mod event_message;
pub(crate) mod event_posts;
pub(crate) mod in_flight;
pub(crate) mod in_progress;
pub(crate) mod outbox;
pub(crate) mod retry;
pub(crate) mod spec;
pub(crate) mod store;
pub(crate) mod transport;
pub(crate) mod ui;
pub(crate) mod undelivered;
