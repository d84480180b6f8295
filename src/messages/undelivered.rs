//! Effects of messages that were not sent.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use crate::game::Seat;
use crate::ids::{MatchId, UserId};
use crate::live::command::Admission::Now;
use crate::live::error::FaultId;
use crate::live::service::Service;
use crate::live::store::rows::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::retry::{MAX_BACKOFF_AWAITED, backoff, refusal_backoff};
use crate::messages::spec::MessageSpec;
use crate::messages::store::post::{Lane, NewPost, Post};
use crate::messages::transport::{DELETED, SendError};
use crate::platform::sqlite::error::StoreError;
use crate::uptime::clock::millis;

/// Returns a reference to the last messages of a finished match, whose place was deleted before they were posted.
pub fn lost_place_notice(id: MatchId, gone: &str) -> String {
    format!("The {gone} of match {id} was deleted; what was still to be said of it stands above.")
}

impl Service {
    /// Handles a post that was not sent.
    pub(crate) async fn handle_unsent(
        self: &Arc<Self>,
        row: &Post,
        of: &MatchRow,
        spec: &MessageSpec,
        why: SendError,
    ) -> Result<(), StoreError> {
        match why {
            SendError::Retry { after } => {
                let due = self.clock.now().plus(millis(backoff(row.attempts, MAX_BACKOFF_AWAITED, after)));
                self.store.post_again(row, due);
                Ok(())
            }
            SendError::Forbidden { why } | SendError::UnknownChannel { why } | SendError::Rejected { why }
                if matches!(spec, MessageSpec::Thread(_)) =>
            {
                self.thread_refused(row, of, &why).await
            }
            SendError::UnknownChannel { .. } if of.parent.is_some() && !matches!(row.lane, Lane::Dm(_)) => {
                self.thread_deleted(row, of).await
            }
            SendError::DmClosed | SendError::NotAcquainted => self.unwanted(row, of, &why).await,
            SendError::UnknownMessage => {
                self.drop_post(row, Some(of), "the message was deleted");
                Ok(())
            }
            SendError::Forbidden { why } | SendError::UnknownChannel { why } => match row.lane {
                Lane::Dm(_) => self.unwanted(row, of, &SendError::DmClosed).await,
                Lane::Channel | Lane::Picture | Lane::External(_) => {
                    tracing::warn!(match_id = %of.id, %why, "a channel cannot be written to");
                    self.refused(row, of, spec, why).await
                }
            },
            SendError::Rejected { why } => {
                tracing::error!(fault = %FaultId::fresh(), post = row.id, kind = spec.kind(), %why, "Discord refuses a message");
                match (row.lane, spec) {
                    (Lane::Dm(user), _) => self.dm_refused(row, of, user, &why).await,
                    (_, MessageSpec::Picture(_)) => {
                        self.store.post_dropped(row, &why);
                        Ok(())
                    }
                    _ => self.refused(row, of, spec, why).await,
                }
            }
        }
    }

    /// Handles a refused thread: the match is played in the channel, with a public notice of the reason.
    pub(crate) async fn thread_refused(
        self: &Arc<Self>,
        row: &Post,
        of: &MatchRow,
        why: &str,
    ) -> Result<(), StoreError> {
        tracing::warn!(match_id = %of.id, %why, "a match gets no thread");
        let words = format!("I could not give match {} a thread ({why}); it is played here.", of.id);
        let instead = compose::item(Lane::Channel, &compose::line(of, words, Vec::new()));
        self.replaced(row, Some(instead), why).await
    }

    /// Handles a deleted thread. A running match moves to the channel and asks again there; another match posts its last messages there.
    pub(crate) async fn thread_deleted(self: &Arc<Self>, row: &Post, of: &MatchRow) -> Result<(), StoreError> {
        if of.status == Status::Running {
            self.store.post_held(
                row,
                self.clock.now().plus(millis(backoff(row.attempts, MAX_BACKOFF_AWAITED, Duration::ZERO))),
                DELETED,
            );
            self.enqueue(of.id, "channel", Now, |actor| actor.thread_deleted().boxed()).await;
            return Ok(());
        }
        tracing::warn!(match_id = %of.id, "a match's thread is gone");
        let told = compose::item(Lane::Channel, &compose::line(of, lost_place_notice(of.id, "thread"), Vec::new()));
        if let Some(parent) = of.parent {
            self.store
                .move_to_channel(of.id, parent, vec![NewPost { kind: compose::RELOCATED, ..told }], self.clock.now())
                .await?;
        }
        self.wake_events.send_replace(());
        Ok(())
    }

    /// Handles a message that a channel refuses: in a match it waits; in a lobby it is dropped, and the lobby ends.
    pub(crate) async fn refused(
        self: &Arc<Self>,
        row: &Post,
        of: &MatchRow,
        spec: &MessageSpec,
        why: String,
    ) -> Result<(), StoreError> {
        let played = matches!(of.status, Status::Running | Status::Over | Status::Halted);
        if matches!(spec, MessageSpec::EditCard(_)) || !played {
            self.drop_post(row, Some(of), &why);
        } else {
            let again = self.clock.now().plus(millis(refusal_backoff(row.attempts)));
            self.store.post_held(row, again, &why);
        }
        if !matches!(spec, MessageSpec::EditCard(_)) {
            self.channel_refused(row.owner, of.channel, &why).await?;
        }
        Ok(())
    }

    /// Drops a post; a series that waited for it continues.
    pub(crate) fn drop_post(self: &Arc<Self>, row: &Post, of: Option<&MatchRow>, why: &str) {
        self.store.post_dropped(row, why);
        if let Some(of) = of.filter(|of| of.series().is_some()) {
            self.follow_up(of.id);
        }
        self.schedule_reconcile(row.owner);
    }

    /// Drops a post and queues another in its place.
    async fn replaced(self: &Arc<Self>, row: &Post, instead: Option<NewPost>, why: &str) -> Result<(), StoreError> {
        if let Some(instead) = instead {
            self.say(row.owner, instead).await?;
        }
        self.store.post_dropped(row, why);
        Ok(())
    }

    /// Handles a direct message that Discord refuses for good: a public notice points the player to the Order button.
    pub(crate) async fn dm_refused(
        self: &Arc<Self>,
        row: &Post,
        of: &MatchRow,
        user: UserId,
        why: &str,
    ) -> Result<(), StoreError> {
        let spec = prompted_seat(of, user)
            .map(|seat| compose::line(of, compose::cannot_reach(&of.names[seat], of.id), vec![user]));
        let instead = spec.map(|spec| compose::item(Lane::Channel, &spec));
        self.replaced(row, instead, why).await
    }

    /// Records that a person accepts no messages; a public notice says so once for each seat of a match.
    pub(crate) async fn unwanted(
        self: &Arc<Self>,
        row: &Post,
        of: &MatchRow,
        why: &SendError,
    ) -> Result<(), StoreError> {
        let Lane::Dm(user) = row.lane else { return Ok(()) };
        let words = if *why == SendError::NotAcquainted { compose::not_met } else { compose::cannot_write };
        let instead = prompted_seat(of, user).map(|seat| {
            let spec = compose::line(of, words(&of.names[seat], of.id), vec![user]);
            (seat, compose::item(Lane::Channel, &spec))
        });
        if self.store.post_unwanted(row, user, instead, self.clock.now()).await? {
            self.wake_queue(row.owner, Lane::Channel);
        }
        Ok(())
    }
}

/// Returns the seat of a person whom the match can still ask.
fn prompted_seat(of: &MatchRow, user: UserId) -> Option<Seat> {
    of.seat_of(user).filter(|_| of.status == Status::Running)
}
