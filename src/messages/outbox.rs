//! Sends posts, with one task for each queue that has any.
//!
//! Posts of a queue are sent in order, one at a time; queues do not wait for each other. A post that may have arrived is sent again
//! under the same nonce. Each post is composed as it is sent, without a question that is over by then. A late picture has a
//! separate queue, so that the next message does not wait for it.
//!
//! If an owner's channel refuses a message, the message waits at the head of its queue, the owner is suspended and the host notified.
//! It is retried when the host resumes the owner, when the bot's rights may have changed, at the next start, and at long intervals:
//! Discord counts refusals against the bot's address. Only card edits, pictures and messages of lobbies can be dropped.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::FutureExt;

use crate::external::place;
use crate::game::Seat;
use crate::ids::{ChannelId, MatchId, MessageId};
use crate::live::command::Admission::Now;
use crate::live::error::FaultId;
use crate::live::service::{Service, Work};
use crate::live::store::rows::MatchRow;
use crate::messages::compose;
use crate::messages::desired_posts::shown;
use crate::messages::event_message::Subject;
use crate::messages::retry::MAX_BACKOFF_AWAITED;
use crate::messages::spec::{LatePicture, MessageSpec};
use crate::messages::store::post::{Arrived, Lane, NewPost, Owner, Post, RetryScope};
use crate::messages::store::shown::Shown;
use crate::messages::transport::{Delivered, Destination, OutboxItem, SendError};
use crate::platform::sqlite::error::StoreError;
use crate::uptime::clock::millis;

/// The age of a post from which a later one may have asked again.
const WAITED_MS: u64 = 1_000;
/// The time for which Discord surely remembers a nonce.
const NONCE_KNOWN_MS: u64 = 120_000;

impl Service {
    /// Queues a post and starts sending it.
    pub(crate) async fn say(self: &Arc<Self>, of: impl Into<Owner>, post: NewPost) -> Result<(), StoreError> {
        self.say_all(of.into(), vec![post]).await
    }

    /// Queues posts together and has them sent.
    pub(crate) async fn say_all(self: &Arc<Self>, owner: Owner, posts: Vec<NewPost>) -> Result<(), StoreError> {
        let lanes: Vec<_> = posts.iter().map(|post| post.lane).collect();
        self.store.queue(owner, posts, self.clock.now()).await?;
        for lane in lanes {
            self.wake_queue(owner, lane);
        }
        Ok(())
    }

    /// Ensures that a queue is being sent.
    pub(crate) fn wake_queue(self: &Arc<Self>, of: impl Into<Owner>, lane: Lane) {
        self.begin(of.into(), Work::Queue(lane));
    }

    /// Schedules the reconciliation of an owner's messages.
    pub(crate) fn schedule_reconcile(self: &Arc<Self>, of: impl Into<Owner>) {
        self.begin(of.into(), Work::Reconcile);
    }

    /// Schedules the next step of a match's series.
    pub(crate) fn follow_up(self: &Arc<Self>, id: MatchId) {
        self.begin(id.into(), Work::Series);
    }

    fn begin(self: &Arc<Self>, owner: Owner, work: Work) {
        self.changed.send_replace(());
        let mut lanes = self.queues.lock();
        if let Some(more) = lanes.get_mut(&(owner, work)) {
            *more = true;
            return;
        }
        if self.closing.is_cancelled() {
            return;
        }
        lanes.insert((owner, work), false);
        drop(lanes);
        let service = Arc::clone(self);
        self.tasks.spawn(async move {
            loop {
                let round = async {
                    match work {
                        Work::Queue(lane) => service.go_through(owner, lane).await,
                        Work::Reconcile => service.reconcile(owner).await,
                        Work::Series => match owner.match_id() {
                            Some(id) => service.advance_series_of(id).await,
                            None => Ok(()),
                        },
                    }
                };
                let failed = match AssertUnwindSafe(round).catch_unwind().await {
                    Ok(Ok(())) => false,
                    Ok(Err(error)) => {
                        tracing::error!(%owner, ?work, %error, "a queue cannot be read or written");
                        true
                    }
                    Err(_) => {
                        tracing::error!(fault = %FaultId::fresh(), %owner, ?work, "a panic while sending");
                        true
                    }
                };
                if service.closing.is_cancelled() {
                    return;
                }
                if failed {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    continue;
                }
                let mut lanes = service.queues.lock();
                match lanes.get_mut(&(owner, work)) {
                    Some(more) if *more => *more = false,
                    _ => {
                        lanes.remove(&(owner, work));
                        return;
                    }
                }
            }
        });
    }

