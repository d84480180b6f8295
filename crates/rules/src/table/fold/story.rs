//! The story of a finished match: a few lines about what was played and still counts.
//!
//! - The story is computed from the kept resolutions alone, so it contains no reverted steps.
//! - A game states the memorable moments of its events. This module adds moments of the score and of time, for all games.
//! - Every line is backed by facts. A match that was voided has no story.
//! - Each step contributes at most one line, its heaviest moment.

use std::cmp::Reverse;

use serde_json::Value;

use super::Table;
use crate::game::{BySeat, Moment, Progress, Reason, Seat};
use crate::table::clock::{DRAFT_ENTERED_BEFORE, Timing};
use crate::table::review::{Review, numbered};
use crate::table::table_events::duration_text;

/// The most lines of a story.
pub const MAX_STORY_LINES: usize = 5;
/// The most characters of a line.
pub const MAX_STORY_LINE: usize = 120;

/// A line of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryLine {
    /// The step that the line describes.
    pub step: u32,
    /// Its kind: `lead`, `decider`, `comeback`, `swing`, `hurry`, `thought`, or a game's own.
    pub kind: &'static str,
    /// The moment's kind and facts.
    pub facts: Value,
    /// The match's stage.
    pub stage: String,
    /// The event, with the players' names at the time.
    pub words: String,
}

impl StoryLine {
    /// The line's text: the stage and the event.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}: {}", self.stage, self.words)
    }

    /// The title of this line as the match's big moment.
    #[must_use]
    pub fn title(&self) -> String {
        format!("The big moment: {}", self.stage)
    }
}

/// A moment that may become a line.
struct Candidate {
    /// The index of its resolution, from 0.
    at: usize,
    moment: Moment,
}

/// The weight of a lead that lasts to the end, on the scale of the games' own moments.
const LEAD: u8 = 70;
/// The weight of a lead that the last step brings.
const DECIDER: u8 = 90;
const COMEBACK: u8 = 85;
/// The least weight of a moment that decides a match.
const SENSATION: u8 = 80;
const SWING: u8 = 45;
/// The base weight of an order shortly before the deadline. [`MORE_HURRY`] is the extra weight at the very end.
const HURRY: u8 = 50;
const MORE_HURRY: u64 = 25;
const THOUGHT: u8 = 30;

const LEADS: &[&str] = &[
    "{winner} takes the lead for good, {own} to {other} {unit}.",
    "{winner} takes the lead, {own} to {other} {unit}, and never gives it back.",
    "{winner} goes ahead, {own} to {other} {unit}, and keeps the lead to the end.",
];
/// A lead that the last step of the match brings.
const DECIDED: &[&str] = &[
    "It takes the very end to decide: {winner} wins, {own} to {other} {unit}!",
    "{winner} goes ahead at the very end, {own} to {other} {unit}!",
];
const COMEBACKS: &[&str] = &[
    "Here {winner} is down {own} to {other} {unit}, and comes back to win!",
    "{own} to {other} behind here, {winner} still wins the match!",
    "{winner} is behind here, {own} to {other} {unit}, and wins in the end!",
];
const SWINGS: &[&str] = &[
    "The biggest swing of the match: {most} to {seat}'s side.",
    "The score shifts most here: {most} to {seat}'s side.",
];
const HURRIES: &[&str] = &["{seat}'s order comes {when}.", "{seat} orders {when}."];
/// The kinds of lines about the players' time, which are not about play.
const TIMES: [&str; 2] = ["hurry", "thought"];
const THOUGHT_LONG: &[&str] = &["{seat} thinks longest, for {time}.", "The longest thought: {time}, by {seat}."];

/// The least change of the score in one step, and the least number of changes, for a `swing` line.
const MUCH: i64 = 3;
const TURNS: usize = 4;
/// The divisor for the least deficit: the winner's final score divided by this.
const BEHIND: i64 = 10;
/// The part of the match that is its beginning: one divided by this.
const EARLY: usize = 5;
/// The time left, in ms, from which an order is not a close call.
const CLOSE: u64 = 5_000;
/// The shortest thought for a `thought` line, in ms, and the least number of timed orders.
const LONG: u64 = 60_000;
const THOUGHTS: usize = 4;

impl Table {
    /// The story in the order of play, at most [`MAX_STORY_LINES`] lines of [`MAX_STORY_LINE`] characters. Empty before the match is over.
    #[must_use]
    pub fn story(&self) -> Vec<StoryLine> {
        self.story_since(1)
    }

