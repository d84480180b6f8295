//! The rest of a bout by backward induction: the value of each pair of sides at each difference of points.
//!
//! A [`Layer`] holds the pairs that are possible after a number of rounds. For each pair it holds a value for every possible undecided
//! difference, from 0 lost to 1 won for the first side. If a tie is worth the same to both sides, a pair also represents its mirror image.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::acts::Acts;
use super::fast_bout::{Pair, gains};
use super::outcome_grid::{Grid, MOST_OUTCOMES};
use super::precomputed_values::{Shipped, Stored};
use crate::search::Quick;

/// A hasher for keys that are already numbers.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

type Index = HashMap<u64, u32, BuildHasherDefault<Mix>>;

/// An inclusive range of differences of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub first: i16,
    pub last: i16,
}

impl Span {
    pub fn len(self) -> usize {
        usize::try_from(self.last - self.first + 1).unwrap_or(0)
    }

    fn mirrored(self) -> Self {
        Self { first: -self.last, last: -self.first }
    }
}

/// The pairs after a number of rounds.
#[derive(Default)]
pub(super) struct Layer {
    index: Index,
    pub keys: Vec<u64>,
    pub spans: Vec<Span>,
    /// The start of each pair's values; empty before they are laid out.
    starts: Vec<u32>,
    pub values: Vec<f32>,
    /// The number of values if nothing were decided.
    pub total: u64,
}

/// The index of a pair's values, and whether they belong to its mirror image.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub at: u32,
    pub mirrored: bool,
}