    async fn go_through(self: &Arc<Self>, owner: Owner, lane: Lane) -> Result<(), StoreError> {
        let mut released = self.released.subscribe();
        loop {
            released.mark_unchanged();
            self.store.keep_newest(owner, lane, self.process_started).await?;
            let Some((post, _, to)) = self.first(owner, lane).await? else { return Ok(()) };
            let prompt_of = owner.match_id().filter(|_| matches!(lane, Lane::Dm(_)) && post.shows.is_some());
            let turn = async {
                self.clock.until(post.next_attempt).await;
                self.transport.acquire_slot(to, prompt_of).await
            };
            let instead = tokio::select! {
                biased;
                () = self.closing.cancelled() => return Ok(()),
                instead = turn => instead,
                _ = released.changed() => continue,
            };
            // The post may have been dropped, or its owner moved, during the wait.
            let Some((post, of, to)) = self.first(owner, lane).await? else { continue };
            self.send(post, of, to, instead).await?;
        }
    }

    /// Returns the first post of a lane, its owner, and its destination.
    async fn first(&self, owner: Owner, lane: Lane) -> Result<Option<(Post, Subject, Destination)>, StoreError> {
        loop {
            let Some(post) = self.store.next_post(owner, lane).await? else { return Ok(None) };
            let Some(of) = self.subject(owner).await? else { return Ok(None) };
            let (guild, channel, _) = of.place();
            let to = match lane {
                Lane::Channel => Destination::Channel(channel),
                Lane::Dm(user) => Destination::Dm(user),
                Lane::External(what) => {
                    let Some(channel) = place(what, channel, &self.store.settings(guild).await?) else {
                        self.store.post_dropped(&post, "the server has no channel for it");
                        continue;
                    };
                    Destination::External(channel)
                }
                Lane::Picture => Destination::Pictures(channel),
            };
            return Ok(Some((post, of, to)));
        }
    }

    /// Retries refused posts.
    pub(crate) async fn retry_refused(self: &Arc<Self>, whose: RetryScope) -> Result<(), StoreError> {
        let lanes = self.store.retry_refused_posts(whose, self.clock.now()).await?;
        if !lanes.is_empty() {
            self.released.send_replace(());
        }
        for (owner, lane) in lanes {
            self.wake_queue(owner, lane);
        }
        Ok(())
    }

