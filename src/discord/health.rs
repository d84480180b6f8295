//! Whether Discord is within reach.
//!
//! The service is away while the gateway is not connected, or while no request gets an answer, for longer than [`PATIENCE`]; the dealer
//! is told since when, and when it is over.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{ConnectionStage, ShardManager};

use crate::dealer::{Dealer, ServiceClock, UnixMs};

/// How long a gap is not yet an absence.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// What is known of the connection; all clones are one.
#[derive(Clone)]
pub struct Health(Arc<Mutex<State>>);

struct State {
    clock: ServiceClock,
    gateway_down: Option<UnixMs>,
    rest_down: Option<UnixMs>,
    away: bool,
}

impl Health {
    /// Begins out of reach.
    #[must_use]
    pub fn new(clock: ServiceClock) -> Self {
        let gateway_down = Some(clock.now());
        Self(Arc::new(Mutex::new(State { clock, gateway_down, rest_down: None, away: true })))
    }

    /// Takes note of whether the gateway is connected.
    fn gateway(&self, up: bool) {
        let mut state = self.state();
        let now = state.clock.now();
        state.gateway_down = if up { None } else { state.gateway_down.or(Some(now)) };
    }

    /// Takes note of whether a request got an answer.
    pub fn rest(&self, up: bool) {
        let mut state = self.state();
        let now = state.clock.now();
        state.rest_down = if up { None } else { state.rest_down.or(Some(now)) };
    }

    /// Looks at the gateway and tells the dealer of every absence, for good.
    pub async fn watch(self, dealer: Dealer, shards: Arc<ShardManager>) {
        loop {
            // Between two lives a shard's runner is not listed; what serenity tells event handlers of that is incomplete.
            let up = {
                let runners = shards.runners.lock().await;
                !runners.is_empty() && runners.values().all(|runner| runner.stage == ConnectionStage::Connected)
            };
            self.gateway(up);
            if self.changed(&dealer) {
                dealer.back().await;
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Reports an absence that has begun; whether one has ended.
    fn changed(&self, dealer: &Dealer) -> bool {
        let mut state = self.state();
        let since = state.gateway_down.into_iter().chain(state.rest_down).min();
        match since {
            None if state.away => {
                state.away = false;
                true
            }
            Some(since) if !state.away && Duration::from_millis(state.clock.now().since(since)) >= PATIENCE => {
                state.away = true;
                tracing::warn!("Discord is out of reach");
                dealer.away(since);
                false
            }
            _ => false,
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
