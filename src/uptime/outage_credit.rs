//! Absences: when the service was not healthy, and the credit for running clocks.
//!
//! A healthy service stores a heartbeat regularly, so the next start knows the beginning of the absence.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::ready;
use futures::stream::{self, StreamExt};

use crate::ids::{GuildId, UnixMs, UserId};
use crate::live::actor::{MatchActor, Outage};
use crate::live::actor_command::Admission::{Credit, Now};
use crate::live::admission::UNREAD_MS;
use crate::live::api::Dealer;
use crate::live::applied_entries::{AppliedEntries, CommitExtras, put};
use crate::live::command_error::CommandError;
use crate::live::match_state::MatchState;
use crate::live::options::Options;
use crate::live::pause::by_service;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::Lane;
use crate::playing::prompt::Want;
use crate::table::{Act, Awaited, Entry, HostAct, What};
use crate::uptime::clock::millis;
use crate::uptime::health::{HEARTBEAT, Kept, OFFSET};

/// The number of running matches above which each match's next message announces the credit.
const MANY: usize = 20;
/// The number of matches loaded or credited at a time, so that people's requests can run in between.
const AT_A_TIME: usize = 8;
/// The interval at which old records of left-out messages are deleted, in ms.
const TIDY_MS: u64 = 60 * 60 * 1000;
/// The time for which left-out messages are remembered, in ms.
const KEPT_MS: u64 = 24 * 60 * 60 * 1000;

impl Dealer {
    /// Records that the service has been disconnected from Discord since a moment; no deadline fires from now on.
    pub fn away(&self, since: UnixMs) {
        self.0.leave(since);
    }

    /// Returns the time since which the service has been disconnected from Discord, if it is.
    pub fn away_since(&self) -> Option<UnixMs> {
        *self.0.away.borrow()
    }

    /// Records that the service is connected again, and credits running clocks.
    pub async fn back(&self) {
        let since = *self.0.away.borrow();
        if since.is_none() && !self.0.shards.owes() {
            return;
        }
        // Posts that failed in between are tried again.
        self.0.store.retry_failed_now(self.0.clock.now());
        self.0.released.send_replace(());
        // A match waits until its own shard is back, too.
        let lost = |row: &MatchRow| {
            let there = self.0.shard_away(row).is_none();
            since.into_iter().chain(self.0.cut_before_restart(row)).min().filter(|_| there)
        };
        self.credit_matches(lost).await;
        self.0.shards.drop_credited();
        self.0.away.send_replace(None);
    }

