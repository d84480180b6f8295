//! Sends posts, with one task for each lane that has any.
//!
//! Posts of a lane are sent in order, one at a time; lanes do not wait for each other. A post that may have arrived is sent again
//! under the same nonce. Each post is composed as it is sent, without a question that is over by then. A late picture has a
//! separate lane, so that the next message does not wait for it.
//!
//! If an owner's channel refuses a message, the message waits at the head of its lane, the owner is suspended and the host notified.
//! It is retried when the host resumes the owner, when the bot's rights may have changed, at the next start, and at long intervals:
//! Discord counts refusals against the bot's address. Only pictures and messages of lobbies can be dropped.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::FutureExt;

use crate::external::place;
use crate::game::Seat;
use crate::ids::{ChannelId, MatchId, MessageId};
use crate::live::admission::Admission::Now;
use crate::live::error::FaultId;
use crate::live::service::{OwnerWork, Service};
use crate::live::store::match_row::MatchRow;
use crate::messages::compose;
use crate::messages::composed::ComposedMessage;
use crate::messages::queued_message::{LatePicture, QueuedMessage};
use crate::messages::retry::MAX_BACKOFF_AWAITED;
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::{Arrived, Lane, NewPost, Owner, Post, RetryScope};
use crate::messages::topic_message::Subject;
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
            self.wake_lane(owner, lane);
        }
        Ok(())
    }

    /// Ensures that a lane is being sent.
    pub(crate) fn wake_lane(self: &Arc<Self>, of: impl Into<Owner>, lane: Lane) {
        self.ensure_running(of.into(), OwnerWork::Lane(lane));
    }

    /// Schedules the reconciliation of an owner's messages.
    pub(crate) fn schedule_reconcile(self: &Arc<Self>, of: impl Into<Owner>) {
        self.ensure_running(of.into(), OwnerWork::Reconcile);
    }

    /// Schedules the next step of a match's series.
    pub(crate) fn schedule_series(self: &Arc<Self>, id: MatchId) {
        self.ensure_running(id.into(), OwnerWork::Series);
    }

    fn ensure_running(self: &Arc<Self>, owner: Owner, work: OwnerWork) {
        self.changed.send_replace(());
        let mut running = self.running_work.lock();
        if let Some(more) = running.get_mut(&(owner, work)) {
            *more = true;
            return;
        }
        if self.closing.is_cancelled() {
            return;
        }
        running.insert((owner, work), false);
        drop(running);
        let service = Arc::clone(self);
        self.tasks.spawn(async move {
            loop {
                let round = async {
                    match work {
                        OwnerWork::Lane(lane) => service.go_through(owner, lane).await,
                        OwnerWork::Reconcile => service.reconcile(owner).await,
                        OwnerWork::Series => match owner.match_id() {
                            Some(id) => service.advance_series_of(id).await,
                            None => Ok(()),
                        },
                    }
                };
                let failed = match AssertUnwindSafe(round).catch_unwind().await {
                    Ok(Ok(())) => false,
                    Ok(Err(error)) => {
                        tracing::error!(%owner, ?work, %error, "messages or a series cannot be read or written");
                        true
                    }
                    Err(_) => {
                        tracing::error!(fault = %FaultId::fresh(), %owner, ?work, "a panic in a task for messages or a series");
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
                let mut running = service.running_work.lock();
                match running.get_mut(&(owner, work)) {
                    Some(more) if *more => *more = false,
                    _ => {
                        running.remove(&(owner, work));
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
            let Some((post, _, to)) = self.next_deliverable(owner, lane).await? else { return Ok(()) };
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
            let Some((post, of, to)) = self.next_deliverable(owner, lane).await? else { continue };
            self.send(post, of, to, instead).await?;
        }
    }

    /// Returns the first post of a lane, its owner, and its destination.
    async fn next_deliverable(
        &self,
        owner: Owner,
        lane: Lane,
    ) -> Result<Option<(Post, Subject, Destination)>, StoreError> {
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
            self.wake_lane(owner, lane);
        }
        Ok(())
    }

    /// Sends a post; a prompt can instead be shown in the message `instead`, which its player has pressed.
    async fn send(
        self: &Arc<Self>,
        post: Post,
        of: Subject,
        to: Destination,
        instead: Option<(ChannelId, MessageId)>,
    ) -> Result<(), StoreError> {
        let queued: QueuedMessage = match serde_json::from_str(&post.payload) {
            Ok(queued) => queued,
            Err(error) => {
                tracing::error!(fault = %FaultId::fresh(), post = post.id, %error, "a post cannot be read");
                self.store.post_dropped(&post, "it cannot be read");
                return Ok(());
            }
        };
        let composed = match (&queued, of.row()) {
            (QueuedMessage::Topic(topic), _) => self.compose_topic(&post, topic.clone()).await?,
            (queued, Some(of)) => self.composed(queued.clone(), of, self.age(&post)).await?,
            (_, None) => None,
        };
        let lacks_prompt = |message: &ComposedMessage| {
            matches!(queued, QueuedMessage::Ask(_)) && !matches!(message, ComposedMessage::Prompt(_))
        };
        let lost = composed.as_ref().is_none_or(lacks_prompt);
        let can_change = queued.facts().can_change;
        let item = self.item(&post, &of, to, queued);
        if lost && post.attempts > 0 && can_change && self.recover_earlier_delivery(&post, &of, &item).await? {
            return Ok(());
        }
        let Some(message) = composed else {
            self.drop_post(&post, of.row(), "it is over");
            return Ok(());
        };
        let _being_sent = (post.shows.is_some() && !lost).then(|| self.sending.begin(post.owner, post.lane));
        let rights = self.rights.load(Ordering::SeqCst);
        if let Some(place) = instead {
            if let Some(of) = of.row().filter(|_| matches!(message, ComposedMessage::Prompt(_)))
                && self.store.may_adopt(&post, place)
            {
                self.credit_late_delivery(&post, of).await;
                self.store.post_adopts(&post, place, self.clock.now());
                self.schedule_reconcile(post.owner);
                return Ok(());
            }
            self.transport.acquire_slot(to, None).await;
        }
        let attempt = tokio::time::timeout(self.options.send_timeout, self.transport.deliver(&item, &message));
        let result = match AssertUnwindSafe(attempt).catch_unwind().await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) | Err(_) => Err(SendError::Retry { after: Duration::ZERO }),
        };
        match result {
            Ok(delivered) => self.on_delivered(&post, &of, &item.queued, &message, delivered).await,
            Err(why) => {
                // A refused post may be allowed by now.
                let changed = self.rights.load(Ordering::SeqCst) != rights;
                let why = if changed { SendError::Retry { after: Duration::ZERO } } else { why };
                match (post.lane, of.row()) {
                    (Lane::External(what), _) => self.external_not_made(&post, &of, what, why).await,
                    (_, Some(of)) => self.handle_unsent(&post, of, &item.queued, why).await,
                    (_, None) => self.topic_not_sent(&post, of.place().1, why).await,
                }
            }
        }
    }

    /// Returns the time since a post was queued, in ms.
    fn age(&self, post: &Post) -> u64 {
        self.clock.now().since(post.created)
    }

    /// Returns a post in the form that the transport takes.
    fn item(&self, post: &Post, of: &Subject, to: Destination, queued: QueuedMessage) -> OutboxItem {
        OutboxItem {
            id: post.id,
            owner: post.owner,
            guild: of.place().0,
            nonce: post.nonce(),
            to,
            attempts: post.attempts,
            look_first: post.created < self.process_started || (post.attempts > 0 && self.age(post) > NONCE_KNOWN_MS),
            acted: match post.lane {
                Lane::Channel | Lane::Picture | Lane::External(_) => false,
                // The host of a tournament or game draft has opened it.
                Lane::Dm(user) => of.row().is_none_or(|of| {
                    user == of.opener
                        || Seat::ALL.into_iter().any(|seat| of.users[seat] == user && of.pressed[seat] > 0)
                }),
            },
            created: post.created,
            // A post is attempted again only when it is due; attempts of an earlier process came before this one started.
            tried: if post.attempts > 0 { post.next_attempt.max(self.process_started) } else { self.process_started },
            card: of.row().and_then(|of| of.card),
            queued,
        }
    }

    /// Handles a message that has arrived.
    async fn on_delivered(
        self: &Arc<Self>,
        post: &Post,
        whose: &Subject,
        queued: &QueuedMessage,
        message: &ComposedMessage,
        delivered: Delivered,
    ) -> Result<(), StoreError> {
        if !matches!(post.lane, Lane::External(_)) {
            metrics::histogram!("deathmatch_outbox_wait_seconds", "kind" => queued.facts().kind)
                .record(Duration::from_millis(self.age(post)));
        }
        // Time is credited before the arrival is recorded, so that no deadline fires in between.
        if let Some(of) = whose.row() {
            self.credit_late_delivery(post, of).await;
        }
        // Recording is retried without end: the item must not be sent again.
        while let Err(error) = self.record_delivery(post, whose, queued, Some(message), delivered).await {
            tracing::error!(post = post.id, %error, "the delivery of a message cannot be recorded");
            if self.closing.is_cancelled() {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        // The content may have changed while the message was sent.
        self.schedule_reconcile(post.owner);
        let Some(of) = whose.row() else { return Ok(()) };
        if !delivered.pictured {
            self.wake_lane(post.owner, Lane::Picture);
        }
        if of.series().is_some() {
            self.schedule_series(of.id);
        }
        if post.held.is_some() && matches!(post.lane, Lane::Channel | Lane::Picture) {
            self.enqueue(of.id, "channel", Now, |actor| actor.channel_restored().boxed()).await;
        }
        Ok(())
    }

    /// Returns a match's message as it is sent now. Drops the question of a message older than `WAITED_MS` if a later waiting post asks
    /// again.
    async fn composed(
        self: &Arc<Self>,
        queued: QueuedMessage,
        of: &MatchRow,
        age: u64,
    ) -> Result<Option<ComposedMessage>, StoreError> {
        let asks = |queued: &QueuedMessage| matches!(queued, QueuedMessage::Public(public) if public.has_end_buttons || public.asks());
        let mut overtaken = false;
        if age >= WAITED_MS && asks(&queued) {
            let behind = self.store.waiting(of.id).await?;
            let mut behind = behind.iter().skip(1).filter_map(|post| serde_json::from_str(&post.payload).ok());
            overtaken = behind.any(|queued| asks(&queued));
        }
        let composed =
            self.ask(of.id, "compose", Now, move |actor| actor.content_to_send(queued, overtaken).boxed()).await;
        composed.map_err(|error| StoreError::NotKept(format!("a message cannot be put together: {error}")))
    }

    /// Searches for an earlier delivery of a post that is over by now. If it is found, its arrival is recorded, and it is then closed.
    /// Returns whether nothing is left to do for now.
    async fn recover_earlier_delivery(
        self: &Arc<Self>,
        post: &Post,
        of: &Subject,
        item: &OutboxItem,
    ) -> Result<bool, StoreError> {
        match tokio::time::timeout(self.options.send_timeout, self.transport.find(item)).await {
            Ok(Ok(Some(delivered))) => {
                self.record_delivery(post, of, &item.queued, None, delivered).await?;
                self.schedule_reconcile(post.owner);
                Ok(true)
            }
            Ok(Err(SendError::Retry { after })) => {
                let due = self.clock.now().plus(millis(MAX_BACKOFF_AWAITED.max(after)));
                self.store.post_again(post, due);
                Ok(true)
            }
            Ok(Ok(None) | Err(_)) | Err(_) => Ok(false),
        }
    }

    /// Records where a post has arrived. A message of an earlier attempt is recorded without the `message` that was sent then.
    async fn record_delivery(
        &self,
        post: &Post,
        of: &Subject,
        queued: &QueuedMessage,
        message: Option<&ComposedMessage>,
        delivered: Delivered,
    ) -> Result<(), StoreError> {
        let Delivered { channel, message: id, pictured } = delivered;
        let card = matches!(queued, QueuedMessage::Card { .. });
        let thread = matches!(queued, QueuedMessage::Thread(_)).then_some(channel).filter(|at| *at != of.place().1);
        let late = match queued {
            QueuedMessage::Public(words) if !pictured => words.boards.map(|boards| {
                let late = LatePicture { message: id, boards };
                compose::new_post(Lane::Picture, &QueuedMessage::Picture(Box::new(late)))
            }),
            _ => None,
        };
        let shown = match message {
            Some(message) => self.shown_by(post, message, pictured),
            None if queued.facts().can_change => ContentDigest::Unknown,
            None => ContentDigest::Fixed,
        };
        let arrived = Arrived { channel, message: id, shown, card, thread, late };
        self.store.post_sent(post, arrived, self.clock.now()).await?;
        // A tournament's next cards wait until the results before them are posted, and a turn's time waits for its prompt.
        if card || thread.is_some() || of.row().is_none_or(|of| of.is_of_tournament() && !of.status.is_open()) {
            self.wake_loops.send_replace(());
        }
        Ok(())
    }

    /// Returns the content that a delivered message shows.
    fn shown_by(&self, post: &Post, message: &ComposedMessage, pictured: bool) -> ContentDigest {
        // An earlier attempt may have arrived with other content.
        let is_repeated = (post.attempts > 0 && post.held.is_none()) || post.created < self.process_started;
        let is_known = match message {
            ComposedMessage::Card(_) | ComposedMessage::Object(_) => !is_repeated,
            ComposedMessage::TopicMessage(_) => !is_repeated && pictured,
            ComposedMessage::Prompt(_) => pictured,
            _ => true,
        };
        let shown = message.digest();
        if is_known || shown.is_fixed() { shown } else { ContentDigest::Unknown }
    }
}
