//! The shared state of all parts of the dealer.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use parking_lot::Mutex;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::ids::{MatchId, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::actor_command::{ActorFn, Answer, Command};
use crate::live::admission::Admission;
use crate::live::busy_tasks::{Tasks, waiting};
use crate::live::command_error::closing;
use crate::live::error::{Error, FaultId};
use crate::live::options::ServiceOptions;
use crate::messages::in_flight_prompts::InFlightPrompts;
use crate::messages::store::post::{Lane, Owner};
use crate::messages::transport::Transport;
use crate::own_games::running_checks::RunningChecks;
use crate::own_games::turns::Turns;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::playing::external_program::PROCESSES;
use crate::uptime::clock::{ServiceClock, millis};
use crate::uptime::health::{HEARTBEAT, Signals};
use crate::uptime::pending_events::PendingEvents;
use crate::uptime::shards::Shards;
use crate::uptime::stall_detector::StallDetector;

/// The number of requests that an actor holds before senders wait.
const ROOM: usize = 256;

/// A task's work for an owner of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum OwnerWork {
    /// Sends the posts of a lane.
    Lane(Lane),
    /// Reconciles messages with the current state.
    Reconcile,
    /// Advances the series of a match.
    Series,
}

/// The shared state of all parts of the dealer.
pub(crate) struct Service {
    pub store: Store,
    pub clock: ServiceClock,
    pub transport: Arc<dyn Transport>,
    pub options: ServiceOptions,
    /// The time since which the service has been away, if it is.
    pub away: watch::Sender<Option<UnixMs>>,
    /// The time since which nothing can be stored, if so; then no deadline fires.
    pub unstored: Mutex<Option<UnixMs>>,
    pub closing: CancellationToken,
    pub tasks: Tasks,
    /// The start of this process.
    pub process_started: UnixMs,
    pub actors: Mutex<HashMap<MatchId, mpsc::Sender<Command>>>,
    /// The work of running tasks, and whether it is to be done once more.
    pub running_work: Mutex<HashMap<(Owner, OwnerWork), bool>>,
    /// Owners of which the next reconciliation also compares closed posts that name people.
    pub to_compare_again: Mutex<HashSet<Owner>>,
    /// The times at which each opener's cards last notified each player, in this process. Locked while a lobby is opened.
    pub recent_card_calls: tokio::sync::Mutex<HashMap<(UserId, UserId), UnixMs>>,
    /// Held while a game draft is changed.
    pub game_drafts: tokio::sync::Mutex<()>,
    /// Held while a tournament is changed.
    pub tourneys: tokio::sync::Mutex<()>,
    /// Held while a series is changed.
    pub series: tokio::sync::Mutex<()>,
    /// Signals that refused items may be tried again.
    pub released: watch::Sender<()>,
    /// Wakes the loops of tournaments, game drafts and statistics.
    pub wake_loops: watch::Sender<()>,
    /// Signals that a match, tournament or game draft has changed.
    pub changed: watch::Sender<()>,
    /// The number of times that the bot's rights may have changed: refused posts may be accepted now.
    pub rights: AtomicU64,
    pub signals: Signals,
    pub stalls: StallDetector,
    pub pending_events: PendingEvents,
    pub shards: Shards,
    pub sending: InFlightPrompts,
    /// Permits for built-in players that think at the same time.
    pub thinkers: Semaphore,
    /// Permits for engines' processes that run at the same time.
    pub engines: Arc<Semaphore>,
    /// The checks of servers' files.
    pub checks: RunningChecks,
    /// Turns of games in files.
    pub turns: Turns,
}

