//! Games of several steps with private types, as a tree of public announcements: neither side sees the other's type.
//!
//! In a node, every type of both sides acts at once. A pair of acts either ends the game, or leads with all pairs of the same announcement
//! to a further node. The types of that node are those of this node, split by their acts.
//!
//! Source: Zinkevich and others, *Regret minimization in games with incomplete information* (2007), with the averages of CFR+ (Tammelin
//! 2014) and predicted regrets (Farina, Kroer and Sandholm, *Faster game solving via predictive Blackwell approachability*, 2021).

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a tree that fits into memory is counted in 32 bits, and chances need no more than a few digits"
)]

use std::ops::Range;

use super::Budget;

/// A pair of acts that ends the game, by index among all acts of a side's types in the node, and its value for the first side.
struct Cell {
    acts: [u16; 2],
    worth: f32,
}

struct Node {
    cells: Range<u32>,
    branches: Range<u32>,
    /// The start of each side's regrets.
    regrets: [u32; 2],
    /// The range with the number of acts of each type of each side.
    types: [Range<u32>; 2],
}

/// A node after an announcement, and for each side the act that led to each of its types there.
struct Branch {
    node: u32,
    came: [Range<u32>; 2],
}

/// The child node of an announcement, and for each side the index of the act before each of its types there.
pub type Leads = (u32, [Vec<u16>; 2]);

/// The probability of each act, for each type of each side.
pub type Mixes = [Vec<Vec<f64>>; 2];

/// The tree, with the regrets of both sides.
#[derive(Default)]
pub struct ExtensiveForm {
    nodes: Vec<Node>,
    cells: Vec<Cell>,
    branches: Vec<Branch>,
    came: Vec<u16>,
    acts: Vec<u16>,
    regrets: Vec<f32>,
    /// The regrets if the last gains occur again. The sides play in proportion to these.
    hopes: Vec<f32>,
    scratch: Vec<f32>,
}

impl ExtensiveForm {
    /// Opens a node with this many acts for each type of each side. The first node is the root.
    pub fn open(&mut self, acts: [&[u16]; 2]) -> u32 {
        let mut regrets = [0; 2];
        let mut types = [0..0, 0..0];
        for side in 0..2 {
            let start = self.acts.len() as u32;
            self.acts.extend(acts[side]);
            types[side] = start..self.acts.len() as u32;
            regrets[side] = self.regrets.len() as u32;
            let more: usize = acts[side].iter().copied().map(usize::from).sum();
            self.regrets.resize(self.regrets.len() + more, 0.0);
        }
        self.hopes.resize(self.regrets.len(), 0.0);
        let cells = self.cells.len() as u32;
        self.nodes.push(Node { cells: cells..cells, branches: 0..0, regrets, types });
        self.nodes.len() as u32 - 1
    }

    /// Adds a cell to the last opened node: the indices of both acts, and their value for the first side.
    ///
    /// # Panics
    /// No node is open.
    pub fn end(&mut self, acts: [u16; 2], worth: f32) {
        self.cells.push(Cell { acts, worth });
        let end = self.cells.len() as u32;
        self.nodes.last_mut().expect("a node was opened").cells.end = end;
    }

    /// Sets the children of a node, once all of them are complete.
    pub fn close(&mut self, node: u32, leads: Vec<Leads>) {
        let start = self.branches.len() as u32;
        for (node, came) in leads {
            let came = came.map(|came| {
                let start = self.came.len() as u32;
                self.came.extend(came);
                start..self.came.len() as u32
            });
            self.branches.push(Branch { node, came });
        }
        self.nodes[node as usize].branches = start..self.branches.len() as u32;
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The cost of an iteration, in cells.
    #[must_use]
    pub fn size(&self) -> usize {
        self.cells.len() + 4 * self.branches.len()
    }

    /// Runs `turns` iterations that cost `cost` each, or fewer if stopped. Returns the root mixes of both sides, and the value of each type
    /// of the first side, times the probability of the types it meets. `reach` is the probability of each type.
    pub fn solve(
        &mut self,
        reach: &[Vec<f64>; 2],
        turns: u32,
        cost: u64,
        budget: &mut Budget<'_>,
    ) -> (Mixes, Vec<f64>) {
        let acts = [0, 1].map(|side: usize| {
            let types = self.nodes[0].types[side].clone();
            types.map(|of| usize::from(self.acts[of as usize])).collect::<Vec<_>>()
        });
        let mut sums: Mixes = [0, 1].map(|side: usize| acts[side].iter().map(|&acts| vec![0.0; acts]).collect());
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
                for sums in &mut sums[side] {
                    let hopes = &self.hopes[at..at + sums.len()];
                    shares(hopes, |act, share| sums[act] += counts * f64::from(share));
                    at += sums.len();
                }
            }
        }
        for sums in sums.iter_mut().flatten() {
            let whole: f64 = sums.iter().sum();
            for sum in sums {
                *sum /= whole;
            }
        }
        for worth in &mut worth {
            *worth /= whole;
        }
        (sums, worth)
    }

    /// Updates one side's regrets in a node and below. From index `reach` on, the scratch holds the probabilities of the other side's types
    /// here. On return it holds the values of the own types, weighted by them.
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

    /// Updates a side's regrets in a node from the values of its acts, and leaves the values of its types in the scratch.
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
            // This never overwrites unread values, because a side has no fewer acts than types.
            self.scratch[to] = mean;
            at += count;
            from += count;
            to += 1;
        }
        self.scratch.truncate(to);
    }
}

