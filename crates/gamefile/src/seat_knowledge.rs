//! Infers the facts of a match that a seat cannot know: sealed orders of the other seat, and results of chance.
//! `imagined_match.rs` then draws them.
//!
//! A match is run again with a group of facts changed. If the seat sees the same at every step, all of them are hidden from it; otherwise
//! the group is halved, down to single facts. A hidden fact stays a candidate, since a later step may reveal it. Only the seat's own
//! observations decide, and imagined matches draw hidden facts again, so a player never gets them.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use deathmatch_rules::game::{BySeat, Play, Seat, Seed};
use deathmatch_script::{DrawKind, DrawTarget, Drawn, Machine, Tape};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::imagined_match::draw;
use crate::load::Loaded;
use crate::play::{Answer, Fixed, ScriptPlay};

/// The most steps run for one view; facts still undecided then count as hidden.
const STEPS: u32 = 3_000;

/// The attempts to change one result unnoticed by the seat.
const CHANGES: u32 = 6;

/// The number of orders that a stage must distinguish to reveal an earlier sealed order.
const ORDERS: u64 = 12;
/// The greatest distance in steps at which a stage reveals a sealed order.
const SHOWN_WITHIN: usize = 2;

/// A fact that a seat may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UnknownFact {
    /// A draw, by its stage and its number in the stage.
    Draw(usize, usize),
    /// The other seat's order that produced a stage.
    Answer(usize),
}

impl UnknownFact {
    const fn stage(self) -> usize {
        match self {
            Self::Draw(stage, _) | Self::Answer(stage) => stage,
        }
    }
}

/// What is inferred about a stage on demand: its draws, and the facts hidden from each seat after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct StageUnknowns {
    draws: OnceLock<Arc<[Drawn]>>,
    hidden: BySeat<OnceLock<Arc<[UnknownFact]>>>,
}

impl StageUnknowns {
    /// Stores the stage's draws.
    pub fn note(&self, draws: Vec<Drawn>) {
        // Draws stored earlier are the same.
        let _ = self.draws.set(draws.into());
    }
}

/// The start of a match, or a step of it.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub answers: BySeat<Answer>,
    pub sealed: BySeat<bool>,
    pub seen: BySeat<u64>,
    pub learnt: Arc<StageUnknowns>,
}

/// The history of a match, to be run again.
pub(crate) struct PlayedStages<'a> {
    pub game: &'a Arc<Loaded>,
    pub fixed: &'a Arc<Fixed>,
    pub stages: Vec<Stage>,
    pub seat: Seat,
}

/// The facts hidden from a seat, and all draws: the base of imagined matches.
pub(crate) struct SeatKnowledge {
    pub hidden: Arc<[UnknownFact]>,
    draws: Vec<Arc<[Drawn]>>,
    /// For each stage: how often each known item is drawn later, so that a free draw leaves enough of it.
    spared: Vec<Arc<HashMap<u64, usize>>>,
}

impl SeatKnowledge {
    pub fn hides(&self, unknown: UnknownFact) -> bool {
        self.hidden.binary_search(&unknown).is_ok()
    }

    /// Returns the tape of a stage: known draws are fixed, hidden ones are free.
    pub fn tape(&self, stage: usize) -> Tape {
        let wanted = self.draws[stage].iter().enumerate().map(|(number, drawn)| {
            if self.hides(UnknownFact::Draw(stage, number)) { DrawTarget::Any } else { DrawTarget::Fixed(drawn.mark) }
        });
        Tape { wanted: wanted.collect(), spared: Arc::clone(&self.spared[stage]) }
    }
}

impl PlayedStages<'_> {
    /// Infers the seat's knowledge at the end.
    pub fn known(&self) -> SeatKnowledge {
        let mut inference =
            Inference { past: self, left: STEPS, random: ChaCha12Rng::seed_from_u64(0), hidden: Vec::new() };
        let hidden = inference.hidden_at_the_end();
        let draws: Vec<_> =
            self.stages.iter().map(|stage| stage.learnt.draws.get().cloned().unwrap_or_default()).collect();
        let mut spared = Vec::new();
        let mut later = HashMap::new();
        for (stage, drawn) in draws.iter().enumerate().rev() {
            spared.push(Arc::new(later.clone()));
            for (number, drawn) in drawn.iter().enumerate() {
                if drawn.kind == DrawKind::Item && hidden.binary_search(&UnknownFact::Draw(stage, number)).is_err() {
                    *later.entry(drawn.mark).or_insert(0) += 1;
                }
            }
        }
        spared.reverse();
        SeatKnowledge { hidden, draws, spared }
    }
}

/// A running inference for one seat.
struct Inference<'a> {
    past: &'a PlayedStages<'a>,
    left: u32,
    random: ChaCha12Rng,
    /// Sorted.
    hidden: Vec<UnknownFact>,
}

