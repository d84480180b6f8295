//! Messages: their content, when they are sent and edited, and the effects of a refusal.

pub(crate) mod channel_loss;
pub(crate) mod compose;
pub(crate) mod composed;
pub(crate) mod counted_keys;
pub(crate) mod desired_posts;
pub(crate) mod edit;
pub(crate) mod edit_sender;
pub(crate) mod in_flight_prompts;
pub(crate) mod message_boards;
pub(crate) mod outbox;
pub(crate) mod queued_message;
pub(crate) mod retry;
pub(crate) mod store;
pub(crate) mod topic_message;
pub(crate) mod topic_posts;
pub(crate) mod transport;
pub(crate) mod ui;
pub(crate) mod undelivered;
