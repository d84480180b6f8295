//! What the dealer goes by.

use std::sync::Arc;
use std::time::Duration;

use crate::playing::engine::Engines;

/// What the dealer goes by.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long after a deadline an order stamped before it is waited for.
    pub grace: Duration,
    /// How long a lobby without a start time stays open.
    pub lobby: Duration,
    /// How many lobbies somebody without a host's rights may have open.
    pub lobbies: usize,
    /// For how long a person is notified by one card of the same opener's at most.
    pub calls_apart: Duration,
    /// What is given on top of the time lost to an absence: at most so much, and at most as much as was lost.
    pub credit_extra: Duration,
    /// An absence up to this long is not made good.
    pub absence: Duration,
    /// How long a pause may last before it ends automatically.
    pub longest_pause: Duration,
    /// How long one attempt to send may take.
    pub send_timeout: Duration,
    /// How often the store is told that the service is well.
    pub heartbeat: Duration,
    /// After how long a built-in player answers: from the first to the second.
    pub replies: [Duration; 2],
    /// Whether the dealer begins as away, since the last heartbeat, until [`Dealer::back`](crate::live::api::Dealer::back) is called.
    pub wait_for_gateway: bool,
    /// The programs that can take a seat.
    pub engines: Arc<Engines>,
    /// Whether servers can bring games in files.
    pub own_games: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(2),
            lobby: Duration::from_mins(15),
            lobbies: 3,
            calls_apart: Duration::from_mins(10),
            credit_extra: Duration::from_secs(20),
            absence: Duration::from_secs(5),
            longest_pause: Duration::from_hours(24),
            send_timeout: Duration::from_secs(20),
            heartbeat: Duration::from_secs(2),
            replies: [Duration::from_secs(2), Duration::from_secs(7)],
            wait_for_gateway: false,
            engines: Arc::default(),
            own_games: true,
        }
    }
}
