//! The best known response to level 5: a script for each of two parts of the match, and an allocation, for each seat.
//!
//! The example `castle_siege_response` finds it and writes `response.txt`: a line for each seat, the EC's first.

use std::sync::LazyLock;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use super::fast_round::{Moves, Side};
use super::past_rounds::History;
use super::scripted_policy::{Count, ScriptedPolicy};
use crate::{Player as _, Strength, Thinking};
use deathmatch_rules::game::{Asked, AtTable, BySeat, Given, Resolve as _, Seat, Seed, Viewer, Views as _};
use deathmatch_rules::games::castle_siege::{Order, Position, Ruleset, State, Units, View, read_units};

/// An allocation and its play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    pub units: Units,
    /// The scripts of the first and the second part of the match.
    pub scripts: [ScriptedPolicy; 2],
    /// The last round of the first script.
    pub until: usize,
    /// The percentage of rounds in which the other script is used.
    pub astray: u32,
}

/// The number of numbers in a script's text.
const SCRIPT: usize = 8;

impl Response {
    /// The response's order, after the other player's moves so far.
    pub fn moves(&self, side: &Side, seen: &[Moves], random: &mut ChaCha12Rng) -> Moves {
        let astray = random.random_ratio(self.astray.min(100), 100);
        let late = seen.len() >= self.until;
        self.scripts[usize::from(late != astray)].moves(side, seen)
    }

    /// The text form: until, astray, eight numbers for each script (1 if it copies, the number of attackers or of extra attackers, the
    /// key's three weights, fresh, rest, hold), and the allocation.
    #[must_use]
    pub fn written(&self) -> String {
        let mut numbers = vec![i32::try_from(self.until).unwrap_or(i32::MAX), self.astray.cast_signed()];
        for script in &self.scripts {
            let (copied, count) = match script.count {
                Count::Fixed(count) => (0, i32::try_from(count).unwrap_or(5)),
                Count::Copied(more) => (1, more),
            };
            numbers.extend([copied, count]);
            numbers.extend(script.key);
            numbers.extend([script.fresh, script.rest, script.hold]);
        }
        let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
        format!("{} {}", numbers.join(" "), Order::Allocation(self.units))
    }

    /// Parses the text form; `None` for any other text.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.splitn(2 * SCRIPT + 3, ' ').collect();
        let (units, numbers) = words.split_last()?;
        let numbers: Vec<i32> = numbers.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let [until, astray, scripts @ ..] = &numbers[..] else { return None };
        let script = |numbers: &[i32]| {
            let &[copied, count, atk, def, exh, fresh, rest, hold] = numbers else { return None };
            let count = if copied == 1 { Count::Copied(count) } else { Count::Fixed(usize::try_from(count).ok()?) };
            Some(ScriptedPolicy { count, key: [atk, def, exh], fresh, rest, hold })
        };
        Some(Self {
            units: read_units(units).ok()?,
            scripts: [script(scripts.get(..SCRIPT)?)?, script(scripts.get(SCRIPT..)?)?],
            until: usize::try_from(*until).ok()?,
            astray: u32::try_from(*astray).ok()?,
        })
    }

    /// A random response with an allocation.
    #[must_use]
    pub fn any(units: Units, random: &mut ChaCha12Rng) -> Self {
        let scripts = [(); 2].map(|()| any_script(random));
        Self { units, scripts, until: random.random_range(0..40), astray: 10 * random.random_range(0..5) }
    }

    /// The response with some random changes.
    #[must_use]
    pub fn changed(mut self, random: &mut ChaCha12Rng) -> Self {
        for _ in 0..random.random_range(1..4) {
            let which = random.random_range(0..2);
            let (script, other) = (&mut self.scripts[which], any_script(random));
            match random.random_range(0..8) {
                0 => self.until = random.random_range(0..40),
                1 => self.astray = 10 * random.random_range(0..5),
                2 | 3 => script.count = other.count,
                4 => script.key = other.key,
                5 => script.fresh = other.fresh,
                6 => script.rest = other.rest,
                _ => script.hold = other.hold,
            }
        }
        self
    }

    /// Plays a match against the built-in player of a strength. Returns whether the response won from its seat.
    ///
    /// # Panics
    /// The built-in player gives no order.
    #[must_use]
    pub fn wins(&self, seat: Seat, ruleset: &Ruleset, strength: Strength, seed: &Seed) -> bool {
        let mut state = State { position: Position::new(ruleset.clone()), secrets: BySeat::default() };
        let mut random = seed.generator("response");
        for step in 0_u32.. {
            if let Asked::Over(outcome) = state.asked() {
                return outcome.winner == Some(seat);
            }
            let given = BySeat::from_fn(|at| {
                let view = state.view(Viewer::Seat(at), &AtTable::default());
                let order = if at == seat {
                    self.order(&view, &mut random)
                } else {
                    let stop = || false;
                    let mut thinking = Thinking::new(strength, seed.generator(&format!("level {step}")), &stop);
                    view.think(&mut thinking).map(|thought| thought.order)
                };
                Given::Order(order.expect("a seat that is asked has an order"))
            });
            state.resolve(given);
        }
        false
    }

    /// The response's order for a view of its seat.
    pub fn order(&self, view: &View, random: &mut ChaCha12Rng) -> Option<Order> {
        if view.allocates() {
            let mut units = self.units;
            units.0.shuffle(random);
            return Some(Order::Allocation(units));
        }
        let side = Side::of(view.commands()?);
        let seen: Vec<Moves> = History::of(view)?.rounds.iter().map(|past| past.enemy).collect();
        Some(Order::Actions(self.moves(&side, &seen, random).actions()))
    }
}

/// A random script.
pub(super) fn any_script(random: &mut ChaCha12Rng) -> ScriptedPolicy {
    let count = match random.random_range(0..9) {
        count @ 0..6 => Count::Fixed(count),
        6 => Count::Copied(-1),
        7 => Count::Copied(0),
        _ => Count::Copied(1),
    };
    ScriptedPolicy {
        count,
        key: [random.random_range(0..5), -random.random_range(0..5), -random.random_range(0..5)],
        fresh: random.random_range(0..3),
        rest: random.random_range(0..3),
        hold: [15, 15, 0, 2, 4, 6][random.random_range(0..6)],
    }
}

static FOUND: LazyLock<BySeat<Response>> = LazyLock::new(|| {
    let mut lines = include_str!("response.txt").lines();
    BySeat::from_fn(|_| lines.next().and_then(Response::read).expect("a line for each seat"))
});

/// The known response for a seat.
#[must_use]
pub fn of(seat: Seat) -> &'static Response {
    &FOUND[seat]
}
