//! Sending: a task for each queue that has something in it.
//!
//! Parcels of a queue go out in order, one at a time; queues do not wait for each other. What may have arrived before is sent again
//! under the same nonce. A prompt that is over by the time it goes out is sent as words only. A picture that is late has a queue of its
//! own, so that the next message does not wait for it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use crate::game::Seat;
use crate::store::{Arrived, ChannelId, Lane, MatchId, MatchRow, ParcelRow, PromptMark, StoreError};

use super::letter::{Letter, Request};
use super::mailbox::millis;
use super::notice::{Address, Delivered, Late, Notice, Parcel, Undelivered};
use super::refused::FaultId;
use super::say;
use super::service::Service;

/// The longest wait between two attempts.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long Discord surely knows a nonce.
const NONCE_KNOWN_MS: u64 = 120_000;

impl Service {
    /// Sees to it that a queue is being gone through.
    pub(super) fn kick(self: &Arc<Self>, id: MatchId, lane: Lane) {
        let mut lanes = self.lanes();
        if let Some(more) = lanes.get_mut(&(id, lane)) {
            *more = true;
            return;
        }
        if self.closing.is_cancelled() {
            return;
        }
        lanes.insert((id, lane), false);
        drop(lanes);
        let service = Arc::clone(self);
        self.tasks.spawn(async move {
            loop {
                let round = AssertUnwindSafe(service.go_through(id, lane)).catch_unwind().await;
                let failed = match round {
                    Ok(Ok(())) => false,
                    Ok(Err(error)) => {
                        tracing::error!(match_id = %id, %lane, %error, "a queue cannot be read or written");
                        true
                    }
                    Err(_) => {
                        tracing::error!(fault = %FaultId::fresh(), match_id = %id, %lane, "sending met a panic");
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
                match lanes.get_mut(&(id, lane)) {
                    Some(more) if *more => *more = false,
                    _ => {
                        lanes.remove(&(id, lane));
                        return;
                    }
                }
            }
        });
    }

    async fn go_through(self: &Arc<Self>, id: MatchId, lane: Lane) -> Result<(), StoreError> {
        while let Some((due, channel)) = self.store.next_due(id, lane).await? {
            let turn = async {
                self.clock.until(due).await;
                self.courier.turn(address(lane, channel)).await;
            };
            tokio::select! {
                biased;
                () = self.closing.cancelled() => return Ok(()),
                () = turn => {}
            }
            // What it says is read only when it is sent: many may be waiting.
            let Some(row) = self.store.next_parcel(id, lane).await? else { continue };
            self.send(row).await?;
        }
        Ok(())
    }

    async fn send(self: &Arc<Self>, row: ParcelRow) -> Result<(), StoreError> {
        let Some(of) = self.store.find_match(row.match_id).await? else {
            return self.store.parcel_dropped(row.id, "its match is gone").await;
        };
        let notice = match serde_json::from_str(&row.payload) {
            Ok(notice) => notice,
            Err(error) => {
                tracing::error!(fault = %FaultId::fresh(), parcel = row.id, "a parcel cannot be read");
                return self.store.parcel_dropped(row.id, &error.to_string()).await;
            }
        };
        let Some(notice) = in_date(notice, &of) else {
            return self.store.parcel_dropped(row.id, "its prompt is over").await;
        };
        let age = self.clock.now().since(row.created);
        let parcel = Parcel {
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
            card: of.card.map(|(_, message)| message),
            notice,
        };
        let attempt = tokio::time::timeout(self.options.send_timeout, self.courier.deliver(&parcel));
        let result = match AssertUnwindSafe(attempt).catch_unwind().await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) | Err(_) => Err(Undelivered::Again { after: Duration::ZERO }),
        };
        match result {
            Ok(delivered) => {
                metrics::histogram!("deathmatch_outbox_wait_seconds", "kind" => parcel.notice.kind())
                    .record(Duration::from_millis(self.clock.now().since(row.created)));
                let pictured = delivered.pictured;
                // What has arrived is noted however long that takes: it must not be sent again meanwhile.
                while let Err(error) = self.sent(&row, &parcel.notice, delivered).await {
                    tracing::error!(parcel = row.id, %error, "it cannot be noted that a message was sent");
                    if self.closing.is_cancelled() {
                        return Err(error);
                    }
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                if !pictured {
                    self.kick(row.match_id, Lane::Picture);
                }
                Ok(())
            }
            Err(Undelivered::Again { after }) => {
                let patience = Duration::from_secs(1 << row.attempts.min(6)).min(PATIENCE).max(after);
                let due = self.clock.now().plus(millis(patience));
                self.store.parcel_again(row.id, due, "Discord was busy or out of reach").await
            }
            Err(Undelivered::DmClosed) => self.unwanted(&row, &of).await,
            Err(Undelivered::Gone { why }) => match row.lane {
                Lane::Dm(_) => self.unwanted(&row, &of).await,
                Lane::Channel | Lane::Picture => {
                    self.store.parcel_dropped(row.id, &why).await?;
                    tracing::warn!(match_id = %row.match_id, %why, "a channel cannot be written to");
                    // A message that is gone cannot be changed; that says nothing about its channel.
                    if !matches!(parcel.notice, Notice::EditCard(_) | Notice::Picture(_)) {
                        self.post(row.match_id, Letter { stamp: None, request: Request::ChannelGone { why } }).await;
                    }
                    Ok(())
                }
            },
            Err(Undelivered::Broken { why }) => {
                tracing::error!(fault = %FaultId::fresh(), parcel = row.id, kind = parcel.notice.kind(), %why, "Discord refuses a message");
                self.store.parcel_dropped(row.id, &why).await
            }
        }
    }

    async fn sent(&self, row: &ParcelRow, notice: &Notice, delivered: Delivered) -> Result<(), StoreError> {
        let prompt = match notice {
            Notice::Public(public) => {
                let turn = public.turn.as_ref().map(|turn| turn.seat);
                public.mark.map(|mark| (PromptMark::from(mark), turn))
            }
            Notice::Prompt(prompt) => Some((PromptMark::from(prompt.panel.mark), Some(prompt.panel.seat))),
            Notice::Card(_) | Notice::EditCard(_) | Notice::Private(_) | Notice::Picture(_) => None,
        };
        let card = matches!(notice, Notice::Card(_));
        let late = match notice {
            Notice::Public(public) if !delivered.pictured => public.picture.clone().map(|picture| {
                let late =
                    Late { message: delivered.message, picture, alt: public.alt.clone(), ended: public.ended.clone() };
                say::parcel(Lane::Picture, &Notice::Picture(Box::new(late)))
            }),
            _ => None,
        };
        let arrived = Arrived { channel: delivered.channel, message: delivered.message, prompt, card, late };
        self.store.parcel_sent(row, arrived, self.clock.now()).await
    }

    /// Takes note that a person cannot be written to; the channel is told so once for each seat of a match.
    async fn unwanted(self: &Arc<Self>, row: &ParcelRow, of: &MatchRow) -> Result<(), StoreError> {
        let Lane::Dm(user) = row.lane else { return Ok(()) };
        let seat = Seat::ALL.into_iter().find(|&seat| of.users[seat] == user && !of.bots[seat]);
        let instead = seat.map(|seat| {
            let notice = say::line(of, say::cannot_write(&of.names[seat]), vec![user]);
            (seat, say::parcel(Lane::Channel, &notice))
        });
        if self.store.parcel_unwanted(row, user, instead, self.clock.now()).await? {
            self.kick(row.match_id, Lane::Channel);
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

/// A notice as it can still be sent: a prompt that is over loses its question, and one without other words is not sent at all.
fn in_date(notice: Notice, of: &MatchRow) -> Option<Notice> {
    match notice {
        Notice::Prompt(prompt) if of.mark != Some((prompt.panel.mark.step, prompt.panel.mark.begun)) => {
            let told = prompt.panel.told;
            (!told.is_empty()).then(|| say::private_to(of, prompt.user, told))
        }
        other => Some(other),
    }
}
