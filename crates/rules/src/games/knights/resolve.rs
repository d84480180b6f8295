//! How a turn is carried out.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::position::{LATE, Position, STILL};
use super::square::{Square, Squares};
use super::tell::Event;
use crate::game::{Ask, Asked, BySeat, Given, Resolve, Seat};

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Its number, from 1.
    pub number: u32,
    /// What each seat ordered, in canonical text; `None` for nothing.
    pub orders: BySeat<Option<String>>,
    /// Whether each seat could have ordered something.
    pub asked: BySeat<bool>,
    /// How much a claim scored in it.
    pub worth: u32,
    /// What happened, in the order it happened.
    pub effects: Vec<Effect>,
}

/// Something that happened in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub enum Effect {
    /// A new knight.
    Spawned { seat: Seat, at: Square },
    /// A knight jumped.
    Moved { seat: Seat, from: Square, to: Square },
    /// Two knights jumped onto one square; both are gone, and each seat has a point.
    Collided { at: Square },
    /// A knight jumped onto an enemy's that did not move.
    Captured {
        /// Who made the capture.
        seat: Seat,
        at: Square,
        /// Whether the victim had only been spawned.
        fresh: bool,
    },
    /// A square was coloured.
    Claimed {
        seat: Seat,
        at: Square,
        /// For how many points.
        points: u32,
    },
    /// A claim on a square that had a colour.
    AlreadyColoured {
        /// Who claimed.
        seat: Seat,
        /// Which square.
        at: Square,
    },
    /// A claim by a knight that was gone by then.
    ClaimantGone {
        /// Who claimed.
        seat: Seat,
        /// Which square.
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
    /// Plays a turn; without an order a seat does nothing.
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
        // All movers are in the air here; what still stands did not move.
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
