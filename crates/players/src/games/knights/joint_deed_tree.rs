//! Search by repeated iterations from a position, in a tree of joint deeds.
//!
//! At each position both sides pick their deeds independently by their own counts (decoupled UCT), with preference for appealing deeds
//! (PUCT). A position visited for the second time gets its own deeds. Below the tree, positions are judged statically. Positions reached in
//! several ways share their statistics.
//!
//! Sources: Tak, Lanctot and Winands, *Monte Carlo tree search variants for simultaneous move games* (2014); Rosin, *Multi-armed bandits
//! with episode context* (2011).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::evaluate::{Judgement, Light, stage};
use super::fast_position::{Deed, Fast};

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The weight of appealing and seldom tried deeds.
    pub explore: f32,
    /// The assumed loss of a deed before it is tried, against the position's value.
    pub doubt: f32,
    /// The most turns to look ahead.
    pub depth: u32,
    /// The number of a side's deeds tried below the root, and at the root.
    pub width: [usize; 2],
}

/// A deed of a side at a position, and its statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub deed: Deed,
    /// The deed's share of tries by its static appeal.
    pub prior: f32,
    pub visits: u32,
    /// The mean value for its side.
    pub mean: f32,
}

/// The weight of a guess, in tries.
const GUESS: f32 = 2.0;

/// The results of a pair of deeds at the root, for side 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub visits: u32,
    pub mean: f32,
}

impl Cell {
    /// Adds a result.
    pub fn note(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }

    /// The mean value, mixed with a guess while there are few tries.
    pub fn or(self, guess: f32) -> f32 {
        let visits = self.visits as f32;
        (self.mean * visits + guess * GUESS) / (visits + GUESS)
    }
}

/// The result of an iteration.
pub(super) struct Course {
    pub turns: u64,
    /// The indices of the deeds at the root; 0 for a side without deeds.
    pub picked: [usize; 2],
    /// The value for side 0.
    pub worth: f32,
}

struct Node {
    start: [u32; 2],
    count: [u16; 2],
    visits: u32,
    /// The mean value for side 0.
    mean: f32,
}

/// The most positions with their own deeds, and the most remembered positions: less than 100 MB in all.
const MOST_NODES: usize = 60_000;
const MOST_KNOWN: usize = 400_000;
/// The most turns of an iteration.
const LONGEST: usize = 64;
/// The mark of a position visited once.
const MET: u32 = u32::MAX;
/// The pick of a side without deeds.
const NONE: u16 = u16::MAX;

/// A tree of positions.
pub(super) struct Tree<'j> {
    root: Fast,
    judgement: &'j Judgement,
    settings: Settings,
    nodes: Vec<Node>,
    arms: Vec<Arm>,
    known: HashMap<Fast, u32, BuildHasherDefault<Mixer>>,
    cells: Vec<Cell>,
    /// The error of each deed of each side at the root.
    errors: [Vec<f32>; 2],
    deeds: Vec<Deed>,
}

impl<'j> Tree<'j> {
    pub fn new(root: Fast, settings: Settings, judgement: &'j Judgement) -> Self {
        let mut tree = Self {
            root,
            judgement,
            settings,
            nodes: Vec::new(),
            arms: Vec::new(),
            known: HashMap::default(),
            cells: Vec::new(),
            errors: [Vec::new(), Vec::new()],
            deeds: Vec::new(),
        };
        tree.grow(&root, settings.width[1]);
        tree.lay_out();
        tree
    }

    /// Sets the errors of a side's deeds at the root.
    pub fn misjudge(&mut self, side: usize, mut error: impl FnMut() -> f32) {
        self.errors[side].iter_mut().for_each(|each| *each = error());
    }

    /// Drops some deeds of a side at the root, unless none would be left. Call it before deeds are tried or get errors.
    pub fn leave_out(&mut self, side: usize, seen_through: impl Fn(Deed) -> bool) {
        let kept: Vec<Arm> = self.root_arms(side).iter().copied().filter(|arm| !seen_through(arm.deed)).collect();
        if kept.is_empty() {
            return;
        }
        let root = &mut self.nodes[0];
        self.arms[root.start[side] as usize..][..kept.len()].copy_from_slice(&kept);
        root.count[side] = kept.len() as u16;
        self.lay_out();
    }

    /// Reserves memory for the statistics of the root's deeds.
    fn lay_out(&mut self) {
        let counts = [0, 1].map(|side| self.root_arms(side).len());
        self.cells = vec![Cell::default(); counts[0].max(1) * counts[1].max(1)];
        self.errors = counts.map(|count| vec![0.0; count]);
    }

    /// The error of a side's deed at the root.
    pub fn error(&self, side: usize, arm: usize) -> f32 {
        self.errors[side][arm]
    }

    /// The deeds of a side at the root.
    pub fn root_arms(&self, side: usize) -> &[Arm] {
        self.arms_at(0, side)
    }

    /// The position after a pair of deeds from the root.
    pub fn after(&self, deeds: [Deed; 2]) -> Fast {
        let mut at = self.root;
        at.play(deeds);
        at
    }

    /// The results of a pair of deeds at the root.
    pub fn cell(&self, picked: [usize; 2]) -> Cell {
        self.cells[picked[0] * self.root_arms(1).len().max(1) + picked[1]]
    }

    /// The mean value of the root for side 0.
    pub fn mean(&self) -> f32 {
        self.nodes[0].mean
    }

