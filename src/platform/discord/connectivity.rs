//! Whether Discord is within reach.
//!
//! The service is away while the gateway's first shard is not connected, or while no request gets an answer, for longer than [`PATIENCE`];
//! the dealer is told since when, and when it is over. The same is said of each other shard, which only its own servers need. Where a request has failed, or none was made for a while, Discord is asked for nothing but
//! its gateway's address: one message that it does not take is no absence.
//!
//! After the process was stopped for a while the gateway may seem connected and be long gone: it is, once Discord has acknowledged a
//! heartbeat since.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::{ConnectionStage, Http, LightMethod, Request, Route, ShardManager};
use tokio_util::task::AbortOnDropHandle;

use crate::ids::UnixMs;
use crate::live::api::Dealer;
use crate::uptime::clock::ServiceClock;

/// How long a gap is not yet an absence.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked at.
const EVERY: Duration = Duration::from_millis(250);
/// How long Discord may take to answer when it is asked whether it is there.
const ASK_WITHIN: Duration = Duration::from_secs(10);

/// How long the last answer stands for those to come.
const IDLE: Duration = Duration::from_secs(15);

/// Discord's time, as it says itself; none if it does not say.
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
    /// By number, as soon as it is known how many there are; everything needs the first, which brings direct messages.
    shards: Vec<Shard>,
    /// Whether it is known how many there are.
    counted: bool,
    rest_down: Option<UnixMs>,
    /// When a request last got an answer.
    answered: UnixMs,
    /// Whether the dealer is told that everything is out of reach.
    away: bool,
}

/// The state of one gateway connection.
#[derive(Clone, Default)]
struct Shard {
    down: Option<UnixMs>,
    stopped: Option<Stopped>,
    /// Whether the dealer is told that it is out of reach, beside everything.
    away: bool,
}

/// A shard as it is looked at.
#[derive(Clone, Copy, Default)]
struct Runner {
    connected: bool,
    /// How long its last heartbeat took to be acknowledged; to the nanosecond, so that no two are alike.
    acknowledged: Option<Duration>,
}

/// The process was stopped, and nothing has been heard on the shard since.
#[derive(Clone)]
struct Stopped {
    since: UnixMs,
    acknowledged: Option<Duration>,
}

