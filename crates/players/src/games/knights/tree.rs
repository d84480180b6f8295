//! Search by playing on from a position, over and over, in a tree of joint deeds.
//!
//! At each position both sides pick their deeds apart from each other, each by its own counts (decoupled UCT), and deeds that look good at
//! a glance are tried first (PUCT). A position that is met for the second time grows its own deeds; below the tree a position is judged
//! statically. Positions that are reached in several ways share what is known of them.
//!
//! Sources: Tak, Lanctot and Winands, *Monte Carlo tree search variants for simultaneous move games* (2014); Rosin, *Multi-armed bandits
//! with episode context* (2011).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::evaluate::{Judgement, Light, stage};
use super::fast::{Deed, Fast};

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// How much what looks good at a glance and was tried seldom is preferred.
    pub explore: f32,
    /// How much worse than its position a deed is taken to be before it is tried.
    pub doubt: f32,
    /// How many turns are looked ahead at most.
    pub depth: u32,
    /// How many deeds of a side are tried below the root, and at it.
    pub width: [usize; 2],
}

/// One deed of one side at a position, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub deed: Deed,
    /// The share of tries it would have at a glance.
    pub prior: f32,
    pub visits: u32,
    /// What it came to on average for its side.
    pub mean: f32,
}

/// As how many tries a guess counts.
const GUESS: f32 = 2.0;

/// What some deeds at the root came to for side 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub visits: u32,
    pub mean: f32,
}

impl Cell {
    /// Counts one more try.
    pub fn note(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }

    /// What it came to, or about a guess as long as it was tried seldom.
    pub fn or(self, guess: f32) -> f32 {
        let visits = self.visits as f32;
        (self.mean * visits + guess * GUESS) / (visits + GUESS)
    }
}

/// What playing on from the root came to.
pub(super) struct Course {
    pub turns: u64,
    /// The deeds at the root; the first where a side has none.
    pub picked: [usize; 2],
    /// For side 0.
    pub worth: f32,
}

struct Node {
    start: [u32; 2],
    count: [u16; 2],
    visits: u32,
    /// What it came to on average for side 0.
    mean: f32,
}

/// Most positions with deeds of their own, and most positions that are remembered: together less than 100 MB.
const MOST_NODES: usize = 60_000;
const MOST_KNOWN: usize = 400_000;
/// Most turns of one iteration.
const LONGEST: usize = 64;
/// A position that was met once.
const MET: u32 = u32::MAX;
/// The pick of a side that has nothing to do.
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
    /// By how much each deed of each side at the root is misjudged.
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

    /// Misjudges the deeds of a side at the root by so much each.
    pub fn misjudge(&mut self, side: usize, mut error: impl FnMut() -> f32) {
        self.errors[side].iter_mut().for_each(|each| *each = error());
    }

    /// Leaves out some deeds of a side at the root, as long as there are others; before any is tried or misjudged.
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

    /// Makes room for what is known of the deeds at the root.
    fn lay_out(&mut self) {
        let counts = [0, 1].map(|side| self.root_arms(side).len());
        self.cells = vec![Cell::default(); counts[0].max(1) * counts[1].max(1)];
        self.errors = counts.map(|count| vec![0.0; count]);
    }

    /// By how much a deed of a side at the root is misjudged.
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

    /// What a pair of deeds at the root came to.
    pub fn cell(&self, picked: [usize; 2]) -> Cell {
        self.cells[picked[0] * self.root_arms(1).len().max(1) + picked[1]]
    }

    /// What the root came to for side 0.
    pub fn mean(&self) -> f32 {
        self.nodes[0].mean
    }

    /// The positions below the root with deeds of their own, as often visited as that at least, and what they came to for side 0.
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

    /// Gives a position its deeds.
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

    /// Plays once from the root to a position that is judged, at the root with the deeds that are given. A given deed says nothing of
    /// what is worth picking, so that its side learns nothing from it at the root.
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

/// Hashes the small numbers a position is made of by multiplication.
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
