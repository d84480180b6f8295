//! Absences: since when the service has not been well, and what running clocks get back for it.
//!
//! While it is well its heartbeat is kept in the store again and again, so that the next start knows since when it was gone.

use std::sync::Arc;

use futures::stream::{self, StreamExt};

use crate::store::{MatchRow, Status, UnixMs};

use super::desk::Dealer;
use super::letter::Request;
use super::service::Service;
use super::vitals::Kept;

/// Where the store keeps the last moment the service was well.
pub const HEARTBEAT: &str = "heartbeat_ms";
/// Where the store keeps how far Discord's clock was ahead, in ms.
pub const OFFSET: &str = "offset_ms";
/// With more running matches than this, credit is told with each match's next message.
const MANY: usize = 20;
/// How many matches are taken up or given credit at a time, so that people's requests come between.
const AT_A_TIME: usize = 8;
/// How often the outbox is tidied, in ms.
const TIDY_MS: u64 = 60 * 60 * 1000;
/// How long it is remembered that a message was sent, in ms.
const KEPT_MS: u64 = 24 * 60 * 60 * 1000;

impl Dealer {
    /// Takes note that the service is cut off from Discord since a moment: no deadline fires from here on.
    pub fn away(&self, since: UnixMs) {
        self.0.leave(since);
    }

    /// Since when the service has been cut off from Discord, if it is.
    #[must_use]
    pub fn away_since(&self) -> Option<UnixMs> {
        *self.0.away.borrow()
    }

    /// Takes note that the service is well again; running clocks get back what was lost.
    pub async fn back(&self) {
        let Some(since) = *self.0.away.borrow() else { return };
        let until = self.0.clock.now();
        let mut running: Vec<MatchRow> = match self.0.store.live_matches().await {
            Ok(rows) => rows.into_iter().filter(|row| row.status == Status::Running).collect(),
            Err(error) => {
                tracing::error!(%error, "credit cannot be given: the matches cannot be read");
                Vec::new()
            }
        };
        let carry = running.len() > MANY;
        running.sort_by_key(|row| row.deadline);
        let credits = running.into_iter().map(|row| {
            let dealer = self.clone();
            async move {
                let credit = dealer.ask(row.id, None, |reply| Request::Credit { since, until, carry, reply });
                if let Err(error) = credit.await {
                    tracing::error!(match_id = %row.id, %error, "credit was not given");
                }
            }
        });
        stream::iter(credits).buffer_unordered(AT_A_TIME).collect::<()>().await;
        self.0.away.send_replace(None);
    }

    /// Opens the mailboxes of live matches, the one whose time is up soonest first.
    ///
    /// Whatever a person asks for meanwhile is not kept waiting: a match that a letter comes for is taken up for that.
    pub(super) async fn take_up(self, mut live: Vec<MatchRow>) {
        live.sort_by_key(|row| row.deadline);
        let matches = live.len();
        let wakes = live.into_iter().map(|row| {
            let dealer = self.clone();
            async move {
                let woken = dealer.ask(row.id, None, |reply| Request::Wake { reply }).await;
                if let (Err(error), false) = (woken, dealer.0.closing.is_cancelled()) {
                    tracing::error!(match_id = %row.id, %error, "a match could not be taken up");
                }
            }
        });
        stream::iter(wakes).buffer_unordered(AT_A_TIME).collect::<()>().await;
        tracing::info!(matches, "all live matches are taken up");
    }
}

impl Service {
    /// Begins an absence, or moves its beginning back.
    pub fn leave(&self, since: UnixMs) {
        self.away.send_if_modified(|away| {
            let earlier = away.is_none_or(|before| since < before);
            if earlier {
                *away = Some(since);
            }
            earlier
        });
    }

    /// Notes again and again that the service is well, while it is.
    pub async fn beat(self: Arc<Self>) {
        let mut away = self.away.subscribe();
        let mut tidied = None;
        loop {
            let now = self.clock.now();
            if tidied.is_none_or(|last| now.since(last) > TIDY_MS) {
                tidied = Some(now);
                let before = UnixMs(now.0.saturating_sub_unsigned(KEPT_MS));
                if let Err(error) = self.store.forget_parcels(before).await {
                    tracing::error!(%error, "sent messages cannot be forgotten");
                }
            }
            let healthy = away.borrow_and_update().map_or_else(|| self.clock.now(), |since| since);
            let offset = self.clock.offset();
            let kept = self.store.keep(&[(HEARTBEAT, healthy.0), (OFFSET, offset)]).await;
            if let Err(error) = &kept {
                tracing::error!(%error, "the heartbeat cannot be kept");
            }
            let kept = match (kept, self.store.is_there()) {
                (Ok(()), _) => Kept::Yes,
                (Err(_), Ok(())) => Kept::No,
                (Err(_), Err(_)) => Kept::Gone,
            };
            self.signs.beaten(self.clock.moment(), kept);
            if self.closing.is_cancelled() {
                return;
            }
            tokio::select! {
                () = self.clock.sleep(self.options.heartbeat) => {}
                () = self.closing.cancelled() => {}
                _ = away.changed() => {}
            }
        }
    }
}