    /// Sends a post; a prompt can instead be shown in the message `instead`, which its player has pressed.
    async fn send(
        self: &Arc<Self>,
        row: Post,
        of: Subject,
        to: Destination,
        instead: Option<(ChannelId, MessageId)>,
    ) -> Result<(), StoreError> {
        let queued: MessageSpec = match serde_json::from_str(&row.payload) {
            Ok(spec) => spec,
            Err(error) => {
                tracing::error!(fault = %FaultId::fresh(), post = row.id, %error, "a post cannot be read");
                self.store.post_dropped(&row, "it cannot be read");
                return Ok(());
            }
        };
        let age = self.clock.now().since(row.created);
        let composed = match (&queued, of.row()) {
            (MessageSpec::Topic(topic), _) => self.compose_topic(&row, topic.clone()).await?,
            (queued, Some(of)) => self.composed(queued.clone(), of, age).await?,
            (_, None) => None,
        };
        let lost = composed.as_ref().is_none_or(|spec| spec.kind() != queued.kind());
        let changes = row.shows.is_some() || matches!(queued, MessageSpec::Card(_)) || !shown(&queued).is_fixed();
        let is_over = lost && row.attempts > 0 && changes;
        if is_over && self.recover_earlier_delivery(&row, &of, self.item(&row, &of, to, queued)).await? {
            return Ok(());
        }
        let Some(spec) = composed else {
            self.drop_post(&row, of.row(), "it is over");
            return Ok(());
        };
        let item = self.item(&row, &of, to, spec);
        let _being_sent = self.sending.begin(row.owner, row.lane, &item.spec);
        let rights = self.rights.load(Ordering::SeqCst);
        if let Some(place) = instead {
            if let Some(of) = of.row().filter(|_| matches!(item.spec, MessageSpec::Prompt(_)))
                && self.store.may_adopt(&row, place)
            {
                self.credit_late_delivery(&row, of).await;
                self.store.post_adopts(&row, place, self.clock.now());
                self.schedule_reconcile(row.owner);
                return Ok(());
            }
            self.transport.acquire_slot(to, None).await;
        }
        let attempt = tokio::time::timeout(self.options.send_timeout, self.transport.deliver(&item));
        let result = match AssertUnwindSafe(attempt).catch_unwind().await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) | Err(_) => Err(SendError::Retry { after: Duration::ZERO }),
        };
        match result {
            Ok(delivered) => self.on_delivered(&row, &of, &item.spec, delivered).await,
            Err(why) => {
                // A refused post may be allowed by now.
                let changed = self.rights.load(Ordering::SeqCst) != rights;
                let why = if changed { SendError::Retry { after: Duration::ZERO } } else { why };
                match (row.lane, of.row()) {
                    (Lane::External(what), _) => self.external_not_made(&row, &of, what, why).await,
                    (_, Some(of)) => self.handle_unsent(&row, of, &item.spec, why).await,
                    (_, None) => self.topic_not_sent(&row, of.place().1, why).await,
                }
            }
        }
    }

    /// Returns a post in the form that the transport takes.
    fn item(&self, row: &Post, of: &Subject, to: Destination, spec: MessageSpec) -> OutboxItem {
        let age = self.clock.now().since(row.created);
        OutboxItem {
            id: row.id,
            owner: row.owner,
            guild: of.place().0,
            nonce: row.nonce(),
            to,
            attempts: row.attempts,
            look_first: row.created < self.process_started || (row.attempts > 0 && age > NONCE_KNOWN_MS),
            acted: match row.lane {
                Lane::Channel | Lane::Picture | Lane::External(_) => false,
                // The host of a tournament or game draft has opened it.
                Lane::Dm(user) => of.row().is_none_or(|of| {
                    user == of.opener
                        || Seat::ALL.into_iter().any(|seat| of.users[seat] == user && of.pressed[seat] > 0)
                }),
            },
            look_only: false,
            created: row.created,
            // A post is attempted again only when it is due; attempts of an earlier process came before this one started.
            tried: if row.attempts > 0 { row.next_attempt.max(self.process_started) } else { self.process_started },
            card: of.row().and_then(|of| of.card),
            spec,
        }
    }

    /// Handles a message that has arrived.
    async fn on_delivered(
        self: &Arc<Self>,
        row: &Post,
        whose: &Subject,
        spec: &MessageSpec,
        delivered: Delivered,
    ) -> Result<(), StoreError> {
        if !matches!(row.lane, Lane::External(_)) {
            metrics::histogram!("deathmatch_outbox_wait_seconds", "kind" => spec.kind())
                .record(Duration::from_millis(self.clock.now().since(row.created)));
        }
        // Time is credited before the arrival is recorded, so that no deadline fires in between.
        if let Some(of) = whose.row() {
            self.credit_late_delivery(row, of).await;
        }
        // Recording is retried without end: the item must not be sent again.
        while let Err(error) = self.record_delivery(row, whose, spec, delivered).await {
            tracing::error!(post = row.id, %error, "the delivery of a message cannot be recorded");
            if self.closing.is_cancelled() {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        // The content may have changed while the message was sent.
        self.schedule_reconcile(row.owner);
        let Some(of) = whose.row() else { return Ok(()) };
        if !delivered.pictured {
            self.wake_queue(row.owner, Lane::Picture);
        }
        if of.series().is_some() {
            self.follow_up(of.id);
        }
        if row.held.is_some() && matches!(row.lane, Lane::Channel | Lane::Picture) {
            self.enqueue(of.id, "channel", Now, |actor| actor.channel_restored().boxed()).await;
        }
        Ok(())
    }

    /// Returns a spec as it is sent now, without its question if it is so old that a later post asks again.
    async fn composed(
        self: &Arc<Self>,
        spec: MessageSpec,
        of: &MatchRow,
        age: u64,
    ) -> Result<Option<MessageSpec>, StoreError> {
        let asks = |spec: &MessageSpec| matches!(spec, MessageSpec::Public(public) if public.over || public.asks());
        let mut overtaken = false;
        if age >= WAITED_MS && asks(&spec) {
            let behind = self.store.waiting(of.id).await?;
            let behind = behind.iter().skip(1).filter_map(|post| serde_json::from_str(&post.payload).ok());
            overtaken = behind.into_iter().any(|spec| asks(&spec));
        }
        let composed = self.ask(of.id, "compose", Now, move |actor| actor.compose(spec, overtaken).boxed()).await;
        composed.map_err(|error| StoreError::NotKept(format!("a message cannot be put together: {error}")))
    }

    /// Searches for an earlier delivery of a post that is over by now. If it is found, its arrival is recorded, and it is then closed.
    /// Returns whether nothing is left to do for now.
    async fn recover_earlier_delivery(
        self: &Arc<Self>,
        row: &Post,
        of: &Subject,
        item: OutboxItem,
    ) -> Result<bool, StoreError> {
        let item = OutboxItem { look_only: true, ..item };
        match tokio::time::timeout(self.options.send_timeout, self.transport.deliver(&item)).await {
            Ok(Ok(delivered)) => {
                self.record_delivery(row, of, &item.spec, delivered).await?;
                self.schedule_reconcile(row.owner);
                Ok(true)
            }
            Ok(Err(SendError::Retry { after })) => {
                let due = self.clock.now().plus(millis(MAX_BACKOFF_AWAITED.max(after)));
                self.store.post_again(row, due);
                Ok(true)
            }
            Ok(Err(_)) | Err(_) => Ok(false),
        }
    }

    async fn record_delivery(
        &self,
        row: &Post,
        of: &Subject,
        spec: &MessageSpec,
        delivered: Delivered,
    ) -> Result<(), StoreError> {
        let card = matches!(spec, MessageSpec::Card(_));
        let thread =
            matches!(spec, MessageSpec::Thread(_)).then_some(delivered.channel).filter(|at| *at != of.place().1);
        let late = match spec {
            MessageSpec::Public(public) if !delivered.pictured => public.attachment.as_ref().map(|attachment| {
                let late = LatePicture { message: delivered.message, attachment: attachment.boards.into() };
                compose::item(Lane::Picture, &MessageSpec::Picture(Box::new(late)))
            }),
            _ => None,
        };
        let Delivered { channel, message, .. } = delivered;
        // An earlier attempt may have arrived with other content.
        let unknown = ((row.attempts > 0 && row.held.is_none()) || row.created < self.process_started)
            && matches!(spec, MessageSpec::Object(..) | MessageSpec::EventMessage(_));
        let unpictured = !delivered.pictured && matches!(spec, MessageSpec::EventMessage(_) | MessageSpec::Prompt(_));
        let shown = match shown(spec) {
            shown if (unknown || unpictured) && !shown.is_fixed() => Shown::Unknown,
            shown => shown,
        };
        let arrived = Arrived { channel, message, shown, card, thread, late };
        self.store.post_sent(row, arrived, self.clock.now()).await?;
        // A tournament's next cards wait until the results before them are posted, and a turn's time waits for its prompt.
        if card || thread.is_some() || of.row().is_none_or(|of| of.is_of_tournament() && !of.status.live()) {
            self.wake_events.send_replace(());
        }
        Ok(())
    }
}
