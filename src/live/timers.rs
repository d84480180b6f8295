//! The timers of a match's actor, and the announcement that a match waits for unread messages.

use crate::game::Seat;
use crate::ids::UnixMs;
use crate::live::actor::{MatchActor, Timer};
use crate::live::command_error::CommandError;
use crate::live::store::match_row::Status;
use crate::messages::compose;
use crate::messages::store::post::Lane;
use crate::uptime::clock::millis;

/// The time of reading back after which the wait is announced, in ms.
pub(crate) const UNREAD_MS: u64 = 60_000;

impl MatchActor {
    /// Returns the timers that are set, in order of precedence.
    fn timers(&self) -> impl Iterator<Item = (Timer, UnixMs)> {
        let unless_away = |at: Option<UnixMs>| at.filter(|_| !self.is_away());
        let timers = [
            (Timer::WaitAnnouncement, self.announces_wait_at()),
            (Timer::StartReminder, unless_away(self.start_reminder_at())),
            (Timer::Deadline, self.time_is_up_at()),
            (Timer::OrderReminder, unless_away(self.order_reminder_at())),
            (Timer::BuiltIn, self.built_in_at()),
        ];
        timers.into_iter().filter_map(|(timer, at)| Some((timer, at?)))
    }

    /// Returns the time of the next timer.
    pub(crate) fn wakes_at(&self) -> Option<UnixMs> {
        self.timers().map(|(_, at)| at).min()
    }

    /// Returns the timer that is due.
    pub(crate) fn due_timer(&self) -> Option<Timer> {
        self.timers().find(|&(_, at)| self.past(Some(at))).map(|(timer, _)| timer)
    }

    /// Returns the time at which the wait is announced.
    fn announces_wait_at(&self) -> Option<UnixMs> {
        let paused = self.live.as_ref().is_none_or(|live| live.table.paused());
        self.unread_since
            .filter(|_| !paused && !self.wait_announced && !self.is_away())
            .map(|since| since.plus(UNREAD_MS))
    }

    /// Returns the time at which the lobby, the running deadline or the pause ends.
    pub(crate) fn time_is_up_at(&self) -> Option<UnixMs> {
        let settles_until = self.settles_until();
        let grace = |moment: UnixMs| {
            let moment = moment.plus(millis(self.service.options.grace));
            settles_until.map_or(moment, |settles_until| moment.max(settles_until))
        };
        match self.row.status {
            Status::Lobby => Some(grace(self.row.expires)),
            Status::Running if self.deadlines_withheld() => None,
            Status::Running => {
                let live = self.live.as_ref()?;
                let up = compose::next_automatic_event(live, self.service.options.longest_pause).map(grace);
                up.map(|up| self.deadline_held_until.map_or(up, |held| up.max(held)))
            }
            Status::Over | Status::Cancelled | Status::Halted => None,
        }
    }

    /// Whether no deadline fires for now.
    pub(crate) fn deadlines_withheld(&self) -> bool {
        let service = &self.service;
        let out_of_touch = self.is_away() || self.is_cut() || self.unread_since().is_some();
        out_of_touch || self.pending_credit.is_some() || service.unstored().is_some()
    }

    pub(crate) fn past(&self, moment: Option<UnixMs>) -> bool {
        moment.is_some_and(|moment| moment <= self.service.clock.now())
    }

    /// Announces that the match waits, and tells the host what to do.
    pub(crate) async fn announce_wait(&mut self) -> Result<(), CommandError> {
        let row = &self.row;
        let unread =
            |seat: &Seat| !row.bots[*seat] && self.service.pending_events.unread_since(&[row.users[*seat]]).is_some();
        let names: Vec<&str> =
            Seat::ALL.iter().filter(|seat| unread(seat)).map(|seat| row.names[*seat].as_str()).collect();
        let line = format!(
            "I cannot read yet what was written to me while I was away, so match {} waits: no time runs, and orders are taken in \
             their order once I can.",
            row.id
        );
        let to_host = format!(
            "I cannot read what {} wrote to me while I was away, so match {} waits until I can. You can wait, pause it or void it.",
            names.join(" and "),
            row.id
        );
        let items = vec![
            compose::new_post(Lane::Channel, &compose::line(row, line, Vec::new())),
            compose::new_post(Lane::Dm(row.opener), &compose::private_to(row, row.opener, vec![to_host])),
        ];
        self.write(Vec::new(), self.row.clone(), items, Vec::new()).await?;
        self.wait_announced = true;
        Ok(())
    }
}
