//! Monte Carlo tree search for alternating and simultaneous steps, over worlds that agree with one side's information.
//!
//! Each iteration imagines a whole state and descends the tree of joint moves. Each side picks its move by UCB over its own counts
//! (decoupled UCT). A random playout of limited length follows, and its end is judged. Moves that a world does not allow are skipped
//! (information-set search).
//!
//! Sources: Kocsis and Szepesvári, *Bandit based Monte-Carlo planning* (2006); Cowling, Powley and Whitehouse, *Information set Monte
//! Carlo tree search* (2012); Tak, Lanctot and Winands, *Monte Carlo tree search variants for simultaneous move games* (2014).

use std::collections::HashMap;

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use super::{Budget, World};

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The weight of seldom tried moves.
    pub explore: f64,
    /// The greatest depth of the tree, in steps.
    pub depth: u32,
    /// The most random steps below the tree before a state is judged.
    pub playout: u32,
    /// Whether exploration is scaled by the spread of the values at a position, for judgements in small steps.
    pub scaled: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The side's own moves, the most tried first: a move, its number of tries, and its mean value, from 0 lost to 1 won.
    pub moves: Vec<(M, u32, f64)>,
    /// The standard deviation of single values; at most a half.
    pub spread: f64,
    /// The number of states visited.
    pub nodes: u64,
}

/// One side's moves at a node.
struct Arms<M> {
    moves: Vec<Arm<M>>,
    visits: u32,
    total: f64,
    squares: f64,
}

struct Arm<M> {
    made: M,
    visits: u32,
    total: f64,
}

struct Node<M> {
    sides: [Arms<M>; 2],
    children: HashMap<[u16; 2], usize>,
}

/// The most further steps if a state cannot be judged yet.
const UNSETTLED: u32 = 12;

/// The move of a side that is not asked.
const NOTHING: u16 = u16::MAX;

impl<M: Clone + PartialEq> Arms<M> {
    fn new() -> Self {
        Self { moves: Vec::new(), visits: 0, total: 0.0, squares: 0.0 }
    }

    /// Picks one of the currently possible moves.
    fn pick(&mut self, can: &[M], settings: Settings, random: &mut ChaCha12Rng) -> usize {
        let mut known = Vec::with_capacity(can.len());
        let mut fresh = Vec::new();
        for (at, each) in can.iter().enumerate() {
            // A game usually lists its moves in the same sequence.
            let alike = self.moves.get(at).filter(|arm| arm.made == *each).map(|_| at);
            match alike.or_else(|| self.moves.iter().position(|arm| arm.made == *each)) {
                Some(arm) if self.moves[arm].visits > 0 => known.push(arm),
                Some(arm) => fresh.push(arm),
                None => {
                    self.moves.push(Arm { made: each.clone(), visits: 0, total: 0.0 });
                    fresh.push(self.moves.len() - 1);
                }
            }
        }
        if !fresh.is_empty() {
            return fresh[random.random_range(0..fresh.len())];
        }
        let tries = f64::from(self.visits.max(1)).ln();
        let explore = settings.explore * if settings.scaled { 2.0 * self.spread() } else { 1.0 };
        let bound = |&arm: &usize| {
            let Arm { visits, total, .. } = self.moves[arm];
            total / f64::from(visits) + explore * (tries / f64::from(visits)).sqrt()
        };
        known.into_iter().max_by(|a, b| bound(a).total_cmp(&bound(b))).expect("a side that is asked has moves")
    }

    /// The standard deviation of all values; at most a half.
    fn spread(&self) -> f64 {
        let visits = f64::from(self.visits.max(1));
        let mean = self.total / visits;
        (self.squares / visits - mean * mean).max(0.0).sqrt()
    }

    fn note(&mut self, arm: u16, value: f64) {
        if arm != NOTHING {
            self.visits += 1;
            self.total += value;
            self.squares += value * value;
            let arm = &mut self.moves[usize::from(arm)];
            arm.visits += 1;
            arm.total += value;
        }
    }
}

/// Searches for a side's best moves; `None` if no world can be imagined in which it has moves.
pub fn search<W: World>(
    side: usize,
    mut imagine: impl FnMut(&mut ChaCha12Rng) -> Option<W>,
    settings: Settings,
    random: &mut ChaCha12Rng,
    budget: &mut Budget<'_>,
    cost: u64,
) -> Option<Found<W::Move>> {
    let fresh = || Node { sides: [Arms::new(), Arms::new()], children: HashMap::new() };
    let mut tree = vec![fresh()];
    let mut nodes = 0;
    loop {
        let mut world = imagine(random)?;
        let mut at = 0;
        let mut path: Vec<(usize, [u16; 2])> = Vec::new();
        let mut value = world.result();
        while value.is_none() && path.len() < settings.depth as usize {
            let can = [world.moves(0), world.moves(1)];
            if path.is_empty() && can[side].is_empty() {
                return None;
            }
            let mut picked = [NOTHING; 2];
            for (each, can) in can.iter().enumerate() {
                if !can.is_empty() {
                    let arm = tree[at].sides[each].pick(can, settings, random);
                    picked[each] = u16::try_from(arm).unwrap_or(NOTHING - 1);
                }
            }
            step(&mut world, &tree[at].sides, picked);
            nodes += 1;
            path.push((at, picked));
            value = world.result();
            if let Some(&next) = tree[at].children.get(&picked) {
                at = next;
            } else {
                tree.push(fresh());
                let next = tree.len() - 1;
                tree[at].children.insert(picked, next);
                break;
            }
        }
        let mut steps = 0;
        let most = settings.playout.saturating_add(UNSETTLED);
        while value.is_none() && (steps < settings.playout || steps < most && !world.settled()) {
            let can = [world.moves(0), world.moves(1)];
            let picked = [0, 1].map(|each: usize| {
                (!can[each].is_empty()).then(|| &can[each][random.random_range(0..can[each].len())])
            });
            world.play(picked);
            nodes += 1;
            steps += 1;
            value = world.result();
        }
        let value = value.unwrap_or_else(|| world.worth());
        for &(node, picked) in &path {
            tree[node].sides[0].note(picked[0], value);
            tree[node].sides[1].note(picked[1], 1.0 - value);
        }
        if !budget.spend(cost * (1 + u64::from(steps) + path.len() as u64)) {
            break;
        }
    }
    let root = &tree[0].sides[side];
    let mean = |arm: &Arm<W::Move>| arm.total / f64::from(arm.visits.max(1));
    let mut moves: Vec<_> = root.moves.iter().map(|arm| (arm.made.clone(), arm.visits, mean(arm))).collect();
    moves.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.total_cmp(&a.2)));
    Some(Found { moves, spread: root.spread(), nodes })
}

fn step<W: World>(world: &mut W, sides: &[Arms<W::Move>; 2], picked: [u16; 2]) {
    let made = |side: usize| (picked[side] != NOTHING).then(|| &sides[side].moves[usize::from(picked[side])].made);
    world.play([made(0), made(1)]);
}
