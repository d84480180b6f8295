//! Brackets: the sources of each place's two players, and the players in each place.
//!
//! Seeds meet as late as possible, and byes go to the best. Losers of the winners' bracket enter the losers' bracket crosswise, so that the
//! same two players meet again late.

use std::collections::BTreeMap;

use crate::entrant::EntrantId;
use crate::format::Format;
use crate::pairing::{Pairing, Place, Round, Verdict};

/// A place of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub place: Place,
    /// The round of the tournament in which it is played, from 1.
    pub round: usize,
    pub from: [Source; 2],
}

/// The origin of one of a place's two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An entrant's number, the best being 0; nobody if there are fewer entrants.
    Seed(usize),
    WinnerOf(Place),
    LoserOf(Place),
}

/// The player who results from a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    NotYet,
    Nobody,
    Is(EntrantId),
}

/// The winner and the loser of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    pub winner: Who,
    pub loser: Who,
}

/// The places of a bracket, in the sequence in which they are played.
#[must_use]
pub fn nodes(format: Format, entrants: usize) -> Vec<Node> {
    let size = entrants.max(2).next_power_of_two();
    let halvings = size.trailing_zeros() as usize;
    let double = format == Format::DoubleElimination;
    let mut nodes = Vec::new();
    let seeds = seeds(size);
    for round in 1..=halvings {
        for index in 0..size >> round {
            let from = if round == 1 {
                [seeds[2 * index], seeds[2 * index + 1]].map(Source::Seed)
            } else {
                [2 * index, 2 * index + 1].map(|index| Source::WinnerOf(winners(round - 1, index)))
            };
            let played = if double && round > 1 { 2 * round - 2 } else { round };
            nodes.push(Node { place: winners(round, index), round: played, from });
        }
    }
    if double {
        nodes.extend(losing(size, halvings));
        let finalists = [Source::WinnerOf(winners(halvings, 0)), Source::WinnerOf(losers(2 * halvings - 2, 0))];
        nodes.push(Node { place: Place::Final, round: 2 * halvings, from: finalists });
        nodes.push(Node { place: Place::Reset, round: 2 * halvings + 1, from: finalists });
    }
    if format == Format::SingleWithThirdPlace {
        let from = [0, 1].map(|index| Source::LoserOf(winners(halvings - 1, index)));
        nodes.push(Node { place: Place::Third, round: halvings, from });
    }
    nodes.sort_by_key(|node| (node.round, node.place));
    nodes
}

fn losing(size: usize, halvings: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    for stage in 1..halvings {
        let count = size >> (stage + 1);
        for index in 0..count {
            let before = [2 * index, 2 * index + 1];
            let from = if stage == 1 {
                before.map(|index| Source::LoserOf(winners(1, index)))
            } else {
                before.map(|index| Source::WinnerOf(losers(2 * stage - 2, index)))
            };
            nodes.push(Node { place: losers(2 * stage - 1, index), round: 2 * stage, from });
            let crossed = if stage % 2 == 1 { count - 1 - index } else { (index + count / 2) % count };
            let from = [Source::LoserOf(winners(stage + 1, crossed)), Source::WinnerOf(losers(2 * stage - 1, index))];
            nodes.push(Node { place: losers(2 * stage, index), round: 2 * stage + 1, from });
        }
    }
    nodes
}

/// The seeds, in their sequence in the bracket.
fn seeds(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let all = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, all - seed]).collect();
    }
    seeds
}

fn winners(round: usize, index: usize) -> Place {
    let [round, index] = [round, index].map(small);
    Place::Winners { round, index }
}

fn losers(round: usize, index: usize) -> Place {
    let [round, index] = [round, index].map(small);
    Place::Losers { round, index }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).expect("a bracket is small")
}

/// A bracket after some rounds.
pub struct Bracket<'a> {
    entrants: &'a [EntrantId],
    fates: BTreeMap<Place, Fate>,
}

