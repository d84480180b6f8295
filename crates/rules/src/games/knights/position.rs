//! The position between turns. It contains no secrets: an order is not part of it until its turn has resolved.

use serde::{Deserialize, Serialize};

use super::legal_orders::PossibleActions;
use super::resolve::Turn;
use super::ruleset::Ruleset;
use super::square::{SQUARES, Square, Squares};
use crate::game::{BySeat, Outcome, Reason, Seat};

/// The most turns in a row in which a seat may order the same pair of kinds.
pub const LIMIT: u32 = 3;
/// The number of coloured squares from which quiet turns are counted.
pub const LATE: u32 = 20;
/// The number of quiet turns in a row that a repetition needs.
pub const STILL: u32 = 3;
/// The number of the last turn.
pub const TURNS: u32 = 100;
/// The points of a claim: each entry is a number of coloured squares and the points up to that number.
pub const SCALE: [(u32, u32); 5] = [(8, 1), (15, 2), (20, 3), (23, 4), (24, 5)];

/// A seat's last pair of kinds, and the number of turns in a row with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The initials: `sm`, for a single action `c`, empty without an order.
    pub pair: String,
    /// The number of turns in a row; 0 without an order.
    pub count: u32,
}

impl Streak {
    /// The streak after another turn with this pair; an empty pair means no order.
    #[must_use]
    pub(super) fn then(&self, pair: &str) -> Self {
        let count = match pair {
            "" => 0,
            pair if pair == self.pair => self.count + 1,
            _ => 1,
        };
        Self { pair: pair.to_owned(), count }
    }

    /// The pair that the limit forbids in the next turn, if any.
    #[must_use]
    pub fn spent(&self) -> Option<&str> {
        (self.count >= LIMIT && self.pair.len() == 2).then_some(self.pair.as_str())
    }
}

/// The reason for the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Every square is coloured.
    Coloured,
    /// Three quiet turns in a row, and the knights stand as they stood two turns before.
    Repetition,
    /// The last turn has been played.
    Turns,
}

/// The whole state of a match between turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(super) ruleset: Ruleset,
    pub(super) turn: u32,
    pub(super) knights: BySeat<Squares>,
    pub(super) coloured: BySeat<Squares>,
    pub(super) points: BySeat<u32>,
    pub(super) streak: BySeat<Streak>,
    pub(super) still: u32,
    /// The squares of the knights one turn ago, and at the end of the last turn.
    pub stood: [BySeat<Squares>; 2],
    pub(super) last: Option<Turn>,
    pub(super) ending: Option<Ending>,
}

impl Position {
    pub fn new(ruleset: Ruleset) -> Self {
        let knights = BySeat::from_fn(Squares::home);
        Self {
            ruleset,
            turn: 1,
            knights,
            coloured: BySeat::default(),
            points: BySeat::default(),
            streak: BySeat::default(),
            still: 0,
            stood: [knights; 2],
            last: None,
            ending: None,
        }
    }

    /// The ruleset in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The number of the awaited turn, from 1; after the end, of the last turn played.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// The squares of each seat's knights.
    #[must_use]
    pub const fn knights(&self) -> &BySeat<Squares> {
        &self.knights
    }

    /// The squares that each seat has coloured.
    #[must_use]
    pub const fn coloured(&self) -> &BySeat<Squares> {
        &self.coloured
    }

    /// The number of coloured squares.
    #[must_use]
    pub const fn coloured_count(&self) -> u32 {
        self.coloured.ec.or(self.coloured.dmo).count()
    }

    /// Each seat's points.
    #[must_use]
    pub const fn points(&self) -> BySeat<u32> {
        self.points
    }

    /// Each seat's streak.
    #[must_use]
    pub const fn streak(&self) -> &BySeat<Streak> {
        &self.streak
    }

    /// The number of quiet turns in a row, from 20 coloured squares on; at most [`STILL`].
    #[must_use]
    pub const fn still(&self) -> u32 {
        self.still
    }

    /// The last turn.
    #[must_use]
    pub const fn last(&self) -> Option<&Turn> {
        self.last.as_ref()
    }

    /// The reason for the end; `None` while the match is in play.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The seat whose knight stands on a square.
    #[must_use]
    pub fn knight_on(&self, square: Square) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.knights[seat].has(square))
    }

    /// The seat whose colour a square has.
    #[must_use]
    pub fn colour_of(&self, square: Square) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.coloured[seat].has(square))
    }

    /// The points of a claim in the awaited turn.
    #[must_use]
    pub fn worth(&self) -> u32 {
        worth(self.coloured_count())
    }

    /// The result; `None` while the match is in play.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending?;
        let BySeat { ec, dmo } = self.points;
        let (winner, reason) = match ec.cmp(&dmo) {
            std::cmp::Ordering::Greater => (Seat::Ec, Reason::Rules),
            std::cmp::Ordering::Less => (Seat::Dmo, Reason::Rules),
            std::cmp::Ordering::Equal => (Seat::Dmo, Reason::TieBreak),
        };
        Some(Outcome { winner: Some(winner), reason })
    }

    /// Whether a seat is asked for an order: it has a legal one, and the match is in play.
    #[must_use]
    pub fn awaits(&self, seat: Seat) -> bool {
        self.ending.is_none() && PossibleActions::of(self, seat).any()
    }

    /// The reason to end the match after the turn just played, if any.
    pub(super) fn ends(&self, repeated: bool) -> Option<Ending> {
        if self.coloured_count() as usize == SQUARES {
            Some(Ending::Coloured)
        } else if repeated {
            Some(Ending::Repetition)
        } else if self.turn >= TURNS {
            Some(Ending::Turns)
        } else {
            None
        }
    }
}

/// The points of a claim, by the number of squares coloured at the end of the turn before.
#[must_use]
pub fn worth(coloured: u32) -> u32 {
    let (_, worth) = SCALE.into_iter().find(|&(most, _)| coloured <= most).unwrap_or((0, 0));
    worth
}
