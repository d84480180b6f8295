//! The whole state of a match, and the resolution of its steps.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::position::{self, Ending, Phase, Position, Shared};
use super::secrets::{OwnRound, Secrets};
use super::tell::{Event, RoundOver};
use super::text::sieges;
use super::{allocation, round};
use crate::game::{Ask, Asked, BySeat, Given, Resolve, Seat, Until};

/// The time from the end of the allocation to the start of the match, in ms.
pub const BEFORE_START: u64 = 3_600_000;

/// The whole state of a match in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub position: Position,
    pub secrets: BySeat<Secrets>,
}

impl State {
    fn ask(&self) -> Ask {
        let ruleset = self.position.ruleset();
        match self.position.phase() {
            Phase::Allocation => {
                let until = Until::BeforeStart { lead: BEFORE_START, least: ruleset.allocation_s * 1000 };
                Ask { until, ..Ask::sealed("allocation", 0) }
            }
            Phase::Battle | Phase::Over(_) => Ask::sealed("actions", ruleset.actions_s),
        }
    }

    fn allocate(&mut self, given: &BySeat<Option<Order>>) -> Vec<Event> {
        let given = given.as_ref().map(|order| match order {
            Some(Order::Allocation(units)) => Some(*units),
            Some(Order::Actions(_)) | None => None,
        });
        let defaulted = given.as_ref().map(Option::is_none);
        let units = given.map(|units| units.unwrap_or(allocation::DEFAULT));
        self.secrets = BySeat::from_fn(|seat| Secrets {
            allocated: Some(units[seat]),
            defaulted: defaulted[seat],
            rounds: Vec::new(),
        });
        self.position.phase = Phase::Battle;
        vec![Event::Allocated { units: Box::new(units), defaulted }]
    }

    fn play(&mut self, given: &BySeat<Option<Order>>) -> Vec<Event> {
        let orders = given.as_ref().map(|order| match order {
            Some(Order::Actions(actions)) => Some(*actions),
            Some(Order::Allocation(_)) | None => None,
        });
        let before = self.secrets.as_ref().map(|secrets| *secrets.units().expect("allocations are settled by round 1"));
        let mut units = before;
        let actions = orders.map(Option::unwrap_or_default);
        let number = self.position.played() + 1;
        let (report, workings) = round::round(number, self.position.ruleset(), &mut units, &actions);
        for (seat, order) in orders.iter() {
            self.secrets[seat].rounds.push(Shared::new(OwnRound { order: *order, units: units[seat] }));
        }
        self.position.reports.push(Shared::new(report.clone()));
        let stormed = report.stormed_by().map(Ending::Stormed);
        let last = number >= self.position.ruleset().rounds;
        let ending = stormed.or_else(|| last.then(|| position::final_ending(&units)));
        let sieges = sieges(&self.position);
        let mut events = vec![Event::Round(Box::new(RoundOver { report, sieges, workings, orders, before, units }))];
        if let Some(ending) = ending {
            self.position.phase = Phase::Over(ending);
            events.push(Event::Over(ending, Box::new((self.position.clone(), self.secrets.clone()))));
        }
        events
    }
}

impl Resolve for State {
    type Order = Order;
    type Event = Event;

    fn asked(&self) -> Asked {
        match self.position.ending() {
            Some(ending) => Asked::Over(ending.outcome()),
            None => Asked::Seats(BySeat::from_fn(|_| Some(self.ask()))),
        }
    }

    fn resolve(&mut self, given: BySeat<Given<Order>>) -> Vec<Event> {
        let given = given.map(Given::order);
        match self.position.phase() {
            Phase::Allocation => self.allocate(&given),
            Phase::Battle => self.play(&given),
            Phase::Over(_) => Vec::new(),
        }
    }

    fn begin(&self) -> Vec<Event> {
        let units = |seat: Seat| self.secrets[seat].units().copied();
        vec![Event::Starts { units: Box::new(BySeat::from_fn(units)) }]
    }

    fn reveal(&self) -> Vec<Event> {
        vec![Event::Revealed(Box::new(self.secrets.clone()))]
    }
}
