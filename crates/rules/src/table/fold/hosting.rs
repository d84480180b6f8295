//! Actions of a host and the service.

use super::answers::By;
use super::{Table, refuse};
use crate::game::{Accepted, Asked, BySeat, Outcome, Reason, Seat, Seed};
use crate::table::clock::{Asks, Clock, Question};
use crate::table::{Code, Entry, Happened, HostAct, Player, Rejection, Taken, What};

impl Table {
    /// Applies an action, and returns the accepted order, if it is one.
    pub(super) fn host(
        &mut self,
        act: &HostAct,
        entry: &Entry,
        happened: &mut Vec<Happened>,
    ) -> Result<Option<Accepted>, Rejection> {
        match act {
            HostAct::Order { seat, text } => return self.order(*seat, text, None, By::Host, happened).map(Some),
            HostAct::Undo => self.undo(entry.seed.as_ref(), happened)?,
            // The pause follows an entry that met a fault. With a corrected file, that entry may end the match.
            HostAct::Pause if self.ended == Some(self.now) => self.accept(),
            _ if self.outcome.is_some() => {
                return refuse(
                    Code::Over,
                    "The match is over. A host can revert its end, with **Revert the end** in the panel or undo.",
                );
            }
            HostAct::Pause => self.pause(happened)?,
            HostAct::Resume => self.resume(happened)?,
            HostAct::DrawState => self.draw_state(happened)?,
            HostAct::Reschedule(time) => self.reschedule(*time, happened)?,
            HostAct::Extend(s) => {
                self.lengthen(s.saturating_mul(1000));
                self.done(What::Ruled(act.clone()), happened);
            }
            HostAct::Credit(ms) => {
                self.lengthen(*ms);
                self.running.credited = true;
                self.done(What::Ruled(act.clone()), happened);
            }
            HostAct::Substitute { seat, name } => {
                self.seated_since_step[*seat] = self.past.len();
                let former = self.shown_names[*seat].clone();
                self.players[*seat] = Player::new(name);
                self.shown_names = self.contest.apart(&self.players.as_ref().map(|player| player.name.clone()));
                let name = self.shown_names[*seat].clone();
                self.done(What::Substituted { seat: *seat, name, former }, happened);
            }
            HostAct::Forfeit(seat) => {
                let reason = if entry.resigns().is_some() { Reason::Resignation } else { Reason::Forfeit };
                self.verdict(Some(!*seat), reason, happened);
            }
            HostAct::Award(seat) => self.verdict(Some(*seat), Reason::Award, happened),
            HostAct::Void => self.verdict(None, Reason::Void, happened),
        }
        Ok(None)
    }

    /// Counts an applied action and reports it.
    fn done(&mut self, what: What, happened: &mut Vec<Happened>) {
        self.accept();
        happened.push(Happened { at: self.now, what });
    }

    fn pause(&mut self, happened: &mut Vec<Happened>) -> Result<(), Rejection> {
        if !std::mem::take(&mut self.stopped) {
            if self.paused.is_some() {
                return refuse(Code::BadHostAction, "The match is already paused; resume it first.");
            }
            self.paused = Some(self.now);
        }
        self.done(What::Ruled(HostAct::Pause), happened);
        Ok(())
    }

    fn lengthen(&mut self, ms: u64) {
        let now = self.paused.unwrap_or(self.now);
        self.running.clocks_mut().for_each(|clock| clock.lengthen(ms, now));
        self.clock_lag_ms += i128::from(ms);
    }

    /// The full free time of a seat's step, and the time to add at `at` so that all of it lies ahead again, in ms. Extensions do not count
    /// as part of the full time. `None` if the seat is not asked.
    #[must_use]
    pub fn full_time(&self, seat: Seat, at: u64) -> Option<(u64, u64)> {
        let clock = self.running.seats[seat].as_ref().filter(|clock| !clock.up)?;
        Some((clock.full, clock.lacks(self.paused.unwrap_or(at))))
    }

    fn verdict(&mut self, winner: Option<Seat>, reason: Reason, happened: &mut Vec<Happened>) {
        self.accept();
        self.cut_off = Some(self.running.asks());
        self.end(Outcome { winner, reason }, self.now, happened);
    }

    fn resume(&mut self, happened: &mut Vec<Happened>) -> Result<(), Rejection> {
        if self.fault.is_some() {
            let message = "The game's file has a fault in this step; revert the step before, or end the match.";
            return refuse(Code::BadHostAction, message);
        }
        let Some(since) = self.paused.take() else {
            return refuse(Code::BadHostAction, "The match is not paused; there is nothing to resume.");
        };
        let span = self.now - since;
        let now = self.now;
        self.running.clocks_mut().for_each(|clock| clock.stand_still(since, now));
        self.running.stood = self.running.stood.saturating_add(span);
        self.clock_lag_ms += i128::from(span);
        self.done(What::Ruled(HostAct::Resume), happened);
        self.fire(self.now, happened);
        Ok(())
    }

