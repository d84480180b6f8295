//! The last rounds of a bout as one tree, in which both sides hide what they hide: what a disguise is worth later is worth it here.
//!
//! A node is what everyone has been told; each side is of one of its types there, by its orders so far. What ends early, or has nothing hidden
//! any more, is worth what it is worth to those who see everything.

use super::deepen::Root;
use super::fast::{BLUE_MAGE, CHOCOBO, gains};
use super::ranges::Ranges;
use super::spot::{Sent, Spot, Told, orders};
use crate::search::{Budget, Extensive, Leads};

/// The tree, and what each type of each side can do now.
pub(super) struct Subgame {
    tree: Extensive,
    sent: Choices,
}

/// What is worth so much without disguises, with so many rounds left.
type Worth<'a> = &'a dyn Fn(Root, u32) -> f32;

/// What grows a tree.
struct Growth<'a, 'b> {
    tree: Extensive,
    budget: &'a mut Budget<'b>,
    /// How many cells are paid for.
    paid: usize,
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
/// So many cells are laid out in a unit of work, and after how many of them they are paid for.
const LAID_OUT: usize = 25;
const UNPAID: usize = 2_000;

impl Subgame {
    /// What may follow with so many rounds left, until `ends` are left; nothing where it has more than so many cells, or nobody waits for it.
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
        let mut growth = Growth { tree: Extensive::default(), budget, paid: 0, worth, tie, ends, most };
        growth.grow(&mets, &sent, left)?;
        growth.pay(growth.tree.size());
        Some(Self { tree: growth.tree, sent })
    }

    /// About how many cells a turn costs as much as.
    pub fn size(&self) -> usize {
        self.tree.size()
    }

    /// As [`Extensive::solve`], with the orders.
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

/// What each type of each side can do, in the last round that is looked at or in another.
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
                // Its announcement makes no difference: one disguise is as good as another.
                all.retain(|sent| sent.unit != BLUE_MAGE || sent.second == CHOCOBO);
            }
            all
        };
        (0..many[side]).map(of_type).collect()
    })
}

impl Growth<'_, '_> {
    /// Pays for so many cells in all.
    fn pay(&mut self, cells: usize) {
        self.budget.spend((cells.saturating_sub(self.paid) / LAID_OUT) as u64);
        self.paid = cells;
    }

    /// Adds the node in which those meet, and everything below it.
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
        // Where nothing is hidden and nothing can be, everyone sees everything.
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
