//! The interface of a game's player: [`Player`] on the view that it plays from.

use deathmatch_rules::game::{
    Asked, AtTable, BySeat, Given, Legal, Notation, Resolve, Rules, Seat, Viewer, Views, Wants, drawn,
};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use crate::search::{Budget, Settings, World, search};
use crate::{Rung, Solver};

/// A view from which a built-in player can play its seat.
///
/// The view is the player's only information. Anything else must be imagined.
pub trait Player: Notation<Order: Clone + PartialEq> + Sized + 'static {
    /// The view's game.
    type Game: Rules<State: Resolve<Order = Self::Order> + Views<View = Self>>;

    /// The results of matches between levels, for each preset from level 2 up, as far as they have been measured.
    const LADDER: &'static [Rung] = &[];

    /// The solver of a game that can be solved, or whose players allow a best response.
    const SOLVER: Option<&'static dyn Solver> = None;

    /// The names of the game's fixed styles, against which its players are measured.
    const STYLES: &'static [&'static str] = &[];

    /// The view's seat.
    fn seat(&self) -> Option<Seat>;

    /// Draws a whole state that agrees with the view, with about its true probability. `None` if the view has no seat or shows too little.
    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<StateOf<Self>>;

    /// The seat's estimated chance to win, from 0 to 1, without looking ahead.
    fn worth(&self) -> f64 {
        0.5
    }

    /// The order of the game's own player; `None` if the shared search must find one.
    fn think(&self, _thinking: &mut Thinking<'_>) -> Option<Thought<Self::Order>> {
        None
    }

    /// The order of one of [`Self::STYLES`], which starts with the set-up of `setup`'s style. `None` for an unknown style, or if there is
    /// no order to give.
    fn styled(&self, _style: &str, _setup: &str, _random: &mut ChaCha12Rng) -> Option<Self::Order> {
        None
    }
}

/// The state of a view's game.
pub type StateOf<V> = <<V as Player>::Game as Rules>::State;

/// The work for an order, and the quality of judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The work for one order, in units of about a microsecond of one core of a small machine.
    pub work: u64,
    /// The most steps that the player looks ahead.
    pub depth: u32,
    /// The error of an order's value: a standard deviation, as a share of the range from lost to won.
    pub blur: f64,
}

/// The resources of a player's thinking.
pub struct Thinking<'a> {
    pub strength: Strength,
    pub random: ChaCha12Rng,
    pub budget: Budget<'a>,
}

impl<'a> Thinking<'a> {
    #[must_use]
    pub fn new(strength: Strength, random: ChaCha12Rng, stop: &'a dyn Fn() -> bool) -> Self {
        Self { strength, random, budget: Budget::new(strength.work, stop) }
    }

    /// Adds this strength's random error to an order's true value.
    pub fn judged(&mut self, worth: f64) -> f64 {
        if self.strength.blur <= 0.0 {
            return worth;
        }
        // The sum of twelve uniform draws is nearly normal.
        let draws: f64 = (0..12).map(|_| self.random.random::<f64>()).sum();
        worth + (draws - 6.0) * self.strength.blur
    }

    /// Draws an index by weight, without weights below a hundredth of the greatest; index 0 if there are no weights.
    pub fn pick(&mut self, weights: &[f64]) -> usize {
        let least = weights.iter().copied().fold(0.0, f64::max) / 100.0;
        let kept: Vec<f64> = weights.iter().map(|&weight| if weight >= least { weight } else { 0.0 }).collect();
        self.draw(&kept)
    }

    /// Draws an index by weight; index 0 if there are no weights.
    pub fn draw(&mut self, weights: &[f64]) -> usize {
        let mut left = self.random.random::<f64>() * weights.iter().sum::<f64>();
        for (at, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            left -= weight;
            if left <= 0.0 {
                return at;
            }
        }
        0
    }
}

/// An order, and the player's opinion of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<O> {
    pub order: O,
    /// The seat's estimated chance to win, from 0 to 1.
    pub chance: Option<f64>,
    /// The number of states visited.
    pub nodes: u64,
}

/// The way to find an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the game's own player, or by the shared search if the game has none.
    Own,
    /// By the immediate value of each order.
    Greedy,
    /// By playouts to the end.
    Playouts,
}

/// Finds an order for a view's seat; `None` if no search can.
pub(super) fn think<V: Player>(view: &V, way: Way, thinking: &mut Thinking<'_>) -> Option<Thought<V::Order>> {
    match way {
        Way::Own => view.think(thinking).or_else(|| searched(view, shared(thinking), thinking)),
        Way::Greedy => searched(view, Settings { explore: 0.3, depth: 1, playout: 0, scaled: false }, thinking),
        Way::Playouts => {
            searched(view, Settings { explore: 1.0, depth: u32::MAX, playout: u32::MAX, scaled: false }, thinking)
        }
    }
}

