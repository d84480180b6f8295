//! Detects whether Discord can be reached.
//!
//! The service is away while shard 0 is disconnected, or while no request gets an answer, for longer than [`PATIENCE`].
//! The dealer gets the start and the end of each absence. Every other shard is reported separately, because only its own servers need it.
//! After a failed request, or without one for a while, only the gateway's address is requested: one refused message is no absence.
//!
//! After a stop of the process the gateway can seem connected although it is lost. It counts again once Discord acknowledges a heartbeat.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::{ConnectionStage, Http, LightMethod, Request, Route, ShardManager};
use tokio_util::task::AbortOnDropHandle;

use crate::ids::UnixMs;
use crate::live::api::Dealer;
use crate::uptime::clock::ServiceClock;

/// The shortest gap that counts as an absence.
const PATIENCE: Duration = Duration::from_secs(2);
/// The interval between two looks at the gateway.
const EVERY: Duration = Duration::from_millis(250);
/// The longest wait for Discord's answer to a check.
const ASK_WITHIN: Duration = Duration::from_secs(10);

/// The time after an answer during which Discord counts as reachable.
const IDLE: Duration = Duration::from_secs(15);

/// Returns Discord's time from its `Date` header, if it sends one.
pub async fn date(http: &Http) -> serenity::Result<Option<UnixMs>> {
    let answer = http.request(Request::new(Route::Gateway, LightMethod::Get)).await?;
    let date = answer.headers().get("date").and_then(|date| date.to_str().ok());
    let date = date.and_then(|date| chrono::DateTime::parse_from_rfc2822(date).ok());
    Ok(date.map(|date| UnixMs(date.timestamp_millis())))
}

/// The state of the connection; all clones share it.
#[derive(Clone)]
pub struct Connectivity(Arc<Mutex<State>>);

struct State {
    clock: ServiceClock,
    /// Shards by number, once the number of shards is known. Shard 0 brings direct messages, so everything needs it.
    shards: Vec<Shard>,
    /// Whether the number of shards is known.
    counted: bool,
    rest_down: Option<UnixMs>,
    /// The time of the last answer to a request.
    answered: UnixMs,
    /// Whether the dealer has a report that everything is unreachable.
    away: bool,
}

/// The state of one gateway connection.
#[derive(Clone, Default)]
struct Shard {
    down: Option<UnixMs>,
    stopped: Option<Stopped>,
    /// Whether the dealer has a separate report that this shard is unreachable.
    away: bool,
}

/// The observed state of a shard.
#[derive(Clone, Copy, Default)]
struct Runner {
    connected: bool,
    /// The latency of the last acknowledged heartbeat; to the nanosecond, so no two are alike.
    acknowledged: Option<Duration>,
}

/// A stop of the process after which the shard has not been heard yet.
#[derive(Clone)]
struct Stopped {
    since: UnixMs,
    acknowledged: Option<Duration>,
}

impl Shard {
    /// Returns the time since which the shard has been silent.
    fn gone(&self) -> Option<UnixMs> {
        self.down.into_iter().chain(self.stopped.as_ref().map(|stopped| stopped.since)).min()
    }
}

/// A report to the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Away(UnixMs),
    Back,
    ShardAway(u32, UnixMs),
    ShardBack(u32),
}

