//! The table of a tournament.
//!
//! - In a table, players rank by points, then present players before those who left, then by [`Format::tie_breaks`]. For Buchholz, a round
//!   without a game counts as a game against an opponent with the player's own points.
//! - In a bracket, players rank by the round they reached, then present players before those who left.
//! - The first place is the winner's. It stays vacant if nobody has won: in a table, if no player who showed up has any points, including
//!   those against excluded players.
//! - Equal players share a place; lots decide no place. A player who has not shown up has no place.
//! - A player who leaves a round robin before half of their games is excluded from the table with all results, as in chess (FIDE handbook,
//!   general regulations for competitions). In a Swiss and in a bracket results are kept, because not everyone meets everyone there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;
use crate::format::Format;
use crate::pairing::{Pairing, Round, Verdict};
use crate::tournament::Tournament;

/// Points in quarters. Sonneborn–Berger needs quarters: a draw against an opponent with half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(u32);

impl Points {
    pub const NONE: Self = Self(0);
    pub const HALF: Self = Self(2);
    pub const ONE: Self = Self(4);

    /// Multiplies these points by a number of points.
    const fn times(self, points: Self) -> Self {
        Self(self.0 * points.0 / Self::ONE.0)
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::NONE, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 4, ["", "¼", "½", "¾"][self.0 as usize % 4]);
        if whole == 0 && !part.is_empty() { f.write_str(part) } else { write!(f, "{whole}{part}") }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The points from the games between the tied players.
    HeadToHead,
    /// The points of beaten opponents, and half the points of opponents after a draw.
    SonnebornBerger,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents except the weakest one.
    BuchholzCut1,
}

impl TieBreak {
    /// Returns the tie-break's name for a text.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::HeadToHead => "matches between tied players",
            Self::SonnebornBerger => "Sonneborn–Berger",
            Self::Buchholz => "Buchholz",
            Self::BuchholzCut1 => "Buchholz without the weakest opponent",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HeadToHead => "Direct",
            Self::SonnebornBerger => "SB",
            Self::Buchholz => "Buchholz",
            Self::BuchholzCut1 => "Buch. −1",
        })
    }
}

/// A player's standing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1; equal players share a place. `None` for players who have not shown up or are excluded.
    pub place: Option<usize>,
    pub entrant: EntrantId,
    /// The points; for an excluded player, points that do not count.
    pub points: Points,
    pub won: u16,
    pub drawn: u16,
    pub lost: u16,
    /// The tie-break values, in the sequence of [`Format::tie_breaks`].
    pub ties: Vec<Points>,
    /// Whether the player is no longer paired.
    pub gone: bool,
    /// Whether the player has shown up.
    pub came: bool,
    /// Whether the player left a round robin so early that none of their results counts.
    pub taken_out: bool,
    /// The points including those against excluded players.
    all: Points,
}

impl Standing {
    /// The sort key of players with a place, the best first; equal for players who share a place.
    fn rank(&self) -> (Reverse<Points>, bool, bool, Reverse<&[Points]>) {
        (Reverse(self.points), self.all == Points::NONE, self.gone, Reverse(&self.ties))
    }

    /// The sort key that puts players without a place last: first those who may still appear, then those who left.
    fn below(&self) -> (bool, bool) {
        (self.place.is_none(), self.place.is_none() && (self.gone || self.taken_out))
    }
}

/// The number of a player's byes, and of their wins without play.
pub fn unplayed(rounds: &[Round], entrant: EntrantId) -> (usize, usize) {
    let byes = rounds.iter().flat_map(|round| &round.byes).filter(|(_, sits_out)| *sits_out == entrant).count();
    let pairings = rounds.iter().flat_map(|round| &round.pairings).filter(|pairing| pairing.has(entrant));
    let given = pairings.filter(|pairing| {
        pairing.verdict().is_some_and(|verdict| verdict.is_unplayed() && pairing.winner_by(verdict) == Some(entrant))
    });
    (byes, given.count())
}

