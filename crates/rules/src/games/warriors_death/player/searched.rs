//! How much somebody can win by disguises who knows how the other plays: a search for the best answer, bout by bout.
//!
//! - Whoever answers is told what the other hides, which is more than an opponent can know: what this gains is more than could be gained.
//! - Its orders are judged by what the states after them are worth without disguises, on average over the other's mix; where that is
//!   cheap by what it would answer a round later, to the mix that the other then plays, misled or not.
//! - What a bout comes to is told without the luck in the other's draws: it is a half and what each order gains on average, against
//!   what the state before it was worth. That leaves every mean as it is.
//!
//! Source: Burch, Schmid, Moravčík and Bowling, *AIVAT: A new variance reduction technique for agent evaluation in imperfect information
//! games* (2018).

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use super::super::order::Order;
use super::super::position::{ROUNDS, Ruleset, Stage};
use super::super::state::State;
use super::super::truth::TrueBout;
use super::super::unit::Unit;
use super::choose::{Plan, plan};
use super::deepen::Ahead;
use super::evaluate::seems;
use super::shipped::{SHIPPED, shipped};
use super::worlds::packed;
use crate::game::{AtTable, BySeat, Estimate, Given, Resolve, Seat, Seed, Strength, Thinking, Viewer, Views};
use crate::search::Budget;

/// Who answers, and who is answered.
const ANSWERS: Seat = Seat::Ec;
const ANSWERED: Seat = Seat::Dmo;

/// How much more a disguise is taken to be worth than it shows, by way of answering.
const KEEN: [f64; 3] = [0.0, 0.01, 0.04];
/// What is worse by more than this a round ahead is not looked at further, and how many orders are.
const NEAR: f64 = 0.03;
const FURTHER: usize = 6;

/// What each way of answering somebody of this strength comes to, so many bouts each.
pub(super) fn search(strength: Strength, seed: &Seed, bouts: u32, said: &mut dyn FnMut(&str)) -> Vec<Estimate> {
    let mut each = KEEN.map(|_| Vec::new());
    for number in 0..bouts {
        for (way, worth) in each.iter_mut().enumerate() {
            let random = seed.generator(&format!("bout {number} {way}"));
            worth.push(Bout { strength, keen: KEEN[way], ahead: None, random }.play());
        }
        if (number + 1).is_power_of_two() || (number + 1) % 50 == 0 {
            let means = named(&each).into_iter().map(|found| format!("{:.4} ± {:.4}", found.mean, found.off));
            said(&format!("{} bouts: {}", number + 1, means.collect::<Vec<_>>().join(", ")));
        }
    }
    named(&each)
}

fn named(each: &[Vec<f64>]) -> Vec<Estimate> {
    let name = |keen: &f64| format!("disguises held to be worth {keen} more");
    KEEN.iter().zip(each).map(|(keen, worth)| Estimate::of(name(keen), worth)).collect()
}

struct Bout {
    strength: Strength,
    keen: f64,
    /// What may follow the rounds whose values come with the program.
    ahead: Option<Ahead>,
    random: ChaCha12Rng,
}

impl Bout {
    /// Plays the first bout of a match; what it comes to on average for whoever answers.
    fn play(mut self) -> f64 {
        let mut state = State::new(Ruleset::default());
        let mut worth = 0.5;
        while state.position.bout_number() == 1 && state.position.stage() == Stage::Round {
            let truth = state.true_bout();
            if truth.rounds().len() == SHIPPED as usize {
                let root = packed(truth, ANSWERS);
                self.ahead = Some(Ahead::new(&[root], 10 - SHIPPED, 0.5, 64, &mut Budget::of(u64::MAX / 2)));
            }
            let before = self.worth(truth);
            let mix = self.plan(&state).mix();
            let (order, after) = self.answer(&state, &mix);
            worth += after - before;
            let mut left: f64 = self.random.random();
            let drawn = mix.iter().position(|(_, weight)| {
                left -= weight;
                left <= 0.0
            });
            let theirs = mix[drawn.unwrap_or(0)].0;
            state.resolve(given(order, theirs));
        }
        worth
    }

    fn plan(&self, state: &State) -> Plan {
        let view = state.view(Viewer::Seat(ANSWERED), &AtTable::default());
        let random = Seed::default().generator("no use");
        plan(&view, &mut Thinking::new(self.strength, random, &|| false)).expect("a unit is asked for")
    }

    /// What a state is worth to whoever answers, without disguises and to somebody who sees it.
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