impl Layer {
    pub fn add(&mut self, pair: Pair, span: Span, folded: bool) {
        let (key, mirrored) = fold(pair, folded);
        let span = if mirrored { span.mirrored() } else { span };
        let fresh = u32::try_from(self.keys.len()).expect("a layer's pairs can be counted");
        let at = *self.index.entry(key).or_insert(fresh);
        if at == fresh {
            self.keys.push(key);
            self.spans.push(span);
            self.total += span.len() as u64;
        } else {
            let known = &mut self.spans[at as usize];
            let wider = Span { first: known.first.min(span.first), last: known.last.max(span.last) };
            self.total += (wider.len() - known.len()) as u64;
            *known = wider;
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Drops differences that are decided with `left` rounds left, and reserves memory for the values.
    pub fn lay_out(&mut self, left: u32) {
        self.starts = Vec::with_capacity(self.keys.len());
        let mut total = 0;
        for (&key, span) in self.keys.iter().zip(&mut self.spans) {
            let [own, other] = gains(Pair::of_key(key), left);
            span.first = span.first.max(-own);
            span.last = span.last.min(other);
            self.starts.push(u32::try_from(total).expect("a layer's values can be counted"));
            total += span.len();
        }
        self.values = vec![0.5; total];
    }

    pub fn place(&self, pair: Pair, folded: bool) -> Option<Place> {
        let (key, mirrored) = fold(pair, folded);
        self.index.get(&key).map(|&at| Place { at, mirrored })
    }

    /// The value of a place for the first side at a difference.
    pub fn at(&self, place: Place, difference: i16) -> f32 {
        let at = place.at as usize;
        let span = self.spans[at];
        let looked = if place.mirrored { -difference } else { difference };
        let value = if looked < span.first {
            0.0
        } else if looked > span.last {
            1.0
        } else {
            self.values[self.starts[at] as usize + usize::try_from(looked - span.first).unwrap_or(0)]
        };
        if place.mirrored { 1.0 - value } else { value }
    }

    /// The index of a pair's value at an undecided difference.
    pub fn cell(&self, at: usize, difference: i16) -> usize {
        self.starts[at] as usize + usize::try_from(difference - self.spans[at].first).unwrap_or(0)
    }
}

pub(super) fn fold(pair: Pair, folded: bool) -> (u64, bool) {
    let (key, other) = (pair.key(), pair.mirrored().key());
    if folded && other < key { (other, true) } else { (key, false) }
}

/// The values after a round.
pub(super) enum After<'a> {
    /// The end of the bout, with the value of a tie for the first side.
    End(f32),
    /// A layer, and whether its pairs also represent their mirror images.
    Layer(&'a Layer, bool),
    /// Precomputed values, after this many rounds.
    Shipped(&'a Shipped, u32),
}

/// The place of an outcome's values.
#[derive(Clone, Copy)]
enum Found {
    Nowhere,
    Layer(Place),
    Shipped(Stored),
}

/// A pair's rows and columns, and the result of each cell.
pub(super) struct Table<'a> {
    after: &'a After<'a>,
    pub acts: [Acts; 2],
    pub grid: Grid,
    found: Vec<Found>,
}

impl<'a> Table<'a> {
    pub fn new(pair: Pair, left: u32, after: &'a After<'a>) -> Self {
        let acts = Acts::both(pair);
        let grid = Grid::new(pair, left, &acts);
        let find = |pair: Pair| match after {
            After::End(_) => Found::Nowhere,
            After::Layer(layer, folded) => layer.place(pair, *folded).map_or(Found::Nowhere, Found::Layer),
            After::Shipped(shipped, played) => shipped.find(pair, *played).map_or(Found::Nowhere, Found::Shipped),
        };
        let found = grid.outcomes.iter().map(|outcome| find(outcome.0)).collect();
        Self { after, acts, grid, found }
    }

    pub fn width(&self) -> usize {
        self.acts[1].len()
    }

    /// The place of an outcome in the next layer.
    pub fn place(&self, outcome: u16) -> Option<Place> {
        match self.found[usize::from(outcome)] {
            Found::Layer(place) => Some(place),
            Found::Nowhere | Found::Shipped(_) => None,
        }
    }

    /// Fills in the value of each cell for the first side at a difference, row by row.
    pub fn fill(&self, difference: i16, entries: &mut Vec<f32>) {
        let mut each = [0.0_f32; MOST_OUTCOMES];
        for ((each, outcome), &found) in each.iter_mut().zip(&self.grid.outcomes).zip(&self.found) {
            let then = difference + outcome.1;
            *each = match (self.after, found) {
                (After::Layer(layer, _), Found::Layer(place)) => layer.at(place, then),
                (After::Shipped(shipped, _), Found::Shipped(stored)) => shipped.at(stored, then),
                (After::End(tie), _) if then == 0 => *tie,
                _ => f32::from(u8::from(then > 0)),
            };
        }
        entries.clear();
        entries.extend(self.grid.cells.iter().map(|&at| each[usize::from(at)]));
    }
}

/// Adds all successors of a pair to the next layer. Returns the number of outcomes and of cells.
pub(super) fn expand(pair: Pair, span: Span, left: u32, folded: bool, next: &mut Layer) -> [u64; 2] {
    let grid = Grid::new(pair, left, &Acts::both(pair));
    for &(after, gained) in &grid.outcomes {
        next.add(after, Span { first: span.first + gained, last: span.last + gained }, folded);
    }
    [grid.outcomes.len() as u64, grid.cells.len() as u64]
}

/// Computes the values of a layer's pair. Returns the number of values, outcomes and cells.
pub(super) fn solve(
    layer: &mut Layer,
    at: usize,
    left: u32,
    after: &After<'_>,
    quick: &mut Quick,
    entries: &mut Vec<f32>,
) -> [u64; 3] {
    let span = layer.spans[at];
    if span.len() == 0 {
        return [0; 3];
    }
    let table = Table::new(Pair::of_key(layer.keys[at]), left, after);
    for difference in span.first..=span.last {
        table.fill(difference, entries);
        let cell = layer.cell(at, difference);
        layer.values[cell] = quick.solve(entries, table.width()) as f32;
    }
    [span.len() as u64, table.grid.outcomes.len() as u64, entries.len() as u64]
}