impl Inference<'_> {
    fn learnt(&self, stage: usize) -> &StageUnknowns {
        &self.past.stages[stage].learnt
    }

    fn hidden_at_the_end(&mut self) -> Arc<[UnknownFact]> {
        let (seat, last) = (self.past.seat, self.past.stages.len() - 1);
        let found = |stage: &usize| self.learnt(*stage).hidden[seat].get().cloned();
        if let Some(hidden) = found(&last) {
            return hidden;
        }
        let first = (0..last).rev().find_map(|stage| Some((stage + 1, found(&stage)?)));
        let (first, hidden) = first.unwrap_or_default();
        self.hidden = hidden.to_vec();
        let mut now = None;
        for stage in 0..=last {
            let before = now.clone().filter(|_| stage >= first);
            now = self.replay(now, stage);
            if stage >= first {
                self.examine(stage, before.as_ref());
                self.hidden.sort_unstable();
                let _ = self.learnt(stage).hidden[seat].set(self.hidden.clone().into());
            }
        }
        self.hidden.clone().into()
    }

    /// Replays a stage unchanged.
    fn replay(&self, now: Option<ScriptPlay>, number: usize) -> Option<ScriptPlay> {
        let wanted = self.drawn(number).iter().map(|drawn| DrawTarget::Fixed(drawn.mark)).collect();
        let tape = Tape { wanted, spared: Arc::default() };
        let mut play = if number == 0 {
            let record = |machine: &mut Machine| machine.record_draws(Some(tape.clone()));
            ScriptPlay::begin_with(self.past.game, self.past.fixed, false, &record).0
        } else {
            let mut play = now?;
            play.live_mut().machine.record_draws(Some(tape));
            play.take(self.past.stages[number].answers.clone());
            play
        };
        play.live_mut().machine.recorded_draws()?;
        Some(play)
    }

    fn drawn(&self, stage: usize) -> &[Drawn] {
        self.learnt(stage).draws.get().map_or(&[], |draws| draws)
    }

    /// Finds the facts hidden after a stage, among those hidden before it and its new ones.
    fn examine(&mut self, stage: usize, before: Option<&ScriptPlay>) {
        let (mut sealed, older): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.hidden).into_iter().partition(|each| matches!(each, UnknownFact::Answer(_)));
        let newer: Vec<_> = (0..self.drawn(stage).len()).map(|number| UnknownFact::Draw(stage, number)).collect();
        let this = &self.past.stages[stage];
        let other = !self.past.seat;
        if this.sealed[other] && matches!(this.answers[other], Answer::Order(_) | Answer::TimedOut) {
            sealed.push(UnknownFact::Answer(stage));
        }
        sealed.retain(|each| !self.shows(each.stage(), stage));
        // No candidate is fixed while others are examined.
        let all: BTreeSet<_> = older.iter().chain(&newer).copied().collect();
        let mut hidden = BTreeSet::new();
        for group in [&newer[..], &older[..]] {
            self.divide(group, stage, before, &all, &mut hidden);
        }
        self.hidden = hidden.into_iter().chain(sealed).collect();
    }

    fn divide(
        &mut self,
        group: &[UnknownFact],
        stage: usize,
        before: Option<&ScriptPlay>,
        all: &BTreeSet<UnknownFact>,
        hidden: &mut BTreeSet<UnknownFact>,
    ) {
        match group {
            [] => {}
            [one] if hidden.contains(one) => {}
            [one] => {
                if let Some(more) = self.change_one(*one, stage, before, all, hidden) {
                    hidden.extend(more);
                }
            }
            group => {
                if self.alike(group, stage, before, all) {
                    hidden.extend(group);
                } else {
                    let (one, other) = group.split_at(group.len() / 2);
                    self.divide(one, stage, before, all, hidden);
                    self.divide(other, stage, before, all, hidden);
                }
            }
        }
    }

    /// Returns results that can change together unnoticed by the seat, `one` among them; `None` if there are none.
    fn change_one(
        &mut self,
        one: UnknownFact,
        stage: usize,
        before: Option<&ScriptPlay>,
        all: &BTreeSet<UnknownFact>,
        hidden: &BTreeSet<UnknownFact>,
    ) -> Option<Vec<UnknownFact>> {
        let kind = |unknown: UnknownFact| match unknown {
            UnknownFact::Draw(stage, number) => Some((stage, self.drawn(stage)[number].kind)),
            UnknownFact::Answer(_) => None,
        };
        let Some((_, DrawKind::Place(_))) = kind(one) else {
            return (0..CHANGES).any(|_| self.alike(&[one], stage, before, all)).then(|| vec![one]);
        };
        // A shuffled list's item can only swap places with another.
        let others: Vec<_> = all.iter().copied().filter(|other| *other != one && kind(*other) == kind(one)).collect();
        let known: Vec<_> = others.iter().copied().filter(|other| hidden.contains(other)).collect();
        for number in 0..CHANGES {
            let from = if number < CHANGES / 2 && !known.is_empty() { &known } else { &others };
            let other = *from.choose(&mut self.random)?;
            if self.alike(&[one, other], stage, before, all) {
                return Some(vec![one, other]);
            }
        }
        None
    }

    /// Whether the seat sees the same up to stage `last` with other results for `changed`.
    fn alike(
        &mut self,
        changed: &[UnknownFact],
        last: usize,
        before: Option<&ScriptPlay>,
        all: &BTreeSet<UnknownFact>,
    ) -> bool {
        let Some(earliest) = changed.iter().map(|each| each.stage()).min() else { return true };
        let (mut play, first) = match before {
            Some(before) if earliest == last => (Some(before.clone()), last),
            _ => (None, 0),
        };
        for number in first..=last {
            let Some(left) = self.left.checked_sub(1) else { return true };
            self.left = left;
            let tape = self.tape(number, changed, all);
            let Some((next, seen)) = self.run_stage(play, number, tape, self.past.stages[number].answers.clone())
            else {
                return false;
            };
            if seen[self.past.seat] != self.past.stages[number].seen[self.past.seat] {
                return false;
            }
            play = Some(next);
        }
        true
    }

    /// Whether a stage reveals the other seat's order of an earlier stage: each of [`ORDERS`] orders makes the seat see something else.
    ///
    /// A weaker test is not enough: if only a sum of orders is visible, several combinations fit. Fewer than [`ORDERS`] possible orders may
    /// be secret themselves, and are soon guessed.
    fn shows(&mut self, given: usize, stage: usize) -> bool {
        if !(given + 1..=given + SHOWN_WITHIN).contains(&stage) {
            return false;
        }
        let other = !self.past.seat;
        let Some(mut before) = self.replay_with(None, 0..given, None) else { return false };
        let Some(ask) = before.live().asks[other].as_ref().map(|ask| Arc::clone(&ask.pattern)) else { return false };
        let count = ask.count();
        if count < ORDERS {
            return false;
        }
        let mut marks = BTreeSet::new();
        before = before.traced();
        for number in 0..ORDERS {
            let number = u64::try_from(u128::from(number) * u128::from(count) / u128::from(ORDERS)).unwrap_or(0);
            let order = Answer::Order(ask.nth(number).into());
            let Some(after) = self.replay_with(Some(before.clone()), given..stage + 1, Some(&order)) else {
                return false;
            };
            let seen = after.last_seen();
            if !marks.insert(seen[self.past.seat]) {
                return false;
            }
        }
        true
    }

    /// Replays stages as closely as possible; `order` replaces the other seat's answer in the first.
    fn replay_with(
        &mut self,
        mut play: Option<ScriptPlay>,
        stages: std::ops::Range<usize>,
        order: Option<&Answer>,
    ) -> Option<ScriptPlay> {
        let first = stages.start;
        for number in stages {
            self.left = self.left.checked_sub(1)?;
            let tape = self.tape(number, &[], &self.every_draw(number));
            let mut answers = self.past.stages[number].answers.clone();
            if let Some(order) = order.filter(|_| number == first) {
                answers[!self.past.seat] = order.clone();
            }
            play = Some(self.run_stage(play, number, tape, answers)?.0);
        }
        play
    }

    fn every_draw(&self, stage: usize) -> BTreeSet<UnknownFact> {
        (0..self.drawn(stage).len()).map(|number| UnknownFact::Draw(stage, number)).collect()
    }

    fn tape(&self, stage: usize, changed: &[UnknownFact], all: &BTreeSet<UnknownFact>) -> Tape {
        let wanted = self.drawn(stage).iter().enumerate().map(|(number, drawn)| {
            let unknown = UnknownFact::Draw(stage, number);
            if changed.contains(&unknown) {
                DrawTarget::Not(drawn.mark)
            } else if all.contains(&unknown) {
                DrawTarget::Rather(drawn.mark)
            } else {
                DrawTarget::Fixed(drawn.mark)
            }
        });
        Tape { wanted: wanted.collect(), spared: Arc::default() }
    }

    /// Runs a stage with a tape. Returns the match and a digest of each seat's view; `None` if the tape or the script failed.
    fn run_stage(
        &mut self,
        play: Option<ScriptPlay>,
        number: usize,
        tape: Tape,
        answers: BySeat<Answer>,
    ) -> Option<(ScriptPlay, BySeat<u64>)> {
        let (mut play, seen) = if number == 0 {
            let seed = Seed::new(format!("changed {}", self.random.random::<u64>()));
            let fixed = Arc::new(Fixed { seed, ..Fixed::clone(self.past.fixed) });
            let play_tape = |machine: &mut Machine| machine.record_draws(Some(tape.clone()));
            let (play, _) = ScriptPlay::begin_with(self.past.game, &fixed, true, &play_tape);
            let seen = play.opened;
            (play, seen)
        } else {
            let mut play = play?.traced();
            play.reseed(draw(&mut self.random));
            play.live_mut().machine.record_draws(Some(tape));
            let (seen, _) = play.take(answers);
            (play, seen)
        };
        let whole = play.live_mut().machine.recorded_draws().is_some();
        (whole && play.fault().is_none()).then_some((play, seen))
    }
}
