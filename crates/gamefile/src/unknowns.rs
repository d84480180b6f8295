//! What a seat cannot work out of a match: sealed orders of the other seat, and results of chance that could be others for all it saw.
//!
//! A match is run again with some of them changed. Where the seat then sees the same at every step, they are hidden from it; otherwise the
//! group is halved, down to single ones. What is hidden stays a candidate, since a later step may show it. Only what the seat saw decides
//! here, and what is hidden is drawn afresh wherever a match is imagined, so nothing of it reaches a player.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use deathmatch_rules::game::{BySeat, Play, Seat, Seed};
use deathmatch_script::{DrawKind, DrawTarget, Drawn, Machine, Tape};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::imagine::draw;
use crate::load::Loaded;
use crate::play::{Answer, Fixed, ScriptPlay};

/// How many steps are run for one view at most; what is not known then counts as hidden.
const STEPS: u32 = 3_000;

/// How often one result is changed to find a change that the seat does not see.
const CHANGES: u32 = 6;

/// How many orders a stage has to tell apart, and how many steps later it may be.
const ORDERS: u64 = 12;
const SHOWN_WITHIN: usize = 2;

/// Something that a seat may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unknown {
    /// Of a stage, the draw of a number.
    Draw(usize, usize),
    /// The other seat's order that led to a stage.
    Answer(usize),
}

impl Unknown {
    const fn stage(self) -> usize {
        match self {
            Self::Draw(stage, _) | Self::Answer(stage) => stage,
        }
    }
}

/// What is found out about a stage of a match, once it is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learnt {
    draws: OnceLock<Arc<[Drawn]>>,
    hidden: BySeat<OnceLock<Arc<[Unknown]>>>,
}

impl Learnt {
    /// Keeps what was drawn.
    pub fn note(&self, draws: Vec<Drawn>) {
        // What is there is the same.
        let _ = self.draws.set(draws.into());
    }
}

/// The start of a match, or a step of it.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub answers: BySeat<Answer>,
    pub sealed: BySeat<bool>,
    pub seen: BySeat<u64>,
    pub learnt: Arc<Learnt>,
}

/// A match as it was, which is run again.
pub(crate) struct Past<'a> {
    pub game: &'a Arc<Loaded>,
    pub fixed: &'a Arc<Fixed>,
    pub stages: Vec<Stage>,
    pub seat: Seat,
}

/// What a seat knows of a match, for those that it can imagine.
pub(crate) struct Known {
    pub hidden: Arc<[Unknown]>,
    draws: Vec<Arc<[Drawn]>>,
    spared: Vec<Arc<HashMap<u64, usize>>>,
}

impl Known {
    pub fn hides(&self, unknown: Unknown) -> bool {
        self.hidden.binary_search(&unknown).is_ok()
    }

    /// The draws of a stage: what is known is fixed, the rest is free.
    pub fn tape(&self, stage: usize) -> Tape {
        let wanted = self.draws[stage].iter().enumerate().map(|(number, drawn)| {
            if self.hides(Unknown::Draw(stage, number)) { DrawTarget::Any } else { DrawTarget::Fixed(drawn.mark) }
        });
        Tape { wanted: wanted.collect(), spared: Arc::clone(&self.spared[stage]) }
    }
}

impl Past<'_> {
    /// What the seat knows at the end.
    pub fn known(&self) -> Known {
        let mut study = Study { past: self, left: STEPS, random: ChaCha12Rng::seed_from_u64(0), hidden: Vec::new() };
        let hidden = study.hidden_at_the_end();
        let draws: Vec<_> =
            self.stages.iter().map(|stage| stage.learnt.draws.get().cloned().unwrap_or_default()).collect();
        let mut spared = Vec::new();
        let mut later = HashMap::new();
        for (stage, drawn) in draws.iter().enumerate().rev() {
            spared.push(Arc::new(later.clone()));
            for (number, drawn) in drawn.iter().enumerate() {
                if drawn.kind == DrawKind::Item && hidden.binary_search(&Unknown::Draw(stage, number)).is_err() {
                    *later.entry(drawn.mark).or_insert(0) += 1;
                }
            }
        }
        spared.reverse();
        Known { hidden, draws, spared }
    }
}

struct Study<'a> {
    past: &'a Past<'a>,
    left: u32,
    random: ChaCha12Rng,
    /// In order.
    hidden: Vec<Unknown>,
}

