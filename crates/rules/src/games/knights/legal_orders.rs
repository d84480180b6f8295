//! The legal orders of a seat.
//!
//! Orders are generated here, for the list of legal orders, the menus and the picture. [`PossibleActions::check`] judges a single order and gives
//! the reason for a refusal. The conformance laws test that both agree.

use super::order::{Action, Kind, Order};
use super::position::{LIMIT, Position};
use super::square::{Square, Squares};
use crate::game::{Refusal, Seat};

/// The pairs of kinds of action, in the sequence in which they are carried out.
pub const PAIRS: [(Kind, Kind); 3] = [(Kind::Spawn, Kind::Move), (Kind::Spawn, Kind::Claim), (Kind::Move, Kind::Claim)];

/// The initials of a pair: `sm`.
#[must_use]
pub fn letters((first, second): (Kind, Kind)) -> String {
    [first.letter(), second.letter()].into_iter().collect()
}

/// A seat's possible actions in the awaited turn.
pub struct PossibleActions<'a> {
    pub(super) position: &'a Position,
    pub(super) seat: Seat,
    /// The empty home squares.
    pub free: Squares,
    /// The seat's own knights.
    pub own: Squares,
}

impl<'a> PossibleActions<'a> {
    /// The possible actions of a seat.
    #[must_use]
    pub fn of(position: &'a Position, seat: Seat) -> Self {
        let own = position.knights()[seat];
        let free = Squares::home(seat).but(own).but(position.knights()[!seat]);
        Self { position, seat, free, own }
    }

    /// The squares to which a knight can jump.
    #[must_use]
    pub fn jumps(&self, from: Square) -> Squares {
        if self.own.has(from) { from.jumps().but(self.own) } else { Squares::NONE }
    }

    /// The squares to which a knight can jump in an order that may also spawn.
    #[must_use]
    pub fn jumps_beside(&self, from: Square, spawn: Option<Square>) -> Squares {
        spawn.map_or(self.jumps(from), |spawn| self.jumps(from).without(spawn))
    }

    /// The squares that can be claimed in an order that may also move.
    #[must_use]
    pub fn claims_after(&self, jump: Option<(Square, Square)>) -> Squares {
        jump.map_or(self.own, |(from, to)| self.own.without(from).with(to))
    }

    /// Whether a pair of kinds has any order, regardless of the limit.
    #[must_use]
    pub fn possible(&self, pair: (Kind, Kind)) -> bool {
        match pair {
            (Kind::Spawn, Kind::Move) => self
                .free
                .iter()
                .any(|spawn| self.own.iter().any(|from| !self.jumps_beside(from, Some(spawn)).is_empty())),
            (Kind::Spawn, _) => !self.free.is_empty() && !self.own.is_empty(),
            _ => self.own.iter().any(|from| !self.jumps(from).is_empty()),
        }
    }

    /// The pairs of kinds that are allowed: those within the limit, or all if the limit leaves none.
    #[must_use]
    pub fn pairs(&self) -> Vec<(Kind, Kind)> {
        let possible: Vec<_> = PAIRS.into_iter().filter(|&pair| self.possible(pair)).collect();
        let spent = self.position.streak()[self.seat].spent();
        let left: Vec<_> = possible.iter().copied().filter(|&pair| spent != Some(letters(pair).as_str())).collect();
        if left.is_empty() { possible } else { left }
    }

    /// The pair that is possible but exceeds the limit, if any.
    #[must_use]
    pub fn barred(&self) -> Option<(Kind, Kind)> {
        let spent = self.position.streak()[self.seat].spent()?;
        let pair = PAIRS.into_iter().find(|&pair| letters(pair) == spent)?;
        (self.possible(pair) && !self.pairs().contains(&pair)).then_some(pair)
    }

    /// Whether a single action is an order in this turn.
    #[must_use]
    pub fn single(&self) -> bool {
        !PAIRS.into_iter().any(|pair| self.possible(pair))
    }

    /// All moves, by knight.
    fn moves(&self) -> impl Iterator<Item = (Square, Square)> {
        self.own.iter().flat_map(|from| self.jumps(from).iter().map(move |to| (from, to)))
    }

