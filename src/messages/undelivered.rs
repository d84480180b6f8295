//! Effects of messages that were not sent.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use crate::game::Seat;
use crate::ids::{MatchId, UserId};
use crate::live::admission::Admission::Now;
use crate::live::error::FaultId;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::queued_message::QueuedMessage;
use crate::messages::retry::{MAX_BACKOFF_AWAITED, backoff, refusal_backoff};
use crate::messages::store::post::{Lane, NewPost, Post, kinds};
use crate::messages::transport::{DELETED, SendError};
use crate::platform::sqlite::error::StoreError;
use crate::uptime::clock::millis;

/// Returns a reference to the last messages of a finished match, whose place was deleted before they were posted.
pub fn lost_place_notice(id: MatchId, gone: &str) -> String {
    format!("The {gone} of match {id} was deleted; what was still to be said of it stands above.")
}

impl Service {
    /// Schedules another attempt to send a post.
    pub(crate) fn retry_later(&self, post: &Post, longest: Duration, asked: Duration) {
        self.store.post_again(post, self.clock.now().plus(millis(backoff(post.attempts, longest, asked))));
    }

    /// Handles a post that was not sent.
    pub(crate) async fn handle_unsent(
        self: &Arc<Self>,
        post: &Post,
        row: &MatchRow,
        queued: &QueuedMessage,
        why: SendError,
    ) -> Result<(), StoreError> {
        match why {
            SendError::Retry { after } => {
                self.retry_later(post, MAX_BACKOFF_AWAITED, after);
                Ok(())
            }
            SendError::Forbidden { why } | SendError::UnknownChannel { why } | SendError::Rejected { why }
                if matches!(queued, QueuedMessage::Thread(_)) =>
            {
                self.thread_refused(post, row, &why).await
            }
            SendError::UnknownChannel { .. } if row.parent.is_some() && !matches!(post.lane, Lane::Dm(_)) => {
                self.thread_deleted(post, row).await
            }
            SendError::DmClosed | SendError::NotAcquainted => self.unwanted(post, row, &why).await,
            SendError::UnknownMessage => {
                self.drop_post(post, Some(row), "the message was deleted");
                Ok(())
            }
            SendError::Forbidden { why } | SendError::UnknownChannel { why } => match post.lane {
                Lane::Dm(_) => self.unwanted(post, row, &SendError::DmClosed).await,
                Lane::Channel | Lane::Picture | Lane::External(_) => {
                    tracing::warn!(match_id = %row.id, %why, "a channel cannot be written to");
                    self.refused(post, row, why).await
                }
            },
            SendError::Rejected { why } => {
                tracing::error!(fault = %FaultId::fresh(), post = post.id, kind = %post.kind, %why, "Discord refuses a message");
                match (post.lane, queued) {
                    (Lane::Dm(user), _) => self.dm_refused(post, row, user, &why).await,
                    (_, QueuedMessage::Picture(_)) => {
                        self.store.post_dropped(post, &why);
                        Ok(())
                    }
                    _ => self.refused(post, row, why).await,
                }
            }
        }
    }

    /// Handles a refused thread: the match is played in the channel, with a public notice of the reason.
    pub(crate) async fn thread_refused(
        self: &Arc<Self>,
        post: &Post,
        row: &MatchRow,
        why: &str,
    ) -> Result<(), StoreError> {
        tracing::warn!(match_id = %row.id, %why, "a match gets no thread");
        let words = format!("I could not give match {} a thread ({why}); it is played here.", row.id);
        let instead = compose::new_post(Lane::Channel, &compose::line(row, words, Vec::new()));
        self.replaced(post, Some(instead), why).await
    }

    /// Handles a deleted thread. A running match moves to the channel and asks again there; another match posts its last messages there.
    pub(crate) async fn thread_deleted(self: &Arc<Self>, post: &Post, row: &MatchRow) -> Result<(), StoreError> {
        if row.status == Status::Running {
            self.store.post_held(
                post,
                self.clock.now().plus(millis(backoff(post.attempts, MAX_BACKOFF_AWAITED, Duration::ZERO))),
                DELETED,
            );
            self.enqueue(row.id, "channel", Now, |actor| actor.thread_deleted().boxed()).await;
            return Ok(());
        }
        tracing::warn!(match_id = %row.id, "a match's thread is gone");
        let told =
            compose::new_post(Lane::Channel, &compose::line(row, lost_place_notice(row.id, "thread"), Vec::new()));
        if let Some(parent) = row.parent {
            self.store
                .move_to_channel(row.id, parent, vec![NewPost { kind: kinds::RELOCATED, ..told }], self.clock.now())
                .await?;
        }
        self.wake_loops.send_replace(());
        Ok(())
    }

    /// Handles a message that a channel refuses: in a match it waits; in a lobby it is dropped, and the lobby ends.
    pub(crate) async fn refused(self: &Arc<Self>, post: &Post, row: &MatchRow, why: String) -> Result<(), StoreError> {
        let played = matches!(row.status, Status::Running | Status::Over | Status::Halted);
        if played {
            let again = self.clock.now().plus(millis(refusal_backoff(post.attempts)));
            self.store.post_held(post, again, &why);
        } else {
            self.drop_post(post, Some(row), &why);
        }
        self.channel_refused(post.owner, row.channel, &why).await
    }

    /// Drops a post; a series that waited for it continues.
    pub(crate) fn drop_post(self: &Arc<Self>, post: &Post, row: Option<&MatchRow>, why: &str) {
        self.store.post_dropped(post, why);
        if let Some(row) = row.filter(|row| row.series().is_some()) {
            self.schedule_series(row.id);
        }
        self.schedule_reconcile(post.owner);
    }

    /// Drops a post and queues another in its place.
    async fn replaced(self: &Arc<Self>, post: &Post, instead: Option<NewPost>, why: &str) -> Result<(), StoreError> {
        if let Some(instead) = instead {
            self.say(post.owner, instead).await?;
        }
        self.store.post_dropped(post, why);
        Ok(())
    }

    /// Handles a direct message that Discord refuses for good: a public notice points the player to the Order button.
    pub(crate) async fn dm_refused(
        self: &Arc<Self>,
        post: &Post,
        row: &MatchRow,
        user: UserId,
        why: &str,
    ) -> Result<(), StoreError> {
        let queued = prompted_seat(row, user)
            .map(|seat| compose::line(row, compose::cannot_reach(&row.names[seat], row.id), vec![user]));
        let instead = queued.map(|queued| compose::new_post(Lane::Channel, &queued));
        self.replaced(post, instead, why).await
    }

    /// Records that a person accepts no messages; a public notice says so once for each seat of a match.
    pub(crate) async fn unwanted(
        self: &Arc<Self>,
        post: &Post,
        row: &MatchRow,
        why: &SendError,
    ) -> Result<(), StoreError> {
        let Lane::Dm(user) = post.lane else { return Ok(()) };
        // The match's question says how to order; a person who has not acted yet gets no other message.
        let closed = *why != SendError::NotAcquainted;
        let instead = prompted_seat(row, user).map(|seat| {
            let queued = || compose::line(row, compose::cannot_write(&row.names[seat], row.id), vec![user]);
            (seat, closed.then(|| compose::new_post(Lane::Channel, &queued())))
        });
        if self.store.post_unwanted(post, user, instead, self.clock.now()).await? {
            self.wake_lane(post.owner, Lane::Channel);
        }
        Ok(())
    }
}

/// Returns the seat of a person whom the match can still ask.
fn prompted_seat(row: &MatchRow, user: UserId) -> Option<Seat> {
    row.seat_of(user).filter(|_| row.status == Status::Running)
}
