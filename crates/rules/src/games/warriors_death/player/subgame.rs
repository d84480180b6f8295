//! The last rounds of a bout as one tree, in which both sides hide what they hide: what a disguise is worth later is worth it here.
//!
//! A node is what everyone has been told; each side is of one of its types there, by its orders so far. What ends early, or has nothing hidden
//! any more, is worth what it is worth to those who see everything.
//!
//! Source: Zinkevich and others, *Regret minimization in games with incomplete information* (2007), with the averages of CFR+ (Tammelin
//! 2014).

use std::ops::Range;

use super::deepen::Root;
use super::fast::{BLUE_MAGE, CHOCOBO, gains};
use super::ranges::Ranges;
use super::spot::{Sent, Spot, Told, orders};
use crate::search::Budget;

/// A cell of a node: the place of each side's act among all that its types can do there, and what it is worth to the first side.
struct Cell {
    acts: [u16; 2],
    worth: f32,
}

struct Node {
    cells: Range<u32>,
    branches: Range<u32>,
    /// Where each side's regrets begin.
    regrets: [u32; 2],
    /// How many acts each type of each side has.
    types: [Range<u32>; 2],
}

/// What follows when something is told: a node, and for each side the act that each of its types there has come by.
struct Branch {
    node: u32,
    came: [Range<u32>; 2],
}

/// The tree, and how both sides play in it so far.
pub(super) struct Subgame {
    nodes: Vec<Node>,
    cells: Vec<Cell>,
    branches: Vec<Branch>,
    came: Vec<u16>,
    acts: Vec<u16>,
    regrets: Vec<f32>,
    /// The same, with what came last taken to come again: in proportion to these the sides play.
    hopes: Vec<f32>,
    /// What each type of each side can do now.
    sent: Choices,
    scratch: Vec<f32>,
}

/// What is worth so much without disguises, with so many rounds left.
type Worth<'a> = &'a dyn Fn(Root, u32) -> f32;

/// What grows a tree.
struct Growth<'a> {
    tree: Subgame,
    worth: Worth<'a>,
    /// What a tie is worth to the first side.
    tie: f32,
    /// With how many rounds left it is worth what it is worth without disguises.
    ends: u32,
    most: usize,
}

/// How often a type gives each order.
type Mix = Vec<(Sent, f64)>;
/// What each type of each side can do.
type Choices = [Vec<Vec<Sent>>; 2];
/// Two types and the course in which they meet.
type Met = ([u16; 2], Spot);

/// Those who meet after something was told, and the acts that their types have come by.
#[derive(Default)]
struct Heard {
    mets: Vec<Met>,
    came: [Vec<u16>; 2],
}

const NOTHING: u16 = u16::MAX;

impl Subgame {
    /// What may follow with so many rounds left, until `ends` are left; nothing where it has more than so many cells.
    pub fn new(ranges: &Ranges, left: u32, ends: u32, tie: f32, worth: Worth<'_>, most: usize) -> Option<Self> {
        let tree = Self {
            nodes: Vec::new(),
            cells: Vec::new(),
            branches: Vec::new(),
            came: Vec::new(),
            acts: Vec::new(),
            regrets: Vec::new(),
            hopes: Vec::new(),
            sent: [Vec::new(), Vec::new()],
            scratch: Vec::new(),
        };
        let mets: Vec<Met> = ranges.meets.iter().map(|met| (met.of.map(|of| of as u16), met.spot)).collect();
        let mut growth = Growth { tree, worth, tie, ends, most };
        growth.grow(&mets, [0, 1].map(|side: usize| ranges.types[side].len()), left)?;
        Some(growth.tree)
    }

    /// How many cells are gone through in a turn.
    pub fn size(&self) -> usize {
        self.cells.len() + 4 * self.branches.len()
    }

    /// How each type of either side plays now after so many turns of such cost, or once nobody waits any more, and what each of the first
    /// side's types can expect, times how likely those are whom it meets; `reach` is how likely the types are.
    pub fn solve(
        &mut self,
        reach: &[Vec<f64>; 2],
        turns: u32,
        cost: u64,
        budget: &mut Budget<'_>,
    ) -> ([Vec<Mix>; 2], Vec<f64>) {
        let mut sums = [0, 1].map(|side: usize| vec![0.0; self.sent[side].iter().map(Vec::len).sum()]);
        let (mut worth, mut whole) = (vec![0.0; reach[0].len()], 0.0);
        for time in 0..turns.max(1) {
            budget.spend(cost);
            if budget.was_stopped() && time > 0 {
                break;
            }
            let counts = f64::from(time + 1).powi(2);
            whole += counts;
            for side in [1, 0] {
                self.scratch.clear();
                self.scratch.extend(reach[1 - side].iter().map(|&reach| reach as f32));
                self.walk(0, side, 0);
                if side == 0 {
                    worth.iter_mut().zip(&self.scratch).for_each(|(sum, &worth)| *sum += counts * f64::from(worth));
                }
                let mut at = self.nodes[0].regrets[side] as usize;
                let mut to = 0;
                for sent in &self.sent[side] {
                    let hopes = &self.hopes[at..at + sent.len()];
                    shares(hopes, |act, share| sums[side][to + act] += counts * f64::from(share));
                    at += sent.len();
                    to += sent.len();
                }
            }
        }
        let mixes = [0, 1].map(|side: usize| {
            let mut sums = sums[side].iter().copied();
            let mix = |sent: &Vec<Sent>| {
                let sums: Vec<f64> = sums.by_ref().take(sent.len()).collect();
                let whole: f64 = sums.iter().sum();
                sent.iter().copied().zip(sums.into_iter().map(|sum| sum / whole)).collect()
            };
            self.sent[side].iter().map(mix).collect()
        });
        for worth in &mut worth {
            *worth /= whole;
        }
        (mixes, worth)
    }