/// Everyone's points after some rounds.
pub fn points(format: Format, entrants: &[EntrantId], rounds: &[Round]) -> BTreeMap<EntrantId, Points> {
    counted(format, entrants, rounds, &BTreeSet::new())
}

/// Everyone's points without games against the excluded players in `out`.
fn counted(
    format: Format,
    entrants: &[EntrantId],
    rounds: &[Round],
    out: &BTreeSet<EntrantId>,
) -> BTreeMap<EntrantId, Points> {
    let mut points: BTreeMap<_, _> = entrants.iter().map(|&entrant| (entrant, Points::NONE)).collect();
    for met in entrants.iter().flat_map(|&entrant| met(rounds, entrant, out)) {
        *points.entry(met.by).or_default() += met.points;
    }
    if matches!(format, Format::Swiss { .. }) {
        for (_, entrant) in rounds.iter().flat_map(|round| &round.byes) {
            *points.entry(*entrant).or_default() += Points::ONE;
        }
    }
    points
}

/// A decided pairing from one player's point of view.
struct Met {
    by: EntrantId,
    opponent: EntrantId,
    points: Points,
    verdict: Verdict,
}

/// A player's results, without those against excluded players.
fn met(rounds: &[Round], by: EntrantId, out: &BTreeSet<EntrantId>) -> Vec<Met> {
    let pairings = rounds.iter().flat_map(|round| &round.pairings).filter(|pairing| pairing.has(by));
    let decided = pairings.filter_map(|pairing| pairing.verdict().map(|verdict| (pairing, verdict)));
    let counts = |pairing: &Pairing| !out.contains(&pairing.opponent(by));
    decided
        .filter(|(pairing, _)| counts(pairing))
        .map(|(pairing, verdict)| {
            let points = match (pairing.winner_by(verdict), verdict) {
                (Some(winner), _) if winner == by => Points::ONE,
                (None, Verdict::Drawn) => Points::HALF,
                _ => Points::NONE,
            };
            Met { by, opponent: pairing.opponent(by), points, verdict }
        })
        .collect()
}

