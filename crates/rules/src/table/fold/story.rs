//! The story of a match that is over: a few lines of what was played and still stands.
//!
//! - It is made from the kept resolutions, so that nothing that was taken back is in it, and from nothing else.
//! - A game says what of its events is worth remembering; how the score went and how the time was used is found here, for all games.
//! - A line is only said where the facts bear it out; a match ended without a result has no story.

use std::cmp::Reverse;

use super::Table;
use crate::game::{BySeat, Progress, Reason, Seat, Text};
use crate::table::told::span;

/// The most lines of a story.
pub const LINES: usize = 5;
/// The most characters of one of them.
pub const LONGEST_LINE: usize = 120;

/// A line of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The step it tells of.
    pub step: u32,
    /// Its kind: `lead`, `comeback`, `swing`, `hurry`, `thought`, or a game's own.
    pub kind: &'static str,
    /// With the players' names as they were.
    pub words: String,
}

/// A line that may be told.
struct Candidate {
    weight: u8,
    /// The resolution it tells of, from 0.
    at: usize,
    kind: &'static str,
    text: Text,
}

/// The weight of a turn of the score beside a game's own moments.
const LEAD: u8 = 90;
const COMEBACK: u8 = 85;
const SWING: u8 = 60;
/// An order that came with the last of its time; one that came at once before the end is worth so much more.
const HURRY: u8 = 50;
const MORE_HURRY: u64 = 25;
const THOUGHT: u8 = 30;

/// By how much a score must turn in one step for that to be told, and of how many turns it must be the greatest.
const MUCH: i64 = 3;
const TURNS: usize = 4;
/// The share of the winner's final score that it must have been behind by at least, as a divisor.
const BEHIND: i64 = 10;
/// From how much time left an order is no close call, in ms.
const CLOSE: u64 = 5_000;
/// How long a thought must be to be told, in ms, and of how many it must be the longest.
const LONG: u64 = 20_000;
const THOUGHTS: usize = 4;

impl Table {
    /// The story of the match in the order of play, at most [`LINES`] lines of [`LONGEST_LINE`] characters; none before it is over.
    #[must_use]
    pub fn story(&self) -> Vec<Beat> {
        self.story_since(1)
    }

    /// The same of what was played from a step on.
    #[must_use]
    pub fn story_since(&self, since: u32) -> Vec<Beat> {
        let Some(outcome) = self.outcome.filter(|outcome| outcome.reason != Reason::Void) else { return Vec::new() };
        let mut found: Vec<Candidate> = self.moments();
        found.extend(self.score(outcome.winner.filter(|_| outcome.reason.by_play())));
        found.extend(self.times());
        found.retain(|candidate| step(candidate.at) >= since);
        found.sort_by_key(|candidate| (Reverse(candidate.weight), candidate.at));
        let mut told: Vec<(&Candidate, Beat)> = Vec::new();
        for candidate in &found {
            let beat = self.beat(candidate);
            let again = told.iter().any(|(_, other)| other.kind == beat.kind || other.words == beat.words);
            if told.len() < LINES && !again && beat.words.chars().count() <= LONGEST_LINE {
                told.push((candidate, beat));
            }
        }
        told.sort_by_key(|(candidate, _)| candidate.at);
        told.into_iter().map(|(_, beat)| beat).collect()
    }

    fn beat(&self, candidate: &Candidate) -> Beat {
        let past = &self.past[candidate.at];
        let words = candidate.text.with_names(&past.names);
        let words = format!("{}: {words}", past.play.stage());
        Beat { step: step(candidate.at), kind: candidate.kind, words }
    }

    /// The game's memorable moments.
    fn moments(&self) -> Vec<Candidate> {
        let of = |(at, past): (usize, &super::Past)| {
            let told = past.moments.iter().cloned();
            told.map(move |moment| Candidate { weight: moment.weight, at, kind: moment.kind, text: moment.text })
                .collect::<Vec<_>>()
        };
        self.past.iter().enumerate().flat_map(of).collect()
    }

    /// The score after each resolution of the last stretch in which it counts the same, with the first one's number.
    fn scores(&self) -> Option<(usize, Vec<BySeat<i64>>, String)> {
        let plays = self.past.iter().skip(1).map(|past| &past.play).chain([&self.play]);
        let all: Vec<Option<Progress>> = plays.map(|play| play.progress()).collect();
        let unit = all.last()?.as_ref()?.unit.clone();
        let same = |each: &&Option<Progress>| each.as_ref().is_some_and(|progress| progress.unit == unit);
        let tail = all.iter().rev().take_while(same).count();
        let first = all.len() - tail;
        Some((first, all.into_iter().skip(first).flatten().map(|progress| progress.scores).collect(), unit))
    }