impl Service {
    /// Creates the service. It starts as away since the last heartbeat, if that is long ago or the gateway is not open yet.
    pub async fn open(
        store: Store,
        clock: ServiceClock,
        transport: Arc<dyn Transport>,
        options: ServiceOptions,
    ) -> Result<Self, StoreError> {
        let now = clock.now();
        let last = store.service_value(HEARTBEAT).await?.map(UnixMs);
        let unread = store.unread().await?;
        let cut_off = store.cut_off().await?;
        let gone = last.filter(|&last| options.wait_for_gateway || now.since(last) > millis(options.absence));
        let since = gone.or(options.wait_for_gateway.then_some(now));
        let waits = options.wait_for_gateway;
        Ok(Self {
            store,
            process_started: now,
            clock,
            transport,
            options,
            away: watch::Sender::new(since),
            unstored: Mutex::default(),
            closing: CancellationToken::new(),
            tasks: Tasks::default(),
            actors: Mutex::default(),
            running_work: Mutex::default(),
            to_compare_again: Mutex::default(),
            recent_card_calls: tokio::sync::Mutex::default(),
            game_drafts: tokio::sync::Mutex::default(),
            tourneys: tokio::sync::Mutex::default(),
            series: tokio::sync::Mutex::default(),
            released: watch::Sender::new(()),
            wake_loops: watch::Sender::new(()),
            changed: watch::Sender::new(()),
            rights: AtomicU64::default(),
            signals: Signals::default(),
            stalls: StallDetector::default(),
            pending_events: PendingEvents::new(since.filter(|_| waits), unread),
            shards: Shards::new(cut_off),
            sending: InFlightPrompts::default(),
            thinkers: Semaphore::new(thinkers()),
            engines: Arc::new(Semaphore::new(PROCESSES)),
            checks: RunningChecks::default(),
            turns: Turns::default(),
        })
    }

    pub fn is_away(&self) -> bool {
        self.away.borrow().is_some()
    }

    /// Returns the time since which nothing can be stored, if so.
    pub fn unstored(&self) -> Option<UnixMs> {
        *self.unstored.lock()
    }

    /// Records that nothing can be stored since a moment.
    pub fn cannot_store(&self, since: UnixMs) {
        let mut unstored = self.unstored.lock();
        *unstored = Some(unstored.map_or(since, |before| before.min(since)));
    }

    /// Returns a match's actor, and starts it if necessary.
    pub fn actor(self: &Arc<Self>, id: MatchId) -> mpsc::Sender<Command> {
        let mut actors = self.actors.lock();
        if let Some(open) = actors.get(&id).filter(|requests| !requests.is_closed()) {
            return open.clone();
        }
        let (requests, inside) = mpsc::channel(ROOM);
        let service = Arc::clone(self);
        self.tasks.spawn(async move {
            MatchActor::run(Arc::clone(&service), id, inside).await;
            // Another actor may have been started by now.
            let mut actors = service.actors.lock();
            if actors.get(&id).is_some_and(mpsc::Sender::is_closed) {
                actors.remove(&id);
            }
        });
        actors.insert(id, requests.clone());
        requests
    }

    /// Whether a match's actor is open.
    pub fn is_open(&self, id: MatchId) -> bool {
        self.actors.lock().get(&id).is_some_and(|requests| !requests.is_closed())
    }

    /// Gives a command to a match's actor; returns whether that was possible.
    async fn post(self: &Arc<Self>, id: MatchId, mut command: Command) -> bool {
        let stamp = command.admission.stamp();
        metrics::counter!("deathmatch_requests_total", "request" => command.name).increment(1);
        while !self.closing.is_cancelled() {
            match self.actor(id).send(command).await {
                Ok(()) => {
                    if let Some(stamp) = stamp {
                        self.pending_events.arrived(stamp);
                    }
                    return true;
                }
                Err(mpsc::error::SendError(back)) => command = back,
            }
            tokio::task::yield_now().await;
        }
        false
    }

    /// Gives a command to a match's actor and waits for its answer.
    pub async fn request<T>(
        self: &Arc<Self>,
        id: MatchId,
        command: Command,
        mut answer: Answer<T>,
    ) -> Result<T, Error> {
        if !self.post(id, command).await {
            return Err(closing().into());
        }
        waiting(answer.recv()).await.unwrap_or_else(|| {
            let fault = FaultId::fresh();
            tracing::error!(%fault, match_id = %id, "a request was lost to a fault");
            Err(Error::Internal(fault))
        })
    }

    /// Asks a match's actor and waits for its answer.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        id: MatchId,
        name: &'static str,
        admission: Admission,
        work: impl ActorFn<T>,
    ) -> Result<T, Error> {
        let (command, answer) = Command::new(name, admission, work);
        self.request(id, command, answer).await
    }

    /// Gives work to a match's actor without waiting for an answer.
    pub async fn enqueue(
        self: &Arc<Self>,
        id: MatchId,
        name: &'static str,
        admission: Admission,
        work: impl ActorFn<()>,
    ) {
        self.post(id, Command::new(name, admission, work).0).await;
    }
}

/// Returns the number of built-in players that think at the same time: one core stays free.
fn thinkers() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    cores.saturating_sub(1).max(1)
}
