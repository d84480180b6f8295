//! Sending: a task for each queue that has something in it.
//!
//! Items of a queue go out in order, one at a time; queues do not wait for each other. What may have arrived before is sent again
//! under the same nonce. A prompt that is over by the time it goes out is sent as words only. A picture that is late has a queue of its
//! own, so that the next message does not wait for it.
//!
//! What a match owes its channel is never dropped: refused, it waits at the head of its queue, the match is paused and its host told.
//! It is tried again when the host resumes the match, when Discord says that the bot's rights may have changed, at the next start, and
//! now and then: refusals are counted against the bot's address.

use std::mem::discriminant;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use crate::game::Seat;
use crate::ids::{ChannelId, MatchId};
use crate::store::{Arrived, ItemRow, Lane, MatchRow, Owed, StoreError};

use super::actor::millis;
use super::keeping::{in_date, is_looked_for, is_overtaken, kept_of, prompt_of};
use super::notice::{Late, Notice};
use super::refused::FaultId;
use super::request::{Request, Stamped};
use super::say;
use super::service::{Service, Work};
use super::transport::{Address, Delivered, OutboxItem, Undelivered};

/// The longest wait between two attempts.
const PATIENCE: Duration = Duration::from_secs(15);
/// After how long something else may have been asked.
const WAITED_MS: u64 = 1_000;
/// How long Discord surely knows a nonce.
const NONCE_KNOWN_MS: u64 = 120_000;

impl Service {
    /// Sees to it that a queue is being gone through.
    pub(super) fn kick(self: &Arc<Self>, id: MatchId, lane: Lane) {
        self.begin(id, Work::Queue(lane));
    }

    /// Sees to it that what a match's messages show is held against what is so.
    pub(super) fn look_over(self: &Arc<Self>, id: MatchId) {
        self.begin(id, Work::LookOver);
    }

    /// Sees to it that spectators and commentators are shown what is new.
    pub(super) fn look_on(self: &Arc<Self>, id: MatchId) {
        self.begin(id, Work::Show);
    }

    /// Sees to it that the series that a match is of goes on.
    pub(super) fn follow_up(self: &Arc<Self>, id: MatchId) {
        self.begin(id, Work::Series);
    }