    /// Credits running clocks with the time since the moment that `lost` returns for each match.
    pub(crate) async fn credit_matches(&self, lost: impl Fn(&MatchRow) -> Option<UnixMs>) {
        let running = |row: MatchRow| (row.status == Status::Running).then(|| Some((lost(&row)?, row))).flatten();
        let mut running: Vec<(UnixMs, MatchRow)> = match self.0.store.live_matches().await {
            Ok(rows) => rows.into_iter().filter_map(running).collect(),
            Err(error) => {
                tracing::error!(%error, "credit cannot be given: the matches cannot be read");
                Vec::new()
            }
        };
        let carry = running.len() > MANY;
        running.sort_by_key(|(_, row)| row.deadline);
        let credits = running.into_iter().map(|(since, row)| {
            let dealer = self.clone();
            async move {
                let credit =
                    dealer.ask(row.id, "credit", Credit, move |actor| actor.credit_since(since, carry).boxed());
                if let Err(error) = credit.await {
                    tracing::error!(match_id = %row.id, %error, "credit was not given");
                }
            }
        });
        stream::iter(credits).buffer_unordered(AT_A_TIME).collect::<()>().await;
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

    /// Deletes old records of left-out messages, once an interval.
    async fn tidy_ignored_dms(&self, tidied: &mut Option<UnixMs>, now: UnixMs) {
        if tidied.is_none_or(|last| now.since(last) > TIDY_MS) {
            *tidied = Some(now);
            let before = UnixMs(now.0.saturating_sub_unsigned(KEPT_MS));
            if let Err(error) = self.store.forget_ignored_dms(before).await {
                tracing::error!(%error, "records of left-out messages cannot be deleted");
            }
        }
    }

    /// Stores the authors of messages that have been unread for long, if they have changed. Returns the times since which other
    /// messages may be unread.
    ///
    /// The credit is entered once the earlier messages have been read, so it must outlive a restart before that.
    /// If reading takes long, the other players' time continues, and the store keeps the authors of unread messages.
    async fn store_unread(&self, stored: &mut Option<HashMap<UserId, UnixMs>>, now: UnixMs) -> Vec<UnixMs> {
        let users = self.ingress.to_be_read();
        let (long, short): (Vec<_>, Vec<_>) =
            users.iter().flatten().partition(|(_, since)| now.since(**since) >= UNREAD_MS);
        let mut unheard: Vec<UnixMs> = short.into_iter().map(|(_, since)| *since).collect();
        unheard.extend(self.ingress.deaf());
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
    async fn store_heartbeat(&self, healthy: UnixMs) -> Kept {
        let kept = self.store.keep(&[(HEARTBEAT, healthy.0), (OFFSET, self.clock.offset())]).await;
        if let Err(error) = &kept {
            tracing::error!(%error, "the heartbeat cannot be stored");
        }
        match (kept, self.store.check_files()) {
            (Ok(()), _) => Kept::Yes,
            (Err(_), Ok(())) => Kept::No,
            (Err(_), Err(_)) => Kept::Gone,
        }
    }

    /// Credits the time in which nothing could be stored, once it can be; `stored` is the time of the last successful write.
    async fn credit_unstored(self: &Arc<Self>, kept: Kept, stored: &mut UnixMs, now: UnixMs) {
        match (kept, self.unstored()) {
            (Kept::Yes, None) => *stored = now,
            (Kept::Yes, Some(since)) => {
                *stored = now;
                Dealer(Arc::clone(self)).credit_matches(|_| Some(since)).await;
                *self.unstored.lock() = None;
                self.ingress.notify();
            }
            // An order may have been refused at any time since the last successful write.
            (Kept::No | Kept::Gone, _) => self.cannot_store(*stored),
        }
    }
}

/// Returns the entry that credits lost ms and an extra, from a time of the record. The credit is rounded up to whole seconds.
fn credit_entry(live: &MatchState, at: u64, lost: u64, extra: Duration) -> Entry {
    let given = lost.saturating_add(millis(extra)).div_ceil(1000).saturating_mul(1000);
    let mut entry = by_service(at, HostAct::Credit(given), None);
    put(&mut entry.meta, "until", live.credited.into());
    entry
}

/// Returns the credit for a step that an order sent in time began inside an absence. It is the rest of the absence, because the
/// absence's credit went to the step before. A wait in which nobody is asked gets none.
pub fn rest_of_absence(live: &MatchState, taken: &AppliedEntries, options: &Options) -> Option<Entry> {
    let began = taken.answer.happened.iter().any(|each| matches!(each.what, What::Asked { .. }));
    let asks = |asked: &Awaited| compose::want(asked.wants) != Want::Nothing;
    let runs = !live.table.paused() && live.table.awaiting().iter().any(|(_, asked)| asked.as_ref().is_some_and(asks));
    let rest = live.credited.saturating_sub(live.asked_at);
    (began && runs && rest > millis(options.absence))
        .then(|| credit_entry(live, live.asked_at, rest, options.credit_extra))
}

impl MatchActor {
    /// Credits running clocks with the time since a moment, once everything sent before it has arrived.
    pub(crate) async fn credit_since(&mut self, since: UnixMs, carry: bool) -> Result<(), CommandError> {
        self.add_pending_credit(Outage { since, carry, presses_lost: false });
        if self.is_blocked() { Ok(()) } else { self.enter_credit().await }
    }

    /// Enters the pending credit of running clocks.
    pub(crate) async fn enter_credit(&mut self) -> Result<(), CommandError> {
        let Some(owed) = self.pending_credit.take() else { return Ok(()) };
        let paid = self.credit(owed).await;
        if let Err(CommandError::Store(_)) = &paid {
            self.pending_credit = Some(owed);
        }
        paid
    }

    async fn credit(&mut self, owed: Outage) -> Result<(), CommandError> {
        let until = self.service.clock.now();
        let mut since = owed.since;
        // A wait in which nobody is asked costs nobody time: it ends at its deadline, and later clocks run from there.
        let live = loop {
            let Ok(live) = self.table() else { return Ok(()) };
            let Some(deadline) = live.table.next_deadline() else { return Ok(()) };
            let idle = |asked: &Awaited| compose::want(asked.wants) == Want::Nothing;
            if !live.table.awaiting().iter().all(|(_, asked)| asked.as_ref().is_none_or(idle)) {
                break live;
            }
            let ends = live.moment(deadline);
            if ends > until {
                return Ok(());
            }
            since = since.max(ends);
            self.enter(Entry::new(deadline, Act::Time)).await?;
        };
        // A restart in between may request the same time again.
        let since = since.max(live.moment(live.credited));
        let lost = until.since(since);
        if lost <= millis(self.service.options.absence) {
            // Presses while the service was down were refused by Discord, and the presser saw that.
            let unknown = owed.presses_lost && owed.since > self.service.process_started;
            return if unknown { self.announce_lost_presses(owed.carry).await } else { Ok(()) };
        }
        let mut entry = credit_entry(live, live.stamp(since), lost, self.service.options.credit_extra);
        put(&mut entry.meta, "until", live.time(until).into());
        if owed.presses_lost {
            put(&mut entry.meta, "deaf", true.into());
        }
        self.enter_with(vec![entry], CommitExtras { carry: owed.carry, ..CommitExtras::default() }).await?;
        Ok(())
    }

    /// Posts that presses were lost, without a credit for the time.
    async fn announce_lost_presses(&mut self, carry: bool) -> Result<(), CommandError> {
        let line = compose::PRESSES_LOST.to_owned();
        let (mut row, mut items) = (self.row.clone(), Vec::new());
        if carry {
            row.carried.push(line);
        } else {
            items.push(compose::item(Lane::Channel, &compose::line(&row, line, Vec::new())));
        }
        Ok(self.write(Vec::new(), row, items, Vec::new()).await?)
    }
}
