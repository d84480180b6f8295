//! The drawing of a round: pairings and byes.

use crate::bracket::Who;
use crate::entrant::EntrantId;
use crate::format::Format;
use crate::pairing::{Attempt, Pairing, PairingId, Place, Round, Verdict};
use crate::standings::points;
use crate::tournament::Tournament;
use crate::{round_robin, seats, swiss};

impl Tournament {
    /// Draws the next round after these, without pairing numbers. `None` after the last round.
    pub(crate) fn draw(&self, rounds: &[Round]) -> Option<Round> {
        let last = self.format().rounds(self.entrants().len());
        if rounds.len() >= last {
            return None;
        }
        let away = |entrant| self.is_away(rounds, entrant);
        let round = match self.format() {
            Format::RoundRobin => self.draw_circle(rounds, away),
            Format::Swiss { .. } => self.draw_swiss(rounds, away)?,
            Format::SingleElimination | Format::SingleWithThirdPlace | Format::DoubleElimination => {
                self.draw_bracket(rounds, away)
            }
        };
        // A double elimination may end without a second final.
        (rounds.len() + 1 < last || !round.is_empty()).then_some(round)
    }

    fn draw_circle(&self, rounds: &[Round], away: impl Fn(EntrantId) -> bool) -> Round {
        let (pairs, bye) = round_robin::pairs(self.entrants().len(), rounds.len());
        let pairs = pairs.into_iter().map(|(one, other)| (self.entrants()[one], self.entrants()[other]));
        let bye = bye.map(|bye| self.entrants()[bye]);
        Self::at_boards(rounds, pairs, bye, away)
    }

    fn draw_swiss(&self, rounds: &[Round], away: impl Fn(EntrantId) -> bool) -> Option<Round> {
        let points = points(self.format(), self.entrants(), rounds);
        let here = self.entrants().iter().copied().filter(|&entrant| !away(entrant));
        let mut standing: Vec<_> = here.map(|entrant| (entrant, points[&entrant])).collect();
        if standing.len() < 2 {
            return None;
        }
        standing.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
        let (pairs, bye) = swiss::pairs(rounds, &standing);
        Some(Self::at_boards(rounds, pairs, bye, away))
    }

    fn at_boards(
        rounds: &[Round],
        pairs: impl IntoIterator<Item = (EntrantId, EntrantId)>,
        bye: Option<EntrantId>,
        away: impl Fn(EntrantId) -> bool,
    ) -> Round {
        let boards = (0..).map(Place::Board);
        let pairings: Vec<_> =
            boards.zip(pairs).map(|(place, (one, other))| drawn(rounds, place, one, other, &away)).collect();
        let next = u16::try_from(pairings.len()).expect("a round has few boards");
        Round { pairings, byes: bye.map(|bye| (Place::Board(next), bye)).into_iter().collect() }
    }

    fn draw_bracket(&self, rounds: &[Round], away: impl Fn(EntrantId) -> bool) -> Round {
        let nodes = self.nodes();
        let bracket = self.bracket(&nodes, rounds);
        let mut round = Round::default();
        for node in nodes.iter().filter(|node| node.round == rounds.len() + 1) {
            match bracket.meeting(node) {
                [Who::Is(one), Who::Is(other)] => round.pairings.push(drawn(rounds, node.place, one, other, &away)),
                [Who::Is(one), Who::Nobody] | [Who::Nobody, Who::Is(one)] if !away(one) => {
                    round.byes.push((node.place, one));
                }
                _ => {}
            }
        }
        round
    }
}

/// The number of a newly drawn pairing.
pub const DRAWN: PairingId = PairingId(0);

/// Draws a pairing of two players. An absent player has lost.
fn drawn(
    rounds: &[Round],
    place: Place,
    one: EntrantId,
    other: EntrantId,
    away: impl Fn(EntrantId) -> bool,
) -> Pairing {
    let (ec, dmo) = seats::seated(rounds, one, other);
    let verdict = match (away(ec), away(dmo)) {
        (false, false) => None,
        (true, false) => Some(Verdict::Absent(ec)),
        (false, true) => Some(Verdict::Absent(dmo)),
        (true, true) => Some(Verdict::BothAbsent),
    };
    Pairing {
        id: DRAWN,
        place,
        ec,
        dmo,
        attempts: vec![Attempt { begun: false, verdict, walkover: verdict.is_some() }],
    }
}