    /// Plays a node once more for a side, whose regrets change. From `reach` on the scratch holds how likely the other side's types come
    /// here; it then holds what each of one's own types can expect, times that.
    fn walk(&mut self, node: u32, side: usize, reach: usize) {
        let node = node as usize;
        let other = 1 - side;
        let theirs = self.scratch.len();
        let mut at = self.nodes[node].regrets[other] as usize;
        for (of, acts) in self.nodes[node].types[other].clone().enumerate() {
            let count = usize::from(self.acts[acts as usize]);
            let start = self.scratch.len();
            let likely = self.scratch[reach + of];
            self.scratch.resize(start + count, 0.0);
            let to = &mut self.scratch[start..];
            shares(&self.hopes[at..at + count], |act, share| to[act] = share * likely);
            at += count;
        }
        let own = self.scratch.len();
        let counted: usize = self.nodes[node].types[side].clone().map(|of| usize::from(self.acts[of as usize])).sum();
        self.scratch.resize(own + counted, 0.0);
        {
            let (before, gains) = self.scratch.split_at_mut(own);
            let mixed = &before[theirs..];
            let Range { start, end } = self.nodes[node].cells;
            let cells = &self.cells[start as usize..end as usize];
            if side == 0 {
                for cell in cells {
                    gains[usize::from(cell.acts[0])] += mixed[usize::from(cell.acts[1])] * cell.worth;
                }
            } else {
                for cell in cells {
                    gains[usize::from(cell.acts[1])] -= mixed[usize::from(cell.acts[0])] * cell.worth;
                }
            }
        }
        for branch in self.nodes[node].branches.clone() {
            let Branch { node, came } = &self.branches[branch as usize];
            let (node, came) = (*node, came.clone());
            let down = self.scratch.len();
            let mut likely = 0.0;
            for act in came[other].clone() {
                let share = self.scratch[theirs + usize::from(self.came[act as usize])];
                likely += share;
                self.scratch.push(share);
            }
            if likely > 0.0 {
                self.walk(node, side, down);
                for (of, act) in came[side].clone().enumerate() {
                    let gained = self.scratch[down + of];
                    self.scratch[own + usize::from(self.came[act as usize])] += gained;
                }
            }
            self.scratch.truncate(down);
        }
        self.learn(node, side, [reach, own]);
    }

    /// Changes the regrets of a side at a node by what its acts have come to, and leaves what its types can expect in the scratch.
    fn learn(&mut self, node: usize, side: usize, [reach, own]: [usize; 2]) {
        let (mut at, mut from) = (self.nodes[node].regrets[side] as usize, own);
        let mut to = reach;
        for of in self.nodes[node].types[side].clone() {
            let count = usize::from(self.acts[of as usize]);
            let (regrets, hopes) = (&mut self.regrets[at..at + count], &mut self.hopes[at..at + count]);
            let gains = &self.scratch[from..from + count];
            let mut mean = 0.0;
            shares(hopes, |act, share| mean += share * gains[act]);
            for ((regret, hope), gain) in regrets.iter_mut().zip(hopes).zip(gains) {
                *regret = (*regret + gain - mean).max(0.0);
                *hope = (*regret + gain - mean).max(0.0);
            }
            // Never before what is still to be read: a side's acts are no fewer than its types.
            self.scratch[to] = mean;
            at += count;
            from += count;
            to += 1;
        }
        self.scratch.truncate(to);
    }
}

/// What each act's share is by the regrets, all alike where there are none.
fn shares(regrets: &[f32], mut each: impl FnMut(usize, f32)) {
    let whole: f32 = regrets.iter().sum();
    if whole > 0.0 {
        regrets.iter().enumerate().for_each(|(act, regret)| each(act, regret / whole));
    } else {
        let alike = 1.0 / regrets.len() as f32;
        (0..regrets.len()).for_each(|act| each(act, alike));
    }
}