impl Study<'_> {
    fn learnt(&self, stage: usize) -> &Learnt {
        &self.past.stages[stage].learnt
    }

    fn hidden_at_the_end(&mut self) -> Arc<[Unknown]> {
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
            now = self.as_it_was(now, stage);
            if stage >= first {
                self.look_at(stage, before.as_ref());
                self.hidden.sort_unstable();
                let _ = self.learnt(stage).hidden[seat].set(self.hidden.clone().into());
            }
        }
        self.hidden.clone().into()
    }

    /// Runs a stage as it was.
    fn as_it_was(&self, now: Option<ScriptPlay>, number: usize) -> Option<ScriptPlay> {
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

    /// Finds what is hidden after a stage, of what was hidden before and what is new.
    fn look_at(&mut self, stage: usize, before: Option<&ScriptPlay>) {
        let (mut sealed, older): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.hidden).into_iter().partition(|each| matches!(each, Unknown::Answer(_)));
        let newer: Vec<_> = (0..self.drawn(stage).len()).map(|number| Unknown::Draw(stage, number)).collect();
        let this = &self.past.stages[stage];
        let other = !self.past.seat;
        if this.sealed[other] && matches!(this.answers[other], Answer::Order(_) | Answer::TimedOut) {
            sealed.push(Unknown::Answer(stage));
        }
        sealed.retain(|each| !self.shows(each.stage(), stage));
        // A candidate is no fixed result as long as others are looked at.
        let all: BTreeSet<_> = older.iter().chain(&newer).copied().collect();
        let mut hidden = BTreeSet::new();
        for group in [&newer[..], &older[..]] {
            self.divide(group, stage, before, &all, &mut hidden);
        }
        self.hidden = hidden.into_iter().chain(sealed).collect();
    }

    fn divide(
        &mut self,
        group: &[Unknown],
        stage: usize,
        before: Option<&ScriptPlay>,
        all: &BTreeSet<Unknown>,
        hidden: &mut BTreeSet<Unknown>,
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

    /// What can be changed together with one result without a difference for the seat.
    fn change_one(
        &mut self,
        one: Unknown,
        stage: usize,
        before: Option<&ScriptPlay>,
        all: &BTreeSet<Unknown>,
        hidden: &BTreeSet<Unknown>,
    ) -> Option<Vec<Unknown>> {
        let kind = |unknown: Unknown| match unknown {
            Unknown::Draw(stage, number) => Some((stage, self.drawn(stage)[number].kind)),
            Unknown::Answer(_) => None,
        };
        let Some((_, DrawKind::Place(_))) = kind(one) else {
            return (0..CHANGES).any(|_| self.alike(&[one], stage, before, all)).then(|| vec![one]);
        };
        // A place in a shuffled list changes with another one.
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

    /// Whether the seat sees the same up to a stage where these are changed.
    fn alike(
        &mut self,
        changed: &[Unknown],
        last: usize,
        before: Option<&ScriptPlay>,
        all: &BTreeSet<Unknown>,
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
            let Some((next, seen)) = self.with(play, number, tape, self.past.stages[number].answers.clone()) else {
                return false;
            };
            if seen[self.past.seat] != self.past.stages[number].seen[self.past.seat] {
                return false;
            }
            play = Some(next);
        }
        true
    }

    /// Whether a stage shows the other seat's order of an earlier one: whatever that was, the seat would see another thing.
    ///
    /// Less is not enough: orders of which only a sum is seen fit together in several ways. Where the orders are few, even which ones there
    /// were may be secret, and they are soon guessed.
    fn shows(&mut self, given: usize, stage: usize) -> bool {
        if !(given + 1..=given + SHOWN_WITHIN).contains(&stage) {
            return false;
        }
        let other = !self.past.seat;
        let Some(mut before) = self.again(None, 0..given, None) else { return false };
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
            let Some(after) = self.again(Some(before.clone()), given..stage + 1, Some(&order)) else { return false };
            let seen = after.last_seen();
            if !marks.insert(seen[self.past.seat]) {
                return false;
            }
        }
        true
    }

    /// Runs stages as they were, as far as they can be, the first with another order.
    fn again(
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
            play = Some(self.with(play, number, tape, answers)?.0);
        }
        play
    }

    fn every_draw(&self, stage: usize) -> BTreeSet<Unknown> {
        (0..self.drawn(stage).len()).map(|number| Unknown::Draw(stage, number)).collect()
    }

    fn tape(&self, stage: usize, changed: &[Unknown], all: &BTreeSet<Unknown>) -> Tape {
        let wanted = self.drawn(stage).iter().enumerate().map(|(number, drawn)| {
            let unknown = Unknown::Draw(stage, number);
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

    /// Runs a stage with a tape; the match and what the seats see, if it goes well.
    fn with(
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
