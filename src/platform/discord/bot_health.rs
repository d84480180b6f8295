//! The bot's health, for its operator.
//!
//! - A check asks neither the store nor Discord, so it cannot hang.
//! - A step records completed work; no timer alone makes a step.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::live::api::Dealer;
use crate::platform::discord::connectivity::Connectivity;
use crate::uptime::health::{Kept, ServiceHealth};

/// The longest time that counting the load may take.
const COUNT_WITHIN: Duration = Duration::from_secs(2);

/// The bot's state of health; all clones share it.
#[derive(Clone, Default)]
pub struct BotHealth(Arc<Inner>);

#[derive(Default)]
struct Inner {
    stage: Mutex<Stage>,
    steps: watch::Sender<u64>,
}

#[derive(Clone, Default)]
enum Stage {
    #[default]
    Starting,
    Running(Dealer, Connectivity),
    Stopped,
}

/// One health check and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// One of `gateway`, `rest`, `deadlines`, `heartbeat`, `store` and `clock`.
    pub name: &'static str,
    /// The fault, in words; `None` if the check passed.
    pub wrong: Option<String>,
}

impl BotHealth {
    /// Records that the bot has started, and makes a step after every heartbeat.
    pub(crate) fn begin(&self, dealer: Dealer, connectivity: Connectivity) {
        *self.0.stage.lock() = Stage::Running(dealer.clone(), connectivity);
        let this = self.clone();
        tokio::spawn(async move {
            while matches!(*this.0.stage.lock(), Stage::Running(..)) {
                dealer.next_heartbeat().await;
                this.step();
            }
        });
    }

    /// Records that the bot has stopped.
    pub(crate) fn end(&self) {
        *self.0.stage.lock() = Stage::Stopped;
        self.step();
    }

    /// Records progress.
    pub(crate) fn step(&self) {
        self.0.steps.send_modify(|steps| *steps = steps.wrapping_add(1));
    }

    /// Returns the number of steps, which changes at every step.
    pub fn steps(&self) -> watch::Receiver<u64> {
        self.0.steps.subscribe()
    }

    /// Returns all checks, always in the same order.
    pub fn checks(&self) -> Vec<Check> {
        let (health, gateway, rest) = match &*self.0.stage.lock() {
            Stage::Starting => return vec![wrong("gateway", "the bot is starting")],
            Stage::Stopped => return vec![wrong("gateway", "the bot has stopped")],
            Stage::Running(dealer, connectivity) => {
                (dealer.health(), connectivity.is_connected(), connectivity.unanswered())
            }
        };
        let mut checks = vec![
            check("gateway", (!gateway).then(|| "the bot is not connected".to_owned())),
            check("rest", rest.map(|ms| format!("Discord has answered no request for {} s", ms / 1_000))),
        ];
        checks.extend(service_checks(health));
        checks
    }

    /// Whether every check is passed.
    pub fn is_well(&self) -> bool {
        self.checks().iter().all(|check| check.wrong.is_none())
    }

    /// Whether the bot itself works, even while Discord is unreachable: heartbeats are stored and deadlines kept.
    /// `None` unless the bot runs.
    ///
    /// A missing database calls for no restart: the bot would begin on an empty one, while this process still has the files open.
    pub fn works(&self) -> Option<bool> {
        let Stage::Running(dealer, _) = &*self.0.stage.lock() else { return None };
        let health = dealer.health();
        Some(health.beat != Kept::No && health.silent_ms.is_none() && health.late.is_none())
    }

    /// Updates the gauges that are not counted as events happen.
    pub async fn measure(&self) {
        let Stage::Running(dealer, _) = self.0.stage.lock().clone() else { return };
        let health = dealer.health();
        #[expect(clippy::cast_precision_loss, reason = "an offset is small")]
        metrics::gauge!("deathmatch_clock_offset_seconds").set(health.offset as f64 / 1e3);
        let Ok(Ok(load)) = tokio::time::timeout(COUNT_WITHIN, dealer.load()).await else { return };
        #[expect(clippy::cast_precision_loss, reason = "there are never so many of anything")]
        let set = |gauge: metrics::Gauge, value: u64| gauge.set(value as f64);
        set(metrics::gauge!("deathmatch_matches", "status" => "lobby"), load.lobbies);
        set(metrics::gauge!("deathmatch_matches", "status" => "running"), load.running);
        set(metrics::gauge!("deathmatch_outbox_parcels"), load.items);
        metrics::gauge!("deathmatch_outbox_age_seconds").set(Duration::from_millis(load.oldest));
    }
}

/// Returns the dealer's checks.
fn service_checks(health: ServiceHealth) -> [Check; 4] {
    let late = health.late.map(|(id, ms)| format!("match {id} is {} s late", ms / 1_000));
    let still = health.silent_ms.map(|ms| format!("the last one was {} s ago", ms / 1_000));
    let store = match health.beat {
        Kept::Yes => None,
        Kept::No => Some("the last heartbeat could not be written".to_owned()),
        Kept::Gone => Some("database files are missing, so no orders are accepted; the log names the files".to_owned()),
    };
    let offset = || format!("Discord's clock jumps or is far off ({} ms ahead of this machine's)", health.offset);
    [
        check("deadlines", late),
        check("heartbeat", still),
        check("store", store),
        check("clock", (!health.clock).then(offset)),
    ]
}

const fn check(name: &'static str, wrong: Option<String>) -> Check {
    Check { name, wrong }
}

fn wrong(name: &'static str, why: &str) -> Check {
    check(name, Some(why.to_owned()))
}
