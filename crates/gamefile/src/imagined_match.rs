//! Imagines whole matches that a seat cannot distinguish from its own. A file's own `imagine` is tried first. Without one, the file is run
//! again step by step: facts that the seat [knows](crate::seat_knowledge) are kept, hidden results of chance and sealed orders are drawn
//! again, until the seat would have seen the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use deathmatch_rules::game::{Asked, BySeat, Play, Seat, Secrecy, Seed, Wants};
use deathmatch_script::{Machine, Value};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::game_view::GameView;
use crate::load::Loaded;
use crate::play::{Answer, Fixed, ScriptPlay};
use crate::seat_knowledge::UnknownFact;

/// The attempts at a step before earlier steps are discarded, and the most that are discarded the first time.
const TRIES: u32 = 24;
const BACK: usize = 4;
/// The most attempts at steps for one match.
const ALL_TRIES: u32 = 600;

impl GameView {
    /// Returns a match that the view's seat cannot distinguish from its own; `None` if bounded work finds none.
    #[must_use]
    pub fn imagine(&self, random: &mut impl Rng) -> Option<Box<dyn Play>> {
        Some(Box::new(self.imagined(random, &mut ALL_TRIES.clone())?))
    }

    /// Imagines a match without history, for a search. `left` is the number of attempts left, reduced by those used.
    #[must_use]
    pub fn imagine_in(&self, random: &mut impl Rng, left: &mut u32) -> Option<Box<dyn Play>> {
        Some(self.imagined(random, left)?.untraced())
    }

    /// Returns the position with the seat's hidden values dealt again by the file's `imagine`.
    pub(crate) fn dealt_again(&self, function: Value, seat: Seat, random: &mut impl Rng) -> Result<ScriptPlay, String> {
        let mut play = self.copied(another_seed(random));
        play.reseed(draw(random));
        let game = Arc::clone(&play.game);
        play.live_mut().deal_again(&game, function, seat)?;
        play.reseed(draw(random));
        play.fixed = Arc::new(Fixed { brought: BTreeMap::default(), ..Fixed::clone(&play.fixed) });
        Ok(play)
    }

    /// Imagines a match with its history.
    pub(crate) fn imagined(&self, random: &mut impl Rng, left: &mut u32) -> Option<ScriptPlay> {
        let seat = self.seat()?;
        if let Some(function) = self.game.imagine {
            *left = left.checked_sub(1)?;
            return self.dealt_again(function, seat, random).ok();
        }
        let past = self.past(seat);
        // The host's secret texts cannot be drawn again.
        if !past.fixed.brought.is_empty() {
            return None;
        }
        let known = past.known();
        if known.hidden.is_empty() {
            let mut play = self.copied(another_seed(random));
            play.reseed(draw(random));
            return Some(play);
        }
        let mut spend_attempt = || {
            *left = left.checked_sub(1)?;
            Some(())
        };
        // The match after each stage, and the attempts at the next stage.
        let mut path: Vec<(ScriptPlay, u32)> = Vec::new();
        let mut back = BACK;
        while path.len() < past.stages.len() {
            spend_attempt()?;
            let number = path.len();
            let Some((now, tried)) = path.last_mut() else {
                let fixed = Arc::new(Fixed { seed: another_seed(random), ..Fixed::clone(past.fixed) });
                let tape = |machine: &mut Machine| machine.record_draws(Some(known.tape(0)));
                let (mut play, _) = ScriptPlay::begin_with(past.game, &fixed, true, &tape);
                if let Some(draws) = play.live_mut().machine.recorded_draws()
                    && play.opened[seat] == past.stages[0].seen[seat]
                {
                    play.learnt.note(draws);
                    path.push((play, 0));
                }
                continue;
            };
            let stage = &past.stages[number];
            *tried += 1;
            if *tried > TRIES {
                // The wrong draw may lie many steps back.
                path.truncate(path.len().saturating_sub(random.random_range(1..=back)));
                back *= 2;
                if let Some((_, tried)) = path.last_mut() {
                    *tried = 0;
                }
                continue;
            }
            let mut next = now.clone();
            next.reseed(draw(random));
            let mut answers = stage.answers.clone();
            if known.hides(UnknownFact::Answer(number)) {
                answers[!seat] = random_answer(&next, !seat, random);
            }
            next.live_mut().machine.record_draws(Some(known.tape(number)));
            let (seen, _) = next.take(answers);
            if let Some(draws) = next.live_mut().machine.recorded_draws()
                && seen[seat] == stage.seen[seat]
                && next.fault().is_none()
            {
                next.last_learnt().note(draws);
                path.push((next, 0));
            }
        }
        let (mut play, _) = path.pop()?;
        play.reseed(draw(random));
        Some(play)
    }
}

/// Returns the average cost of a game's step, in µs of one core of a small machine. It is measured on a fixed random match, because the
/// work of the true match could reveal hidden values.
pub(crate) fn step_cost(game: &Arc<Loaded>) -> u64 {
    const COPY: u64 = 12;
    const FUEL_A_MICROSECOND: u64 = 20;
    const STEPS: u64 = 40;
    *game.step_cost.get_or_init(|| {
        let mut random = ChaCha12Rng::seed_from_u64(0);
        let values = game.declared.values(None).unwrap_or_default();
        let fixed =
            Arc::new(Fixed { values, brought: BTreeMap::default(), advantage: Seat::Dmo, seed: Seed::default() });
        let (mut play, _) = ScriptPlay::begin_with(game, &fixed, false, &|_| {});
        play.live_mut().quiet = true;
        let (mut steps, mut looks) = (1, 0);
        while steps < STEPS && matches!(play.asked(), Asked::Seats(_)) {
            looks += Seat::ALL.map(|seat| play.live().look_cost(game, seat)).iter().sum::<u64>();
            let answers = BySeat::from_fn(|seat| random_answer(&play, seat, &mut random));
            play.take(answers);
            steps += 1;
        }
        COPY + (play.live().machine.fuel_used() + looks) / steps / FUEL_A_MICROSECOND
    })
}

fn another_seed(random: &mut impl Rng) -> Seed {
    Seed::new(format!("imagined {}", random.next_u64()))
}

pub(crate) fn draw(random: &mut impl Rng) -> [u8; 32] {
    let mut key = [0; 32];
    random.fill_bytes(&mut key);
    key
}

/// Returns a random answer of a seat to the open question.
fn random_answer(play: &ScriptPlay, seat: Seat, random: &mut impl Rng) -> Answer {
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
