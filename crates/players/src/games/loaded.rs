//! The player of every game loaded from a file: it searches in matches that agree with its seat's view.

use deathmatch_gamefile::GameView;
use deathmatch_rules::game::{
    Accepted, Ask, Asked, BySeat, Closes, Given, Legal, Observation, Play, Seat, Secrecy, Seed, Viewer, Wants,
    try_random_order,
};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use crate::search::{Settings, World, search};
use crate::{BuiltIn, Rung, Solver, Thinking, Thought, Way};

/// The most orders that a search considers, and the least number of tries for each of them.
const ORDERS: usize = 64;
const TRIED: u64 = 12;
/// The least number of orders considered: of the file's ideas, and if it has none.
const IDEAS: usize = 4;
const ANY: usize = 12;

/// The most imagined matches for one order; each is searched many times.
const WORLDS: usize = 64;

/// The number of imaginary tries with the mean of all orders, which shrinks the value of each order towards the mean.
const DOUBT: f64 = 3.0;

/// The player of loaded games.
pub struct Loaded;

/// The misjudgement of a player that never overlooks the file's ideas. A player with a larger one overlooks them with twice the difference
/// as probability.
const SEES_ALL: f64 = 0.05;

/// The exponent applied to the stronger player's value of a position: that player wins in the long run and risks little before.
const PATIENCE: f64 = 0.5;

/// A match that agrees with the seat's view. Breaks are skipped.
struct Imagined {
    play: Box<dyn Play>,
    /// The thinking seat.
    seat: Seat,
    /// The most orders considered.
    most: usize,
    /// Whether the thinking seat ignores the file's ideas.
    overlooks: bool,
}

impl Clone for Imagined {
    fn clone(&self) -> Self {
        Self { play: self.play.copy(), ..*self }
    }
}

impl Imagined {
    fn resolve(&mut self, order: impl Fn(Seat) -> Option<Accepted>) {
        let Asked::Seats(asks) = self.play.asked() else { return };
        self.play.resolve(BySeat::from_fn(|seat| match (asks[seat].map(|ask| ask.wants), order(seat)) {
            (None, _) => Given::NotAsked,
            (Some(Wants::Order), Some(order)) => Given::Order(order),
            (Some(Wants::Ready), _) => Given::Ready,
            (Some(_), _) => Given::TimedOut,
        }));
    }

    fn pass_breaks(mut self) -> Self {
        while let Asked::Seats(asks) = self.play.asked()
            && !asks.iter().any(|(_, ask)| ask.is_some_and(|ask| ask.wants == Wants::Order))
        {
            self.resolve(|_| None);
        }
        self
    }
}

impl World for Imagined {
    type Move = String;

    fn moves(&self, side: usize) -> Vec<String> {
        let seat = Seat::ALL[side];
        let Asked::Seats(asks) = self.play.asked() else { return Vec::new() };
        if asks[seat].is_none_or(|ask| ask.wants != Wants::Order) {
            return Vec::new();
        }
        let sight = self.play.sight(Viewer::Seat(seat));
        sight
            .view::<GameView>()
            .map(|view| orders(view, self.most, !self.overlooks || seat != self.seat))
            .unwrap_or_default()
    }

    fn play(&mut self, moves: [Option<&String>; 2]) {
        let orders = BySeat::from_fn(|seat| self.play.sight(Viewer::Seat(seat)).parse(moves[seat as usize]?).ok());
        self.resolve(|seat| orders[seat].clone());
        while let Asked::Seats(asks) = self.play.asked()
            && !asks.iter().any(|(_, ask)| ask.is_some_and(|ask| ask.wants == Wants::Order))
        {
            self.resolve(|_| None);
        }
    }

    fn result(&self) -> Option<f64> {
        let Asked::Over(outcome) = self.play.asked() else { return None };
        Some(match outcome.winner {
            Some(Seat::Ec) => 1.0,
            Some(Seat::Dmo) => 0.0,
            None => 0.5,
        })
    }

