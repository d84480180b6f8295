//! Whether Discord is within reach.
//!
//! The service is away while the gateway is not connected, or while no request gets an answer, for longer than [`PATIENCE`]; the dealer
//! is told since when, and when it is over. After a request without an answer the next one tells; where none is to come, Discord is asked.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{ConnectionStage, Http, ShardManager};
use tokio::task::JoinHandle;

use crate::dealer::{Dealer, ServiceClock, UnixMs};

/// How long a gap is not yet an absence.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked at.
const EVERY: Duration = Duration::from_millis(250);
/// How long Discord may take to answer when it is asked whether it is there.
const ASK_WITHIN: Duration = Duration::from_secs(10);

/// What is known of the connection; all clones are one.
#[derive(Clone)]
pub struct Health(Arc<Mutex<State>>);

/// A task that ends with whoever waits for it.
struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

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

    /// Whether the gateway is connected.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.state().gateway_down.is_none()
    }

    /// Since when, in ms, no request has got an answer, where that is too long.
    #[must_use]
    pub fn unanswered(&self) -> Option<u64> {
        let state = self.state();
        let since = state.clock.now().since(state.rest_down?);
        (Duration::from_millis(since) >= PATIENCE).then_some(since)
    }

    /// Looks at the gateway and tells the dealer of every absence, for good.
    pub async fn watch(self, dealer: Dealer, shards: Arc<ShardManager>, http: Arc<Http>) {
        let mut asking: Option<AbortOnDrop> = None;
        loop {
            // Between two lives a shard's runner is not listed; what serenity tells event handlers of that is incomplete.
            let up = {
                let runners = shards.runners.lock().await;
                !runners.is_empty() && runners.values().all(|runner| runner.stage == ConnectionStage::Connected)
            };
            self.gateway(up);
            metrics::gauge!("deathmatch_gateway_up").set(f64::from(u8::from(up)));
            if self.changed(&dealer) {
                dealer.back().await;
            }
            if self.unanswered().is_none() {
                asking = None;
            } else if asking.as_ref().is_none_or(|asking| asking.0.is_finished()) {
                asking = Some(AbortOnDrop(tokio::spawn(self.clone().ask(dealer.clone(), Arc::clone(&http)))));
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Asks Discord for something, unless there is a message to be tried again, which tells more: no deadline fires while the service is
    /// away, so that it may be that nothing else is ever sent.
    async fn ask(self, dealer: Dealer, http: Arc<Http>) {
        if dealer.store().pending_parcels().await.is_ok_and(|waiting| waiting == 0) {
            let answer = tokio::time::timeout(ASK_WITHIN, http.get_gateway()).await;
            if matches!(answer, Ok(Ok(_))) {
                self.rest(true);
                return;
            }
        }
        tokio::time::sleep(PATIENCE).await;
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