/// The share of each act in proportion to the regrets; equal shares if there are none.
fn shares(regrets: &[f32], mut each: impl FnMut(usize, f32)) {
    let whole: f32 = regrets.iter().sum();
    if whole > 0.0 {
        regrets.iter().enumerate().for_each(|(act, regret)| each(act, regret / whole));
    } else {
        let alike = 1.0 / regrets.len() as f32;
        (0..regrets.len()).for_each(|act| each(act, alike));
    }
}

#[cfg(test)]
mod tests {
    use super::ExtensiveForm;
    use crate::search::{Budget, solve};

    fn ones() -> [Vec<f64>; 2] {
        [vec![1.0], vec![1.0]]
    }

    #[test]
    fn single_node_matches_its_matrix_game() {
        let entries = [0.4, 0.1, 0.9, 0.3, 0.8, 0.2, 0.6, 0.5, 0.45];
        let mut tree = ExtensiveForm::default();
        tree.open([&[3], &[3]]);
        for (at, &worth) in (0..).zip(&entries) {
            tree.end([at / 3, at % 3], worth as f32);
        }
        tree.close(0, Vec::new());
        let (_, worth) = tree.solve(&ones(), 1_000, 1, &mut Budget::of(u64::MAX));
        assert!((worth[0] - solve(&entries, 3).value).abs() < 2e-3, "{worth:?}");
    }

    /// Kuhn's poker with three cards and a stake of 1. Its known value is 1/18 for the second player.
    #[test]
    fn kuhn_poker_has_its_known_value() {
        let scale = |won: i32| f64::from(won).mul_add(0.25, 0.5) as f32;
        let mut tree = ExtensiveForm::default();
        // The first side checks or bets. The second decides both replies in advance: check or bet after a check, fold or call after a bet.
        let node = tree.open([&[2; 3], &[4; 3]]);
        let pairs: Vec<(u16, u16)> =
            (0..3).flat_map(|own| (0..3).map(move |other| (own, other))).filter(|(a, b)| a != b).collect();
        for &(own, other) in &pairs {
            let wins = |stake: i32| if own > other { stake } else { -stake };
            for answer in 0..4 {
                let (bets, calls) = (answer / 2 == 1, answer % 2 == 1);
                if !bets {
                    tree.end([own * 2, other * 4 + answer], scale(wins(1)));
                }
                tree.end([own * 2 + 1, other * 4 + answer], scale(if calls { wins(2) } else { 1 }));
            }
        }
        // After a check and a bet, the first side folds or calls, and the second has no choice.
        let came: [Vec<u16>; 2] = [vec![0, 2, 4], (0..3).flat_map(|card| [card * 4 + 2, card * 4 + 3]).collect()];
        let below = tree.open([&[2; 3], &[1; 6]]);
        for &(own, other) in &pairs {
            for of in [other * 2, other * 2 + 1] {
                let wins = if own > other { 2 } else { -2 };
                tree.end([own * 2, of], scale(-1));
                tree.end([own * 2 + 1, of], scale(wins));
            }
        }
        tree.close(below, Vec::new());
        tree.close(node, vec![(below, came)]);
        let deals = [vec![1.0 / 3.0; 3], vec![0.5; 3]];
        let (mixes, worth) = tree.solve(&deals, 3_000, 1, &mut Budget::of(u64::MAX));
        let value: f64 = worth.iter().map(|worth| worth / 3.0).sum();
        assert!(((value - 0.5) * 4.0 + 1.0 / 18.0).abs() < 2e-3, "{value}");
        // The best card always bets after a check and calls; the worst never calls.
        assert!(mixes[1][2][3] > 0.99 && mixes[1][0][1] + mixes[1][0][3] < 0.01, "{mixes:?}");
    }

    #[test]
    fn solve_ends_when_stopped() {
        let mut tree = ExtensiveForm::default();
        tree.open([&[1], &[1]]);
        tree.end([0, 0], 0.25);
        tree.close(0, Vec::new());
        let stop = || true;
        let mut budget = Budget::new(u64::MAX, &stop);
        let (_, worth) = tree.solve(&ones(), u32::MAX, 1_000, &mut budget);
        assert!(budget.was_stopped() && (worth[0] - 0.25).abs() < 1e-6);
    }
}
