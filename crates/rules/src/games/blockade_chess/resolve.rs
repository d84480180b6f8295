//! The prompts of each phase, and the resolution of an answer.

use super::order::Order;
use super::piece::Side;
use super::position::{Phase, Position};
use super::tell::{Event, What};
use crate::game::{Ask, Asked, BySeat, Given, Resolve};

impl Resolve for Position {
    type Order = Order;
    type Event = Event;

    fn asked(&self) -> Asked {
        match self.outcome() {
            Some(outcome) => Asked::Over(outcome),
            None => Asked::Seats(BySeat::from_fn(|seat| (self.awaited() == Some(seat)).then(|| ask(self)))),
        }
    }

    fn resolve(&mut self, mut given: BySeat<Given<Order>>) -> Vec<Event> {
        let Some(seat) = self.awaited() else { return Vec::new() };
        let order = std::mem::replace(&mut given[seat], Given::NotAsked).order();
        let what = follow(self, order);
        events(what, self)
    }
}

fn ask(position: &Position) -> Ask {
    let ruleset = position.ruleset();
    let (prompt, seconds, uses_reserve) = match position.phase() {
        Phase::Colours => ("colour", ruleset.colour_s, false),
        Phase::Placement => ("placement", ruleset.placement_s, true),
        Phase::Play => ("move", ruleset.move_s, true),
    };
    Ask { uses_reserve, ..Ask::open(prompt, seconds) }
}

/// Applies the answer of the asked seat. A missing answer loses on the clock here; with a table, the table has already ended the match.
fn follow(position: &mut Position, order: Option<Order>) -> What {
    let side = position.to_move();
    match (position.phase(), order) {
        (Phase::Colours, order) => {
            let chosen = match order {
                Some(Order::Colour(_, side)) => Some(side),
                _ => None,
            };
            position.choose(chosen.unwrap_or(Side::White));
            What::Colours { chosen: chosen.is_some() }
        }
        (Phase::Placement, Some(Order::Placement(placement))) => {
            position.place(placement);
            What::Placed { side, placement }
        }
        (Phase::Play, Some(Order::Move(played))) => {
            position.play(played);
            What::Moved { side, played }
        }
        _ => {
            position.run_out_of_time();
            What::MatchOver
        }
    }
}

/// The event, and a second one if it ended the match.
pub(super) fn events(what: What, position: &Position) -> Vec<Event> {
    let mut events = vec![Event { what, position: *position }];
    if position.outcome().is_some() && !matches!(what, What::MatchOver) {
        events.push(Event { what: What::MatchOver, position: *position });
    }
    events
}