    /// The best order against a mix, and what it comes to on average one round ahead.
    fn answer(&mut self, state: &State, mix: &[(Order, f64)]) -> (Order, f64) {
        let truth = state.true_bout();
        let played = truth.rounds().len() as u32;
        let mut orders = self.orders(truth, mix);
        let best = self.keenest(&orders, 0);
        if played + 1 == ROUNDS as u32 {
            return orders[best];
        }
        let least = orders[best].1 - NEAR;
        orders.retain(|&(_, worth)| worth >= least);
        orders.sort_by(|a, b| b.1.total_cmp(&a.1));
        // Where the other thinks long, only disguises are worth the look: what they are shown as makes a difference later alone.
        let cheap = played + 1 < SHIPPED || played + 1 > SHIPPED + 1;
        let plain = orders.iter().filter(|(order, _)| order.unit() != Unit::BlueMage).take(FURTHER).copied();
        let shown = orders.iter().filter(|(order, _)| order.unit() == Unit::BlueMage).copied();
        let tried: Vec<(Order, f64)> = plain.chain(shown).collect();
        if !cheap {
            let best = self.keenest(&tried, 0);
            let alike: Vec<_> = tried.iter().filter(|of| of.0.unit() == tried[best].0.unit()).collect();
            let drawn = self.random.random_range(0..alike.len());
            return if tried[best].0.unit() == Unit::BlueMage { *alike[drawn] } else { tried[best] };
        }
        let further: Vec<(Order, f64)> =
            tried.iter().map(|&(order, _)| (order, self.further(state, order, mix))).collect();
        tried[self.keenest(&further, 0)]
    }

    /// The place of the best, with disguises for as much more as they are held to be worth.
    fn keenest(&self, orders: &[(Order, f64)], first: usize) -> usize {
        let held =
            |&(order, worth): &(Order, f64)| if order.unit() == Unit::BlueMage { worth + self.keen } else { worth };
        (first..orders.len())
            .reduce(|best, at| if held(&orders[at]) > held(&orders[best]) { at } else { best })
            .unwrap_or(first)
    }

    /// All orders that make a difference, and what each comes to one round ahead against a mix.
    fn orders(&self, truth: &TrueBout, mix: &[(Order, f64)]) -> Vec<(Order, f64)> {
        let army = &truth.armies()[ANSWERS];
        let met: Vec<Unit> = mix.iter().map(|(order, _)| truth.sends(ANSWERED, Some(*order))).collect();
        let can = |order: &Order| {
            army.can_send(order.unit())
                && match order.unit() {
                    Unit::Astrologian => order.second().is_some_and(|named| met.contains(&named)),
                    // What is shown can be told from what it does where it cannot be sent.
                    Unit::BlueMage => order.second().is_some_and(|shown| army.can_send(shown)),
                    _ => true,
                }
        };
        let worth = |order: Order| -> f64 {
            let each = mix.iter().map(|&(theirs, weight)| {
                let mut after = truth.clone();
                after.fight(sent(order, theirs));
                weight * self.worth(&after)
            });
            each.sum()
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

    /// What an order comes to if the next one answers best the mix that the other then plays.
    fn further(&self, state: &State, order: Order, mix: &[(Order, f64)]) -> f64 {
        let each = mix.iter().map(|&(theirs, weight)| {
            let mut after = state.clone();
            after.resolve(given(order, theirs));
            let next = self.plan(&after).mix();
            let best = self.orders(after.true_bout(), &next).into_iter().map(|of| of.1).fold(0.0, f64::max);
            weight * best
        });
        each.sum()
    }
}

fn sent(answers: Order, answered: Order) -> BySeat<Option<Order>> {
    BySeat::from_fn(|seat| Some(if seat == ANSWERS { answers } else { answered }))
}

fn given(answers: Order, answered: Order) -> BySeat<Given<Order>> {
    BySeat::from_fn(|seat| Given::Order(if seat == ANSWERS { answers } else { answered }))
}

#[cfg(test)]
mod tests {
    use super::{Bout, Order, Ruleset, Seed, State, Strength, Unit, search};

    const BEST: Strength = Strength { work: 1_800_000, depth: 64, blur: 0.0 };

    #[test]
    fn nothing_is_gained_on_the_best_mix_and_much_on_a_chocobo() {
        let state = State::new(Ruleset::default());
        let random = Seed::new("answer").generator("draws");
        let mut bout = Bout { strength: BEST, keen: 0.0, ahead: None, random };
        let chocobo = Order::new(Unit::Chocobo, None).expect("it names nobody");
        let (_, gained) = bout.answer(&state, &[(chocobo, 1.0)]);
        assert!(gained > 0.55, "{gained}");
        let mix = bout.plan(&state).mix();
        assert!((mix.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-9);
        let (_, even) = bout.answer(&state, &mix);
        assert!((even - 0.5).abs() < 0.01, "{even}");
    }

    #[test]
    #[ignore = "long"]
    fn disguises_gain_little_on_the_best_level() {
        let found = search(BEST, &Seed::new("search"), 4, &mut |_| {});
        assert!(found.iter().all(|each| (each.mean - 0.5).abs() < 0.05), "{found:?}");
    }
}
