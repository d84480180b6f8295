//! The dealer's options.

use std::sync::Arc;
use std::time::Duration;

use crate::playing::external_program::Engines;

/// The dealer's options.
#[derive(Clone, Debug)]
pub struct ServiceOptions {
    /// The wait after a deadline for orders stamped before it.
    pub grace: Duration,
    /// The time after which a lobby without a start time closes.
    pub lobby: Duration,
    /// The most open lobbies of a person without a host's rights.
    pub lobbies: usize,
    /// The least time between two notifications of a person by the same opener's cards.
    pub calls_apart: Duration,
    /// The extra credit for an absence; at most this long, and at most as long as the lost time.
    pub credit_extra: Duration,
    /// The longest absence that is not credited.
    pub absence: Duration,
    /// The longest pause; then it ends automatically.
    pub longest_pause: Duration,
    /// The longest time of one attempt to send.
    pub send_timeout: Duration,
    /// The interval of the heartbeats written to the store.
    pub heartbeat: Duration,
    /// The shortest and the longest delay of a built-in player's answer.
    pub replies: [Duration; 2],
    /// Whether the dealer starts as away since the last heartbeat, until [`Dealer::record_back`](crate::live::api::Dealer::record_back) is called.
    pub wait_for_gateway: bool,
    /// Programs that can take a seat.
    pub engines: Arc<Engines>,
    /// Whether servers can install games from files.
    pub own_games: bool,
}

impl Default for ServiceOptions {
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
