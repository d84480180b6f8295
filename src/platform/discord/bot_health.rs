//! Health checks for the health page, and a count of progress for the service manager's watchdog.
//!
//! - A check asks neither the store nor Discord, so it cannot hang.
//! - The counter grows only when work is done, so a hang stops it.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::live::api::Dealer;
use crate::platform::discord::connectivity::Connectivity;
use crate::uptime::health::{ServiceHealth, WriteResult};

/// The longest time that counting the load may take.
const COUNT_WITHIN: Duration = Duration::from_secs(2);

/// The bot's state of health; all clones share it.
#[derive(Clone, Default)]
pub struct BotHealth(Arc<Inner>);

#[derive(Default)]
struct Inner {
    stage: Mutex<Stage>,
    progress: watch::Sender<u64>,
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
    /// Records that the bot has started, and notes progress after every heartbeat.
    pub(crate) fn begin(&self, dealer: Dealer, connectivity: Connectivity) {
        *self.0.stage.lock() = Stage::Running(dealer.clone(), connectivity);
        let this = self.clone();
        tokio::spawn(async move {
            while matches!(*this.0.stage.lock(), Stage::Running(..)) {
                dealer.next_heartbeat().await;
                this.note_progress();
            }
        });
    }

    /// Records that the bot has stopped.
    pub(crate) fn end(&self) {
        *self.0.stage.lock() = Stage::Stopped;
        self.note_progress();
    }

    /// Notes progress.
    pub(crate) fn note_progress(&self) {
        self.0.progress.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Returns the count of progress.
    pub fn progress(&self) -> watch::Receiver<u64> {
        self.0.progress.subscribe()
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
        Some(health.beat != WriteResult::Failed && health.silent_ms.is_none() && health.late.is_none())
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
        WriteResult::Stored => None,
        WriteResult::Failed => Some("the last heartbeat could not be written".to_owned()),
        WriteResult::FileGone => {
            Some("database files are missing, so no orders are accepted; the log names the files".to_owned())
        }
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