    fn worth(&self) -> f64 {
        let worth = self.balance();
        let own = if self.seat == Seat::Ec { worth } else { 1.0 - worth };
        let own = own.powf(PATIENCE);
        if self.seat == Seat::Ec { own } else { 1.0 - own }
    }

    fn settled(&self) -> bool {
        let sight = self.play.sight(Viewer::Seat(self.seat));
        sight.view::<GameView>().is_none_or(|view| view.settled(self.seat))
    }
}

impl Imagined {
    /// Whether both seats order in secret at the same time, neither racing the other.
    fn asks_both(&self) -> bool {
        let secret =
            |ask: Ask| ask.wants == Wants::Order && ask.secrecy == Secrecy::Private && ask.closes != Closes::AtRight;
        matches!(self.play.asked(), Asked::Seats(asks) if asks.iter().all(|(_, ask)| ask.is_some_and(secret)))
    }

    /// The value of a position for the EC: by the file's judgement, by the share of all chips, or by the scores.
    fn balance(&self) -> f64 {
        let sight = self.play.sight(Viewer::Seat(self.seat));
        let Some(view) = sight.view::<GameView>() else { return 0.5 };
        if let (Some(ec), Some(dmo)) = (view.worth(Seat::Ec), view.worth(Seat::Dmo)) {
            // One seat has the chips that the other lacks, so its own judgement is enough. The rival's uses cards that it cannot see.
            let lead = match (view.stakes(), self.seat) {
                (None, _) => ec - dmo,
                (Some(_), Seat::Ec) => 2 * ec,
                (Some(_), Seat::Dmo) => -2 * dmo,
            };
            #[expect(clippy::cast_precision_loss, reason = "both are small")]
            return 0.5 + lead as f64 / 420.0;
        }
        let Some(progress) = self.play.progress() else { return 0.5 };
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let [ec, dmo] = [progress.scores.ec, progress.scores.dmo].map(|score| score as f64);
        if view.stakes().is_some() && ec + dmo > 0.0 {
            return (ec / (ec + dmo)).clamp(0.02, 0.98);
        }
        let most = ec.abs().max(dmo.abs()).max(1.0);
        (0.5 + (ec - dmo) / (3.0 * most)).clamp(0.05, 0.95)
    }
}

/// The orders that a search considers. The file's ideas come first. They are the only ones if the orders are too many to list, or the work
/// is little.
fn orders(view: &GameView, most: usize, ideas: bool) -> Vec<String> {
    let mut orders = if ideas { view.ideas() } else { Vec::new() };
    orders.truncate(most);
    let counted = matches!(Observation::legal(view), Legal::Counted(_));
    let (only, most) = if orders.is_empty() { (false, most.max(ANY)) } else { (counted || most <= IDEAS, most) };
    if orders.len() < most && !only {
        let more: Vec<_> =
            view.some_orders(most - orders.len()).into_iter().filter(|order| !orders.contains(order)).collect();
        orders.extend(more);
    }
    orders
}