    fn begin(self: &Arc<Self>, id: MatchId, work: Work) {
        let mut lanes = self.lanes();
        if let Some(more) = lanes.get_mut(&(id, work)) {
            *more = true;
            return;
        }
        if self.closing.is_cancelled() {
            return;
        }
        lanes.insert((id, work), false);
        drop(lanes);
        let service = Arc::clone(self);
        self.tasks.spawn(async move {
            loop {
                let round = async {
                    match work {
                        Work::Queue(lane) => service.go_through(id, lane).await,
                        Work::LookOver => service.tidy(id).await,
                        Work::Show => service.show(id).await,
                        Work::Series => service.see_to_series(id).await,
                    }
                };
                let failed = match AssertUnwindSafe(round).catch_unwind().await {
                    Ok(Ok(())) => false,
                    Ok(Err(error)) => {
                        tracing::error!(match_id = %id, ?work, %error, "a queue cannot be read or written");
                        true
                    }
                    Err(_) => {
                        tracing::error!(fault = %FaultId::fresh(), match_id = %id, ?work, "sending met a panic");
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
                let mut lanes = service.lanes();
                match lanes.get_mut(&(id, work)) {
                    Some(more) if *more => *more = false,
                    _ => {
                        lanes.remove(&(id, work));
                        return;
                    }
                }
            }
        });
    }

    async fn go_through(self: &Arc<Self>, id: MatchId, lane: Lane) -> Result<(), StoreError> {
        let mut released = self.released.subscribe();
        loop {
            released.mark_unchanged();
            let Some((due, channel)) = self.store.next_due(id, lane).await? else { return Ok(()) };
            let turn = async {
                self.clock.until(due).await;
                self.transport.turn(address(lane, channel)).await;
            };
            tokio::select! {
                biased;
                () = self.closing.cancelled() => return Ok(()),
                () = turn => {}
                _ = released.changed() => continue,
            }
            // What it says is read only when it is sent: many may be waiting.
            let Some((row, of)) = self.store.next_item(id, lane).await? else { continue };
            self.send(row, of).await?;
        }
    }

    /// Lets what was refused be tried again.
    pub(super) async fn release(self: &Arc<Self>, whose: Owed) -> Result<(), StoreError> {
        let lanes = self.store.owed_again(whose, self.clock.now()).await?;
        if !lanes.is_empty() {
            self.released.send_replace(());
        }
        for (id, lane) in lanes {
            self.kick(id, lane);
        }
        Ok(())
    }

    async fn send(self: &Arc<Self>, row: ItemRow, of: MatchRow) -> Result<(), StoreError> {
        let queued: Notice = match serde_json::from_str(&row.payload) {
            Ok(notice) => notice,
            Err(error) => {
                tracing::error!(fault = %FaultId::fresh(), item = row.id, "an item cannot be read");
                return self.store.item_dropped(row.id, &error.to_string()).await;
            }
        };
        let notice = in_date(queued.clone(), &of);
        let age = self.clock.now().since(row.created);
        let item = |notice| OutboxItem {
            id: row.id,
            match_id: row.match_id,
            nonce: row.nonce.clone(),
            to: address(row.lane, of.channel),
            retry_after_restart: row.created < self.began || (row.attempts > 0 && age > NONCE_KNOWN_MS),
            acted: match row.lane {
                Lane::Channel | Lane::Picture => false,
                Lane::Dm(user) => {
                    user == of.host || Seat::ALL.into_iter().any(|seat| of.users[seat] == user && of.pressed[seat] > 0)
                }
            },
            created: row.created,
            // A next attempt is due only after the last one; what an earlier life tried, it tried before this one began.
            tried: if row.attempts > 0 { row.due.max(self.began) } else { self.began },
            card: of.card,
            notice,
        };
        let changed = notice.as_ref().map(discriminant) != Some(discriminant(&queued));
        let is_over = changed && row.attempts > 0 && is_looked_for(&queued);
        if is_over && self.is_there(&row, &of, &item(queued)).await? {
            return Ok(());
        }
        let Some(notice) = notice else {
            return self.given_up(&row, &of, "its prompt is over").await;
        };
        let notice = self.bound(&of, self.overtaken(notice, &of, age).await?).await?;
        let item = item(notice);
        let _being_sent = self.sending.begin(row.match_id, row.lane, &item.notice);
        let attempt = tokio::time::timeout(self.options.send_timeout, self.transport.deliver(&item));
        let result = match AssertUnwindSafe(attempt).catch_unwind().await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) | Err(_) => Err(Undelivered::Again { after: Duration::ZERO }),
        };
        match result {
            Ok(delivered) => {
                metrics::histogram!("deathmatch_outbox_wait_seconds", "kind" => item.notice.kind())
                    .record(Duration::from_millis(self.clock.now().since(row.created)));
                let (pictured, message) = (delivered.pictured, delivered.message);
                // Before it is noted: no deadline fires in between.
                self.came_late(&row, &of, &item.notice, message).await;
                // What has arrived is noted however long that takes: it must not be sent again meanwhile.
                while let Err(error) = self.sent(&row, &of, &item.notice, delivered).await {
                    tracing::error!(item = row.id, %error, "it cannot be noted that a message was sent");
                    if self.closing.is_cancelled() {
                        return Err(error);
                    }
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                if !pictured {
                    self.kick(row.match_id, Lane::Picture);
                }
                if of.series().is_some() {
                    self.follow_up(row.match_id);
                }
                // It may have been overtaken while it was on its way.
                self.look_over(row.match_id);
                if row.held.is_some() {
                    self.post(row.match_id, Stamped { stamp: None, request: Request::ChannelBack }).await;
                }
                Ok(())
            }
            Err(Undelivered::Again { after }) => {
                let patience = Duration::from_secs(1 << row.attempts.min(6)).min(PATIENCE).max(after);
                let due = self.clock.now().plus(millis(patience));
                self.store.item_again(row.id, due, "Discord was busy or out of reach").await
            }
            Err(Undelivered::Gone { why } | Undelivered::NoChannel { why } | Undelivered::Broken { why })
                if matches!(item.notice, Notice::Thread(_)) =>
            {
                self.threadless(&row, &of, &why).await
            }
            Err(Undelivered::NoChannel { .. }) if of.parent.is_some() && !matches!(row.lane, Lane::Dm(_)) => {
                self.out_of_thread(&of).await
            }
            Err(closed @ (Undelivered::DmClosed | Undelivered::Unmet)) => self.unwanted(&row, &of, &closed).await,
            Err(Undelivered::Deleted) => self.given_up(&row, &of, "the message was deleted").await,
            Err(Undelivered::Gone { why } | Undelivered::NoChannel { why }) => match row.lane {
                Lane::Dm(_) => self.unwanted(&row, &of, &Undelivered::DmClosed).await,
                Lane::Channel | Lane::Picture => {
                    tracing::warn!(match_id = %row.match_id, %why, "a channel cannot be written to");
                    self.refused(&row, &of, &item.notice, why).await
                }
            },
            Err(Undelivered::Broken { why }) => {
                tracing::error!(fault = %FaultId::fresh(), item = row.id, kind = item.notice.kind(), %why, "Discord refuses a message");
                match (row.lane, &item.notice) {
                    (Lane::Dm(user), _) => self.unsayable(&row, &of, user, &why).await,
                    (_, Notice::Picture(_)) => self.store.item_dropped(row.id, &why).await,
                    _ => self.refused(&row, &of, &item.notice, why).await,
                }
            }
        }
    }

    /// A notice with what is looked up as it is sent: the message that it answers, and its boards. A match that this program cannot step through
    /// has no boards.
    async fn bound(self: &Arc<Self>, of: &MatchRow, mut notice: Notice) -> Result<Notice, StoreError> {
        if let Notice::Public(public) = &mut notice
            && let Some(step) = public.reverts
        {
            public.answers = self.store.result_of(of.id, of.channel, step).await?;
        }
        let (boards, drawn) = match &mut notice {
            Notice::Public(public) => (public.boards, &mut public.drawn),
            Notice::Picture(late) => (Some(late.boards), &mut late.drawn),
            _ => return Ok(notice),
        };
        let Some(boards) = boards else { return Ok(notice) };
        let (reply, answer) = tokio::sync::oneshot::channel();
        if self.post(of.id, Stamped { stamp: None, request: Request::Draw { boards, reply } }).await
            && let Ok(Ok(boards)) = answer.await
        {
            *drawn = boards;
        }
        Ok(notice)
    }

    /// A notice without what it asks, where it has waited so long that something asks anew.
    async fn overtaken(&self, mut notice: Notice, of: &MatchRow, age: u64) -> Result<Notice, StoreError> {
        if age < WAITED_MS || !matches!(notice, Notice::Public(_)) {
            return Ok(notice);
        }
        let waiting = self.store.waiting(of.id).await?;
        if is_overtaken(&notice, of, waiting.get(1..).unwrap_or_default())
            && let Notice::Public(public) = &mut notice
        {
            public.ask_no_more();
        }
        Ok(notice)
    }

    /// Looks for what is over and was tried before, which may be there although no answer said so: then it is noted, and so closed as what it
    /// is. Whether nothing is left to be done for now.
    async fn is_there(self: &Arc<Self>, row: &ItemRow, of: &MatchRow, item: &OutboxItem) -> Result<bool, StoreError> {
        match tokio::time::timeout(self.options.send_timeout, self.transport.find(item)).await {
            Ok(Ok(Some(delivered))) => {
                self.sent(row, of, &item.notice, delivered).await?;
                self.look_over(row.match_id);
                Ok(true)
            }
            Ok(Err(Undelivered::Again { after })) => {
                let due = self.clock.now().plus(millis(PATIENCE.max(after)));
                self.store.item_again(row.id, due, "it cannot be looked for").await?;
                Ok(true)
            }
            Ok(Ok(None) | Err(_)) | Err(_) => Ok(false),
        }
    }

    async fn sent(
        &self,
        row: &ItemRow,
        of: &MatchRow,
        notice: &Notice,
        delivered: Delivered,
    ) -> Result<(), StoreError> {
        let (prompt, kept) = (prompt_of(notice), kept_of(notice));
        let card = matches!(notice, Notice::Card(_));
        let thread = matches!(notice, Notice::Thread(_)).then_some(delivered.channel).filter(|at| *at != of.channel);
        let late = match notice {
            Notice::Public(public) if !delivered.pictured => public.boards.map(|boards| {
                let late = Late { message: delivered.message, boards, drawn: Vec::new() };
                say::item(Lane::Picture, &Notice::Picture(Box::new(late)))
            }),
            _ => None,
        };
        let Delivered { channel, message, .. } = delivered;
        let arrived = Arrived { channel, message, prompt, kept, card, thread, late };
        self.store.item_sent(row, arrived, self.clock.now()).await?;
        // The cards of a tournament's next round wait until the results that they follow from are said.
        if card || thread.is_some() || (of.is_of_tournament() && !of.status.live()) {
            self.surroundings.send_replace(());
        }
        Ok(())
    }
}

const fn address(lane: Lane, channel: ChannelId) -> Address {
    match lane {
        Lane::Channel => Address::Channel(channel),
        Lane::Dm(user) => Address::Dm(user),
        Lane::Picture => Address::Pictures(channel),
    }
}
