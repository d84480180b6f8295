//! The whole state of a match, and the resolution of its steps.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::position::{Position, SentOrders, Stage};
use super::ruleset::Ruleset;
use super::tell::{Event, RoundOver};
use super::truth::TrueBout;
use crate::game::{Ask, Asked, BySeat, Given, Resolve, Seat};

/// The whole state of a match in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub position: Position,
    pub sent: BySeat<SentOrders>,
    pub truth: Vec<TrueBout>,
}

impl State {
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        let sent = BySeat::from_fn(|_| vec![Vec::new()]);
        Self { position: Position::new(ruleset), sent, truth: vec![TrueBout::default()] }
    }

    #[must_use]
    pub fn true_bout(&self) -> &TrueBout {
        self.truth.last().expect("a match has a bout from its start")
    }

    fn open_bout(&mut self) -> Event {
        self.position.open_bout();
        self.truth.push(TrueBout::default());
        for seat in Seat::ALL {
            self.sent[seat].push(Vec::new());
        }
        Event::BoutBegins { bout: self.position.bout_number() }
    }

    fn fight(&mut self, orders: BySeat<Option<Order>>) -> Vec<Event> {
        let (bout, round) = (self.position.bout_number(), self.position.round_number());
        let truth = self.truth.last_mut().expect("a match has a bout from its start");
        let sends = BySeat::from_fn(|seat| truth.sends(seat, orders[seat]));
        let shown = truth.fight(orders);
        let fought = truth.rounds().last().expect("a round was fought").clone();
        for seat in Seat::ALL {
            let sent = self.sent[seat].last_mut().expect("a match has a bout from its start");
            sent.push(orders[seat]);
        }
        let fell_back = BySeat::from_fn(|seat| orders[seat].is_some_and(|order| order.unit() != sends[seat]));
        let so_far = self.position.bout().rounds.iter().chain([&shown]);
        let winners: Vec<_> = so_far.filter_map(|shown| shown.winner).collect();
        let wins = BySeat::from_fn(|seat| winners.iter().filter(|&&winner| winner == seat).count());
        let mut events = vec![Event::Round(RoundOver { bout, round, shown, wins, sent: orders, fell_back, fought })];
        if self.position.announce(shown) {
            events.extend(self.close_bout());
        }
        events
    }

    fn close_bout(&mut self) -> Vec<Event> {
        let truth = self.truth.last_mut().expect("a match has a bout from its start");
        truth.close();
        let points = truth.points();
        self.position.close_bout(points);
        let mut events = vec![Event::BoutOver { position: self.position.clone(), truth: self.true_bout().clone() }];
        if let Stage::Over(outcome) = self.position.stage() {
            events.push(Event::MatchOver { outcome, position: self.position.clone(), truth: self.truth.clone() });
        }
        events
    }
}

impl Resolve for State {
    type Order = Order;
    type Event = Event;

    fn asked(&self) -> Asked {
        let ruleset = self.position.ruleset();
        let ask = match self.position.stage() {
            Stage::Over(outcome) => return Asked::Over(outcome),
            Stage::Round => Ask::sealed("unit", ruleset.unit_s),
            Stage::Break => Ask::rest("break", ruleset.break_s),
        };
        Asked::Seats(BySeat { ec: Some(ask), dmo: Some(ask) })
    }

    fn resolve(&mut self, given: BySeat<Given<Order>>) -> Vec<Event> {
        match self.position.stage() {
            Stage::Over(_) => Vec::new(),
            Stage::Break => vec![self.open_bout()],
            Stage::Round => self.fight(given.map(Given::order)),
        }
    }

    fn reveal(&self) -> Vec<Event> {
        if self.true_bout().rounds().is_empty() && self.truth.len() == 1 {
            return Vec::new();
        }
        vec![Event::Revealed { position: self.position.clone(), truth: self.truth.clone() }]
    }
}
