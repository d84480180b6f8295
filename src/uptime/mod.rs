//! Time, outages and health.

pub(crate) mod clock;
pub(crate) mod dealer_health;
pub(crate) mod health;
pub(crate) mod heartbeat;
pub(crate) mod outage_credit;
pub(crate) mod pending_events;
pub(crate) mod pending_events_api;
pub(crate) mod shard_loss;
pub(crate) mod shards;
pub(crate) mod stall_detector;
pub(crate) mod stall_handling;
pub(crate) mod store;