impl Connectivity {
    /// Creates a connection that starts as unreachable.
    pub fn new(clock: ServiceClock) -> Self {
        let now = clock.now();
        let shards = vec![Shard { down: Some(now), ..Shard::default() }];
        let state = State { clock, shards, counted: false, rest_down: None, answered: now, away: true };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Records the number of shards, which Discord reports when a shard begins a session.
    pub fn count(&self, total: u32) {
        let mut state = self.0.lock();
        let total = usize::try_from(total.max(1)).unwrap_or(1);
        if state.shards.len() != total {
            // Servers move to other shards from here on, so a lost shard counts as a loss of everything.
            state.away |= state.shards.iter().any(|shard| shard.away);
            let down = state.shards.iter().filter_map(Shard::gone).min().unwrap_or(state.clock.now());
            state.shards = vec![Shard { down: Some(down), ..Shard::default() }; total];
        }
        state.counted = true;
    }

    /// Records connected shards, their acknowledged heartbeats, and since when the process was stopped, if it was.
    /// Returns for each shard whether it is heard.
    fn observe(&self, runners: &BTreeMap<u32, Runner>, stopped: Option<UnixMs>) -> Vec<bool> {
        let mut state = self.0.lock();
        let (now, counted) = (state.clock.now(), state.counted);
        let look = |(shard, number): (&mut Shard, u32)| {
            let runner = runners.get(&number).copied().unwrap_or_default();
            let up = runner.connected && counted;
            shard.down = if up { None } else { shard.down.or(Some(now)) };
            if let Some(since) = stopped {
                let since = shard.stopped.as_ref().map_or(since, |before| before.since.min(since));
                shard.stopped = Some(Stopped { since, acknowledged: runner.acknowledged });
            } else if let Some(before) = &shard.stopped
                && runner.acknowledged.is_some()
                && runner.acknowledged != before.acknowledged
            {
                shard.stopped = None;
            }
            up
        };
        state.shards.iter_mut().zip(0..).map(look).collect()
    }

    /// Records whether a request got an answer.
    pub fn rest(&self, up: bool) {
        let mut state = self.0.lock();
        let now = state.clock.now();
        state.rest_down = if up { None } else { state.rest_down.or(Some(now)) };
        if up {
            state.answered = now;
        }
    }

    /// Whether to check that Discord is reachable.
    fn doubtful(&self) -> bool {
        let state = self.0.lock();
        state.rest_down.is_some() || Duration::from_millis(state.clock.now().since(state.answered)) >= IDLE
    }

    /// Whether every shard of the gateway is connected.
    pub fn is_connected(&self) -> bool {
        self.0.lock().shards.iter().all(|shard| shard.down.is_none())
    }

    /// Returns for how many ms no request has got an answer, from [`PATIENCE`] on.
    pub fn unanswered(&self) -> Option<u64> {
        let state = self.0.lock();
        let since = state.clock.now().since(state.rest_down?);
        (Duration::from_millis(since) >= PATIENCE).then_some(since)
    }

    /// Watches the gateway and reports every absence to the dealer; never returns.
    pub async fn watch(self, dealer: Dealer, shards: Arc<ShardManager>, http: Arc<Http>) {
        let mut asking: Option<AbortOnDropHandle<()>> = None;
        let _ticking = AbortOnDropHandle::new(tokio::spawn(tick(dealer.clone())));
        loop {
            // A shard that reconnects has no listed runner for a moment, and serenity's events about it are incomplete.
            let runners: BTreeMap<u32, Runner> = {
                let runners = shards.runners.lock().await;
                let connected = |stage| stage == ConnectionStage::Connected;
                let seen = runners.iter().map(|(shard, runner)| {
                    let (connected, acknowledged) = (connected(runner.stage), runner.latency);
                    (shard.0, Runner { connected, acknowledged })
                });
                seen.collect()
            };
            let heard = self.observe(&runners, dealer.stopped());
            dealer.set_shard_count(u32::try_from(heard.len()).unwrap_or(u32::MAX));
            for (up, shard) in heard.iter().zip(0..) {
                if shard == 0 { dealer.record_connected(*up) } else { dealer.record_shard_connected(shard, *up) }
            }
            metrics::gauge!("deathmatch_gateway_up").set(f64::from(u8::from(heard.iter().all(|up| *up))));
            for change in self.reports(dealer.away_since()) {
                match change {
                    Change::Away(since) => dealer.record_away(since),
                    Change::Back => dealer.record_back().await,
                    Change::ShardAway(shard, since) => dealer.record_shard_away(shard, since),
                    Change::ShardBack(shard) => dealer.shard_back(shard).await,
                }
            }
            if self.doubtful() && asking.as_ref().is_none_or(AbortOnDropHandle::is_finished) {
                asking = Some(AbortOnDropHandle::new(tokio::spawn(self.clone().ask(Arc::clone(&http)))));
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Checks whether Discord answers. While the service is away no deadline fires, so perhaps no other request is ever made.
    /// A retried request may also be the one message that Discord refuses.
    async fn ask(self, http: Arc<Http>) {
        let asked = Box::pin(date(&http));
        let up = matches!(tokio::time::timeout(ASK_WITHIN, asked).await, Ok(Ok(_)));
        self.rest(up);
        if !up {
            tokio::time::sleep(PATIENCE / 2).await;
        }
    }

    /// Returns the reports for the dealer; `away` is the time since which the dealer counts everything as unreachable.
    fn reports(&self, away: Option<UnixMs>) -> Vec<Change> {
        let mut state = self.0.lock();
        let now = state.clock.now();
        let lasts = |since: UnixMs| Duration::from_millis(now.since(since)) >= PATIENCE;
        let everything = state.rest_down.into_iter().chain(state.shards[0].gone()).min();
        let mut changes = Vec::new();
        match everything {
            None if state.away => {
                state.away = false;
                // A shard that is still disconnected has also lost the time of the absence.
                for (shard, number) in state.shards.iter_mut().zip(0..).skip(1) {
                    let since = shard.gone().or(shard.away.then_some(now));
                    if let Some(since) = since {
                        shard.away = true;
                        changes.push(Change::ShardAway(number, away.map_or(since, |away| away.min(since))));
                    }
                }
                changes.push(Change::Back);
            }
            Some(since) if !state.away && lasts(since) => {
                state.away = true;
                tracing::warn!("Discord cannot be reached");
                changes.push(Change::Away(since));
            }
            _ => {}
        }
        if state.away {
            return changes;
        }
        for (shard, number) in state.shards.iter_mut().zip(0..).skip(1) {
            match shard.gone() {
                None if shard.away => {
                    shard.away = false;
                    changes.push(Change::ShardBack(number));
                }
                Some(since) if !shard.away && lasts(since) => {
                    shard.away = true;
                    tracing::warn!(shard = number, "a shard of the gateway cannot be reached");
                    changes.push(Change::ShardAway(number, since));
                }
                _ => {}
            }
        }
        changes
    }
}

/// Tells the dealer regularly that the process runs.
async fn tick(dealer: Dealer) {
    loop {
        dealer.tick();
        tokio::time::sleep(EVERY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: UnixMs = UnixMs(1_790_000_000_000);

    /// Observes two shards. A shard with a number is connected; another number means another heartbeat.
    fn look(
        connectivity: &Connectivity,
        first: Option<u64>,
        second: Option<u64>,
        stopped: Option<UnixMs>,
    ) -> Vec<bool> {
        let runner = |nanos: Option<u64>| Runner { connected: true, acknowledged: nanos.map(Duration::from_nanos) };
        let runners = [(0, first.map(|_| runner(first))), (1, second.map(|_| runner(second)))];
        let runners = runners.into_iter().filter_map(|(number, runner)| Some((number, runner?))).collect();
        connectivity.observe(&runners, stopped)
    }

    #[test]
    fn a_stopped_process_is_back_once_its_shard_is_heard() {
        let clock = ServiceClock::by_hand(NOON);
        let connectivity = Connectivity::new(clock.clone());
        connectivity.count(2);
        look(&connectivity, Some(5), Some(6), None);
        assert_eq!(connectivity.reports(Some(NOON)), [Change::Back]);
        clock.advance(Duration::from_secs(60));
        look(&connectivity, Some(5), Some(6), Some(NOON));
        assert_eq!(connectivity.reports(None), [Change::Away(NOON)]);
        look(&connectivity, Some(5), Some(6), None);
        assert_eq!(connectivity.reports(Some(NOON)), [], "nothing has been heard");
        look(&connectivity, Some(8), Some(6), None);
        assert_eq!(
            connectivity.reports(Some(NOON)),
            [Change::ShardAway(1, NOON), Change::Back],
            "one shard is not the other"
        );
        look(&connectivity, Some(8), Some(7), None);
        assert_eq!(connectivity.reports(None), [Change::ShardBack(1)]);
    }

    #[test]
    fn one_shard_that_is_lost_is_no_loss_of_everything() {
        let clock = ServiceClock::by_hand(NOON);
        let connectivity = Connectivity::new(clock.clone());
        assert_eq!(look(&connectivity, Some(1), None, None), [false], "it is not known how many there are");
        connectivity.count(2);
        assert_eq!(look(&connectivity, Some(1), None, None), [true, false]);
        assert_eq!(connectivity.reports(Some(NOON)), [Change::ShardAway(1, NOON), Change::Back]);
        look(&connectivity, Some(1), Some(2), None);
        assert_eq!(connectivity.reports(None), [Change::ShardBack(1)]);
        clock.advance(Duration::from_secs(60));
        look(&connectivity, Some(1), None, None);
        assert_eq!(connectivity.reports(None), [], "a short gap is no absence");
        clock.advance(PATIENCE);
        look(&connectivity, Some(1), None, None);
        assert_eq!(connectivity.reports(None), [Change::ShardAway(1, NOON.plus(60_000))]);
        // Shard 0 is lost, too: servers of the second shard have lost the time since that shard was lost.
        look(&connectivity, None, None, None);
        clock.advance(PATIENCE);
        look(&connectivity, None, None, None);
        assert_eq!(connectivity.reports(None), [Change::Away(NOON.plus(62_000))]);
        look(&connectivity, Some(3), Some(4), None);
        let back = [Change::ShardAway(1, NOON.plus(62_000)), Change::Back, Change::ShardBack(1)];
        assert_eq!(connectivity.reports(Some(NOON.plus(62_000))), back);
        assert!(connectivity.is_connected());
    }

    #[test]
    fn a_request_in_vain_and_a_long_silence_are_looked_into() {
        let clock = ServiceClock::by_hand(UnixMs(1_790_000_000_000));
        let connectivity = Connectivity::new(clock.clone());
        assert!(!connectivity.doubtful());
        connectivity.rest(false);
        assert!(connectivity.doubtful());
        connectivity.rest(true);
        assert!(!connectivity.doubtful());
        clock.advance(IDLE);
        assert!(connectivity.doubtful());
    }
}