    /// The positions below the root with their own deeds and at least `visits` visits, with their mean values for side 0.
    pub fn below(&self, visits: u32) -> Vec<(Fast, f32)> {
        let often = |node: u32| node != MET && node != 0 && self.nodes[node as usize].visits >= visits;
        let mut below: Vec<_> = self.known.iter().filter(|(_, node)| often(**node)).collect();
        below.sort_unstable_by_key(|(_, node)| **node);
        below.into_iter().map(|(at, &node)| (*at, self.nodes[node as usize].mean)).collect()
    }

    fn arms_at(&self, node: usize, side: usize) -> &[Arm] {
        let Node { start, count, .. } = &self.nodes[node];
        &self.arms[start[side] as usize..][..usize::from(count[side])]
    }

    /// Adds the deeds of a position.
    fn grow(&mut self, at: &Fast, width: usize) {
        let mut node = Node { start: [0; 2], count: [0; 2], visits: 0, mean: 0.5 };
        let stage = stage(at);
        for side in 0..2 {
            let start = self.arms.len();
            node.start[side] = start as u32;
            at.deeds(side, &mut self.deeds);
            let light = Light::of(at, side);
            let appeal = |deed| self.judgement.appeal(light.traits(deed), stage).exp();
            let arm = |&deed| Arm { deed, prior: appeal(deed), visits: 0, mean: 0.0 };
            self.arms.extend(self.deeds.iter().map(arm));
            let arms = &mut self.arms[start..];
            if arms.len() > width {
                arms.select_nth_unstable_by(width, |a, b| b.prior.total_cmp(&a.prior));
                self.arms.truncate(start + width);
            }
            let arms = &mut self.arms[start..];
            let sum: f32 = arms.iter().map(|arm| arm.prior).sum();
            for arm in &mut *arms {
                arm.prior /= sum;
            }
            node.count[side] = arms.len() as u16;
        }
        self.known.insert(*at, self.nodes.len() as u32);
        self.nodes.push(node);
    }

    fn pick(&self, node: usize, side: usize) -> u16 {
        let Node { visits, mean, .. } = self.nodes[node];
        let fresh = if side == 0 { mean } else { 1.0 - mean } - self.settings.doubt;
        let explore = self.settings.explore * ((visits + 1) as f32).sqrt();
        let mut best = (NONE, f32::NEG_INFINITY);
        for (at, arm) in self.arms_at(node, side).iter().enumerate() {
            let mean = if arm.visits == 0 { fresh } else { arm.mean };
            let bound = mean + explore * arm.prior / (1 + arm.visits) as f32;
            if bound > best.1 {
                best = (at as u16, bound);
            }
        }
        best.0
    }

    /// Runs an iteration from the root to a judged position, with the given deeds at the root. A side with a given deed learns nothing from
    /// the iteration at the root, because it did not pick the deed.
    pub fn iterate(&mut self, given: [Option<usize>; 2]) -> Course {
        let mut at = self.root;
        let mut node = 0;
        let mut path = [(0, [NONE; 2]); LONGEST];
        let mut length = 0;
        let depth = LONGEST.min(self.settings.depth as usize);
        while !at.over && length < depth {
            let picked = [0, 1].map(|side: usize| match given[side] {
                Some(arm) if length == 0 => arm as u16,
                _ => self.pick(node, side),
            });
            let deed = |side: usize| {
                self.arms_at(node, side).get(usize::from(picked[side])).map_or(Deed::NOTHING, |arm| arm.deed)
            };
            at.play([deed(0), deed(1)]);
            path[length] = (node, picked);
            length += 1;
            if at.over || length == depth {
                break;
            }
            match self.known.get(&at) {
                Some(&MET) if self.nodes.len() < MOST_NODES => {
                    self.grow(&at, self.settings.width[0]);
                    break;
                }
                Some(&MET) => break,
                Some(&next) => node = next as usize,
                None if self.known.len() < MOST_KNOWN => {
                    self.known.insert(at, MET);
                    break;
                }
                None => break,
            }
        }
        let worth = self.judgement.worth(&at);
        let picked = path[0].1.map(|arm| if arm == NONE { 0 } else { usize::from(arm) });
        let width = self.root_arms(1).len().max(1);
        self.cells[picked[0] * width + picked[1]].note(worth);
        for (side, arm) in path[0].1.iter_mut().enumerate() {
            if given[side].is_some() {
                *arm = NONE;
            }
        }
        let free = given.contains(&None);
        for &(node, picked) in &path[usize::from(!free)..length] {
            self.learn(node, picked, worth);
        }
        Course { turns: length as u64, picked, worth }
    }

    fn learn(&mut self, node: usize, picked: [u16; 2], value: f32) {
        let Node { start, visits, mean, .. } = &mut self.nodes[node];
        *visits += 1;
        *mean += (value - *mean) / *visits as f32;
        for side in 0..2 {
            let picked = usize::from(picked[side]);
            if picked == usize::from(NONE) {
                continue;
            }
            let arm = &mut self.arms[start[side] as usize + picked];
            let value = if side == 0 { value } else { 1.0 - value };
            let value = if node == 0 { value + self.errors[side][picked] } else { value };
            arm.visits += 1;
            arm.mean += (value - arm.mean) / arm.visits as f32;
        }
    }
}

/// A hasher that multiplies, for the small numbers of a position.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
