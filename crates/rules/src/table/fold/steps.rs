//! The beginning, resolution and end of steps, and their deadlines.

use rand_chacha::rand_core::Rng;

use super::{Past, Table};
use crate::game::{Ask, Asked, BySeat, Closes, Given, Happening, Outcome, Reason, Seat, Until, Viewer, Wants, narrate};
use crate::table::clock::{Clock, Question, Running, Timing, moved};
use crate::table::{Happened, What};

impl Table {
    pub(super) fn due(&self) -> Option<(u64, Seat)> {
        if self.paused.is_some() { None } else { self.running.due() }
    }

    /// Fires every deadline at or before a time.
    pub(super) fn fire(&mut self, until: u64, happened: &mut Vec<Happened>) {
        while let Some((time, seat)) = self.due().filter(|&(time, _)| time <= until) {
            let Some(clock) = &mut self.running.seats[seat] else { return };
            clock.up = true;
            if clock.asked.ask.uses_reserve && clock.given.is_none() {
                self.lose_on_clock(seat, time, happened);
            } else if self.running.done() {
                self.resolve(time, happened);
            }
        }
    }

    /// Keeps a copy of the state before a resolution, for undo.
    pub(super) fn keep(&mut self) {
        self.past.push(Past {
            play: self.play.shelved(),
            asks: self.running.asks(),
            starts_at: self.starts_at,
            reached: self.reached,
            waits: self.running.waits,
            reserve: self.reserve,
            names: self.names(),
            moments: Vec::new(),
            headline: None,
            timings: BySeat::default(),
            orders: BySeat::default(),
            own: BySeat::default(),
            missed: BySeat::default(),
        });
    }

    /// Puts the headline before the account of the resolution, and stores its memorable moments and timings.
    pub(super) fn remember(&mut self, happenings: &mut [Happening], timings: BySeat<Option<Timing>>) {
        let headline = narrate(happenings, |kind| self.phrase(self.past.len(), kind));
        if let Some(past) = self.past.last_mut() {
            past.headline = headline;
            past.moments = happenings.iter().flat_map(|each| each.moments(Viewer::Truth)).cloned().collect();
            past.timings = timings;
        }
    }

    pub(super) fn resolve(&mut self, at: u64, happened: &mut Vec<Happened>) {
        let step = self.step();
        self.keep();
        let before = self.running.clone();
        let seats = std::mem::take(&mut self.running.seats);
        let missed = |seat: &Seat| {
            let missed = |clock: &Clock| {
                // A race obliges no seat to answer.
                let ask = clock.asked.ask;
                ask.wants == Wants::Order && ask.closes != Closes::AtRight && clock.given.is_none()
            };
            seats[*seat].as_ref().is_some_and(missed)
        };
        let timed_out: Vec<_> = Seat::ALL.into_iter().filter(missed).collect();
        self.reserve = BySeat::from_fn(|seat| seats[seat].as_ref().and_then(Clock::left).or(self.reserve[seat]));
        let times = seats.iter().filter_map(|(_, clock)| clock.as_ref()?.asked.time);
        self.reached = times.fold(self.reached, u64::max);
        let timings = seats.as_ref().map(|clock| clock.as_ref().and_then(|clock| clock.timing));
        let orders = seats.as_ref().map(|clock| clock.as_ref().and_then(Clock::order));
        if let Some(past) = self.past.last_mut() {
            past.orders = orders;
            past.missed = BySeat::from_fn(|seat| timed_out.contains(&seat));
            past.own = seats.as_ref().map(|clock| clock.as_ref().is_some_and(|clock| clock.own));
        }
        let given = seats.map(|clock| clock.map_or(Given::NotAsked, |clock| clock.given.unwrap_or(Given::TimedOut)));
        let waited = std::mem::take(&mut self.running.waits);
        let mut happenings = if waited { self.play.begin() } else { self.play.resolve(given) };
        if let Some(fault) = self.play.fault().map(str::to_owned) {
            return self.suspend(fault, before, at, happened);
        }
        self.fault = None;
        self.remember(&mut happenings, timings);
        happened.push(Happened { at, what: What::Resolved { step, timed_out, happenings } });
        self.begin(at, happened);
    }

