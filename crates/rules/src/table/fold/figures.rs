//! A finished match's contribution to the statistics of its players and its game.
//!
//! - It is made from the kept resolutions, so that nothing that was taken back is in it, and only from orders that counted.
//! - An order that a host gave for a seat, and what somebody did who no longer sits there, say nothing of its player.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Table;
use super::story::comeback;
use crate::game::{BySeat, Reason, Seat, Wants};

/// A finished match's contribution to statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many steps were played in which an order was asked for.
    pub steps: u32,
    /// How long it took, in ms of its record, from its opening or its start time.
    pub lasted: u64,
    /// The first mover, if the game has one.
    pub first: Option<Seat>,
    /// How far the winner by play was behind, if that was far.
    pub comeback: Option<Comeback>,
    pub seats: BySeat<OfSeat>,
}

/// The score at which a match's winner was furthest behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comeback {
    pub own: i64,
    pub other: i64,
    /// The winner's score at the end.
    pub end: i64,
    /// What is counted: `bouts`.
    pub unit: String,
}

impl Comeback {
    /// How far behind that was, for comparison between games: in thousandths of the score at the end.
    #[must_use]
    pub fn size(&self) -> i64 {
        (self.other - self.own).saturating_mul(1_000) / self.end.max(1)
    }
}

/// A seat's player in the statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfSeat {
    /// Their opening, in the game's own terms.
    pub opening: Option<String>,
    /// How often they used each unit, piece or action, by its name.
    pub uses: BTreeMap<String, u32>,
    /// How long each order took that counted, in ms; of people alone, and where the dealer was there all the time.
    pub thoughts: Vec<u64>,
}

impl Table {
    /// The contribution of the steps from one on; none before the match is over, or without a result.
    #[must_use]
    pub fn figures_since(&self, since: u32) -> Option<Figures> {
        self.outcome.filter(|outcome| outcome.reason != Reason::Void)?;
        let before = usize::try_from(since.saturating_sub(1)).unwrap_or(usize::MAX);
        let asked = |past: &&super::Past| {
            past.asks.iter().any(|(_, ask)| ask.is_some_and(|(question, _)| question.ask.wants == Wants::Order))
        };
        let steps = self.past.iter().skip(before).filter(asked).count();
        Some(Figures {
            steps: u32::try_from(steps).unwrap_or(u32::MAX),
            lasted: self.now.saturating_sub(self.starts_at.unwrap_or_default()),
            first: self.play.first(),
            comeback: self.comeback(),
            seats: BySeat::from_fn(|seat| self.of_seat(seat, before)),
        })
    }

    fn comeback(&self) -> Option<Comeback> {
        let winner = self.outcome.filter(|outcome| outcome.reason.by_play())?.winner?;
        let (_, scores, unit) = self.scores()?;
        let end = scores.last()?[winner];
        let (_, behind) = comeback(winner, &scores)?;
        Some(Comeback { own: behind[winner], other: behind[!winner], end, unit })
    }

    fn of_seat(&self, seat: Seat, before: usize) -> OfSeat {
        let since = before.max(self.sat[seat]);
        let mut of = OfSeat::default();
        for past in self.past.iter().skip(since) {
            of.thoughts.extend(past.timings[seat].map(|timing| timing.thought));
            let Some(order) = past.orders[seat].as_ref().filter(|_| past.own[seat]) else { continue };
            let habit = past.play.habit(seat, order);
            of.opening = of.opening.or(habit.opening);
            for name in habit.uses {
                *of.uses.entry(name).or_default() += 1;
            }
        }
        // A substitute has opened nothing.
        of.opening = of.opening.filter(|_| since == 0);
        of
    }
}
