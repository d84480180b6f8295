//! The player of every game that was loaded from a file: playouts in matches that its seat could be in.

use deathmatch_gamefile::GameView;
use deathmatch_rules::game::{
    Accepted, Asked, BySeat, Given, Legal, Observation, Play, Seat, Viewer, Wants, random_order,
};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha12Rng;

use crate::search::{Settings, World, search};
use crate::{BuiltIn, Rung, Solver, Thinking, Thought, Way};

/// How many orders stand for all of them where they are more, and how often each is to be tried.
const ORDERS: u64 = 64;
const TRIED: u64 = 6;

/// How many matches are imagined for one order; each is searched in many times.
const WORLDS: usize = 12;

/// The player of loaded games.
pub struct Loaded;

/// A match that may be the true one. Breaks are passed over.
struct Imagined {
    play: Box<dyn Play>,
    /// How many orders are looked at.
    most: usize,
}

impl Clone for Imagined {
    fn clone(&self) -> Self {
        Self { play: self.play.copy(), most: self.most }
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
        sight.view::<GameView>().map(|view| orders(view, self.most)).unwrap_or_default()
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

    /// By what the file says, or by the score as a share of both seats'.
    fn worth(&self) -> f64 {
        let of = |seat: Seat| self.play.sight(Viewer::Seat(seat)).view::<GameView>().and_then(|view| view.worth(seat));
        if let (Some(ec), Some(dmo)) = (of(Seat::Ec), of(Seat::Dmo)) {
            #[expect(clippy::cast_precision_loss, reason = "both are small")]
            return 0.5 + (ec - dmo) as f64 / 420.0;
        }
        let Some(progress) = self.play.progress() else { return 0.5 };
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let [ec, dmo] = [progress.scores.ec, progress.scores.dmo].map(|score| score as f64);
        let most = ec.abs().max(dmo.abs()).max(1.0);
        (0.5 + (ec - dmo) / (3.0 * most)).clamp(0.05, 0.95)
    }
}

/// The orders that a search looks at: first what the file calls promising, and nothing else where the orders are too many to be listed.
fn orders(view: &GameView, most: usize) -> Vec<String> {
    let mut orders = view.ideas();
    orders.truncate(most);
    let counted = matches!(Observation::legal(view), Legal::Counted(_));
    if orders.len() < most && (orders.is_empty() || !counted) {
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
        let side = view.seat()? as usize;
        if let Legal::Listed(orders) = sight.legal()
            && let [only] = &orders[..]
        {
            return Some(Thought { order: sight.parse(only).ok()?, chance: None, nodes: 0 });
        }
        let cost = view.step_cost();
        // A third of the work goes into finding out what may be hidden.
        let tries = thinking.budget.left() / (3 * cost);
        let mut tries = u32::try_from(tries).unwrap_or(u32::MAX);
        let all = tries;
        let worlds = if view.knows_all() { 1 } else { WORLDS };
        let found = (0..worlds).map_while(|_| view.imagine_in(&mut thinking.random, &mut tries));
        let found: Vec<_> = found.collect();
        thinking.budget.spend(u64::from(all - tries) * cost);
        let nodes = thinking.budget.left() / cost;
        let playout = u32::try_from((nodes / 150).clamp(2, 24)).unwrap_or(2);
        let most = usize::try_from((nodes / TRIED).clamp(12, ORDERS)).unwrap_or(12);
        let worlds: Vec<_> = found.into_iter().map(|play| Imagined { play, most }.pass_breaks()).collect();
        let settings = match way {
            Way::Own => Settings { explore: 0.6, depth: thinking.strength.depth, playout },
            Way::Greedy => Settings { explore: 0.3, depth: 1, playout: 0 },
            Way::Playouts => Settings { explore: 1.0, depth: u32::MAX, playout: u32::MAX },
        };
        let imagine = |random: &mut ChaCha12Rng| {
            let mut world = worlds.choose(random)?.clone();
            world.play.redraw(rand::RngExt::random(random));
            Some(world)
        };
        let found = search(side, imagine, settings, &mut thinking.random, &mut thinking.budget, cost)?;
        let most = found.moves.first()?.1;
        let tried = found.moves.into_iter().filter(|(_, visits, _)| *visits >= most.div_ceil(8));
        let judged: Vec<_> = tried.map(|(order, _, worth)| (thinking.judged(worth), order, worth)).collect();
        let (_, order, worth) = judged.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Thought { order: sight.parse(&order).ok()?, chance: Some(worth), nodes: found.nodes })
    }

    fn imagine(&self, sight: &dyn Observation, random: &mut ChaCha12Rng) -> Option<Box<dyn Play>> {
        sight.view::<GameView>()?.imagine(random)
    }

    fn worth(&self, sight: &dyn Observation) -> Option<f64> {
        sight.view::<GameView>().map(|_| 0.5)
    }

    fn styled(&self, sight: &dyn Observation, _: &str, _: &str, random: &mut ChaCha12Rng) -> Option<Accepted> {
        random_order(sight, random)
    }
}
