//! The last rounds of a bout as one tree with hidden information, so that the later value of a disguise counts.
//!
//! A node is a sequence of announcements. In it, each side has one of its types, by its orders so far. Courses that end early, or have
//! nothing hidden left, get the value with full information.

use super::bout_course::{Course, Sent, Told, orders};
use super::fast_bout::{BLUE_MAGE, CHOCOBO, gains};
use super::look_ahead::Root;
use super::public_ranges::Ranges;
use crate::search::{Budget, ExtensiveForm, Leads};

/// The tree, and the current orders of each type of each side.
pub(super) struct Subgame {
    tree: ExtensiveForm,
    sent: Choices,
}

/// The value without disguises of a root, with this many rounds left.
type Worth<'a> = &'a dyn Fn(Root, u32) -> f32;

/// The construction of a tree.
struct Growth<'a, 'b> {
    tree: ExtensiveForm,
    budget: &'a mut Budget<'b>,
    /// The number of paid cells.
    paid: usize,
    worth: Worth<'a>,
    /// The value of a tie for the first side.
    tie: f32,
    /// The number of rounds left at which values without disguises are used.
    ends: u32,
    most: usize,
}

/// The probability of each of a type's orders.
type Mix = Vec<(Sent, f64)>;
/// The orders of each type of each side.
type Choices = [Vec<Vec<Sent>>; 2];
/// Two types, and the course in which they meet.
type Met = ([u16; 2], Course);

/// The meetings after an announcement, and the acts that lead to their types.
#[derive(Default)]
struct Heard {
    mets: Vec<Met>,
    came: [Vec<u16>; 2],
}

const NOTHING: u16 = u16::MAX;
/// The number of cells in a unit of work, and the number after which they are paid.
const LAID_OUT: usize = 25;
const UNPAID: usize = 2_000;

impl Subgame {
    /// Builds the tree from `left` to `ends` rounds left. `None` if it has too many cells or was stopped.
    pub fn new(
        ranges: &Ranges,
        [left, ends]: [u32; 2],
        tie: f32,
        worth: Worth<'_>,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Option<Self> {
        let mets: Vec<Met> = ranges.meets.iter().map(|met| (met.of.map(|of| of as u16), met.spot)).collect();
        let sent = choices(&mets, [0, 1].map(|side: usize| ranges.types[side].len()), left == ends + 1);
        let mut growth = Growth { tree: ExtensiveForm::default(), budget, paid: 0, worth, tie, ends, most };
        growth.grow(&mets, &sent, left)?;
        growth.pay(growth.tree.size());
        Some(Self { tree: growth.tree, sent })
    }

    /// The cost of an iteration, in cells.
    pub fn size(&self) -> usize {
        self.tree.size()
    }

    /// Solves the tree as [`ExtensiveForm::solve`] does, and returns orders instead of acts.
    pub fn solve(
        &mut self,
        reach: &[Vec<f64>; 2],
        turns: u32,
        cost: u64,
        budget: &mut Budget<'_>,
    ) -> ([Vec<Mix>; 2], Vec<f64>) {
        let (shares, worth) = self.tree.solve(reach, turns, cost, budget);
        let named = |side: usize| {
            let each = self.sent[side].iter().zip(&shares[side]);
            each.map(|(sent, shares)| sent.iter().copied().zip(shares.iter().copied()).collect()).collect()
        };
        ([0, 1].map(named), worth)
    }
}

/// The orders of each type of each side; in the last searched round, a disguise is irrelevant.
fn choices(mets: &[Met], many: [usize; 2], last: bool) -> Choices {
    [0, 1].map(|side: usize| {
        let of_type = |of: usize| {
            let (mut own, mut other) = (0, 0);
            for (_, spot) in mets.iter().filter(|met| usize::from(met.0[side]) == of) {
                own |= spot.root.0.0[side].sends();
                other |= spot.root.0.0[1 - side].sends();
            }
            let mut all = orders(own, other);
            if last {
                // The announcement makes no difference, so all disguises are equal.
                all.retain(|sent| sent.unit != BLUE_MAGE || sent.second == CHOCOBO);
            }
            all
        };
        (0..many[side]).map(of_type).collect()
    })
}

impl Growth<'_, '_> {
    /// Pays for cells up to this total.
    fn pay(&mut self, cells: usize) {
        self.budget.spend((cells.saturating_sub(self.paid) / LAID_OUT) as u64);
        self.paid = cells;
    }

    /// Adds the node of these meetings, and everything below it.
    fn grow(&mut self, mets: &[Met], sent: &Choices, left: u32) -> Option<u32> {
        let counts = [0, 1].map(|side: usize| sent[side].iter().map(|sent| sent.len() as u16).collect::<Vec<_>>());
        let node = self.tree.open([&counts[0], &counts[1]]);
        let heard = self.play(mets, sent, left);
        let cells = self.tree.cells();
        if cells >= self.paid + UNPAID {
            self.pay(cells);
        }
        if cells > self.most || self.budget.was_stopped() {
            return None;
        }
        let mut leads: Vec<Leads> = Vec::with_capacity(heard.len());
        for Heard { mets, came } in heard {
            let sent = choices(&mets, [came[0].len(), came[1].len()], left == self.ends + 2);
            leads.push((self.grow(&mets, &sent, left - 1)?, came));
        }
        self.tree.close(node, leads);
        Some(node)
    }

    /// Adds the cells with known values. Returns the announcements of the others, with their meetings.
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
                        self.tree.end([a, b], worth);
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
        // If nothing is hidden and nothing can be, both sides have full information.
        all.retain(|heard| {
            let [(_, spot)] = heard.mets[..] else { return true };
            let hides = spot.root.0.0.iter().any(|side| side.sends() >> BLUE_MAGE & 1 == 1);
            if !hides {
                let acts = [0, 1].map(|side: usize| heard.came[side][0]);
                self.tree.end(acts, (self.worth)(spot.root, left - 1));
            }
            hides
        });
        all
    }

    /// The value of a course with `left` rounds left, if it is known without a search.
    fn known(&self, spot: Course, left: u32) -> Option<f32> {
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

/// An index for every possible announcement.
fn key(told: Told) -> usize {
    usize::from(told.units[0]) * 30 + usize::from(told.units[1]) * 3 + (told.winner + 1) as usize
}

#[cfg(test)]
mod tests;
