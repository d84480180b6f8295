//! Seats' entries: orders and `ready`, and the sequence in which their faults are checked.

use super::{Table, refuse};
use crate::game::{Accepted, Closes, Given, Seat, Secrecy, Viewer, Wants};
use crate::table::clock::Clock;
use crate::table::{Code, Happened, Rejection, What};

/// The longest text read as an order, in bytes: far longer than any game's longest order.
const LONGEST_ORDER: usize = 2_000;

/// The message to a player whose answer does not win a race: a wrong one, or a pass.
const LOCKED_OUT: &str = "The race continues without you; wait for the next question.";

/// The author of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The player of the seat.
    Seat,
    /// A host, for the seat.
    Host,
}

impl Table {
    /// Accepts an order and returns it.
    pub(super) fn order(
        &mut self,
        seat: Seat,
        text: &str,
        step: Option<u32>,
        by: By,
        happened: &mut Vec<Happened>,
    ) -> Result<Accepted, Rejection> {
        self.check_running()?;
        self.check_step(step)?;
        let clock = self.asked(seat)?;
        match clock.asked.ask.wants {
            Wants::Order => {}
            Wants::Ready => {
                return refuse(
                    Code::NotAwaited,
                    "There is nothing to order in a break. It ends when both are ready, or when its time is up.",
                );
            }
            Wants::Nothing => return refuse(Code::NotAwaited, "Nothing is asked for yet; wait for the first prompt."),
        }
        let secrecy = clock.asked.ask.secrecy;
        let races = clock.asked.ask.closes == Closes::AtRight;
        if clock.given.is_some() && races {
            let message = "Your answer to this race is in and did not win it; wait for the next question.";
            return refuse(Code::NotAwaited, message);
        }
        if clock.given.is_some() && (secrecy == Secrecy::Public || !self.editable()) {
            return refuse(
                Code::NotAwaited,
                "Your order for this step is in and cannot be changed; wait for the next.",
            );
        }
        if text.trim().len() > LONGEST_ORDER {
            return refuse(Code::UnreadableOrder, "That is too long for an order; write it shorter.");
        }
        let order = self.play.sight(Viewer::Seat(seat)).parse(text)?;
        let wrong = races && !self.play.is_right(seat, &order);
        self.accept();
        if secrecy == Secrecy::Private || order.caution().is_some() {
            let caution = if wrong { Some(LOCKED_OUT) } else { order.caution() };
            let (words, caution) = (order.words().to_owned(), caution.map(str::to_owned));
            let order = order.text().to_owned();
            happened.push(Happened { at: self.now, what: What::Sealed { seat, order, words, caution } });
        }
        self.time(seat, by);
        self.give(seat, Given::Order(order.clone()), races && !wrong, happened);
        Ok(order)
    }

    pub(super) fn ready(&mut self, seat: Seat, happened: &mut Vec<Happened>) -> Result<(), Rejection> {
        self.check_running()?;
        let clock = self.asked(seat)?;
        match clock.asked.ask.wants {
            Wants::Ready => {}
            Wants::Order => return refuse(Code::NotAwaited, "An order is asked for here; `ready` does not answer it."),
            Wants::Nothing => {
                return refuse(Code::NotAwaited, "Nobody can end this wait early; it ends automatically.");
            }
        }
        let repeated = clock.given.is_some();
        self.accept();
        if !repeated {
            happened.push(Happened { at: self.now, what: What::Ready { seat } });
            self.give(seat, Given::Ready, false, happened);
        }
        Ok(())
    }

    fn check_running(&self) -> Result<(), Rejection> {
        if self.outcome.is_some() {
            return refuse(Code::Over, "The match is over; it takes no more orders.");
        }
        if self.paused.is_some() {
            return refuse(
                Code::NotAwaited,
                "The match is paused, so nothing was stored. Send it again once it continues.",
            );
        }
        Ok(())
    }

    fn check_step(&self, step: Option<u32>) -> Result<(), Rejection> {
        let now = self.step();
        match step {
            Some(step) if step < now => {
                refuse(Code::Late, format!("Step {step} is over; answer step {now}, which is asked now."))
            }
            Some(step) if step > now => {
                refuse(Code::NotAwaited, format!("Step {step} has not begun; answer step {now}, which is asked now."))
            }
            _ => Ok(()),
        }
    }

    fn asked(&self, seat: Seat) -> Result<&Clock, Rejection> {
        match &self.running.seats[seat] {
            Some(clock) if clock.up => refuse(Code::NotAwaited, "Your time for this step is up; wait for the next."),
            Some(clock) => Ok(clock),
            None => {
                let seat = self.contest().seat(seat);
                refuse(Code::NotAwaited, format!("Nothing is asked of the {seat} now; wait your turn."))
            }
        }
    }

    /// Records the timing of the next order. Only a person's order counts, in a step without an outage.
    fn time(&mut self, seat: Seat, by: By) {
        let (now, began, stood, credited) = (self.now, self.running.began, self.running.stood, self.running.credited);
        let person = by == By::Seat && self.players[seat].bot.is_none();
        let Some(clock) = &mut self.running.seats[seat] else { return };
        clock.own = by == By::Seat;
        // The wait for a start time puts no pressure on players.
        if person && !credited && clock.asked.time.is_none() {
            clock.time(now, now.saturating_sub(began).saturating_sub(stood));
        } else {
            clock.timing = None;
        }
    }

    /// Stores an answer; `closes` says whether it resolves the step alone.
    fn give(&mut self, seat: Seat, given: Given<Accepted>, closes: bool, happened: &mut Vec<Happened>) {
        let (now, mut own) = (self.now, false);
        if let Some(clock) = &mut self.running.seats[seat] {
            clock.give(given, now);
            own = clock.own;
        }
        if closes || self.running.done() {
            self.resolve(now, happened);
            self.running.won_by = (closes && own).then_some(seat);
        }
    }
}