impl Tournament {
    /// The standings, the first player first; equal players in the sequence of their seeds.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let (format, rounds) = (self.format(), self.rounds());
        let out: BTreeSet<EntrantId> =
            self.entrants().iter().copied().filter(|&entrant| self.is_taken_out(entrant)).collect();
        let (all, points) = (points(format, self.entrants(), rounds), counted(format, self.entrants(), rounds, &out));
        let mut standings: Vec<Standing> = self
            .entrants()
            .iter()
            .map(|&entrant| {
                let met = met(rounds, entrant, &out);
                let count = |points| u16::try_from(met.iter().filter(|met| met.points == points).count());
                let [won, drawn, lost] = [Points::ONE, Points::HALF, Points::NONE]
                    .map(|points| count(points).expect("nobody is paired so often"));
                let (gone, taken_out) = (self.is_gone(entrant), out.contains(&entrant));
                let came = self.has_shown(entrant);
                let place = (came && !taken_out).then_some(1);
                let (points, all) = (points[&entrant], all[&entrant]);
                Standing { place, entrant, points, won, drawn, lost, ties: Vec::new(), gone, came, taken_out, all }
            })
            .collect();
        if format.is_elimination() {
            self.rank_bracket(&mut standings);
            return standings;
        }
        for &by in format.tie_breaks() {
            let values: Vec<Points> = standings.iter().map(|of| self.tie(by, of, &standings, &points, &out)).collect();
            standings.iter_mut().zip(values).for_each(|(standing, value)| standing.ties.push(value));
        }
        standings.sort_by(|one, other| (one.below(), one.rank()).cmp(&(other.below(), other.rank())));
        let placed: Vec<Standing> = standings.iter().filter(|of| of.place.is_some()).cloned().collect();
        let first = self.first(placed.iter().any(|of| of.all > Points::NONE));
        for standing in standings.iter_mut().filter(|of| of.place.is_some()) {
            standing.place = Some(first + placed.iter().filter(|other| other.rank() < standing.rank()).count());
        }
        standings
    }

    fn rank_bracket(&self, standings: &mut [Standing]) {
        let rank = |of: &Standing| (of.entrant, (Reverse(self.reached(of.entrant)), of.gone));
        let ranks: BTreeMap<EntrantId, _> = standings.iter().map(rank).collect();
        standings.sort_by_key(|standing| (standing.place.is_none(), ranks[&standing.entrant]));
        let placed: Vec<EntrantId> = standings.iter().filter(|of| of.place.is_some()).map(|of| of.entrant).collect();
        let first = self.first(self.is_won());
        for standing in standings.iter_mut().filter(|of| of.place.is_some()) {
            let ahead = placed.iter().filter(|other| ranks[*other] < ranks[&standing.entrant]).count();
            standing.place = Some(first + ahead);
        }
    }

    /// The best available place: the second if the tournament is over without a winner.
    fn first(&self, is_won: bool) -> usize {
        if is_won || !self.is_over() { 1 } else { 2 }
    }

    /// Whether a player has left a round robin and showed up for less than half of their games.
    fn is_taken_out(&self, entrant: EntrantId) -> bool {
        if self.format() != Format::RoundRobin || !self.is_gone(entrant) {
            return false;
        }
        let pairings = self.rounds().iter().flat_map(|round| &round.pairings);
        let came = pairings.filter(|pairing| pairing.shows(entrant)).count();
        2 * came < self.entrants().len() - 1
    }

    fn tie(
        &self,
        by: TieBreak,
        of: &Standing,
        standings: &[Standing],
        points: &BTreeMap<EntrantId, Points>,
        out: &BTreeSet<EntrantId>,
    ) -> Points {
        let met = met(self.rounds(), of.entrant, out);
        match by {
            TieBreak::SonnebornBerger => met.iter().map(|met| met.points.times(points[&met.opponent])).sum(),
            TieBreak::Buchholz => self.opposed(of.entrant, &met, points).into_iter().sum(),
            TieBreak::BuchholzCut1 => self.opposed(of.entrant, &met, points).into_iter().skip(1).sum(),
            TieBreak::HeadToHead => {
                let level = standings.iter().filter(|other| (other.below(), other.rank()) == (of.below(), of.rank()));
                let level: Vec<EntrantId> = level.map(|other| other.entrant).collect();
                // Direct results count only if all tied players have met.
                let each = |one: &EntrantId| {
                    let theirs = self.opponents(*one);
                    level.iter().all(|other| other == one || theirs.contains(other))
                };
                if !level.iter().all(each) {
                    return Points::NONE;
                }
                met.iter().filter(|met| level.contains(&met.opponent)).map(|met| met.points).sum()
            }
        }
    }

    fn opponents(&self, entrant: EntrantId) -> Vec<EntrantId> {
        met(self.rounds(), entrant, &BTreeSet::new()).iter().map(|met| met.opponent).collect()
    }

    /// The points of a player's opponents, the fewest first. A round without a game counts as the player's own points.
    fn opposed(&self, entrant: EntrantId, met: &[Met], points: &BTreeMap<EntrantId, Points>) -> Vec<Points> {
        let mut opposed: Vec<Points> = met
            .iter()
            .map(|met| if met.verdict.is_unplayed() { points[&entrant] } else { points[&met.opponent] })
            .collect();
        let paired = |round: &&Round| round.pairings.iter().any(|pairing| pairing.has(entrant));
        let passed = self.rounds().iter().filter(|round| !paired(round)).count();
        opposed.extend(std::iter::repeat_n(points[&entrant], passed));
        opposed.sort_unstable();
        opposed
    }
}
