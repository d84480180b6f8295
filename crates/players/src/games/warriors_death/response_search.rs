//! Exploitability with disguises: a search for the best response to a known player, bout by bout.
//!
//! - The responding side knows the other's mix in every state. Of the hidden information it knows the probabilities that follow from that
//!   and from the announcements: those of each course of the bout.
//! - Its orders are judged by the values of the next states without disguises, averaged over the courses and the other's mixes. Where this
//!   is cheap, it also looks one round further, at the best response to the mix that the other side then plays.
//! - The value of a bout is computed without the luck of the other side's draws: one half, plus the mean gain of each order over the value
//!   of the state before it. This does not change any mean.
//!
//! Source: Burch, Schmid, Moravčík and Bowling, *AIVAT: A new variance reduction technique for agent evaluation in imperfect information
//! games* (2018).

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use super::choose_order::plan;
use super::evaluate::seems;
use super::fast_bout::gains;
use super::hidden_information::keep;
use super::look_ahead::Ahead;
use super::possible_courses::packed;
use super::precomputed_values::{SHIPPED, shipped};
use crate::search::Budget;
use crate::{Estimate, Strength, Thinking};
use deathmatch_rules::game::{AtTable, BySeat, Given, Resolve, Seat, Seed, Viewer, Views};
use deathmatch_rules::games::warriors_death::{Order, ROUNDS, Ruleset, Stage, State, TrueBout, Unit};

/// The responding seat, and the seat that is responded to.
const ANSWERS: Seat = Seat::Ec;
const ANSWERED: Seat = Seat::Dmo;

/// The extra values of a disguise for the responding side, beyond its immediate value.
const KEEN: [f64; 3] = [-0.02, 0.0, 0.02];
/// The loss beyond which an order is not searched further, and the most orders that are.
const NEAR: f64 = 0.03;
const FURTHER: usize = 3;

/// The most cached rounds of the other side, some kilobytes each.
const KEPT: usize = 100_000;

/// The least probability of a considered course.
const UNLIKELY: f64 = 0.004;

/// The way to respond.
#[derive(Clone, Copy, Debug)]
enum Way {
    Search {
        /// The extra value of disguises, beyond their immediate value.
        keen: f64,
        /// Whether the first round has no disguise, whatever its value: a later one may be worth more.
        holds_back: bool,
    },
    /// The player of some strength.
    Player(Strength),
}

/// Plays `bouts` bouts for each search for the best response to a strength, or for another strength, and returns the results.
pub(super) fn search(
    strength: Strength,
    by: Option<Strength>,
    seed: &Seed,
    bouts: u32,
    said: &mut dyn FnMut(&str),
) -> Vec<Estimate> {
    // The same rounds occur again and again.
    keep(KEPT);
    let searches = [false, true].into_iter().flat_map(|holds_back| KEEN.map(|keen| Way::Search { keen, holds_back }));
    let ways = by.map_or_else(|| searches.collect(), |by| vec![Way::Player(by)]);
    let mut each = vec![Vec::new(); ways.len()];
    for number in 0..bouts {
        for (place, (&way, worth)) in ways.iter().zip(&mut each).enumerate() {
            let random = seed.generator(&format!("bout {number} {place}"));
            worth.push(Bout { strength, way, ahead: None, random }.play());
        }
        if (number + 1).is_power_of_two() || (number + 1) % 50 == 0 {
            let means = named(&ways, &each).into_iter().map(|found| format!("{:.4} ± {:.4}", found.mean, found.off));
            said(&format!("{} bouts: {}", number + 1, means.collect::<Vec<_>>().join(", ")));
        }
    }
    named(&ways, &each)
}

fn named(ways: &[Way], each: &[Vec<f64>]) -> Vec<Estimate> {
    let name = |way: &Way| match way {
        Way::Search { keen, holds_back } => {
            let opens = if *holds_back { ", opens without one" } else { "" };
            format!("a search that knows what an opponent can{opens} and holds disguises to be worth {keen} more")
        }
        Way::Player(_) => "the player".to_owned(),
    };
    ways.iter().zip(each).map(|(way, worth)| Estimate::of(name(way), worth)).collect()
}

/// Orders and their probabilities.
type Mix = Vec<(Order, f64)>;

/// A possible course of the bout, its probability, and the other side's mix in it.
struct LikelyCourse {
    state: State,
    weight: f64,
    mix: Mix,
}

struct Bout {
    strength: Strength,
    way: Way,
    /// The values after the rounds with precomputed values.
    ahead: Option<Ahead>,
    random: ChaCha12Rng,
}

