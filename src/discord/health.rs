//! Whether Discord is within reach.
//!
//! The service is away while the gateway is not connected, or while no request gets an answer, for longer than [`PATIENCE`]; the dealer
//! is told since when, and when it is over. Where a request has failed, or none was made for a while, Discord is asked for nothing but
//! its gateway's address: one message that it does not take is no absence.
//!
//! After the process was stopped for a while the gateway may seem connected and be long gone: it is, once Discord has acknowledged a
//! heartbeat since.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{ConnectionStage, Http, LightMethod, Request, Route, ShardManager};
use tokio::task::JoinHandle;

use crate::dealer::{Dealer, ServiceClock, UnixMs};

/// How long a gap is not yet an absence.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked at.
const EVERY: Duration = Duration::from_millis(250);
/// How long Discord may take to answer when it is asked whether it is there.
const ASK_WITHIN: Duration = Duration::from_secs(10);

/// How long the last answer stands for those to come.
const IDLE: Duration = Duration::from_secs(15);

/// Discord's time, as it says itself; none if it does not say.
///
/// # Errors
/// Discord does not answer.
pub async fn date(http: &Http) -> serenity::Result<Option<UnixMs>> {
    let answer = http.request(Request::new(Route::Gateway, LightMethod::Get)).await?;
    let date = answer.headers().get("date").and_then(|date| date.to_str().ok());
    let date = date.and_then(|date| chrono::DateTime::parse_from_rfc2822(date).ok());
    Ok(date.map(|date| UnixMs(date.timestamp_millis())))
}

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
    stopped: Option<Stopped>,
    /// When a request last got an answer.
    answered: UnixMs,
    away: bool,
}

/// How long each shard's last heartbeat took to be acknowledged, by the shard's number; to the nanosecond, so that no two are alike.
type Acknowledged = BTreeMap<u32, Option<Duration>>;

/// The process was stopped, and nothing has been heard on the gateway since.
struct Stopped {
    since: UnixMs,
    acknowledged: Acknowledged,
}

impl Stopped {
    /// Whether every shard has had a heartbeat acknowledged that was not before.
    fn is_over(&self, acknowledged: &Acknowledged) -> bool {
        let fresh =
            |(shard, took): (&u32, &Option<Duration>)| took.is_some() && self.acknowledged.get(shard) != Some(took);
        !acknowledged.is_empty() && acknowledged.iter().all(fresh)
    }
}

impl Health {
    /// Begins out of reach.
    #[must_use]
    pub fn new(clock: ServiceClock) -> Self {
        let now = clock.now();
        let state = State { clock, gateway_down: Some(now), rest_down: None, stopped: None, answered: now, away: true };
        Self(Arc::new(Mutex::new(state)))
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
        if up {
            state.answered = now;
        }
    }

    /// Takes note of what the shards have had acknowledged, and whether the process was stopped, since when.
    fn heard(&self, acknowledged: Acknowledged, stopped: Option<UnixMs>) {
        let mut state = self.state();
        if let Some(since) = stopped {
            let since = state.stopped.as_ref().map_or(since, |before| before.since.min(since));
            state.stopped = Some(Stopped { since, acknowledged });
        } else if state.stopped.as_ref().is_some_and(|stopped| stopped.is_over(&acknowledged)) {
            state.stopped = None;
        }
    }

    /// Whether Discord is to be asked whether it is there.
    fn doubtful(&self) -> bool {
        let state = self.state();
        state.rest_down.is_some() || Duration::from_millis(state.clock.now().since(state.answered)) >= IDLE
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
        let _ticking = AbortOnDrop(tokio::spawn(tick(dealer.clone())));
        loop {
            // Between two lives a shard's runner is not listed; what serenity tells event handlers of that is incomplete.
            let (up, acknowledged) = {
                let runners = shards.runners.lock().await;
                let up = runners.values().all(|runner| runner.stage == ConnectionStage::Connected);
                let acknowledged = runners.iter().map(|(shard, runner)| (shard.0, runner.latency)).collect();
                (up && !runners.is_empty(), acknowledged)
            };
            self.gateway(up);
            self.heard(acknowledged, dealer.stopped());
            dealer.hears(up);
            metrics::gauge!("deathmatch_gateway_up").set(f64::from(u8::from(up)));
            if self.changed(&dealer) {
                dealer.back().await;
            }
            if self.doubtful() && asking.as_ref().is_none_or(|asking| asking.0.is_finished()) {
                asking = Some(AbortOnDrop(tokio::spawn(self.clone().ask(Arc::clone(&http)))));
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Asks Discord for something: no deadline fires while the service is away, so that it may be that nothing else is ever sent, and
    /// what is tried again may be the one message that is not taken.
    async fn ask(self, http: Arc<Http>) {
        let asked = Box::pin(date(&http));
        let up = matches!(tokio::time::timeout(ASK_WITHIN, asked).await, Ok(Ok(_)));
        self.rest(up);
        if !up {
            tokio::time::sleep(PATIENCE / 2).await;
        }
    }

    /// Reports an absence that has begun; whether one has ended.
    fn changed(&self, dealer: &Dealer) -> bool {
        let mut state = self.state();
        let since = state
            .gateway_down
            .into_iter()
            .chain(state.rest_down)
            .chain(state.stopped.as_ref().map(|stopped| stopped.since))
            .min();
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

/// Lets the dealer know again and again that the process runs, whatever else has to wait.
async fn tick(dealer: Dealer) {
    loop {
        dealer.tick();
        tokio::time::sleep(EVERY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_process_is_back_once_every_shard_is_heard() {
        let health = Health::new(ServiceClock::by_hand(UnixMs(1_790_000_000_000)));
        let heard = |first: Option<u64>, second: Option<u64>, stopped: Option<i64>| {
            let acknowledged = [(0, first.map(Duration::from_nanos)), (1, second.map(Duration::from_nanos))];
            health.heard(acknowledged.into(), stopped.map(UnixMs));
            health.state().stopped.as_ref().map(|stopped| stopped.since.0)
        };
        assert_eq!(heard(Some(5), Some(6), None), None);
        assert_eq!(heard(Some(5), Some(6), Some(1_000)), Some(1_000));
        assert_eq!(heard(Some(5), Some(6), None), Some(1_000), "nothing has been heard");
        assert_eq!(heard(None, Some(7), None), Some(1_000), "a heartbeat is on its way");
        assert_eq!(heard(Some(8), Some(6), None), Some(1_000), "one shard is not the other");
        assert_eq!(heard(Some(8), Some(6), Some(9_000)), Some(1_000), "stopped again");
        assert_eq!(heard(Some(9), Some(10), None), None);
    }

    #[test]
    fn a_request_in_vain_and_a_long_silence_are_looked_into() {
        let clock = ServiceClock::by_hand(UnixMs(1_790_000_000_000));
        let health = Health::new(clock.clone());
        assert!(!health.doubtful());
        health.rest(false);
        assert!(health.doubtful());
        health.rest(true);
        assert!(!health.doubtful());
        clock.advance(IDLE);
        assert!(health.doubtful());
    }
}
