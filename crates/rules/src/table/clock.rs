//! The clocks of one step.
//!
//! - A seat's free time ends at its deadline. If the ask uses the reserve, the reserve runs from there. The reserve left is settled only when the
//!   step resolves, so a later extension also covers reserve that has already run.
//! - [`Days`] computes every deadline. No deadline falls into quiet hours, except those set by the start time. No reserve runs in quiet
//!   hours. The step of an order ends at the first closing time after its own time, if there is one.
//! - All arithmetic saturates: a record may hold any time that fits 64 bits.

use super::quiet_clock::Days;
use crate::game::{Accepted, Ask, BySeat, Closes, Given, Prompt, Seat, Secrecy, Until, Wants};

/// A seat's prompt, as the table reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// The prompt's short name.
    pub prompt: Prompt,
    /// The end of the free time, in ms after the match's opening. While paused: the end as if there were no pause.
    pub deadline: u64,
    /// The reserve when the step began, in ms, if the prompt has one.
    pub reserve: Option<u64>,
    /// The end of the reserve, in ms after the match's opening. While paused: as for the deadline.
    pub reserve_end: Option<u64>,
    /// Whether the seat has answered.
    pub submitted: bool,
    /// The kind of answer.
    pub wants: Wants,
    /// The viewers of the answer before the step resolves.
    pub secrecy: Secrecy,
    /// The end of its step.
    pub closes: Closes,
    /// Whether it is of the set-up, which ends before the start time.
    pub sets_up: bool,
    /// The sealed order, in canonical text.
    pub order: Option<String>,
    /// The sealed order in words for people.
    pub words: Option<String>,
}

impl Awaited {
    /// Whether the first correct order resolves the step.
    #[must_use]
    pub fn races(&self) -> bool {
        self.closes == Closes::AtRight
    }
}

/// A prompt, and its end on the match's timetable if the start time sets the end.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub ask: Ask,
    /// The end in ms of the timetable: the record's time without anything added to a clock.
    pub time: Option<u64>,
}

impl Question {
    /// The prompt of both seats while they wait for the start time.
    pub const fn wait(starts_at: u64) -> Self {
        let ask = Ask {
            prompt: "break",
            wants: Wants::Nothing,
            secrecy: Secrecy::Public,
            until: Until::After(0),
            closes: Closes::AtDeadline,
            uses_reserve: false,
        };
        Self { ask, time: Some(starts_at) }
    }

    /// Returns a game's prompt for a step that began at `began`. `starts_at` is the start time; no prompt ends before `now`.
    pub fn new(ask: Ask, starts_at: Option<u64>, began: u64, now: u64) -> Self {
        match (ask.until, starts_at) {
            (Until::BeforeStart { lead, least }, Some(starts_at)) => {
                let closes = starts_at.saturating_sub(lead).max(began.saturating_add(least)).max(now);
                Self { ask: Ask { closes: Closes::AtDeadline, ..ask }, time: Some(closes) }
            }
            _ => Self { ask, time: None },
        }
    }
}

/// One seat's clock.
#[derive(Clone, Debug)]
pub struct Clock {
    pub asked: Question,
    /// The free time with which the step first began, in ms.
    pub full: u64,
    /// The end of the free time.
    pub deadline: u64,
    /// The free time up to the closing time, with all extensions but without what quiet hours add, in ms.
    granted: u64,
    /// The reserve when the step began, if the ask uses it.
    pub reserve: Option<u64>,
    /// The answer, once there is one.
    pub given: Option<Given<Accepted>>,
    /// The reserve used when the answer arrived, in ms.
    ran: u64,
    /// Whether all of the seat's time has passed.
    pub up: bool,
    days: Days,
    /// A person's use of the time for this order.
    pub timing: Option<Timing>,
    /// Whether the seat's own player gave the answer, not a host.
    pub own: bool,
}

/// How long before its deadline a draft is entered that nobody sent, in ms.
pub const DRAFT_ENTERED_BEFORE: u64 = 1;

/// A person's use of their time for an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The thinking time of the order that counts, in ms.
    pub thought: u64,
    /// The time left, reserve included, when the seat's first order arrived, in ms. `None` if an untimed order was already in.
    pub left: Option<u64>,
}

/// Shifts a time by a span that may be negative, within 64 bits.
pub fn moved(time: u64, span: i128) -> u64 {
    u64::try_from((i128::from(time) + span).max(0)).unwrap_or(u64::MAX)
}

impl Clock {
    /// Starts a clock at `began`. `shift` is the lag of the record's clock behind the match's timetable.
    pub fn start(asked: Question, began: u64, shift: i128, reserve: Option<u64>, days: Days) -> Self {
        let deadline = match (asked.time, asked.ask.until) {
            (Some(time), _) => moved(time, shift).max(began),
            (None, Until::After(ms) | Until::BeforeStart { least: ms, .. }) => began.saturating_add(ms),
        };
        Self::lasting(asked, deadline - began, began, reserve, days)
    }