    /// The course of the score; `winner` is the winner by play.
    fn score(&self, winner: Option<Seat>) -> Vec<Candidate> {
        let mut found = Vec::new();
        if self.past.is_empty() {
            return found;
        }
        let Some((first, scores, unit)) = self.scores() else { return found };
        if let Some(winner) = winner {
            let ahead = |scores: &BySeat<i64>| scores[winner] - scores[!winner];
            let tail = scores.iter().rev().take_while(|scores| ahead(scores) > 0).count();
            let lead = scores.len() - tail;
            if let Some(after) = scores.get(lead) {
                let words = format!(
                    "{} takes the lead for good, with {} to {} {unit}.",
                    Text::seat(winner),
                    after[winner],
                    after[!winner]
                );
                found.push(Candidate { weight: LEAD, at: first + lead, kind: "lead", text: Text::new(words) });
            }
            let worst = scores[..lead].iter().enumerate().min_by_key(|(_, scores)| ahead(scores));
            let end = scores.last().map_or(0, |scores| scores[winner]);
            if let Some((at, scores)) = worst
                && ahead(scores) < 0
                && -ahead(scores) * BEHIND >= end
            {
                let (own, other) = (scores[winner], scores[!winner]);
                let words = format!("{} is behind with {own} to {other} {unit}, and still wins.", Text::seat(winner));
                found.push(Candidate { weight: COMEBACK, at: first + at, kind: "comeback", text: Text::new(words) });
            }
        }
        let turn = |pair: &[BySeat<i64>]| (pair[1].ec - pair[1].dmo) - (pair[0].ec - pair[0].dmo);
        let turns: Vec<i64> = scores.windows(2).map(turn).collect();
        let most = turns.iter().map(|turn| turn.abs()).max().unwrap_or(0);
        let mut widest = turns.iter().enumerate().filter(|(_, turn)| turn.abs() == most);
        if let (Some((at, turn)), None) = (widest.next(), widest.next())
            && most >= MUCH
            && turns.len() >= TURNS
        {
            let to = Text::seat(if *turn > 0 { Seat::Ec } else { Seat::Dmo });
            let words = format!("the biggest swing of the score, {most} towards {to}.");
            found.push(Candidate { weight: SWING, at: first + at + 1, kind: "swing", text: Text::new(words) });
        }
        found
    }

    /// People's use of their time.
    fn times(&self) -> Vec<Candidate> {
        let of = |(at, past): (usize, &super::Past)| {
            Seat::ALL.into_iter().zip([past.timings.ec, past.timings.dmo]).map(move |(seat, timing)| (at, seat, timing))
        };
        let timings: Vec<_> = self.past.iter().enumerate().flat_map(of).collect();
        let timings: Vec<_> = timings.into_iter().filter_map(|(at, seat, timing)| Some((at, seat, timing?))).collect();
        let mut found = Vec::new();
        let closest = timings.iter().filter_map(|(at, seat, timing)| Some((timing.left?, *at, *seat))).min();
        if let Some((left, at, seat)) = closest.filter(|(left, ..)| *left < CLOSE) {
            let when = match left / 100 {
                0 => "in the last tenth of a second".to_owned(),
                _ => format!("{} before time is up", span(left / 100 * 100)),
            };
            let more = u8::try_from(MORE_HURRY * (CLOSE - left) / CLOSE).unwrap_or(0);
            let text = Text::new(format!("{}'s order comes {when}.", Text::seat(seat)));
            found.push(Candidate { weight: HURRY + more, at, kind: "hurry", text });
        }
        let longest = timings.iter().map(|(at, seat, timing)| (timing.thought, Reverse(*at), *seat)).max();
        if let Some((thought, Reverse(at), seat)) = longest
            && thought >= LONG
            && timings.len() >= THOUGHTS
        {
            let text = Text::new(format!("{} thinks longest, for {}.", Text::seat(seat), span(thought / 1000 * 1000)));
            found.push(Candidate { weight: THOUGHT, at, kind: "thought", text });
        }
        found
    }
}

/// The number of a resolution's step.
fn step(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}