    /// The story of the steps from `since` on.
    #[must_use]
    pub fn story_since(&self, since: u32) -> Vec<StoryLine> {
        let mut told: Vec<StoryLine> = Vec::new();
        for candidate in &self.memorable(since) {
            let (step, kind) = (step(candidate.at), candidate.moment.kind);
            let is_once = kind != Moment::REPEATED;
            let again = told.iter().any(|other| (is_once && other.kind == kind) || other.step == step);
            if told.len() < MAX_STORY_LINES && !again {
                told.extend(
                    self.story_line(candidate).filter(|line| !told.iter().any(|other| other.words == line.words)),
                );
            }
        }
        told.sort_by_key(|line| line.step);
        told
    }

    /// The moment that a poster and a review show: the story's line about play in whose step the chances changed most. If they changed more
    /// than twice as much in another step, it is what happened there. Without chances, it is a sensation in the last step, or else the
    /// story's heaviest line. `None` if play did not decide the match.
    #[must_use]
    pub fn big_moment(&self, review: Option<&Review>) -> Option<StoryLine> {
        if !self.outcome?.reason.by_play() {
            return None;
        }
        let mut found = self.memorable(1);
        found.retain(|one| !TIMES.contains(&one.moment.kind));
        if let Some((review, steepest)) = review.and_then(|review| Some((review, review.steepest()?))) {
            let change = |line: &StoryLine| review.change_in(line.step);
            let lines = self.story().into_iter().filter(|line| !TIMES.contains(&line.kind));
            let turn = lines.max_by(|one, other| change(one).total_cmp(&change(other)));
            let turn = turn.filter(|line| 2.0 * change(line) >= change(&steepest));
            let mut told = found.iter().filter(|one| step(one.at) == steepest.step);
            return turn.or_else(|| told.find_map(|candidate| self.story_line(candidate))).or(Some(steepest));
        }
        let wins = |one: &Candidate| one.at + 1 == self.past.len() && one.moment.weight >= SENSATION;
        found.sort_by_key(|one| Reverse(wins(one)));
        found.iter().find_map(|candidate| self.story_line(candidate))
    }

    /// The candidates from the steps from `since` on, the heaviest first.
    fn memorable(&self, since: u32) -> Vec<Candidate> {
        let Some(outcome) = self.outcome.filter(|outcome| outcome.reason != Reason::Void) else { return Vec::new() };
        let mut found: Vec<Candidate> = self.moments();
        found.extend(self.score(outcome.winner.filter(|_| outcome.reason.by_play())));
        found.extend(self.times());
        found.retain(|candidate| step(candidate.at) >= since && candidate.moment.weight >= Moment::WORTH_A_STORY);
        found.sort_by_key(|candidate| (Reverse(candidate.moment.weight), candidate.at));
        found
    }

    /// The line in the step's own phrase, or in the next phrase that is short enough.
    fn story_line(&self, Candidate { at, moment }: &Candidate) -> Option<StoryLine> {
        let (past, phrase) = (&self.past[*at], self.phrase(at + 1, moment.kind) % moment.phrases());
        let line = |phrase: usize| StoryLine {
            step: step(*at),
            kind: moment.kind,
            facts: moment.json(),
            stage: numbered(&moment.stage.clone().unwrap_or_else(|| past.play.heading().stage)),
            words: moment.says(phrase).with_names(&past.names),
        };
        (phrase..phrase + moment.phrases()).map(line).find(|line| line.text().chars().count() <= MAX_STORY_LINE)
    }

    /// The memorable moments stated by the game.
    fn moments(&self) -> Vec<Candidate> {
        let of = |(at, past): (usize, &super::Past)| {
            past.moments.iter().cloned().map(move |moment| Candidate { at, moment }).collect::<Vec<_>>()
        };
        self.past.iter().enumerate().flat_map(of).collect()
    }

    /// The scores after each resolution since the unit last changed, with the index of the first and the unit.
    pub(super) fn scores(&self) -> Option<(usize, Vec<BySeat<i64>>, String)> {
        let plays = self.past.iter().skip(1).map(|past| &past.play).chain([&self.play]);
        let all: Vec<Option<Progress>> = plays.map(|play| play.progress()).collect();
        let unit = all.last()?.as_ref()?.unit.clone();
        let same = |each: &&Option<Progress>| each.as_ref().is_some_and(|progress| progress.unit == unit);
        let tail = all.iter().rev().take_while(same).count();
        let first = all.len() - tail;
        Some((first, all.into_iter().skip(first).flatten().map(|progress| progress.scores).collect(), unit))
    }

