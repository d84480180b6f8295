//! Idle matches: after some steps in a row without a person's order, the service pauses the match until a player acts.
//!
//! - A step counts if a person was asked for an order in it and no person gave one. A step that asks no person for an order leaves the
//!   count unchanged. Any act of a person in the match resets the count.
//! - The pause is an entry like a host's, at the time at which the next step begins: a returning player has all of that step's time.
//! - The pause ends automatically, like any other. After that the clocks play the match out, unless somebody acts.
//! - The matches of a tournament are not paused: other entrants do not wait for absent players.

use crate::game::{BySeat, Seat, Wants};
use crate::ids::{Snowflake, UserId};
use crate::live::actor::MatchActor;
use crate::live::command_error::CommandError;
use crate::live::entry_meta::{RETURNED, put};
use crate::live::match_state::MatchState;
use crate::live::pause_cause::{IDLE_REASON, PauseCause};
use crate::live::service_entry::{SERVICE, by_service};
use crate::platform::sqlite::error::StoreError;
use crate::table::{Act, Answer, Awaited, Entry, HostAct, What, continued};

impl MatchState {
    /// Counts an entry that the table accepted; `asked` holds the prompts before it.
    pub(crate) fn count_idle(&mut self, entry: &Entry, asked: &BySeat<Option<Awaited>>, answer: &Answer) {
        let orders = match &entry.act {
            Act::Order { seat, .. } | Act::Ready { seat } => !self.is_bot(*seat),
            Act::Time | Act::Host(_) => false,
        };
        let rules = entry.act.ruling().is_some() && entry.by.as_deref() != Some(SERVICE);
        let wants = |seat: Seat| asked[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order);
        let asks = Seat::ALL.into_iter().any(|seat| wants(seat) && !self.is_bot(seat));
        let happened = |test: fn(&What) -> bool| answer.happened.iter().any(|each| test(&each.what));
        let mut now = self.idle_steps;
        if orders || rules || continued(entry).is_some() {
            now.steps = 0;
        }
        now.ordered |= orders;
        if happened(|what| matches!(what, What::Resolved { .. })) && asks && !now.ordered {
            now.steps += 1;
        }
        if happened(|what| matches!(what, What::Asked { .. })) {
            now.ordered = false;
        }
        self.idle_steps = now;
    }

    /// The service's pause after the last idle step; none if the match is not idle.
    pub(crate) fn idle_pause(&self) -> Option<Entry> {
        let idle = self.idle_steps.is_over() && !self.table.paused() && self.table.outcome().is_none();
        idle.then(|| by_service(self.table.now(), HostAct::Pause, Some(IDLE_REASON)))
    }

    /// Whether the match is paused because it was idle.
    pub(crate) fn is_idle(&self) -> bool {
        self.table.paused() && self.pausing == PauseCause::Idle
    }
}

impl MatchActor {
    /// Whether the match will be paused if nobody orders in the awaited step.
    pub(crate) async fn pauses_if_idle(&self) -> Result<bool, StoreError> {
        if self.row.is_of_tournament() || !self.live.as_ref().is_some_and(|live| live.idle_steps.is_last()) {
            return Ok(false);
        }
        Ok(self.row.friendly || self.service.store.settings(self.row.guild).await?.pause_idle)
    }

    /// Continues an idle match when one of its players acts in it.
    pub(crate) async fn resume_idle(&mut self, user: UserId, stamp: Snowflake) -> Result<(), CommandError> {
        let Some(live) = self.live.as_ref().filter(|live| live.is_idle()) else { return Ok(()) };
        let Some(seat) = self.row.seat_of(user) else { return Ok(()) };
        // A message from before the pause does not show that its sender is back.
        if live.table.paused_since().is_some_and(|since| stamp.ms() < live.moment(since)) {
            return Ok(());
        }
        let mut entry = Entry::new(live.stamp(stamp.ms()), Act::Host(HostAct::Resume));
        entry.by = Some(user.to_string());
        put(&mut entry.meta, RETURNED, seat.id().into());
        self.enter(entry).await.map(drop)
    }
}