    /// All legal orders, in no particular sequence.
    #[must_use]
    pub fn orders(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        for pair in self.pairs() {
            match pair {
                (Kind::Spawn, Kind::Move) => {
                    let both = self.free.iter().flat_map(|at| self.moves().map(move |jump| (at, jump)));
                    let apart = both.filter(|&(at, (_, to))| at != to);
                    orders.extend(apart.map(|(at, jump)| Order { spawn: Some(at), jump: Some(jump), claim: None }));
                }
                (Kind::Spawn, _) => {
                    let both = self.free.iter().flat_map(|at| self.own.iter().map(move |claim| (at, claim)));
                    orders.extend(both.map(|(at, claim)| Order { spawn: Some(at), jump: None, claim: Some(claim) }));
                }
                _ => {
                    let both = self
                        .moves()
                        .flat_map(|jump| self.claims_after(Some(jump)).iter().map(move |claim| (jump, claim)));
                    orders.extend(both.map(|(jump, claim)| Order {
                        spawn: None,
                        jump: Some(jump),
                        claim: Some(claim),
                    }));
                }
            }
        }
        if self.single() {
            let spawns = self.free.iter().map(Action::Spawn);
            let claims = self.own.iter().map(Action::Claim);
            orders.extend(spawns.chain(claims).filter_map(|action| Order::of(&[action]).ok()));
        }
        orders
    }

    /// Whether the seat has any legal order.
    #[must_use]
    pub fn any(&self) -> bool {
        !self.free.is_empty() || !self.own.is_empty()
    }

    /// Combines actions into a legal order.
    ///
    /// # Errors
    /// A refusal that names the broken rule.
    pub fn check(&self, actions: &[Action]) -> Result<Order, Refusal> {
        let order = Order::of(actions).map_err(|twice| {
            illegal(format!("Order {} only once; your two actions must be of different types.", twice.word()))
        })?;
        for action in order.actions() {
            self.check_action(order, action)?;
        }
        match actions.len() {
            1 if self.single() => Ok(order),
            2 => self.check_limit(order),
            1 => {
                let others = PAIRS
                    .into_iter()
                    .filter(|&pair| self.possible(pair))
                    .flat_map(|(one, two)| [(one, two), (two, one)]);
                let fitting =
                    others.into_iter().find(|(of, _)| actions[0].kind() == *of).map(|(_, other)| other.word());
                let such = fitting.map_or_else(String::new, |word| format!(", such as a {word}"));
                Err(illegal(format!("Name a second action{such}.")))
            }
            _ => Err(illegal("Order only two actions; leave one of them out.".to_owned())),
        }
    }

    /// Refuses a move's first square without an own knight.
    pub(super) fn check_start(&self, from: Square) -> Result<(), Refusal> {
        let none = || illegal(format!("Move one of your own knights; none stands on {from}."));
        self.own.has(from).then_some(()).ok_or_else(none)
    }

    fn check_action(&self, order: Order, action: Action) -> Result<(), Refusal> {
        let enemy = self.position.knights()[!self.seat];
        let complaint = match action {
            Action::Spawn(at) if !Squares::home(self.seat).has(at) => {
                let row = if self.seat == Seat::Ec { 5 } else { 1 };
                format!("Spawn on your home row, row {row}; {at} is not on it.")
            }
            Action::Spawn(at) if self.own.has(at) || enemy.has(at) => {
                format!("Spawn on an empty square; a knight stands on {at}.")
            }
            Action::Move(from, _) if order.spawn == Some(from) => {
                format!("Move another knight; the one you spawn on {from} cannot move this turn.")
            }
            Action::Move(from, _) if !self.own.has(from) => return self.check_start(from),
            Action::Move(from, to) if !from.jumps().has(to) => {
                format!("Move like a chess knight; {from} to {to} is no such move.")
            }
            Action::Move(_, to) if self.own.has(to) => {
                format!("Move to another square; your own knight stands on {to} as the turn begins.")
            }
            Action::Move(_, to) if order.spawn == Some(to) => {
                format!("Move to another square; you spawn a knight on {to}.")
            }
            Action::Claim(at) if order.spawn == Some(at) => {
                format!("Claim another square; the knight you spawn on {at} cannot claim this turn.")
            }
            Action::Claim(at) if order.jump.is_some_and(|(from, _)| from == at) => {
                format!("Claim another square; your knight leaves {at} before claims are made.")
            }
            Action::Claim(at) if !self.claims_after(order.jump).has(at) => {
                format!("Claim a square that your own knight stands on after the moves; none stands on {at}.")
            }
            _ => return Ok(()),
        };
        Err(illegal(complaint))
    }

    fn check_limit(&self, order: Order) -> Result<Order, Refusal> {
        match self.barred() {
            Some(pair) if letters(pair) == order.letters() => Err(illegal(format!(
                "Choose another pair of actions; you have ordered {} and {} {} turns in a row, and the limit is {LIMIT}.",
                pair.0.word(),
                pair.1.word(),
                self.position.streak()[self.seat].count
            ))),
            _ => Ok(order),
        }
    }
}

fn illegal(message: String) -> Refusal {
    Refusal::illegal(message)
}
