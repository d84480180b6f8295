//! Whole matches of which a view could be one: the file run again with other chance and other sealed orders, step by step, as long as the
//! seat would have seen the same.

use std::sync::Arc;

use deathmatch_rules::game::{Asked, BySeat, Play, Seat, Secrecy, Seed, Wants};
use rand::{Rng, RngExt};

use crate::play::{Answer, Fixed, ScriptPlay};
use crate::sight::{GameView, Known};

/// How often a step is tried, and all steps together.
const TRIES: u32 = 40;
const ALL_TRIES: u32 = 400;

impl GameView {
    /// A match that the view's seat could be in, for all it has seen; `None` where none is found in bounded work.
    #[must_use]
    pub fn imagine(&self, random: &mut impl Rng) -> Option<Box<dyn Play>> {
        Some(self.imagined(random)?.untraced())
    }

    /// The same with its trace.
    pub(crate) fn imagined(&self, random: &mut impl Rng) -> Option<ScriptPlay> {
        let seat = self.seat()?;
        let (values, advantage) = self.terms();
        let trace = self.trace(seat);
        let mut tries = 0;
        let mut play = (0..ALL_TRIES / 2).find_map(|_| {
            let seed = Seed::new(format!("imagined {}", random.next_u64()));
            let fixed = Arc::new(Fixed { values: values.clone(), advantage, seed });
            let (play, _) = ScriptPlay::begin(&self.game, fixed, true);
            (play.opened[seat] == self.opened(seat)).then_some(play)
        })?;
        for Known { own, other, seen } in &trace {
            play = (0..TRIES).find_map(|attempt| {
                tries += 1;
                if tries > ALL_TRIES {
                    return None;
                }
                let mut next = play.clone();
                if attempt > 0 {
                    next.reseed(draw(random));
                }
                let answers = BySeat::from_fn(|each| match other {
                    _ if each == seat => own.clone(),
                    Some(other) => other.clone(),
                    None => sealed(&next, each, random),
                });
                let (marks, _) = next.take(answers);
                (marks[seat] == *seen && next.fault().is_none()).then_some(next)
            })?;
        }
        play.reseed(draw(random));
        Some(play)
    }
}

fn draw(random: &mut impl Rng) -> [u8; 32] {
    let mut key = [0; 32];
    random.fill_bytes(&mut key);
    key
}

/// Any sealed answer.
fn sealed(play: &ScriptPlay, seat: Seat, random: &mut impl Rng) -> Answer {
    match play.asked() {
        Asked::Seats(asks) => match asks[seat].map(|ask| (ask.wants, ask.secrecy)) {
            Some((Wants::Order, Secrecy::Private | Secrecy::Public)) => {
                let Some(ask) = &play.live().asks[seat] else { return Answer::TimedOut };
                let number = random.random_range(0..ask.pattern.count().max(1));
                Answer::Order(ask.pattern.nth(number).into())
            }
            Some(_) => Answer::Ready,
            None => Answer::NotAsked,
        },
        Asked::Over(_) => Answer::NotAsked,
    }
}