impl Bout {
    /// Plays the first bout of a match, and returns its mean value for the responding side.
    fn play(mut self) -> f64 {
        let mut state = State::new(Ruleset::default());
        let mut courses = self.courses(vec![(state.clone(), 1.0)]);
        let mut worth = 0.5;
        while state.position.bout_number() == 1 && state.position.stage() == Stage::Round {
            let truth = state.true_bout();
            if decided(truth) {
                break;
            }
            if truth.rounds().len() == SHIPPED as usize {
                let possible = courses.iter().map(|course| packed(course.state.true_bout(), ANSWERS));
                let mut roots = vec![packed(truth, ANSWERS)];
                roots.extend(possible);
                roots.sort_unstable();
                roots.dedup();
                self.ahead = Some(Ahead::new(&roots, 10 - SHIPPED, 0.5, 64, &mut Budget::of(u64::MAX / 2)));
            }
            let before = self.worth(truth);
            let held = courses.iter().find(|course| course.state.truth == state.truth);
            let theirs = held.map_or_else(|| self.mix(&state, ANSWERED, self.strength), |held| held.mix.clone());
            let (order, after) = match self.way {
                Way::Search { keen, .. } => {
                    let order = self.answer(&courses, keen);
                    // Unknown facts are as random as a draw, so their luck is left out too.
                    let gains = courses.iter().map(|course| {
                        let truth = course.state.true_bout();
                        course.weight * (self.value_of(truth, order, &course.mix) - self.worth(truth))
                    });
                    (order, before + gains.sum::<f64>())
                }
                Way::Player(strength) => {
                    let mine = self.mix(&state, ANSWERS, strength);
                    let after = mine.iter().map(|&(order, weight)| weight * self.value_of(truth, order, &theirs));
                    (drawn(&mine, &mut self.random.clone()), after.sum())
                }
            };
            worth += after - before;
            state.resolve(given(order, drawn(&theirs, &mut self.random)));
            courses = self.courses(self.learned(&courses, order, &state));
            if courses.is_empty() {
                // A course that was too unlikely to be considered has happened.
                courses = self.courses(vec![(state.clone(), 1.0)]);
            }
        }
        worth
    }

    /// The possible states after an own order and the announcement, with their probabilities.
    fn learned(&self, courses: &[LikelyCourse], order: Order, now: &State) -> Vec<(State, f64)> {
        if !matches!(self.way, Way::Search { .. }) {
            return vec![(now.clone(), 1.0)];
        }
        let mut likely: Vec<(State, f64)> = Vec::new();
        for LikelyCourse { state, weight, mix } in courses {
            for &(theirs, share) in mix {
                let mut after = state.clone();
                after.resolve(given(order, theirs));
                if after.position != now.position {
                    continue;
                }
                match likely.iter_mut().find(|(other, _)| other.truth == after.truth) {
                    Some((_, likelihood)) => *likelihood += weight * share,
                    None => likely.push((after, weight * share)),
                }
            }
        }
        let whole: f64 = likely.iter().map(|(_, weight)| weight).sum();
        likely.retain(|(_, weight)| *weight >= UNLIKELY * whole);
        let whole: f64 = likely.iter().map(|(_, weight)| weight).sum();
        likely.into_iter().map(|(state, weight)| (state, weight / whole)).collect()
    }

    /// The courses with these states, each with the other side's mix, while the bout continues.
    fn courses(&self, likely: Vec<(State, f64)>) -> Vec<LikelyCourse> {
        let continues = |state: &State| state.position.bout_number() == 1 && state.position.stage() == Stage::Round;
        if !matches!(self.way, Way::Search { .. }) {
            return Vec::new();
        }
        let each = likely.into_iter().filter(|(state, _)| continues(state));
        each.map(|(state, weight)| LikelyCourse { mix: self.mix(&state, ANSWERED, self.strength), state, weight })
            .collect()
    }

    /// The mix of a seat's order. Its errors are always those of one bout and round.
    fn mix(&self, state: &State, seat: Seat, strength: Strength) -> Mix {
        let view = state.view(Viewer::Seat(seat), &AtTable::default());
        let mut random = self.random.clone();
        random.set_stream(2 + seat as u64);
        plan(&view, &mut Thinking::new(strength, random, &|| false)).expect("a unit is asked for").mix()
    }

    /// The value of a state for the answering side, without disguises and with full information.
    fn worth(&self, truth: &TrueBout) -> f64 {
        let played = truth.rounds().len() as u32;
        let left = ROUNDS as u32 - played;
        let (pair, difference) = packed(truth, ANSWERS);
        if left == 0 {
            return f64::from(difference.signum() + 1) / 2.0;
        }
        if played == 0 {
            return 0.5;
        }
        let known = if shipped().reaches(played - 1) {
            shipped().find(pair.with_left(left), played).map(|stored| shipped().at(stored, difference))
        } else {
            self.ahead.as_ref().and_then(|ahead| ahead.at((pair, difference), left))
        };
        f64::from(known.unwrap_or_else(|| seems(pair, difference, left)))
    }

