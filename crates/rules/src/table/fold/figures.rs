//! A finished match's contribution to the statistics of its players and its game.
//!
//! - The figures are computed from the kept resolutions. They contain no reverted steps, and only orders that counted.
//! - Orders given by a host, and orders of a player who has since left, are not counted for a seat's player.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Table;
use super::story::comeback;
use crate::game::{BySeat, Heading, Reason, Seat, Viewer, Wants};

/// A finished match's contribution to statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The number of steps that asked for an order.
    pub steps: u32,
    /// The match's length, in ms of its record, from its opening or its start time.
    pub lasted: u64,
    /// The first mover, if the game has one.
    pub first: Option<Seat>,
    /// The comeback of the winner by play, if the deficit was large enough.
    pub comeback: Option<Comeback>,
    pub score: Option<FinalScore>,
    pub seats: BySeat<OfSeat>,
}

/// The score at the end, as everyone sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalScore {
    pub scores: BySeat<String>,
    /// The unit, written after both numbers: `bouts won`.
    pub unit: String,
}

impl FinalScore {
    /// Returns the score in words, this seat's first: `5–3 bouts won`.
    #[must_use]
    pub fn of(&self, seat: Seat) -> String {
        format!("{}–{} {}", self.scores[seat], self.scores[!seat], self.unit)
    }
}

/// The score at the largest deficit of the match's winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comeback {
    pub own: i64,
    pub other: i64,
    /// The winner's score at the end.
    pub end: i64,
    /// The unit of the score: `bouts`.
    pub unit: String,
}

impl Comeback {
    /// The deficit in thousandths of the final score, for comparison between games.
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
    /// The number of uses of each unit, piece or action, by its name.
    pub uses: BTreeMap<String, u32>,
    /// The thinking time of each counted order, in ms: persons only, and only in steps without an outage.
    pub thoughts: Vec<u64>,
}

impl Table {
    /// The figures of the steps from `since` on. `None` before the match is over, or if it was voided.
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
            score: self.final_score(),
            seats: BySeat::from_fn(|seat| self.of_seat(seat, before)),
        })
    }

    /// The score at the end. `None` before the end, in games without a score, and for a tie, which did not decide the match.
    #[must_use]
    pub fn final_score(&self) -> Option<FinalScore> {
        self.outcome?;
        let Heading { scores, unit, .. } = self.sight(Viewer::Public).heading();
        (!unit.is_empty() && scores.ec != scores.dmo).then_some(FinalScore { scores, unit })
    }

    fn comeback(&self) -> Option<Comeback> {
        let winner = self.outcome.filter(|outcome| outcome.reason.by_play())?.winner?;
        let (_, scores, unit) = self.scores()?;
        let end = scores.last()?[winner];
        let (_, behind) = comeback(winner, &scores)?;
        Some(Comeback { own: behind[winner], other: behind[!winner], end, unit })
    }

    fn of_seat(&self, seat: Seat, before: usize) -> OfSeat {
        let since = before.max(self.seated_since_step[seat]);
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
        // A substitute did not play the opening.
        of.opening = of.opening.filter(|_| since == 0);
        of
    }
}