    /// Starts a clock at `began` with `full` ms of free time.
    pub fn lasting(asked: Question, full: u64, began: u64, reserve: Option<u64>, days: Days) -> Self {
        let reserve = asked.ask.uses_reserve.then(|| reserve.unwrap_or(0));
        let days = if asked.time.is_some() { Days::default() } else { days };
        let ends = began.saturating_add(full);
        // Only orders close at a time of day; breaks do not.
        let closes = if asked.ask.wants == Wants::Order { days.closing(ends) } else { ends };
        let deadline = days.moved(closes);
        Self {
            asked,
            full,
            deadline,
            granted: closes - began,
            reserve,
            given: None,
            ran: 0,
            up: false,
            timing: None,
            own: false,
            days,
        }
    }

    /// Sets the end of the free time. A time in quiet hours moves to their end.
    fn runs_to(&mut self, deadline: u64) {
        self.deadline = self.days.moved(deadline);
    }

    /// Whether the step no longer waits for this seat.
    pub fn done(&self) -> bool {
        self.up || (self.given.is_some() && self.asked.ask.closes != Closes::AtDeadline)
    }

    /// The end of the seat's time, reserve included. `None` if the step does not wait for this seat.
    pub fn due(&self) -> Option<u64> {
        let reserve = if self.given.is_some() { 0 } else { self.reserve.unwrap_or(0) };
        (!self.done()).then(|| self.days.after(self.deadline, reserve))
    }

    /// The free time to add at `now` so that all of it lies ahead again, in ms.
    pub fn lacks(&self, now: u64) -> u64 {
        if now < self.deadline {
            self.full.saturating_sub(self.deadline - now)
        } else {
            self.full.saturating_add(self.run_by(now))
        }
    }

    /// The reserve used up to a time, in ms.
    fn run_by(&self, at: u64) -> u64 {
        self.days.between(self.deadline, at)
    }

    /// Records the timing of a person's order, given after `thought` ms. Call it before `Clock::give`.
    pub fn time(&mut self, at: u64, thought: u64) {
        let left = match &self.given {
            Some(_) => self.timing.and_then(|timing| timing.left),
            None => self.due().map(|due| due.saturating_sub(at)),
        };
        self.timing = Some(Timing { thought, left });
    }

    /// Stores an answer given at a time.
    pub fn give(&mut self, given: Given<Accepted>, at: u64) {
        self.given = Some(given);
        self.ran = self.run_by(at);
    }

    /// The order that was given.
    pub fn order(&self) -> Option<Accepted> {
        match &self.given {
            Some(Given::Order(order)) => Some(order.clone()),
            _ => None,
        }
    }

    /// Adds free time at `now`. It first covers reserve that has run; the rest runs from `now`.
    pub fn lengthen(&mut self, ms: u64, now: u64) {
        let covered = self.run_by(now);
        if now < self.deadline {
            self.runs_to(self.deadline.saturating_add(ms));
        } else if ms <= covered {
            self.deadline = self.days.after(self.deadline, ms);
        } else {
            self.runs_to(now.saturating_add(ms - covered));
        }
        self.granted = self.granted.saturating_add(ms);
        self.ran = self.ran.saturating_sub(ms);
    }

    /// Skips a period in which the clock was stopped. Free time left at its start is left at its end, but without what quiet hours had
    /// added beyond the full time. Reserve already used stays used.
    pub fn stand_still(&mut self, since: u64, until: u64) {
        if since < self.deadline {
            let left = (self.deadline - since).min(self.granted);
            self.runs_to(until.saturating_add(left));
        } else {
            self.deadline = self.days.before(until, self.run_by(since));
        }
    }

    /// Moves the step's deadline. `began` is the step's beginning, plus the time it was stopped.
    pub fn move_to(&mut self, deadline: u64, began: u64) {
        self.runs_to(deadline);
        self.full = deadline.saturating_sub(began);
        self.granted = self.full;
    }

    /// The reserve left after the answer; 0 if no answer was given.
    pub fn left(&self) -> Option<u64> {
        let reserve = self.reserve?;
        Some(if self.given.is_some() { reserve.saturating_sub(self.ran) } else { 0 })
    }

    /// The seat's prompt.
    pub fn awaited(&self) -> Awaited {
        let ask = self.asked.ask;
        Awaited {
            prompt: ask.prompt,
            deadline: self.deadline,
            reserve: self.reserve,
            reserve_end: self.reserve.map(|reserve| self.days.after(self.deadline, reserve)),
            submitted: self.given.is_some(),
            wants: ask.wants,
            secrecy: ask.secrecy,
            closes: ask.closes,
            sets_up: matches!(ask.until, Until::BeforeStart { .. }),
            order: self.order().map(|order| order.text().to_owned()),
            words: self.order().map(|order| order.words().to_owned()),
        }
    }
}