impl<'a> Bracket<'a> {
    /// Computes the result of each place after some rounds. `decided` is a pairing's final verdict.
    pub fn read(
        nodes: &[Node],
        entrants: &'a [EntrantId],
        rounds: &[Round],
        decided: impl Fn(&Pairing) -> Option<Verdict>,
    ) -> Self {
        let mut bracket = Self { entrants, fates: BTreeMap::new() };
        for node in nodes {
            let pending = Fate { winner: Who::NotYet, loser: Who::NotYet };
            let nobody = Fate { winner: Who::Nobody, loser: Who::Nobody };
            let fate = match (rounds.get(node.round - 1), bracket.meeting(node)) {
                (None, _) | (_, [Who::NotYet, _] | [_, Who::NotYet]) => pending,
                (_, [Who::Nobody, Who::Nobody]) => nobody,
                (Some(round), [Who::Is(one), Who::Is(other)]) => {
                    let at = |pairing: &&Pairing| pairing.place == node.place && pairing.has(one) && pairing.has(other);
                    let pairing = round.pairings.iter().find(at);
                    let verdict = pairing.and_then(|pairing| Some((pairing, decided(pairing)?)));
                    verdict.map_or(pending, |(pairing, verdict)| match pairing.winner_by(verdict) {
                        Some(winner) => Fate { winner: Who::Is(winner), loser: Who::Is(pairing.opponent(winner)) },
                        None => nobody,
                    })
                }
                (Some(round), _) => {
                    let passed = round.byes.iter().find(|(place, _)| *place == node.place);
                    passed.map_or(nobody, |(_, passed)| Fate { winner: Who::Is(*passed), loser: Who::Nobody })
                }
            };
            bracket.fates.insert(node.place, fate);
        }
        bracket
    }

    /// The two players who meet in a place.
    pub fn meeting(&self, node: &Node) -> [Who; 2] {
        let unknown = Fate { winner: Who::NotYet, loser: Who::NotYet };
        let fate = |place| *self.fates.get(&place).unwrap_or(&unknown);
        let two = node.from.map(|source| match source {
            Source::Seed(seed) => self.entrants.get(seed).map_or(Who::Nobody, |&entrant| Who::Is(entrant)),
            Source::WinnerOf(place) => fate(place).winner,
            Source::LoserOf(place) => fate(place).loser,
        });
        if node.place != Place::Reset {
            return two;
        }
        match fate(Place::Final).winner {
            Who::NotYet => [Who::NotYet; 2],
            Who::Is(winner) if two[1] == Who::Is(winner) && two[0] != Who::Nobody => two,
            _ => [Who::Nobody; 2],
        }
    }

    /// The winner of a place.
    pub fn winner_of(&self, place: Place) -> Who {
        self.fates.get(&place).map_or(Who::NotYet, |fate| fate.winner)
    }

    /// The winner of the tournament.
    pub fn champion(&self, nodes: &[Node]) -> Who {
        let decides = |node: &&Node| match node.place {
            Place::Third => false,
            Place::Reset => self.meeting(node) != [Who::Nobody; 2],
            _ => true,
        };
        let last = nodes.iter().rev().find(decides);
        last.and_then(|node| self.fates.get(&node.place)).map_or(Who::NotYet, |fate| fate.winner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_seeds_meet_last() {
        assert_eq!(seeds(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn every_place_has_distinct_sources_from_earlier_rounds() {
        for format in [Format::SingleElimination, Format::SingleWithThirdPlace, Format::DoubleElimination] {
            for entrants in 3..=64 {
                let nodes = nodes(format, entrants);
                let round = |place| nodes.iter().find(|node| node.place == place).unwrap().round;
                let mut fed = Vec::new();
                for node in nodes.iter().filter(|node| node.place != Place::Reset) {
                    for source in node.from {
                        if let Source::WinnerOf(place) | Source::LoserOf(place) = source {
                            assert!(round(place) < node.round, "{source:?} feeds {node:?}");
                        }
                        assert!(!fed.contains(&source), "{source:?} feeds two places");
                        fed.push(source);
                    }
                }
                assert_eq!(nodes.last().unwrap().round, format.rounds(entrants));
                let ways_on = if format == Format::DoubleElimination { 2 } else { 1 };
                let places = nodes.iter().filter(|node| matches!(node.place, Place::Winners { .. })).count();
                let links = fed.iter().filter(|source| !matches!(source, Source::Seed(_))).count();
                assert!(links + 1 >= ways_on * places, "somebody who is not out leads nowhere");
            }
        }
    }
}