    /// Reverts a resolution that a fault in the game's file interrupted, and stops the clocks.
    fn suspend(&mut self, fault: String, running: Running, at: u64, happened: &mut Vec<Happened>) {
        if let Some(past) = self.past.pop() {
            (self.play, self.reserve, self.reached) = (past.play, past.reserve, past.reached);
        }
        self.running = running;
        self.paused = Some(at);
        self.stopped = true;
        self.fault = Some(fault.clone());
        happened.push(Happened { at, what: What::Faulted { fault } });
    }

    /// The number of a step's phrase. The first of each kind is from the seed; each headline of the kind takes the next, so that no two in
    /// sequence are alike. The purpose string keeps it apart from every other random choice.
    pub(super) fn phrase(&self, step: usize, kind: &str) -> usize {
        let number = self.header.seed.generator(&format!("narrator {kind}")).next_u32();
        let told = self.past.iter().take(step.saturating_sub(1)).filter(|past| past.headline == Some(kind)).count();
        usize::try_from(number).unwrap_or(0).wrapping_add(told)
    }

    fn lose_on_clock(&mut self, seat: Seat, at: u64, happened: &mut Vec<Happened>) {
        let step = self.step();
        self.keep();
        self.reserve[seat] = Some(0);
        happened.push(Happened { at, what: What::Resolved { step, timed_out: vec![seat], happenings: Vec::new() } });
        self.end(Outcome { winner: Some(!seat), reason: Reason::Clock }, at, happened);
    }

    pub(super) fn end(&mut self, outcome: Outcome, at: u64, happened: &mut Vec<Happened>) {
        (self.outcome, self.ended) = (Some(outcome), Some(at));
        self.running.seats = BySeat::default();
        let first = self.began();
        let by_play = outcome.reason.by_play();
        let standing = if by_play || self.past.is_empty() { None } else { self.play.sight(Viewer::Public).standing() };
        happened.push(Happened { at, what: What::Over { outcome, contest: self.contest(), first, standing } });
        let happenings = if by_play { Vec::new() } else { self.play.reveal() };
        if !happenings.is_empty() {
            happened.push(Happened { at, what: What::Revealed { happenings } });
        }
    }

    /// The start time for which the match must wait before the next question, if any.
    fn waits_until(&self, asks: &BySeat<Option<Ask>>) -> Option<u64> {
        let before = |ask: &Option<Ask>| ask.is_some_and(|ask| matches!(ask.until, Until::BeforeStart { .. }));
        self.starts_at.filter(|&time| time > self.reached && !asks.iter().any(|(_, ask)| before(ask)))
    }

    /// Asks the questions of the current position.
    pub(super) fn begin(&mut self, at: u64, happened: &mut Vec<Happened>) {
        let asks = match self.play.asked() {
            Asked::Over(outcome) => return self.end(outcome, at, happened),
            Asked::Seats(asks) => asks,
        };
        let wait = self.waits_until(&asks).map(Question::wait);
        let now = moved(at, -self.clock_lag_ms);
        let asked = |seat: Seat| wait.or(asks[seat].map(|ask| Question::new(ask, self.starts_at, now, now)));
        let clock = |seat| Some(Clock::start(asked(seat)?, at, self.clock_lag_ms, self.reserve[seat], self.days));
        let seats = BySeat::from_fn(clock);
        self.await_step(at, seats, wait.is_some(), happened);
    }

    pub(super) fn await_step(
        &mut self,
        at: u64,
        seats: BySeat<Option<Clock>>,
        waits: bool,
        happened: &mut Vec<Happened>,
    ) {
        let begun = self.running.begun.saturating_add(1);
        self.running = Running { began: at, stood: 0, credited: false, begun, waits, won_by: None, seats };
        if self.paused.is_some() {
            self.paused = Some(at);
        }
        happened.push(Happened { at, what: What::Asked { step: self.step() } });
    }
}
