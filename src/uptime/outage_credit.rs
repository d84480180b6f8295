//! Absences: when the service was not healthy, and the credit for running clocks.

use std::time::Duration;

use futures::FutureExt;
use futures::stream::{self, StreamExt};

use crate::game::Wants;
use crate::ids::UnixMs;
use crate::live::actor::{MatchActor, Outage};
use crate::live::admission::Admission::Credit;
use crate::live::api::{AT_A_TIME, Dealer};
use crate::live::applied_entries::{AppliedEntries, CommitExtras};
use crate::live::command_error::CommandError;
use crate::live::entry_meta::{CREDITED_UNTIL, LOST_PRESSES, put};
use crate::live::match_state::MatchState;
use crate::live::options::ServiceOptions;
use crate::live::service::Service;
use crate::live::service_entry::by_service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::Lane;
use crate::table::{Act, Awaited, Entry, HostAct, What};
use crate::uptime::clock::millis;

/// The number of running matches above which each match's next message announces the credit.
const MANY: usize = 20;

impl Dealer {
    /// Records that the service has been disconnected from Discord since a moment; no deadline fires from now on.
    pub fn record_away(&self, since: UnixMs) {
        self.0.begin_absence(since);
    }

    /// Returns the time since which the service has been disconnected from Discord, if it is.
    pub fn away_since(&self) -> Option<UnixMs> {
        *self.0.away.borrow()
    }

    /// Records that the service is connected again, and credits running clocks.
    pub async fn record_back(&self) {
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
}

impl Service {
    /// Begins an absence, or moves its beginning back.
    pub fn begin_absence(&self, since: UnixMs) {
        self.away.send_if_modified(|away| {
            let earlier = away.is_none_or(|before| since < before);
            if earlier {
                *away = Some(since);
            }
            earlier
        });
    }
}

/// Returns the entry that credits lost ms and an extra, from a time of the record. The credit is rounded up to whole seconds.
fn credit_entry(live: &MatchState, at: u64, lost: u64, extra: Duration) -> Entry {
    let given = lost.saturating_add(millis(extra)).div_ceil(1000).saturating_mul(1000);
    let mut entry = by_service(at, HostAct::Credit(given), None);
    put(&mut entry.meta, CREDITED_UNTIL, live.credited.into());
    entry
}

/// Returns the credit for a step that an order sent in time began inside an absence. It is the rest of the absence, because the
/// absence's credit went to the step before. A wait in which nobody is asked gets none.
pub fn rest_of_absence(live: &MatchState, applied: &AppliedEntries, options: &ServiceOptions) -> Option<Entry> {
    let began = applied.answer.happened.iter().any(|each| matches!(each.what, What::Asked { .. }));
    let asks = |asked: &Awaited| asked.wants != Wants::Nothing;
    let runs = !live.table.paused() && live.table.awaiting().iter().any(|(_, asked)| asked.as_ref().is_some_and(asks));
    let rest = live.credited.saturating_sub(live.table.asked_at());
    (began && runs && rest > millis(options.absence))
        .then(|| credit_entry(live, live.table.asked_at(), rest, options.credit_extra))
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
            let Ok(live) = self.require_live() else { return Ok(()) };
            let Some(deadline) = live.table.next_deadline() else { return Ok(()) };
            let idle = |asked: &Awaited| asked.wants == Wants::Nothing;
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
        put(&mut entry.meta, CREDITED_UNTIL, live.time(until).into());
        if owed.presses_lost {
            put(&mut entry.meta, LOST_PRESSES, true.into());
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
            items.push(compose::new_post(Lane::Channel, &compose::line(&row, line, Vec::new())));
        }
        Ok(self.write(Vec::new(), row, items, Vec::new()).await?)
    }
}
