//! The resolution of a turn.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::position::{LATE, Position, STILL};
use super::square::{Square, Squares};
use super::tell::Event;
use crate::game::{Ask, Asked, BySeat, Given, Resolve, Seat};

/// A played turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The turn's number, from 1.
    pub number: u32,
    /// Each seat's order in canonical text; `None` without an order.
    pub orders: BySeat<Option<String>>,
    /// Whether each seat could give an order.
    pub asked: BySeat<bool>,
    /// The points of a claim in this turn.
    pub worth: u32,
    /// The effects, in the sequence in which they happened.
    pub effects: Vec<Effect>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub enum Effect {
    /// A knight was spawned.
    Spawned { seat: Seat, at: Square },
    /// A knight jumped.
    Moved { seat: Seat, from: Square, to: Square },
    /// Two knights jumped onto one square: both are removed, and each seat scores a point.
    Collided { at: Square },
    /// A knight jumped onto an enemy knight that did not move.
    Captured {
        /// The seat of the capturing knight.
        seat: Seat,
        at: Square,
        /// Whether the captured knight was spawned in the same turn.
        fresh: bool,
    },
    /// A square was coloured.
    Claimed {
        seat: Seat,
        at: Square,
        /// The points of the claim.
        points: u32,
    },
    /// A claim on a square that already had a colour.
    AlreadyColoured {
        /// The seat that claimed.
        seat: Seat,
        /// The claimed square.
        at: Square,
    },
    /// A claim by a knight that had been removed.
    ClaimantGone {
        /// The seat that claimed.
        seat: Seat,
        /// The claimed square.
        at: Square,
    },
}

impl Resolve for Position {
    type Order = Order;
    type Event = Event;

    fn asked(&self) -> Asked {
        if let Some(outcome) = self.outcome() {
            return Asked::Over(outcome);
        }
        let ask = Ask::sealed("turn", self.ruleset().turn_s);
        Asked::Seats(BySeat::from_fn(|seat| self.awaits(seat).then_some(ask)))
    }

    fn resolve(&mut self, given: BySeat<Given<Order>>) -> Vec<Event> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let asked = BySeat::from_fn(|seat| self.awaits(seat));
        self.play(given.map(Given::order), asked);
        let mut events = vec![Event::Turn(Box::new(self.clone()))];
        events.extend(self.outcome().map(|outcome| Event::Over(outcome, Box::new(self.clone()))));
        events
    }
}

impl Position {
    /// Plays a turn. A seat without an order does nothing.
    pub(super) fn play(&mut self, orders: BySeat<Option<Order>>, asked: BySeat<bool>) {
        let worth = self.worth();
        let late = self.coloured_count() >= LATE;
        let mut effects = Vec::new();
        let given = orders.map(Option::unwrap_or_default);

        self.spawn(given, &mut effects);
        self.jump(given, &mut effects);
        self.claim(given, worth, &mut effects);

        let quiet = late
            && !effects.iter().any(|effect| {
                matches!(effect, Effect::Collided { .. } | Effect::Captured { .. } | Effect::Claimed { .. })
            });
        self.still = if quiet { STILL.min(self.still + 1) } else { 0 };
        let [before_last, last] = self.stood;
        let repeated = self.still == STILL && self.knights == before_last;
        self.stood = [last, self.knights];
        for seat in Seat::ALL {
            self.streak[seat] = self.streak[seat].then(&given[seat].letters());
        }
        let orders = orders.map(|order| order.map(|order| order.to_string()));
        self.last = Some(Turn { number: self.turn, orders, asked, worth, effects });
        self.ending = self.ends(repeated);
        if self.ending.is_none() {
            self.turn += 1;
        }
    }

    fn spawn(&mut self, given: BySeat<Order>, effects: &mut Vec<Effect>) {
        for seat in Seat::ALL {
            if let Some(at) = given[seat].spawn {
                self.knights[seat] = self.knights[seat].with(at);
                effects.push(Effect::Spawned { seat, at });
            }
        }
    }

    fn jump(&mut self, given: BySeat<Order>, effects: &mut Vec<Effect>) {
        for seat in Seat::ALL {
            if let Some((from, to)) = given[seat].jump {
                self.knights[seat] = self.knights[seat].without(from);
                effects.push(Effect::Moved { seat, from, to });
            }
        }
        // All movers have left the board here, so the remaining knights did not move.
        let standing = self.knights;
        let targets = given.map(|order| order.jump.map(|(_, to)| to));
        if let (Some(at), true) = (targets.ec, targets.ec == targets.dmo) {
            for seat in Seat::ALL {
                self.points[seat] += 1;
            }
            effects.push(Effect::Collided { at });
            return;
        }
        for seat in Seat::ALL {
            let Some(at) = targets[seat] else { continue };
            if standing[!seat].has(at) {
                self.knights[!seat] = self.knights[!seat].without(at);
                self.points[seat] += 1;
                effects.push(Effect::Captured { seat, at, fresh: given[!seat].spawn == Some(at) });
            }
            self.knights[seat] = self.knights[seat].with(at);
        }
    }

    fn claim(&mut self, given: BySeat<Order>, worth: u32, effects: &mut Vec<Effect>) {
        let before: Squares = self.coloured.ec.or(self.coloured.dmo);
        for seat in Seat::ALL {
            let Some(at) = given[seat].claim else { continue };
            effects.push(if !self.knights[seat].has(at) {
                Effect::ClaimantGone { seat, at }
            } else if before.has(at) {
                Effect::AlreadyColoured { seat, at }
            } else {
                self.coloured[seat] = self.coloured[seat].with(at);
                self.points[seat] += worth;
                Effect::Claimed { seat, at, points: worth }
            });
        }
    }
}
