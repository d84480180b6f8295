//! Which command may run now, and what the others wait for.
//!
//! - A command stamped at or after the running deadline waits until the deadline has fired.
//! - A stamped command waits for events sent earlier: after a gap, for one second; in a new session, until the players'
//!   direct messages are read back. No deadline fires before that either.
//! - An order in a race waits for the grace, so that an order sent earlier counts first.
//! - The loss of a channel is ordered by its timestamp but does not wait for a running deadline.
//! - If reading back takes long, the wait is announced, and a host's command then counts at once.

use crate::game::Seat;
use crate::ids::{Snowflake, UnixMs, UserId};
use crate::live::actor::{MatchActor, NextStep, Outage};
use crate::live::actor_command::Command;
use crate::live::store::match_row::Status;
use crate::uptime::clock::millis;

impl MatchActor {
    /// Returns the match's players, except built-in ones, and its host; the actions of these people are ordered.
    pub(crate) fn people(&self) -> Vec<UserId> {
        let mut people = self.players();
        people.push(self.row.opener);
        people
    }

    fn players(&self) -> Vec<UserId> {
        Seat::ALL.into_iter().filter(|&seat| !self.row.bots[seat]).map(|seat| self.row.users[seat]).collect()
    }

    /// Returns the time since which messages of a running match's players may be unread.
    pub(crate) fn unread_since(&self) -> Option<UnixMs> {
        if self.row.status != Status::Running {
            return None;
        }
        self.service.pending_events.unread_since(&self.players())
    }

    /// Records lost time, to be credited when the match continues.
    pub(crate) fn add_pending_credit(&mut self, owed: Outage) {
        let before = self.pending_credit.unwrap_or(owed);
        self.pending_credit = Some(Outage {
            since: before.since.min(owed.since),
            carry: before.carry || owed.carry,
            presses_lost: before.presses_lost || owed.presses_lost,
        });
    }

    /// Whether an earlier event may still arrive.
    pub(crate) fn is_blocked(&self) -> bool {
        self.settling.is_some() || self.is_cut() || self.unread_since().is_some()
    }

    /// Records whether players' messages are still to be read back.
    pub(crate) fn update_unread(&mut self) {
        let (session, lost) = self.service.pending_events.newest_session();
        if let (true, Some(since), Status::Running) = (session != self.session, lost, self.row.status) {
            self.add_pending_credit(Outage { since, carry: false, presses_lost: true });
        }
        self.session = session;
        if let Some(since) = self.unread_since() {
            let now = self.service.clock.now();
            self.unread_since.get_or_insert(now);
            self.add_pending_credit(Outage { since, carry: false, presses_lost: true });
        } else {
            self.unread_since = None;
            self.wait_announced = false;
        }
        // Messages that show a time are edited: no time runs, and later it runs again.
        if let Some(live) = self.live.as_mut().filter(|live| live.wait_is_announced != self.wait_announced) {
            live.wait_is_announced = self.wait_announced;
            self.service.schedule_reconcile(self.row.id);
        }
    }

    /// Returns the next possible step. `earliest`: the oldest event still in flight, read before the inbox was emptied.
    pub(crate) fn take_next(&mut self, earliest: Option<u64>) -> Option<NextStep> {
        self.waiting.sort_by_key(|command| command.admission.stamp());
        let at = self.waiting.iter().position(|command| !self.must_wait(command, earliest));
        let stamp = at.and_then(|at| self.waiting[at].admission.stamp());
        // Events sent before the absence come before its credit, and all others after it.
        let sent_before = |stamp: Snowflake, owed: &Outage| stamp.ms() < owed.since;
        let payable = |owed: &Outage| {
            let coming = earliest.is_some_and(|first| sent_before(Snowflake(first), owed));
            !self.is_blocked() && !coming && !stamp.is_some_and(|stamp| sent_before(stamp, owed))
        };
        // If a match waits past its deadline, a host's command comes after the credit for the wait.
        let overruled = self.wait_announced
            && self.waiting.iter().any(|command| command.admission.is_by_host() && self.is_past_deadline(command));
        if self.pending_credit.is_some_and(|owed| overruled || payable(&owed)) {
            return Some(NextStep::Credit);
        }
        at.map(|at| NextStep::Command(self.waiting.remove(at)))
    }

    /// Whether a command must wait.
    fn must_wait(&self, command: &Command, earliest: Option<u64>) -> bool {
        let Some(stamp) = command.admission.stamp() else { return false };
        if self.live.as_ref().is_some_and(|live| live.applied(stamp).is_some()) {
            return false;
        }
        if command.after_grace && self.is_early(stamp) {
            return true;
        }
        let by_host = command.admission.is_by_host() && self.wait_announced;
        if !by_host && (self.is_blocked() || earliest.is_some_and(|first| first < stamp.0)) {
            return true;
        }
        self.is_past_deadline(command)
    }

    /// Whether an earlier event may still arrive within the grace.
    pub(crate) fn is_early(&self, stamp: Snowflake) -> bool {
        self.service.clock.now() < self.ripe(stamp)
    }

    fn ripe(&self, stamp: Snowflake) -> UnixMs {
        stamp.ms().plus(millis(self.service.options.grace))
    }

    /// Whether a command was sent at or after the running deadline.
    fn is_past_deadline(&self, command: &Command) -> bool {
        let (Some(live), Some(stamp), false) =
            (&self.live, command.admission.stamp(), command.admission.passes_deadline())
        else {
            return false;
        };
        live.table.next_deadline().is_some_and(|deadline| live.stamp(stamp.ms()) >= deadline)
    }

    /// Returns the time at which a waiting command must be checked again.
    pub(crate) fn settles_at(&self) -> Option<UnixMs> {
        let held =
            self.waiting.iter().filter(|command| command.after_grace).filter_map(|command| command.admission.stamp());
        let ripe = held.map(|stamp| self.ripe(stamp)).filter(|ripe| *ripe > self.service.clock.now()).min();
        let settling = self.settling.filter(|_| !self.waiting.is_empty() || self.pending_credit.is_some());
        [settling, ripe].into_iter().flatten().min()
    }

    /// Whether an event in flight was sent before the running deadline.
    pub(crate) fn is_awaiting(&self, earliest: Option<u64>) -> bool {
        let deadline = self.live.as_ref().and_then(|live| live.table.next_deadline().map(|time| live.moment(time)));
        earliest.is_some_and(|first| deadline.is_none_or(|deadline| Snowflake(first).ms() < deadline))
    }
}
