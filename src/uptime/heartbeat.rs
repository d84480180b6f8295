//! Heartbeat: a healthy service stores the time regularly, so the next start knows the beginning of an absence.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ids::{GuildId, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::service::Service;
use crate::live::timers::UNREAD_MS;
use crate::uptime::health::{HEARTBEAT, OFFSET, WriteResult};

/// The interval at which old records of ignored direct messages are deleted, in ms.
const TIDY_MS: u64 = 60 * 60 * 1000;
/// The time for which ignored direct messages are remembered, in ms.
const KEPT_MS: u64 = 24 * 60 * 60 * 1000;

impl Service {
    /// Stores a heartbeat at intervals while the service is healthy.
    pub async fn run_heartbeat(self: Arc<Self>) {
        let mut away = self.away.subscribe();
        let mut tidied = None;
        let mut unread = None;
        let mut cut_off = None;
        let mut stored = self.clock.now();
        loop {
            let now = self.clock.now();
            self.tidy_ignored_dms(&mut tidied, now).await;
            let gone = *away.borrow_and_update();
            let mut unheard = self.store_unread(&mut unread, now).await;
            unheard.extend(self.store_cut_off(&mut cut_off).await);
            let kept = self.store_heartbeat(gone.into_iter().chain(unheard).min().unwrap_or(now)).await;
            self.signals.record_beat(self.clock.moment(), kept);
            self.credit_unstored(kept, &mut stored, now).await;
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

    /// Deletes old records of ignored direct messages, once an interval.
    async fn tidy_ignored_dms(&self, tidied: &mut Option<UnixMs>, now: UnixMs) {
        if tidied.is_none_or(|last| now.since(last) > TIDY_MS) {
            *tidied = Some(now);
            let before = UnixMs(now.0.saturating_sub_unsigned(KEPT_MS));
            if let Err(error) = self.store.forget_ignored_dms(before).await {
                tracing::error!(%error, "records of ignored direct messages cannot be deleted");
            }
        }
    }

    /// Stores the authors of messages that have been unread for long, if they have changed. Returns the times since which other
    /// messages may be unread.
    ///
    /// The credit is entered once the earlier messages have been read, so it must outlive a restart before that.
    /// If reading takes long, the other players' time continues, and the store keeps the authors of unread messages.
    async fn store_unread(&self, stored: &mut Option<HashMap<UserId, UnixMs>>, now: UnixMs) -> Vec<UnixMs> {
        let users = self.pending_events.authors_to_read();
        let (long, short): (Vec<_>, Vec<_>) =
            users.iter().flatten().partition(|(_, since)| now.since(**since) >= UNREAD_MS);
        let mut unheard: Vec<UnixMs> = short.into_iter().map(|(_, since)| *since).collect();
        unheard.extend(self.pending_events.authors_unknown_since());
        let long: HashMap<_, _> = long.into_iter().map(|(user, since)| (*user, *since)).collect();
        if users.is_some() && stored.as_ref() != Some(&long) {
            if let Err(error) = self.store.keep_unread(&long).await {
                tracing::error!(%error, "the authors of unread messages cannot be stored");
                unheard.extend(long.into_values());
            } else {
                *stored = Some(long);
            }
        }
        unheard
    }

    /// Stores the disconnected servers, if they have changed; other servers' time continues. Returns the times since which servers are
    /// disconnected that could not be stored.
    async fn store_cut_off(&self, stored: &mut Option<HashMap<GuildId, UnixMs>>) -> Vec<UnixMs> {
        match self.cut_off().await {
            Ok(servers) if stored.as_ref() == Some(&servers) => {}
            Ok(servers) => match self.store.keep_cut_off(&servers).await {
                Ok(()) => *stored = Some(servers),
                Err(error) => {
                    tracing::error!(%error, "the disconnected servers cannot be stored");
                    return servers.into_values().collect();
                }
            },
            Err(error) => tracing::error!(%error, "the disconnected servers cannot be read"),
        }
        Vec::new()
    }

    /// Stores the last healthy moment and the clock's offset.
    async fn store_heartbeat(&self, healthy: UnixMs) -> WriteResult {
        let kept = self.store.set_service_values(&[(HEARTBEAT, healthy.0), (OFFSET, self.clock.offset())]).await;
        if let Err(error) = &kept {
            tracing::error!(%error, "the heartbeat cannot be stored");
        }
        match (kept, self.store.check_files()) {
            (Ok(()), _) => WriteResult::Stored,
            (Err(_), Ok(())) => WriteResult::Failed,
            (Err(_), Err(_)) => WriteResult::FileGone,
        }
    }

    /// Credits the time in which nothing could be stored, once it can be; `stored` is the time of the last successful write.
    async fn credit_unstored(self: &Arc<Self>, kept: WriteResult, stored: &mut UnixMs, now: UnixMs) {
        match (kept, self.unstored()) {
            (WriteResult::Stored, None) => *stored = now,
            (WriteResult::Stored, Some(since)) => {
                *stored = now;
                Dealer(Arc::clone(self)).credit_matches(|_| Some(since)).await;
                *self.unstored.lock() = None;
                self.pending_events.notify();
            }
            // An order may have been refused at any time since the last successful write.
            (WriteResult::Failed | WriteResult::FileGone, _) => self.cannot_store(*stored),
        }
    }
}