    /// The best order over all courses.
    fn answer(&mut self, courses: &[LikelyCourse], keen: f64) -> Order {
        let played = courses[0].state.true_bout().rounds().len() as u32;
        let mut orders = self.orders(courses);
        let best = keenest(&orders, keen);
        if played + 1 == ROUNDS as u32 {
            return orders[best].0;
        }
        let least = orders[best].1 - NEAR;
        orders.retain(|&(_, worth)| worth >= least);
        orders.sort_by(|a, b| b.1.total_cmp(&a.1));
        // If the other side thinks long, only disguises are searched, because their announcement matters only later.
        let cheap = played + 1 < SHIPPED || played + 1 > SHIPPED + 2;
        let plain = orders.iter().filter(|(order, _)| order.unit() != Unit::BlueMage).take(FURTHER).copied();
        let shown = orders.iter().filter(|(order, _)| order.unit() == Unit::BlueMage).copied();
        let tried: Vec<(Order, f64)> = plain.chain(shown).collect();
        if !cheap {
            let best = tried[keenest(&tried, keen)].0;
            let alike: Vec<_> = tried.iter().filter(|of| of.0.unit() == best.unit()).collect();
            let drawn = self.random.random_range(0..alike.len());
            return if best.unit() == Unit::BlueMage { alike[drawn].0 } else { best };
        }
        let further: Vec<(Order, f64)> =
            tried.iter().map(|&(order, _)| (order, self.further(courses, order))).collect();
        tried[keenest(&further, keen)].0
    }

    /// All distinct orders, each with its value one round ahead.
    fn orders(&self, courses: &[LikelyCourse]) -> Vec<(Order, f64)> {
        // A unit that can be sent in no course counts as a Chocobo, and an Astrologian that names a unit not met is wrong.
        let can_send = |unit| courses.iter().any(|course| course.state.true_bout().armies()[ANSWERS].can_send(unit));
        let sends = |course: &LikelyCourse, order| course.state.true_bout().sends(ANSWERED, Some(order));
        let met: Vec<Unit> = courses
            .iter()
            .flat_map(|course| course.mix.iter().map(|&(order, _)| sends(course, order)).collect::<Vec<_>>())
            .collect();
        let opens = courses.iter().all(|course| course.state.true_bout().rounds().is_empty());
        let holds_back = opens && matches!(self.way, Way::Search { holds_back: true, .. });
        let can = |order: &Order| {
            can_send(order.unit())
                && !(holds_back && order.unit() == Unit::BlueMage)
                && match order.unit() {
                    Unit::Astrologian => order.second().is_some_and(|named| met.contains(&named)),
                    // The announcement of a unit that cannot be sent reveals the disguise.
                    Unit::BlueMage => order.second().is_some_and(can_send),
                    _ => true,
                }
        };
        let worth = |order: Order| {
            let each = courses.iter();
            each.map(|course| course.weight * self.value_of(course.state.true_bout(), order, &course.mix)).sum::<f64>()
        };
        let mut disguised = None;
        let mut all = Vec::new();
        for order in Order::all().filter(can) {
            let worth = match order.unit() {
                Unit::BlueMage => *disguised.get_or_insert_with(|| worth(order)),
                _ => worth(order),
            };
            all.push((order, worth));
        }
        all
    }

    /// An order's value one round ahead against a mix.
    fn value_of(&self, truth: &TrueBout, order: Order, mix: &[(Order, f64)]) -> f64 {
        let each = mix.iter().map(|&(theirs, weight)| {
            let mut after = truth.clone();
            after.fight(sent(order, theirs));
            weight * self.worth(&after)
        });
        each.sum()
    }

    /// An order's value if the next one is the best response to the other side's later mix, in each of the likelier courses.
    fn further(&self, courses: &[LikelyCourse], order: Order) -> f64 {
        let each = courses.iter().flat_map(|course| course.mix.iter().map(move |of| (course, of)));
        let each = each.map(|(course, &(theirs, share))| {
            let weight = course.weight * share;
            let mut after = course.state.clone();
            after.resolve(given(order, theirs));
            if decided(after.true_bout()) || weight < UNLIKELY {
                return weight * self.worth(after.true_bout());
            }
            let next = self.courses(vec![(after, 1.0)]);
            weight * self.orders(&next).into_iter().map(|of| of.1).fold(0.0, f64::max)
        });
        each.sum()
    }
}

/// The index of the best order, with an extra value for disguises.
fn keenest(orders: &[(Order, f64)], keen: f64) -> usize {
    let held = |at: usize| orders[at].1 + if orders[at].0.unit() == Unit::BlueMage { keen } else { 0.0 };
    (0..orders.len()).reduce(|best, at| if held(at) > held(best) { at } else { best }).unwrap_or(0)
}

fn drawn(mix: &[(Order, f64)], random: &mut ChaCha12Rng) -> Order {
    let mut left: f64 = random.random();
    let drawn = mix.iter().position(|(_, weight)| {
        left -= weight;
        left <= 0.0
    });
    mix[drawn.unwrap_or(0)].0
}

/// Whether neither side can change the winner of the bout. No later values exist then.
fn decided(truth: &TrueBout) -> bool {
    let (pair, difference) = packed(truth, ANSWERS);
    let [own, other] = gains(pair, (ROUNDS - truth.rounds().len()) as u32);
    difference < -own || difference > other
}

fn sent(answers: Order, answered: Order) -> BySeat<Option<Order>> {
    BySeat::from_fn(|seat| Some(if seat == ANSWERS { answers } else { answered }))
}

fn given(answers: Order, answered: Order) -> BySeat<Given<Order>> {
    BySeat::from_fn(|seat| Given::Order(if seat == ANSWERS { answers } else { answered }))
}

#[cfg(test)]
mod tests;