const fn shared(thinking: &Thinking<'_>) -> Settings {
    Settings { explore: 0.7, depth: thinking.strength.depth, playout: 6, scaled: false }
}

/// The work of one step of the shared search.
const STEP: u64 = 100;

fn searched<V: Player>(view: &V, settings: Settings, thinking: &mut Thinking<'_>) -> Option<Thought<V::Order>> {
    let side = view.seat()? as usize;
    let imagine = |random: &mut ChaCha12Rng| {
        let state = view.imagine(random)?;
        Some(Imagined::<V>::new(state, random.clone()))
    };
    let found = search(side, imagine, settings, &mut thinking.random, &mut thinking.budget, STEP)?;
    let most = found.moves.first()?.1;
    // Seldom tried orders are not trusted.
    let tried = found.moves.into_iter().filter(|(_, visits, _)| *visits >= most.div_ceil(20));
    let judged: Vec<_> = tried.map(|(order, visits, worth)| (thinking.judged(worth), visits, order, worth)).collect();
    let sharp = thinking.strength.blur <= 0.0;
    let better =
        |a: &(f64, u32, _, f64), b: &(f64, u32, _, f64)| if sharp { a.1.cmp(&b.1) } else { a.0.total_cmp(&b.0) };
    let (_, _, order, worth) =
        judged.into_iter().reduce(|best, each| if better(&each, &best).is_gt() { each } else { best })?;
    Some(Thought { order, chance: Some(worth), nodes: found.nodes })
}

/// The number of random orders that are searched if there are too many to list.
const SAMPLED: usize = 24;

/// An imagined state for a search. Breaks are skipped.
struct Imagined<V: Player> {
    state: StateOf<V>,
    /// The generator of random orders if there are too many to list. It always repeats, so that a search finds the same orders again.
    draws: ChaCha12Rng,
}

impl<V: Player> Clone for Imagined<V> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), draws: self.draws.clone() }
    }
}

impl<V: Player> Imagined<V> {
    fn new(state: StateOf<V>, draws: ChaCha12Rng) -> Self {
        let mut imagined = Self { state, draws };
        imagined.pass_breaks();
        imagined
    }

    fn pass_breaks(&mut self) {
        while let Asked::Seats(seats) = self.state.asked()
            && !Seat::ALL.into_iter().any(|seat| seats[seat].is_some_and(|ask| ask.wants == Wants::Order))
        {
            self.state.resolve(seats.map(|ask| match ask.map(|ask| ask.wants) {
                None => Given::NotAsked,
                Some(Wants::Ready) => Given::Ready,
                Some(Wants::Order | Wants::Nothing) => Given::TimedOut,
            }));
        }
    }

    fn view(&self, seat: Seat) -> V {
        self.state.view(Viewer::Seat(seat), &AtTable::default())
    }
}

impl<V: Player> World for Imagined<V> {
    type Move = V::Order;

    fn moves(&self, side: usize) -> Vec<V::Order> {
        let Asked::Seats(seats) = self.state.asked() else { return Vec::new() };
        let seat = Seat::ALL[side];
        if seats[seat].is_none_or(|ask| ask.wants != Wants::Order) {
            return Vec::new();
        }
        let view = self.view(seat);
        if let Legal::Listed(orders) = view.legal() {
            return orders;
        }
        let mut draws = self.draws.clone();
        let mut orders: Vec<V::Order> = Vec::with_capacity(SAMPLED);
        for _ in 0..SAMPLED {
            if let Some(order) = drawn(&view, &mut draws).filter(|order| !orders.contains(order)) {
                orders.push(order);
            }
        }
        orders
    }

    fn play(&mut self, moves: [Option<&V::Order>; 2]) {
        let Asked::Seats(seats) = self.state.asked() else { return };
        let given = |seat: Seat| match (seats[seat].map(|ask| ask.wants), moves[seat as usize]) {
            (None, _) => Given::NotAsked,
            (Some(Wants::Order), Some(order)) => Given::Order(order.clone()),
            (Some(Wants::Ready), _) => Given::Ready,
            (Some(_), _) => Given::TimedOut,
        };
        self.state.resolve(BySeat::from_fn(given));
        self.pass_breaks();
    }

    fn result(&self) -> Option<f64> {
        let Asked::Over(outcome) = self.state.asked() else { return None };
        Some(match outcome.winner {
            Some(Seat::Ec) => 1.0,
            Some(Seat::Dmo) => 0.0,
            None => 0.5,
        })
    }

    fn worth(&self) -> f64 {
        self.view(Seat::Ec).worth()
    }
}
