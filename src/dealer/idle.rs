//! Matches that nobody is at: after some steps in a row without an order the service pauses, until one of the players acts.
//!
//! - A step counts if a person was asked for an order in it and no person gave one. One that asks people for nothing counts neither way,
//!   and anything that a person does in the match begins the count again.
//! - The pause is an entry like a host's, at the moment at which the next step begins: a player who comes back has all of that step's time.
//! - It ends after a while as any pause does. From there on the match is played out on the clock, unless somebody acts.
//! - The matches of a tournament are not paused: what absent players do not decide, the clock does, and the others need not wait for it.

use crate::game::{BySeat, Seat, Wants};
use crate::ids::{Snowflake, UserId};
use crate::store::StoreError;
use crate::table::{Act, Answer, Awaited, Entry, HostAct, What, continued};

use super::actor::MatchActor;
use super::applied::{AppliedEntries, put};
use super::channel::{PauseCause, SERVICE};
use super::command_error::CommandError;
use super::match_state::MatchState;

/// After how many steps in a row a match is paused.
const STEPS: u32 = 3;
/// Why it is.
pub(super) const IDLE: &str = "Nobody ordered in three steps.";
/// The key of the returning player in a record's entry.
const BACK: &str = "back";

/// How long nobody has been at a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attendance {
    /// How many steps in a row have passed without an order.
    steps: u32,
    /// Whether somebody has ordered in the awaited one.
    ordered: bool,
}

impl Attendance {
    /// Whether the match is to be paused if nobody orders in the awaited step either.
    const fn is_last(self) -> bool {
        self.steps + 1 == STEPS && !self.ordered
    }
}

impl MatchState {
    /// Counts an entry that the table has taken; `asked` is what was awaited before it.
    pub(super) fn attend(&mut self, entry: &Entry, asked: &BySeat<Option<Awaited>>, answer: &Answer) {
        let orders = match &entry.act {
            Act::Order { seat, .. } | Act::Ready { seat } => !self.is_bot(*seat),
            Act::Time | Act::Host(_) => false,
        };
        let rules = matches!(&entry.act, Act::Host(act) if !matches!(act, HostAct::Credit(_)))
            && entry.by.as_deref() != Some(SERVICE);
        let wants = |seat: Seat| asked[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order);
        let asks = Seat::ALL.into_iter().any(|seat| wants(seat) && !self.is_bot(seat));
        let happened = |test: fn(&What) -> bool| answer.happened.iter().any(|each| test(&each.what));
        let mut now = self.attendance;
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
        self.attendance = now;
    }

    /// The pause that an entry brings about which has let the last of so many steps pass without an order.
    pub(super) fn idle_pause(&self) -> Option<Entry> {
        let idle = self.attendance.steps == STEPS && !self.table.paused() && self.table.outcome().is_none();
        idle.then(|| {
            let mut entry = Entry::new(self.table.now(), Act::Host(HostAct::Pause));
            entry.by = Some(SERVICE.to_owned());
            entry.reason = Some(IDLE.to_owned());
            entry
        })
    }

    /// Whether the match is paused because nobody was at it.
    pub(super) fn is_idle(&self) -> bool {
        self.table.paused() && self.pausing == PauseCause::Idle
    }
}

/// Whether a match is paused with these entries because nobody was at it.
pub(super) fn pauses(taken: &AppliedEntries) -> bool {
    taken
        .entries
        .iter()
        .any(|entry| entry.act == Act::Host(HostAct::Pause) && PauseCause::of(entry) == PauseCause::Idle)
}

/// The seat whose player has come back with an entry.
pub(super) fn back(entry: &Entry) -> Option<Seat> {
    entry.meta.as_ref()?[BACK].as_str()?.parse().ok()
}

impl MatchActor {
    /// Whether the match is to be paused if nobody orders in the awaited step either.
    pub(super) async fn pauses_if_idle(&self) -> Result<bool, StoreError> {
        if self.row.is_of_tournament() || !self.live.as_ref().is_some_and(|live| live.attendance.is_last()) {
            return Ok(false);
        }
        Ok(self.row.friendly || self.service.store.settings(self.row.guild).await?.pause_idle)
    }

    /// Continues an idle match when one of its players acts in it.
    pub(super) async fn come_back(&mut self, user: UserId, stamp: Snowflake) -> Result<(), CommandError> {
        let Some(live) = self.live.as_ref().filter(|live| live.is_idle()) else { return Ok(()) };
        let Some(seat) = live.seat_of(&self.row, user) else { return Ok(()) };
        // Messages sent before the pause say nothing about presence.
        if live.table.stands_since().is_some_and(|since| stamp.ms() < live.moment(since)) {
            return Ok(());
        }
        let mut entry = Entry::new(live.stamp(stamp.ms()), Act::Host(HostAct::Resume));
        entry.by = Some(user.to_string());
        put(&mut entry.meta, BACK, seat.id().into());
        self.enter(entry).await.map(drop)
    }
}