    /// The stage in which a resolution changed the score.
    fn scored_in(&self, at: usize) -> Option<String> {
        self.past.get(at + 1).map_or(&self.play, |past| &past.play).scored_in()
    }

    /// Moments of the score; `winner` is the winner by play.
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
            let score = |moment: Moment, scores: &BySeat<i64>| {
                let moment = moment.with("winner", winner).with("own", scores[winner]);
                moment.with("other", scores[!winner]).with("unit", unit.as_str())
            };
            // Who wins without the higher score has not come back: the game tells of it.
            if let Some(after) = scores.get(lead) {
                // The step that ends the match leaves no time to keep a lead.
                let decides = first + lead + 1 == self.past.len() && lead > 0;
                let (kind, weight, phrases) =
                    if decides { ("decider", DECIDER, DECIDED) } else { ("lead", LEAD, LEADS) };
                found.push(Candidate { at: first + lead, moment: score(Moment::new(kind, weight, phrases), after) });
                if let Some((at, scores)) = comeback(winner, &scores) {
                    let moment = score(Moment::new("comeback", COMEBACK, COMEBACKS), scores);
                    found.push(Candidate { at: first + at, moment });
                }
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
            let to = if *turn > 0 { Seat::Ec } else { Seat::Dmo };
            let moment = Moment::new("swing", SWING, SWINGS).with("seat", to).with("most", most);
            found.push(Candidate { at: first + at + 1, moment });
        }
        for Candidate { at, moment } in &mut found {
            moment.stage = self.scored_in(*at);
        }
        found
    }

    /// Moments of the players' use of time.
    fn times(&self) -> Vec<Candidate> {
        let of = |(at, past): (usize, &super::Past)| {
            Seat::ALL.into_iter().zip([past.timings.ec, past.timings.dmo]).map(move |(seat, timing)| (at, seat, timing))
        };
        let timings: Vec<_> = self.past.iter().enumerate().flat_map(of).collect();
        let sent = |timing: &Timing| timing.left.is_none_or(|left| left > DRAFT_ENTERED_BEFORE);
        let timings = timings.into_iter().filter_map(|(at, seat, timing)| Some((at, seat, timing.filter(sent)?)));
        let timings: Vec<_> = timings.collect();
        let mut found = Vec::new();
        let closest = timings.iter().filter_map(|(at, seat, timing)| Some((timing.left?, *at, *seat))).min();
        if let Some((left, at, seat)) = closest.filter(|(left, ..)| *left < CLOSE) {
            let when = match left / 100 {
                0 => "in the last tenth of a second".to_owned(),
                _ => format!("{} before time is up", duration_text(left / 100 * 100)),
            };
            let more = u8::try_from(MORE_HURRY * (CLOSE - left) / CLOSE).unwrap_or(0);
            let moment = Moment::new("hurry", HURRY + more, HURRIES).with("seat", seat).with("when", when);
            found.push(Candidate { at, moment });
        }
        let longest = timings.iter().map(|(at, seat, timing)| (timing.thought, Reverse(*at), *seat)).max();
        if let Some((thought, Reverse(at), seat)) = longest
            && thought >= LONG
            && timings.len() >= THOUGHTS
        {
            let moment = Moment::new("thought", THOUGHT, THOUGHT_LONG).with("seat", seat);
            found.push(Candidate { at, moment: moment.with("time", duration_text(thought / 1000 * 1000)) });
        }
        found
    }
}

/// The largest deficit of the winner, if it was large enough. A point in the first fifth of the match is not, nor is any deficit before a tie.
pub(super) fn comeback(winner: Seat, scores: &[BySeat<i64>]) -> Option<(usize, &BySeat<i64>)> {
    let behind = |scores: &BySeat<i64>| scores[!winner] - scores[winner];
    let lead = scores.iter().rposition(|scores| behind(scores) >= 0).map_or(0, |at| at + 1);
    // On a tie, the earliest deficit counts.
    let worst = scores[..lead].iter().enumerate().rev().max_by_key(|(_, scores)| behind(scores));
    let last = scores.last()?;
    let early = |at: usize| at * EARLY < scores.len();
    worst.filter(|(at, scores)| {
        let far = behind(scores) > 1 || (behind(scores) > 0 && !early(*at));
        far && behind(last) != 0 && behind(scores) * BEHIND >= last[winner]
    })
}

/// The number of the step that a resolution ended.
fn step(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}
