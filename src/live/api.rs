//! The dealer's interface: each request goes to its match's actor.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::ready;
use futures::stream::{self, StreamExt};
use tokio::task::JoinHandle;

use crate::game::Seat;
use crate::games;
use crate::hosting::ruling::{Confirmed, Preview, Ruling};
use crate::hosting::ruling_author::Host;
use crate::ids::{ChannelId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::live::actor_command::{ActorFn, Answer, Command};
use crate::live::admission::Admission;
use crate::live::admission::Admission::{ByStamp, HostByStamp, Now};
use crate::live::error::Error;
use crate::live::options::ServiceOptions;
use crate::live::revision::Revision;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::composed::ComposedPublic;
use crate::messages::store::post::{Lane, PostState, RetryScope};
use crate::messages::transport::Transport;
use crate::own_games::files::{keep_file, register_files};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::playing::look::Look;
use crate::playing::orders::Sender;
use crate::playing::player_action::{Move, Moved, Sealed, When};
use crate::playing::prompt::PromptView;
use crate::uptime::clock::ServiceClock;
use crate::uptime::health::OFFSET;

/// The number of matches loaded or credited at a time, so that people's requests can run in between.
pub(crate) const AT_A_TIME: usize = 8;

/// The running service; cheap to clone, all clones are one dealer.
#[derive(Clone)]
pub struct Dealer(pub(crate) Arc<Service>);

impl Dealer {
    /// Starts the service. It loads every live match, the earliest deadlines first; a match that somebody asks for is loaded at once.
    /// It fires deadlines that have passed, credits the absence, and sends pending messages.
    pub async fn start(
        store: Store,
        clock: ServiceClock,
        transport: Arc<dyn Transport>,
        options: ServiceOptions,
    ) -> Result<Self, StoreError> {
        if let Some(offset) = store.service_value(OFFSET).await? {
            clock.remember(offset);
        }
        let now = clock.now();
        register_files(&store).await?;
        // Stored games keep their matches playable after the operator replaces their files.
        for game in games::all() {
            keep_file(&store, game, now).await?;
        }
        let service = Arc::new(Service::open(store, clock, transport, options).await?);
        service.store.retry_refused_posts(RetryScope::All, now).await?;
        for (id, lane) in service.store.pending_lanes().await? {
            service.wake_lane(id, lane);
        }
        for id in service.store.owners(PostState::Open, None).await? {
            service.schedule_reconcile(id);
        }
        let live = service.store.live_matches().await?;
        let dealer = Self(Arc::clone(&service));
        service.tasks.spawn(dealer.clone().start_actors(live));
        service.tasks.spawn(Arc::clone(&service).resume_series());
        if !service.options.wait_for_gateway {
            dealer.record_back().await;
        }
        service.tasks.spawn(Arc::clone(&service).run_heartbeat());
        service.tasks.spawn(Arc::clone(&service).run_stats_job());
        service.tasks.spawn(Arc::clone(&service).run_events());
        Ok(dealer)
    }

    /// Starts the actors of live matches, the earliest deadline first.
    ///
    /// A person's command does not wait: its match is loaded first.
    pub(crate) async fn start_actors(self, mut live: Vec<MatchRow>) {
        live.sort_by_key(|row| row.deadline);
        let matches = live.len();
        let wakes = live.into_iter().map(|row| {
            let dealer = self.clone();
            async move {
                let woken = dealer.ask(row.id, "wake", Now, |_| ready(Ok(())).boxed()).await;
                if let (Err(error), false) = (woken, dealer.0.closing.is_cancelled()) {
                    tracing::error!(match_id = %row.id, %error, "a match could not be loaded");
                }
            }
        });
        stream::iter(wakes).buffer_unordered(AT_A_TIME).collect::<()>().await;
        tracing::info!(matches, "all live matches are loaded");
    }

    /// Returns the store, for settings of servers and people.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    pub fn clock(&self) -> &ServiceClock {
        &self.0.clock
    }

    /// Enters an order. An order stamped at or after a deadline is answered once the deadline has fired, within the grace.
    pub async fn order(
        &self,
        m: MatchId,
        user: UserId,
        text: String,
        when: When,
        stamp: Snowflake,
    ) -> Result<Sealed, Error> {
        if when.is_typed() {
            self.0.sending.wait_prompt_ids(m, [Lane::Channel, Lane::Dm(user)]).await;
        }
        // Only direct messages are read as typed orders.
        let sender = Sender { user, stamp, in_dm: when.is_typed() };
        self.ask(m, "order", ByStamp(stamp), move |actor| actor.order(sender, text, when).boxed()).await
    }

    /// Returns the current question of a public message; `None` if it asks nothing now.
    pub async fn asked_in(&self, m: MatchId, message: MessageId) -> Result<Option<ComposedPublic>, Error> {
        self.ask(m, "asked", Now, move |actor| actor.asked_in(message).boxed()).await
    }

    /// Gives a host's ruling and returns what was done. The caller checks rights, but nobody can rule in a match they play.
    pub async fn rule(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        ruling: impl Into<Ruling>,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, Error> {
        let (by, ruling) = (by.into(), ruling.into());
        self.learn_if_seats(m, &ruling).await?;
        self.ask_as(by.clone(), m, "host", HostByStamp(stamp), move |actor| {
            actor.rule(by, ruling, reason, stamp).boxed()
        })
        .await
    }

    /// Returns the effect of a ruling, and the rulings since its author looked, without giving it.
    pub async fn preview(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        ruling: impl Into<Ruling>,
        since: Option<Revision>,
        stamp: Snowflake,
    ) -> Result<Preview, Error> {
        let (by, ruling) = (by.into(), ruling.into());
        self.learn_if_seats(m, &ruling).await?;
        self.ask_as(by.clone(), m, "preview", ByStamp(stamp), move |actor| {
            async move { actor.preview(&by, &ruling, since, stamp).await }.boxed()
        })
        .await
    }

    /// Gives a host's ruling if the match is still as the host saw it; otherwise returns its effect now.
    pub async fn confirm(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        ruling: impl Into<Ruling>,
        seen: Revision,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<Confirmed, Error> {
        let (by, ruling) = (by.into(), ruling.into());
        self.learn_if_seats(m, &ruling).await?;
        self.ask_as(by.clone(), m, "confirm", HostByStamp(stamp), move |actor| {
            actor.confirm(by, ruling, seen, reason, stamp).boxed()
        })
        .await
    }

    async fn learn_if_seats(&self, m: MatchId, ruling: &Ruling) -> Result<(), Error> {
        match ruling {
            Ruling::Substitute(substitute) => self.learn_what_they_read(m, substitute).await,
            _ => Ok(()),
        }
    }

    /// Resigns for a seat.
    pub async fn resign(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<(), Error> {
        self.ask(m, "resign", ByStamp(stamp), move |actor| actor.resign(user, stamp).boxed()).await
    }

    /// Returns the prompt of the user's seat.
    pub async fn prompt(&self, m: MatchId, user: UserId) -> Result<PromptView, Error> {
        self.ask(m, "look", Now, move |actor| actor.prompt(user).boxed()).await
    }

    /// Makes a move at a prompt.
    pub async fn make_move(&self, m: MatchId, sender: Sender, mark: Option<StepId>, act: Move) -> Result<Moved, Error> {
        let admission = if act.is_timed() { ByStamp(sender.stamp) } else { Now };
        self.ask(m, act.name(), admission, move |actor| actor.make_move(sender, mark, act).boxed()).await
    }

    /// Returns orders that continue the typed text, at most 25; none for a player who is not asked.
    pub async fn complete(&self, m: MatchId, user: UserId, typed: &str) -> Vec<String> {
        let typed = typed.to_owned();
        let completed =
            self.ask(m, "complete", Now, move |actor| ready(Ok(actor.complete(user, &typed))).boxed()).await;
        completed.unwrap_or_default()
    }

    /// Returns the match as a seat sees it, or as everyone does.
    pub async fn look(&self, m: MatchId, viewer_of: Option<UserId>) -> Result<Look, Error> {
        self.ask(m, "board", Now, move |actor| ready(actor.look(viewer_of)).boxed()).await
    }

    /// Answers a `/board` query from a seat's view, or from everyone's.
    pub async fn answer(&self, m: MatchId, user: Option<UserId>, query: &str) -> Result<String, Error> {
        let query = query.to_owned();
        self.ask(m, "answer", Now, move |actor| ready(actor.query(user, &query)).boxed()).await
    }

    /// Returns the people who may have typed an order since a moment, the nearest deadlines first.
    /// Their direct messages are read back after a gap.
    pub async fn playing_since(&self, moment: UnixMs) -> Result<Vec<UserId>, Error> {
        let mut rows = self.0.store.played_since(moment).await?;
        rows.sort_by_key(|row| (row.status != Status::Running, row.deadline.is_none(), row.deadline));
        let mut seen = HashSet::new();
        let seated = rows
            .iter()
            .flat_map(|row| Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]));
        Ok(seated.filter(|user| seen.insert(*user)).collect())
    }

    /// Returns the server channels and threads with live matches, the nearest deadlines first, then those of other events.
    pub async fn played_in(&self) -> Result<Vec<ChannelId>, Error> {
        let mut rows = self.0.store.live_matches().await?;
        rows.retain(|row| !row.in_dms);
        rows.sort_by_key(|row| (row.status != Status::Running, row.deadline.is_none(), row.deadline));
        let mut seen = HashSet::new();
        let besides = self.0.tournaments_and_drafts().await?.into_iter().map(|(_, channel)| channel);
        let all = rows.iter().map(|row| row.channel).chain(besides);
        Ok(all.filter(|channel| seen.insert(*channel)).collect())
    }

    /// Waits until the service has nothing to do before time passes or an event arrives.
    pub async fn wait_idle(&self) {
        self.0.tasks.wait_idle().await;
    }

    /// Runs work as a part of the service: [`Dealer::wait_idle`] and [`Dealer::shutdown`] wait for it, too.
    pub fn spawn<F>(&self, work: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        self.0.tasks.spawn(work)
    }

    /// Stops the service: accepts no more commands and finishes those in progress, within a bound.
    pub async fn shutdown(&self, within: Duration) {
        let service = &self.0;
        service.closing.cancel();
        if tokio::time::timeout(within, service.tasks.ended()).await.is_err() {
            tracing::warn!("some work was not finished in time; it continues from the store at the next start");
        }
    }

    /// Asks a match's actor and waits for the answer.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        m: MatchId,
        name: &'static str,
        admission: Admission,
        work: impl ActorFn<T>,
    ) -> Result<T, Error> {
        let (command, answer) = Command::new(name, admission, work);
        self.request(m, command, answer).await
    }

    /// Asks a match's actor in a host's name and waits for the answer.
    pub(crate) async fn ask_as<T: Send + 'static>(
        &self,
        by: Host,
        m: MatchId,
        name: &'static str,
        admission: Admission,
        work: impl ActorFn<T>,
    ) -> Result<T, Error> {
        let (command, answer) = Command::new(name, admission, work);
        self.request(m, command.by(by), answer).await
    }

    async fn request<T>(&self, m: MatchId, command: Command, answer: Answer<T>) -> Result<T, Error> {
        // A match with an open actor exists.
        if !self.0.is_open(m) {
            self.row(m).await?;
        }
        self.0.request(m, command, answer).await
    }
}