impl Growth<'_> {
    /// Adds the node in which those meet, and everything below it.
    fn grow(&mut self, mets: &[Met], many: [usize; 2], left: u32) -> Option<u32> {
        let place = self.tree.nodes.len();
        let (sent, types, regrets) = self.acts(mets, many, left);
        let cells = self.tree.cells.len() as u32;
        self.tree.nodes.push(Node { cells: cells..cells, branches: 0..0, regrets, types });
        if place == 0 {
            self.tree.sent.clone_from(&sent);
        }
        let heard = self.play(mets, &sent, left);
        if self.tree.cells.len() > self.most {
            return None;
        }
        self.tree.hopes.resize(self.tree.regrets.len(), 0.0);
        self.tree.nodes[place].cells.end = self.tree.cells.len() as u32;
        let mut branches = Vec::with_capacity(heard.len());
        for Heard { mets, came } in heard {
            let node = self.grow(&mets, [came[0].len(), came[1].len()], left - 1)?;
            let came = came.map(|came| {
                let start = self.tree.came.len() as u32;
                self.tree.came.extend(came);
                start..self.tree.came.len() as u32
            });
            branches.push(Branch { node, came });
        }
        let start = self.tree.branches.len() as u32;
        self.tree.branches.extend(branches);
        self.tree.nodes[place].branches = start..self.tree.branches.len() as u32;
        Some(place as u32)
    }

    /// What each type of each side can do, with where that and its regrets are kept.
    fn acts(&mut self, mets: &[Met], many: [usize; 2], left: u32) -> (Choices, [Range<u32>; 2], [u32; 2]) {
        let mut sent = [Vec::new(), Vec::new()];
        let mut types = [0..0, 0..0];
        let mut regrets = [0; 2];
        for side in 0..2 {
            let start = self.tree.acts.len() as u32;
            regrets[side] = self.tree.regrets.len() as u32;
            for of in 0..many[side] {
                let (mut own, mut other) = (0, 0);
                for (_, spot) in mets.iter().filter(|met| usize::from(met.0[side]) == of) {
                    own |= spot.root.0.0[side].sends();
                    other |= spot.root.0.0[1 - side].sends();
                }
                let mut all = orders(own, other);
                if left == 1 {
                    // Nobody is told of it: one disguise is as good as another.
                    all.retain(|sent| sent.unit != BLUE_MAGE || sent.second == CHOCOBO);
                }
                self.tree.acts.push(all.len() as u16);
                self.tree.regrets.resize(self.tree.regrets.len() + all.len(), 0.0);
                sent[side].push(all);
            }
            types[side] = start..self.tree.acts.len() as u32;
        }
        (sent, types, regrets)
    }

    /// Adds the cells whose worth is known; what is told in the others, and who meets then.
    fn play(&mut self, mets: &[Met], sent: &Choices, left: u32) -> Vec<Heard> {
        let starts = [0, 1].map(|side: usize| {
            let counts = sent[side].iter().scan(0, |next: &mut u16, sent| {
                *next += sent.len() as u16;
                Some(*next - sent.len() as u16)
            });
            counts.collect::<Vec<u16>>()
        });
        let mut all: Vec<Heard> = Vec::new();
        let mut places = [NOTHING; 300];
        for &(of, spot) in mets {
            let of = of.map(usize::from);
            for (a, &own) in (starts[0][of[0]]..).zip(&sent[0][of[0]]) {
                for (b, &other) in (starts[1][of[1]]..).zip(&sent[1][of[1]]) {
                    let (after, told) = spot.fight([own, other]);
                    if let Some(worth) = self.known(after, left - 1) {
                        self.tree.cells.push(Cell { acts: [a, b], worth });
                        continue;
                    }
                    let place = &mut places[key(told)];
                    if *place == NOTHING {
                        *place = all.len() as u16;
                        all.push(Heard::default());
                    }
                    let heard = &mut all[usize::from(*place)];
                    let types = [a, b];
                    let of = [0, 1].map(|side: usize| {
                        let came = &mut heard.came[side];
                        let known = came.iter().position(|&act| act == types[side]);
                        known.unwrap_or_else(|| {
                            came.push(types[side]);
                            came.len() - 1
                        }) as u16
                    });
                    heard.mets.push((of, after));
                }
            }
        }
        // Where nothing is hidden and nothing can be, everyone sees everything.
        all.retain(|heard| {
            let [(_, spot)] = heard.mets[..] else { return true };
            let hides = spot.root.0.0.iter().any(|side| side.sends() >> BLUE_MAGE & 1 == 1);
            if !hides {
                let acts = [0, 1].map(|side: usize| heard.came[side][0]);
                self.tree.cells.push(Cell { acts, worth: (self.worth)(spot.root, left - 1) });
            }
            hides
        });
        all
    }

    /// What a course is worth with so many rounds left where nothing has to be looked at for it.
    fn known(&self, spot: Spot, left: u32) -> Option<f32> {
        let (pair, ahead) = spot.root;
        if left == 0 {
            return Some(match ahead.signum() {
                0 => self.tie,
                sign => f32::from(u8::from(sign > 0)),
            });
        }
        let [own, other] = gains(pair, left);
        match ahead {
            _ if ahead < -own => Some(0.0),
            _ if ahead > other => Some(1.0),
            _ if left == self.ends => Some((self.worth)(spot.root, left)),
            _ => None,
        }
    }
}

/// A place for everything that can be told.
fn key(told: Told) -> usize {
    usize::from(told.units[0]) * 30 + usize::from(told.units[1]) * 3 + (told.winner + 1) as usize
}

#[cfg(test)]
mod tests;