impl Shard {
    /// Since when it has been silent.
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
    /// Begins out of reach.
    pub fn new(clock: ServiceClock) -> Self {
        let now = clock.now();
        let shards = vec![Shard { down: Some(now), ..Shard::default() }];
        let state = State { clock, shards, counted: false, rest_down: None, answered: now, away: true };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Records how many shards there are, as Discord says when one of them begins a session.
    pub fn count(&self, total: u32) {
        let mut state = self.0.lock();
        let total = usize::try_from(total.max(1)).unwrap_or(1);
        if state.shards.len() != total {
            // Other servers are on each of them from here on; whom one had lost counts as lost by all.
            state.away |= state.shards.iter().any(|shard| shard.away);
            let down = state.shards.iter().filter_map(Shard::gone).min().unwrap_or(state.clock.now());
            state.shards = vec![Shard { down: Some(down), ..Shard::default() }; total];
        }
        state.counted = true;
    }

    /// Records which shards are connected, what they have had acknowledged, and whether the process was stopped, since when; which of
    /// them are heard.
    fn look(&self, runners: &BTreeMap<u32, Runner>, stopped: Option<UnixMs>) -> Vec<bool> {
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

    /// Whether Discord is to be asked whether it is there.
    fn doubtful(&self) -> bool {
        let state = self.0.lock();
        state.rest_down.is_some() || Duration::from_millis(state.clock.now().since(state.answered)) >= IDLE
    }

    /// Whether every shard of the gateway is connected.
    pub fn is_connected(&self) -> bool {
        self.0.lock().shards.iter().all(|shard| shard.down.is_none())
    }

    /// Since when, in ms, no request has got an answer, where that is too long.
    pub fn unanswered(&self) -> Option<u64> {
        let state = self.0.lock();
        let since = state.clock.now().since(state.rest_down?);
        (Duration::from_millis(since) >= PATIENCE).then_some(since)
    }

    /// Looks at the gateway and tells the dealer of every absence, for good.
    pub async fn watch(self, dealer: Dealer, shards: Arc<ShardManager>, http: Arc<Http>) {
        let mut asking: Option<AbortOnDropHandle<()>> = None;
        let _ticking = AbortOnDropHandle::new(tokio::spawn(tick(dealer.clone())));
        loop {
            // Between two lives a shard's runner is not listed; what serenity tells event handlers of that is incomplete.
            let runners: BTreeMap<u32, Runner> = {
                let runners = shards.runners.lock().await;
                let connected = |stage| stage == ConnectionStage::Connected;
                let seen = runners.iter().map(|(shard, runner)| {
                    let (connected, acknowledged) = (connected(runner.stage), runner.latency);
                    (shard.0, Runner { connected, acknowledged })
                });
                seen.collect()
            };
            let heard = self.look(&runners, dealer.stopped());
            dealer.shards(u32::try_from(heard.len()).unwrap_or(u32::MAX));
            for (up, shard) in heard.iter().zip(0..) {
                if shard == 0 { dealer.hears(*up) } else { dealer.shard_hears(shard, *up) }
            }
            metrics::gauge!("deathmatch_gateway_up").set(f64::from(u8::from(heard.iter().all(|up| *up))));
            for change in self.changes(dealer.away_since()) {
                match change {
                    Change::Away(since) => dealer.away(since),
                    Change::Back => dealer.back().await,
                    Change::ShardAway(shard, since) => dealer.shard_away(shard, since),
                    Change::ShardBack(shard) => dealer.shard_back(shard).await,
                }
            }
            if self.doubtful() && asking.as_ref().is_none_or(AbortOnDropHandle::is_finished) {
                asking = Some(AbortOnDropHandle::new(tokio::spawn(self.clone().ask(Arc::clone(&http)))));
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

    /// The reports to the dealer; `away` is since when it counts everything as unreachable.
    fn changes(&self, away: Option<UnixMs>) -> Vec<Change> {
        let mut state = self.0.lock();
        let now = state.clock.now();
        let lasts = |since: UnixMs| Duration::from_millis(now.since(since)) >= PATIENCE;
        let everything = state.rest_down.into_iter().chain(state.shards[0].gone()).min();
        let mut changes = Vec::new();
        match everything {
            None if state.away => {
                state.away = false;
                // A shard that is still disconnected has lost the time before, too.
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
                tracing::warn!("Discord is out of reach");
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
                    tracing::warn!(shard = number, "a shard of the gateway is out of reach");
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

    /// Two shards, of which those with a number are connected; the number tells one heartbeat's answer from the next.
    fn look(
        connectivity: &Connectivity,
        first: Option<u64>,
        second: Option<u64>,
        stopped: Option<UnixMs>,
    ) -> Vec<bool> {
        let runner = |nanos: Option<u64>| Runner { connected: true, acknowledged: nanos.map(Duration::from_nanos) };
        let runners = [(0, first.map(|_| runner(first))), (1, second.map(|_| runner(second)))];
        let runners = runners.into_iter().filter_map(|(number, runner)| Some((number, runner?))).collect();
        connectivity.look(&runners, stopped)
    }

    #[test]
    fn a_stopped_process_is_back_once_its_shard_is_heard() {
        let clock = ServiceClock::by_hand(NOON);
        let connectivity = Connectivity::new(clock.clone());
        connectivity.count(2);
        look(&connectivity, Some(5), Some(6), None);
        assert_eq!(connectivity.changes(Some(NOON)), [Change::Back]);
        clock.advance(Duration::from_secs(60));
        look(&connectivity, Some(5), Some(6), Some(NOON));
        assert_eq!(connectivity.changes(None), [Change::Away(NOON)]);
        look(&connectivity, Some(5), Some(6), None);
        assert_eq!(connectivity.changes(Some(NOON)), [], "nothing has been heard");
        look(&connectivity, Some(8), Some(6), None);
        assert_eq!(
            connectivity.changes(Some(NOON)),
            [Change::ShardAway(1, NOON), Change::Back],
            "one shard is not the other"
        );
        look(&connectivity, Some(8), Some(7), None);
        assert_eq!(connectivity.changes(None), [Change::ShardBack(1)]);
    }

    #[test]
    fn one_shard_that_is_lost_is_no_loss_of_everything() {
        let clock = ServiceClock::by_hand(NOON);
        let connectivity = Connectivity::new(clock.clone());
        assert_eq!(look(&connectivity, Some(1), None, None), [false], "it is not known how many there are");
        connectivity.count(2);
        assert_eq!(look(&connectivity, Some(1), None, None), [true, false]);
        assert_eq!(connectivity.changes(Some(NOON)), [Change::ShardAway(1, NOON), Change::Back]);
        look(&connectivity, Some(1), Some(2), None);
        assert_eq!(connectivity.changes(None), [Change::ShardBack(1)]);
        clock.advance(Duration::from_secs(60));
        look(&connectivity, Some(1), None, None);
        assert_eq!(connectivity.changes(None), [], "a short gap is no absence");
        clock.advance(PATIENCE);
        look(&connectivity, Some(1), None, None);
        assert_eq!(connectivity.changes(None), [Change::ShardAway(1, NOON.plus(60_000))]);
        // The first goes as well: who needs the second has lost the time since that was gone.
        look(&connectivity, None, None, None);
        clock.advance(PATIENCE);
        look(&connectivity, None, None, None);
        assert_eq!(connectivity.changes(None), [Change::Away(NOON.plus(62_000))]);
        look(&connectivity, Some(3), Some(4), None);
        let back = [Change::ShardAway(1, NOON.plus(62_000)), Change::Back, Change::ShardBack(1)];
        assert_eq!(connectivity.changes(Some(NOON.plus(62_000))), back);
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