    /// Reverts a verdict or the last resolution. After a resolution, later draws differ from the reverted ones; with a `seed`, always.
    fn undo(&mut self, seed: Option<&Seed>, happened: &mut Vec<Happened>) -> Result<(), Rejection> {
        let (asks, waits, taken) = if let Some(asks) = self.cut_off.take() {
            (asks, self.running.waits, Taken::Verdict)
        } else if let Some(past) = self.past.pop() {
            self.play = past.play;
            (self.fault, self.stopped) = (None, false);
            self.starts_at = past.starts_at;
            self.reached = past.reached;
            self.reserve = past.reserve;
            self.seated_since_step = self.seated_since_step.map(|since| since.min(self.past.len()));
            (past.asks, past.waits, Taken::Step)
        } else {
            return refuse(Code::BadHostAction, "Nothing has been resolved yet; there is nothing to undo.");
        };
        if let Some(seed) = seed {
            self.seed = seed.clone();
        }
        if seed.is_some() || taken == Taken::Step {
            self.play.redraw(&self.seed, self.entries);
        }
        self.accept();
        let ended = self.outcome.take();
        self.ended = None;
        let (at, step) = (self.now, self.step());
        let stage = self.play.heading().stage;
        happened.push(Happened { at, what: What::Undone { step, stage, taken, ended } });
        self.ask_again(asks, waits, happened);
        Ok(())
    }

    /// Asks earlier questions again from the beginning, with full time.
    fn ask_again(&mut self, asks: Asks, waits: bool, happened: &mut Vec<Happened>) {
        let at = self.now;
        let seats = BySeat::from_fn(|seat| {
            let (asked, full) = asks[seat]?;
            let clock = Clock::lasting(asked, full, at, self.reserve[seat], self.days);
            if let Some(time) = asked.time {
                self.clock_lag_ms = i128::from(clock.deadline) - i128::from(time);
            }
            Some(clock)
        });
        self.await_step(at, seats, waits, happened);
    }

    /// Whether a host can declare the board state drawn.
    #[must_use]
    pub fn can_be_drawn(&self) -> bool {
        !self.running.waits && self.play.copy().declare_drawn().is_ok()
    }

    fn draw_state(&mut self, happened: &mut Vec<Happened>) -> Result<(), Rejection> {
        if self.running.waits {
            return refuse(Code::BadHostAction, "The match has not started; there is no board state to declare drawn.");
        }
        let step = self.step();
        self.keep();
        let mut happenings = match self.play.declare_drawn() {
            Ok(happenings) => happenings,
            Err(refusal) => {
                self.past.pop();
                return refuse(Code::BadHostAction, refusal.message);
            }
        };
        self.accept();
        self.remember(&mut happenings, BySeat::default());
        let at = self.now;
        happened.push(Happened { at, what: What::Ruled(HostAct::DrawState) });
        happened.push(Happened { at, what: What::Resolved { step, timed_out: Vec::new(), happenings } });
        self.begin(at, happened);
        Ok(())
    }

    /// Whether a verdict ended the match before its start.
    #[must_use]
    pub fn ended_before_start(&self) -> bool {
        let questions = self.cut_off.as_ref().map(Asks::iter).into_iter().flatten();
        questions.filter_map(|(_, asks)| asks.as_ref()).any(|(question, _)| question.time.is_some())
    }

    fn waits_for_start(&self) -> bool {
        let seats = &self.running.seats;
        seats.iter().any(|(_, clock)| clock.as_ref().is_some_and(|clock| clock.asked.time.is_some()))
    }

    /// The start of the first round, in ms after the opening, including pauses and extensions. `None` in a match without a start time, and
    /// once the match has begun. A longer step before the start delays it.
    #[must_use]
    pub fn starts(&self) -> Option<u64> {
        let time = self.starts_at.filter(|_| self.waits_for_start())?;
        let set = u64::try_from(i128::from(time).saturating_add(self.clock_lag_ms)).ok()?;
        let lasts = self.awaiting().iter().filter_map(|(_, asked)| Some(asked.as_ref()?.deadline)).max();
        Some(lasts.map_or(set, |lasts| lasts.max(set)))
    }

    fn reschedule(&mut self, time: u64, happened: &mut Vec<Happened>) -> Result<(), Rejection> {
        let at = self.now;
        if self.starts_at.is_none() {
            return refuse(Code::BadHostAction, "This match has no start time that could be moved.");
        }
        if time < at {
            return refuse(Code::BadHostAction, format!("The start cannot be put into the past; name {at} or later."));
        }
        if !self.waits_for_start() {
            return refuse(Code::BadHostAction, "The match has started; its start can no longer be moved.");
        }
        self.accept();
        self.clock_lag_ms = 0;
        self.starts_at = Some(time);
        if let Some(since) = &mut self.paused {
            self.running.stood = self.running.stood.saturating_add(at - std::mem::replace(since, at));
        }
        let began = self.running.began.saturating_add(self.running.stood);
        let asks = match self.play.asked() {
            Asked::Seats(asks) => asks,
            Asked::Over(_) => BySeat::default(),
        };
        let wait = self.running.waits.then(|| Question::wait(time));
        for seat in Seat::ALL {
            let asked = wait.or(asks[seat].map(|ask| Question::new(ask, Some(time), began, at)));
            if let (Some(clock), Some(asked)) = (&mut self.running.seats[seat], asked) {
                clock.asked = asked;
                clock.move_to(Clock::start(asked, at, 0, None, self.days).deadline, began);
            }
        }
        happened.push(Happened { at, what: What::Ruled(HostAct::Reschedule(time)) });
        if self.paused.is_none() {
            self.fire(at, happened);
        }
        Ok(())
    }
}