impl BuiltIn for Loaded {
    fn game(&self) -> &'static str {
        "a loaded game"
    }

    fn styles(&self) -> &'static [&'static str] {
        &[]
    }

    fn ladder(&self) -> &'static [Rung] {
        &[]
    }

    fn solver(&self) -> Option<&'static dyn Solver> {
        None
    }

    fn knows(&self, sight: &dyn Observation) -> bool {
        sight.view::<GameView>().is_some()
    }

    fn think(&self, sight: &dyn Observation, way: Way, thinking: &mut Thinking<'_>) -> Option<Thought<Accepted>> {
        let view = sight.view::<GameView>()?;
        let seat = view.seat()?;
        let side = seat as usize;
        let overlooks = thinking.random.random_bool((2.0 * (thinking.strength.blur - SEES_ALL)).clamp(0.0, 1.0));
        let cost = view.step_cost();
        let most = usize::try_from(thinking.budget.left() / cost / TRIED).unwrap_or(ORDERS).clamp(IDEAS, ORDERS);
        if let [only] = &orders(view, most, !overlooks)[..] {
            return Some(Thought { order: sight.parse(only).ok()?, chance: None, nodes: 0 });
        }
        // A third of the work is for imagining hidden information.
        let tries = thinking.budget.left() / (3 * cost);
        let mut tries = u32::try_from(tries).unwrap_or(u32::MAX);
        let all = tries;
        let hidden = !view.knows_all();
        let worlds = if hidden { WORLDS } else { 1 };
        let found = (0..worlds).map_while(|_| view.imagine_in(&mut thinking.random, &mut tries));
        let found: Vec<_> = found.collect();
        thinking.budget.spend(u64::from(all - tries) * cost);
        let nodes = thinking.budget.left() / cost;
        // A file's judgement of a position is better than random play.
        let judged = view.judges() || view.stakes().is_some();
        // Orders far ahead would use information that the seat does not have.
        let depth = if judged && hidden { (thinking.strength.depth / 2).max(1) } else { thinking.strength.depth };
        let playout = if judged { 0 } else { u32::try_from((nodes / 150).clamp(2, 24)).unwrap_or(2) };
        let worlds: Vec<_> =
            found.into_iter().map(|play| Imagined { play, seat, most, overlooks }.pass_breaks()).collect();
        let settings = match way {
            Way::Own => Settings { explore: 0.6, depth, playout, scaled: true },
            Way::Greedy => Settings { explore: 0.3, depth: 1, playout: 0, scaled: true },
            Way::Playouts => Settings { explore: 1.0, depth: u32::MAX, playout: u32::MAX, scaled: false },
        };
        // Against a rival who orders at the same time, a player that always sends the best order is foreseen.
        let mixes = worlds.first().is_some_and(Imagined::asks_both);
        let mut in_turn = worlds.iter().cycle();
        let imagine = |random: &mut ChaCha12Rng| {
            let mut world = in_turn.next()?.clone();
            world.play.redraw(&Seed::default(), random.random());
            Some(world)
        };
        let found = search(side, imagine, settings, &mut thinking.random, &mut thinking.budget, cost)?;
        if mixes {
            let visits: Vec<_> = found.moves.iter().map(|(_, visits, _)| f64::from(*visits).powi(3)).collect();
            let (order, _, worth) = &found.moves[thinking.pick(&visits)];
            return Some(Thought { order: sight.parse(order).ok()?, chance: Some(*worth), nodes: found.nodes });
        }
        let tries: u32 = found.moves.iter().map(|(_, visits, _)| visits).sum();
        let total: f64 = found.moves.iter().map(|(_, visits, worth)| f64::from(*visits) * worth).sum();
        let mean = total / f64::from(tries.max(1));
        let judged = found.moves.into_iter().filter(|(_, visits, _)| *visits > 0).map(|(order, visits, worth)| {
            let visits = f64::from(visits);
            let sober = (visits * worth + DOUBT * mean) / (visits + DOUBT);
            (sober + 2.0 * found.spread * thinking.judged(0.0), order, worth)
        });
        let (_, order, worth) = judged.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Thought { order: sight.parse(&order).ok()?, chance: Some(worth), nodes: found.nodes })
    }

    fn imagine(&self, sight: &dyn Observation, random: &mut ChaCha12Rng) -> Option<Box<dyn Play>> {
        sight.view::<GameView>()?.imagine(random)
    }

    fn worth(&self, sight: &dyn Observation) -> Option<f64> {
        sight.view::<GameView>().map(|_| 0.5)
    }

    fn styled(&self, sight: &dyn Observation, _: &str, _: &str, random: &mut ChaCha12Rng) -> Option<Accepted> {
        try_random_order(sight, random)
    }
}
