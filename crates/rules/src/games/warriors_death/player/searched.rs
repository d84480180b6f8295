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
use super::choose::plan;
use super::deepen::Ahead;
use super::evaluate::seems;
use super::fast::gains;
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

/// Who answers.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// A search that takes disguises to be worth so much more than they show.
    Search(f64),
    /// The player of some strength, which is told nothing.
    Player(Strength),
}

/// What searches for the best answer to somebody of this strength come to, or else what somebody of another strength does, so many bouts
/// each.
pub(super) fn search(
    strength: Strength,
    by: Option<Strength>,
    seed: &Seed,
    bouts: u32,
    said: &mut dyn FnMut(&str),
) -> Vec<Estimate> {
    let ways = by.map_or_else(|| KEEN.map(Way::Search).to_vec(), |by| vec![Way::Player(by)]);
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
        Way::Search(keen) => format!("a search that holds disguises to be worth {keen} more"),
        Way::Player(_) => "the player".to_owned(),
    };
    ways.iter().zip(each).map(|(way, worth)| Estimate::of(name(way), worth)).collect()
}

/// Orders, and how often each is given.
type Mix = Vec<(Order, f64)>;

struct Bout {
    strength: Strength,
    way: Way,
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
            if decided(truth) {
                break;
            }
            if truth.rounds().len() == SHIPPED as usize {
                let root = packed(truth, ANSWERS);
                self.ahead = Some(Ahead::new(&[root], 10 - SHIPPED, 0.5, 64, &mut Budget::of(u64::MAX / 2)));
            }
            let before = self.worth(truth);
            let theirs = self.mix(&state, ANSWERED, self.strength);
            let (order, after) = match self.way {
                Way::Search(keen) => self.answer(&state, &theirs, keen),
                Way::Player(strength) => {
                    let mine = self.mix(&state, ANSWERS, strength);
                    let truth = state.true_bout();
                    let after = mine.iter().map(|&(order, weight)| weight * self.comes_to(truth, order, &theirs));
                    (drawn(&mine, &mut self.random.clone()), after.sum())
                }
            };
            worth += after - before;
            state.resolve(given(order, drawn(&theirs, &mut self.random)));
        }
        worth
    }

    /// What a seat draws its order from; its misjudgements are always those of one bout and round.
    fn mix(&self, state: &State, seat: Seat, strength: Strength) -> Mix {
        let view = state.view(Viewer::Seat(seat), &AtTable::default());
        let mut random = self.random.clone();
        random.set_stream(2 + seat as u64);
        plan(&view, &mut Thinking::new(strength, random, &|| false)).expect("a unit is asked for").mix()
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
    fn answer(&mut self, state: &State, mix: &[(Order, f64)], keen: f64) -> (Order, f64) {
        let truth = state.true_bout();
        let played = truth.rounds().len() as u32;
        let mut orders = self.orders(truth, mix);
        let best = keenest(&orders, keen);
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
            let best = keenest(&tried, keen);
            let alike: Vec<_> = tried.iter().filter(|of| of.0.unit() == tried[best].0.unit()).collect();
            let drawn = self.random.random_range(0..alike.len());
            return if tried[best].0.unit() == Unit::BlueMage { *alike[drawn] } else { tried[best] };
        }
        let further: Vec<(Order, f64)> =
            tried.iter().map(|&(order, _)| (order, self.further(state, order, mix))).collect();
        tried[keenest(&further, keen)]
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
        let worth = |order: Order| self.comes_to(truth, order, mix);
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

    /// What an order comes to one round ahead against a mix.
    fn comes_to(&self, truth: &TrueBout, order: Order, mix: &[(Order, f64)]) -> f64 {
        let each = mix.iter().map(|&(theirs, weight)| {
            let mut after = truth.clone();
            after.fight(sent(order, theirs));
            weight * self.worth(&after)
        });
        each.sum()
    }

    /// What an order comes to if the next one answers best the mix that the other then plays.
    fn further(&self, state: &State, order: Order, mix: &[(Order, f64)]) -> f64 {
        let each = mix.iter().map(|&(theirs, weight)| {
            let mut after = state.clone();
            after.resolve(given(order, theirs));
            if decided(after.true_bout()) {
                return weight * self.worth(after.true_bout());
            }
            let next = self.mix(&after, ANSWERED, self.strength);
            let best = self.orders(after.true_bout(), &next).into_iter().map(|of| of.1).fold(0.0, f64::max);
            weight * best
        });
        each.sum()
    }
}

/// The place of the best, with disguises for so much more.
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

/// Whether neither side can change who wins the bout: nothing is known of what may follow.
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
mod tests {
    use super::{ANSWERED, Bout, Order, Ruleset, Seed, State, Strength, Unit, Way, search};

    const BEST: Strength = Strength { work: 1_800_000, depth: 64, blur: 0.0 };

    #[test]
    fn nothing_is_gained_on_the_best_mix_and_much_on_a_chocobo() {
        let state = State::new(Ruleset::default());
        let random = Seed::new("answer").generator("draws");
        let mut bout = Bout { strength: BEST, way: Way::Search(0.0), ahead: None, random };
        let chocobo = Order::new(Unit::Chocobo, None).expect("it names nobody");
        let (_, gained) = bout.answer(&state, &[(chocobo, 1.0)], 0.0);
        assert!(gained > 0.55, "{gained}");
        let mix = bout.mix(&state, ANSWERED, BEST);
        assert!((mix.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-9);
        let (_, even) = bout.answer(&state, &mix, 0.0);
        assert!((even - 0.5).abs() < 0.01, "{even}");
    }

    #[test]
    #[ignore = "long"]
    fn disguises_gain_little_on_the_best_level() {
        let found = search(BEST, None, &Seed::new("search"), 4, &mut |_| {});
        assert!(found.iter().all(|each| (each.mean - 0.5).abs() < 0.05), "{found:?}");
    }
}