/// The questions of a step, each with the free time it began with, in ms.
pub type Asks = BySeat<Option<(Question, u64)>>;

/// The awaited step.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Its beginning, in ms after the match's opening.
    pub began: u64,
    /// The time for which its clocks were stopped, in ms.
    pub stood: u64,
    /// Whether an outage was credited in this step.
    pub credited: bool,
    /// The number of steps begun so far, with this one; steps that an undo has reverted count.
    pub begun: u32,
    /// Whether this is the wait for the start time.
    pub waits: bool,
    /// The seat whose own order, not a host's, won the race before it.
    pub won_by: Option<Seat>,
    /// The asked seats' clocks; none once the match is over.
    pub seats: BySeat<Option<Clock>>,
}

impl Running {
    /// The clocks that have not run out.
    pub fn clocks_mut(&mut self) -> impl Iterator<Item = &mut Clock> {
        [self.seats.ec.as_mut(), self.seats.dmo.as_mut()].into_iter().flatten().filter(|clock| !clock.up)
    }

    /// Whether every asked seat is done.
    pub fn done(&self) -> bool {
        self.seats.iter().all(|(_, clock)| clock.as_ref().is_none_or(Clock::done))
    }

    /// The next deadline and its seat; on a tie, the Elimination Candidate's.
    pub fn due(&self) -> Option<(u64, Seat)> {
        let dues = self.seats.iter().filter_map(|(seat, clock)| Some((clock.as_ref()?.due()?, seat)));
        dues.min()
    }

    /// The questions, each with its free time.
    pub fn asks(&self) -> Asks {
        self.seats.as_ref().map(|clock| clock.as_ref().map(|clock| (clock.asked, clock.full)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TimeOfDay;

    fn banked(ms: u64) -> Question {
        let ask = Ask { uses_reserve: true, until: Until::After(ms), ..Ask::open("move", 0) };
        Question { ask, time: None }
    }

    #[test]
    fn reserve_runs_only_after_the_free_time() {
        let mut clock = Clock::start(banked(60), 100, 0, Some(50), Days::default());
        assert_eq!((clock.deadline, clock.due()), (160, Some(210)));
        clock.give(Given::Ready, 159);
        assert_eq!(clock.left(), Some(50));
        clock.give(Given::Ready, 170);
        assert_eq!(clock.left(), Some(40));
        clock.lengthen(4, 170);
        assert_eq!(clock.left(), Some(44));
        clock.stand_still(170, 1170);
        assert_eq!((clock.left(), clock.deadline), (Some(44), 1164));
    }

    #[test]
    fn start_time_prompts_follow_the_shift() {
        let ask = Question { time: Some(500), ..banked(0) };
        let start = |began, shift| Clock::start(ask, began, shift, None, Days::default());
        assert_eq!(start(100, 0).full, 400);
        assert_eq!(start(100, 30).deadline, 530);
        assert_eq!(start(600, 30).deadline, 600);
        assert_eq!(start(100, -450).deadline, 100);
    }

    #[test]
    fn orders_close_at_the_closing_time_but_breaks_do_not() {
        // Time 0 is 20:00.
        let days = Days::new(None, "21:00".parse().ok(), TimeOfDay::new(20 * 3_600_000).expect("a time of day"));
        let hour = 3_600_000;
        let mut clock = Clock::start(banked(60), 0, 0, Some(50), days);
        assert_eq!((clock.deadline, clock.due(), clock.lacks(30)), (hour, Some(hour + 50), 0));
        // The time left at a pause is left after it, and added time is kept.
        clock.stand_still(hour - 10, hour + 90);
        assert_eq!(clock.deadline, hour + 100);
        clock.lengthen(7, hour);
        assert_eq!(clock.deadline, hour + 107);
        assert_eq!(Clock::start(banked(60), hour - 59, 0, None, days).deadline, 25 * hour);
        let rest = Question { ask: Ask { wants: Wants::Ready, ..banked(60).ask }, time: None };
        assert_eq!(Clock::start(rest, 0, 0, None, days).deadline, 60);
    }

    #[test]
    fn clock_arithmetic_saturates() {
        let mut clock = Clock::start(banked(60), u64::MAX - 10, 0, Some(u64::MAX), Days::default());
        assert_eq!(clock.due(), Some(u64::MAX));
        clock.lengthen(u64::MAX, u64::MAX - 10);
        clock.stand_still(0, u64::MAX);
        clock.give(Given::Ready, u64::MAX);
        assert_eq!(clock.left(), Some(u64::MAX));
    }
}
